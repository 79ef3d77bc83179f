#!/usr/bin/env bash
# benches/update.sh: runs everything and writes the figures into README.md, each between its two
# marks. Takes some minutes. Needs what the other scripts do, awk, and for one part node and openssl.
set -euo pipefail
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

(cd .. && cargo bench --quiet > "$scratch/log")
# two of the benchmarks print tables
awk -v folder="$scratch" '
    /^[|] what [|] measured/ { part = "scale" }
    /^[|] handshakes/ { part = "handshake" }
    /^[|] / { print > (folder "/" part) }
' "$scratch/log"
if command -v node > /dev/null; then node peers/node.mjs > "$scratch/node"; else echo "no node here" > "$scratch/node"; fi
if command -v java > /dev/null; then java peers/JdkHandshake.java > "$scratch/jdk"; else echo "no java here" > "$scratch/jdk"; fi
for part in report instructions size build-cost; do
    # a missed target is a figure like any other here
    "./$part.sh" > "$scratch/$part" || echo "$part.sh: a target is missed" >&2
done
awk -v folder="$scratch" '
    /^<!-- end / { inside = 0 }
    !inside { print }
    /^<!-- begin / {
        inside = 1
        print ""
        while ((getline line < (folder "/" $3)) > 0) print line
        print ""
    }
' README.md > "$scratch/README.md"
cp "$scratch/README.md" README.md
