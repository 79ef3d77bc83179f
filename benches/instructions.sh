#!/usr/bin/env bash
# benches/instructions.sh: how many instructions one context and one verification take, counted by
# callgrind. Each case runs N and 2N times, or 4N and 8N, so that what happens once cancels out.
# Exit 1: a target is missed. Needs a Rust toolchain and valgrind.
set -euo pipefail
cd "$(dirname "$0")/instructions"
target=${CARGO_TARGET_DIR:-target}/instructions
n=${1:-64}
missed=0

cargo build --quiet --locked --release --target-dir "$target"
program=$target/release/instructions

# All instructions of one run: CASE TIMES
run() {
    # of one length: where the stack begins decides how much a copy on it takes
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$(printf '%-40s' "$1")" "$(printf '%6d' "$2")" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# The instructions of one repetition: CASE
count() {
    local once twice times=$n
    # these are held to the last instruction, and what happens once differs by some
    if [[ $1 == context-* ]]; then times=$((4 * n)); fi
    once=$(run "$1" "$times")
    twice=$(run "$1" $((2 * times)))
    echo $(((twice - once) / times))
}

declare -A counted
for name in $("$program"); do counted[$name]=$(count "$name"); done

echo "| case | instructions | of | ratio | target | |"
echo "| --- | --- | --- | --- | --- | --- |"
# CASE [PEER [HIGHEST RATIO IN THOUSANDTHS]]
row() {
    local name=$1 peer=${2-} limit=${3-} ratio verdict
    if [ -z "$peer" ]; then
        echo "| $name | ${counted[$name]} | | | | |"
        return
    fi
    # rounded up, so that a limit is never passed unseen
    ratio=$(((1000 * counted[$name] + counted[$peer] - 1) / counted[$peer]))
    verdict=
    if [ -n "$limit" ]; then
        verdict=reached
        if ((ratio > limit)); then verdict=missed missed=1; fi
        limit=$(printf '<= %d.%03d' $((limit / 1000)) $((limit % 1000)))
    fi
    printf '| %s | %d | %s | %d.%03d | %s | %s |\n' "$name" "${counted[$name]}" "$peer" \
        $((ratio / 1000)) $((ratio % 1000)) "$limit" "$verdict"
}
row rustls-empty
row rustls-webpki-roots
row context-default rustls-empty 1000
row context-default rustls-webpki-roots 400
row context-default-provider-given rustls-empty
row context-1-root
row context-118-roots context-1-root 1000
row rustls-own-ca
row context-own-ca rustls-own-ca 1000
row context-own-ca-default-provider rustls-own-ca 350
row context-own-ca-and-1-root
row context-own-ca-and-118-roots context-own-ca-and-1-root 1001
row rustls-anchors-of-118-cas
row anchors-of-118-cas rustls-anchors-of-118-cas 160
row webpki-right-anchor
row webpki-119-anchors webpki-right-anchor
row verify-119-baked webpki-right-anchor 1010
row verify-own-ca-and-118-baked webpki-right-anchor 1010
# 1 us of the 140 that a verification takes
row verify-119-baked-and-rules verify-119-baked 1007
exit "$missed"
