#!/usr/bin/env bash
# benches/report.sh: the medians of the last `cargo bench` as a table, each of ours beside that of
# its peer. Needs bash, coreutils and sed.
set -euo pipefail
cd "$(dirname "$0")/.."
results=${CARGO_TARGET_DIR:-target}/criterion

# The median in picoseconds: GROUP/FUNCTION, where criterion cuts names to 64 characters
median() {
    local estimates=$results/$1/new/estimates.json nanoseconds
    if [ ! -f "$estimates" ]; then
        echo "no result for $1 in $results: run \`cargo bench\` first" >&2
        return 1
    fi
    nanoseconds=$(sed -n 's/.*"median":{"confidence_interval":{[^}]*},"point_estimate":\([0-9.]*\).*/\1/p' "$estimates")
    LC_ALL=C printf '%.0f' "${nanoseconds}e3"
}

# Thousandths as a decimal number.
decimal() { printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)); }

# GROUP OURS PEER [HIGHEST RATIO IN THOUSANDTHS]
row() {
    local ours peer ratio limit= verdict=
    ours=$(median "$1/$2")
    peer=$(median "$1/$3")
    ratio=$(((1000 * ours + peer / 2) / peer))
    if [ -n "${4-}" ]; then
        limit="<= $(decimal "$4")"
        verdict=reached
        if ((ratio > $4)); then verdict=missed; fi
    fi
    printf '| %s | %s | %s us | %s | %s us | %s | %s | %s |\n' "$1" "$2" \
        "$(decimal $((ours / 1000)))" "$3" "$(decimal $((peer / 1000)))" "$(decimal "$ratio")" \
        "$limit" "$verdict"
}

# GROUP OURS HIGHEST TIME IN NANOSECONDS
absolute() {
    local ours verdict=reached
    ours=$(median "$1/$2")
    if ((ours > 1000 * $3)); then verdict=missed; fi
    printf '| %s | %s | %s us |  |  |  | <= %s us | %s |\n' "$1" "$2" "$(decimal $((ours / 1000)))" "$(decimal "$3")" "$verdict"
}

echo "- processor: $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | sort -u), $(nproc) threads"
echo "- $(rustc --version)"
echo "- commit $(git rev-parse --short HEAD)$(git diff --quiet HEAD || echo ', with changes')"
echo
echo "| what | ours | median | beside | median | ratio | target | |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
row "default context" "rootbake" "rustls, empty store" 1000
row "default context" "rootbake" "rustls, webpki-roots" 400
row "default context" "rootbake, provider given" "rustls, empty store"
row "default context" "rootbake, cached" "clone of an Arc"
row "one explicit CA from PEM" "rootbake" "rustls" 1000
row "118 explicit CAs from PEM" "rootbake" "rustls"
row "server" "rootbake" "rustls"
row "one RSA-2048 CA from PEM to a client" "rootbake" "rustls" 350
row "one P-256 CA from PEM to a client" "rootbake" "rustls" 350
row "118 CAs from PEM to anchors" "rootbake" "rustls" 160
row "118 CAs from PEM to anchors" "rootbake, borrowed anchors" "rustls"
row "118 CAs from PEM to anchors" "rootbake, client" "rustls, client"
row "118 CAs from PEM to DER" "rootbake" "rustls-pki-types"
row "118 CAs from PEM to DER" "rootbake without simd" "rustls-pki-types"
row "118 CAs from DER to anchors" "rootbake" "rustls-webpki, borrowed anchors" 500
row "118 CAs from DER to anchors" "rootbake" "rustls-webpki, owned anchors"
row "118 CAs from DER to anchors" "rootbake, borrowed anchors" "rustls-webpki, borrowed anchors"
row "path to an anchor" "among 100000" "alone" 1020
row "P-256 chain of three" "rootbake, 118 roots and its own" "webpki, the right anchor alone" 1010
row "P-256 chain of three" "rootbake, 118 roots and its own" "webpki, 118 roots and the right one"
row "118 roots from DER" "rootbake" "rustls-webpki"
row "118 roots from DER" "rootbake" "x509-parser"
row "118 roots from DER" "rootbake" "x509-cert"
row "118 roots from PEM to DER" "rootbake" "rustls-pki-types"
absolute "selection" "among 1, by name" 150
absolute "selection" "among 100, by name" 300
absolute "selection" "among 100000, by name" 1000
absolute "selection" "among 1, of an unknown name" 150
absolute "selection" "among 100, of an unknown name" 300
absolute "selection" "among 100000, of an unknown name" 1000
absolute "selection" "among 1, by a client" 150
absolute "selection" "among 100, by a client" 300
absolute "selection" "among 100000, by a client" 1000
