#!/usr/bin/env bash
# firmware/two-checkouts.sh SCRATCH: two checkouts at two paths write the same set files, bit by bit.
#
# Not the same images: cargo names packages that lie beside a workspace by their absolute path, by
# which the linker then sorts. A program whose dependencies come from a registry has no such names.
set -euo pipefail
cd "$(dirname "$0")"
scratch=${1:?"usage: firmware/two-checkouts.sh SCRATCH"}
for checkout in "$scratch/one" "$scratch/another/and-deeper"; do
    git clone --quiet .. "$checkout"
    for format in bin bearssl esp-idf esp-idf-v4; do
        # what it warns of is no news here
        (cd "$checkout" && cargo run --quiet --locked --target-dir target -p rootbake-codegen --example device_set -- \
            "$format" firmware/fixtures/data/all-roots.pem distrust-dates) > "$checkout.$format" 2> "$checkout.told" || {
            cat "$checkout.told"
            exit 1
        }
    done
done
for format in bin bearssl esp-idf esp-idf-v4; do
    [ -s "$scratch/one.$format" ]
    cmp "$scratch/one.$format" "$scratch/another/and-deeper.$format"
    echo "two checkouts write the same $(wc -c < "$scratch/one.$format") bytes of $format"
done
