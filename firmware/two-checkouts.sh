#!/usr/bin/env bash
# firmware/two-checkouts.sh SCRATCH: two checkouts at two paths write the same set files and build
# the same image of the program, bit by bit.
set -euo pipefail
cd "$(dirname "$0")"
scratch=${1:?"usage: firmware/two-checkouts.sh SCRATCH"}
# shellcheck source=firmware/toolchain
source ./toolchain
target=thumbv7m-none-eabi
use_target "$target"
need arm-none-eabi-objcopy binutils-arm-none-eabi
for checkout in "$scratch/one" "$scratch/another/and-deeper"; do
    git clone --quiet .. "$checkout"
    for format in bin bearssl esp-idf esp-idf-v4; do
        # what it warns of is no news here
        (cd "$checkout" && env -u RUSTC cargo run --quiet --locked --target-dir target -p rootbake-codegen --features device --example device_set -- \
            "$format" firmware/fixtures/data/all-roots.pem distrust-dates) > "$checkout.$format" 2> "$checkout.told" || {
            cat "$checkout.told"
            exit 1
        }
    done
    (cd "$checkout/firmware" && RUSTC_WRAPPER=$checkout/firmware/rustc-without-paths "${cargo[@]}" build --quiet \
        --release --locked -p firmware-cortex-m --target "$target" --target-dir "$checkout/target/firmware")
    arm-none-eabi-objcopy -O binary "$checkout/target/firmware/$target/release/firmware-cortex-m" "$checkout.image"
done
for format in bin bearssl esp-idf esp-idf-v4 image; do
    [ -s "$scratch/one.$format" ]
    cmp "$scratch/one.$format" "$scratch/another/and-deeper.$format"
    echo "two checkouts make the same $(wc -c < "$scratch/one.$format") bytes of $format"
done
