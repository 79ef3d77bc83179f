#!/usr/bin/env bash
# firmware/two-checkouts.sh SCRATCH: two checkouts at two paths make the same image, bit by bit.
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
    (cd "$checkout/firmware" && CARGO_TARGET_DIR=$checkout/target "${cargo[@]}" build --quiet --release --locked \
        -p firmware-sizes --bin verify_118 --target "$target")
    arm-none-eabi-objcopy -O binary "$checkout/target/$target/release/verify_118" "$checkout.bin"
    images+=("$checkout.bin")
done
cmp "${images[@]}"
echo "two checkouts make the same image of $(wc -c < "${images[0]}") bytes"
