#!/usr/bin/env bash
# firmware/bearssl/run.sh: BearSSL verifies chains under a table that rootbake wrote, on this
# machine and on a Cortex-M3 in QEMU. What is missing is installed from Debian, which has the
# library for this machine, and its source for the other.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=firmware/toolchain
source ../toolchain
work=$CARGO_TARGET_DIR/bearssl
mkdir -p "$work"

need gcc gcc
[ -f /usr/include/bearssl.h ] || install libbearssl-dev
cargo run --quiet --locked --manifest-path ../../Cargo.toml --target-dir ../../target -p rootbake-codegen \
    --features device --example device_set -- bearssl ../fixtures/data/all-roots.pem distrust-dates > "$work/anchors.h"
for der in ../fixtures/data/*.der; do
    name=$(basename "$der" .der)
    echo "static const unsigned char ${name//-/_}_der[] = {"
    od -An -v -tx1 "$der" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
    echo "};"
done > "$work/chains.h"

warnings="-std=c99 -Wall -Wextra -Werror -Wno-unused-const-variable -Wno-unused-variable"
# shellcheck disable=SC2086
gcc $warnings -I"$work" verify.c host.c -lbearssl -o "$work/host"
echo "on this machine:"
"$work/host"

need arm-none-eabi-gcc gcc-arm-none-eabi
[ -d /usr/lib/arm-none-eabi/newlib ] || install libnewlib-arm-none-eabi
need qemu-system-arm qemu-system-arm
if [ ! -d "$work/source" ]; then
    need dpkg-source dpkg-dev
    mkdir -p "$work/lists/partial"
    echo "deb-src http://deb.debian.org/debian $(. /etc/os-release && echo "$VERSION_CODENAME") main" > "$work/sources.list"
    apt=(apt-get -qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o Dir::State::Lists="$work/lists" -o APT::Sandbox::User=root)
    "${apt[@]}" update
    (cd "$work" && "${apt[@]}" source --download-only bearssl)
    dpkg-source --no-check -x "$work"/bearssl_*.dsc "$work/source" > /dev/null
fi
# a device has no time() of its own
cross="arm-none-eabi-gcc -DBR_USE_UNIX_TIME=0 -mcpu=cortex-m3 -mthumb -Os -ffunction-sections -fdata-sections"
library=$work/libbearssl-cortex-m3.a
if [ ! -f "$library" ]; then
    mkdir -p "$work/objects"
    (
        cd "$work/source/src"
        # what br_x509_minimal needs
        find codec ec hash int rsa x509 -name '*.c' -print0 |
            xargs -0 -P 2 -I{} sh -c "$cross -I../inc -I. -c {} -o ../../objects/\$(basename {} .c).o"
    )
    arm-none-eabi-ar rcs "$library" "$work"/objects/*.o
fi
# shellcheck disable=SC2086
$cross $warnings -I"$work" -I"$work/source/inc" -nostartfiles -Wl,--gc-sections -T cortex-m3.ld \
    verify.c cortex-m3.c "$library" -o "$work/cortex-m3"
echo "on a Cortex-M3:"
# QEMU writes what the program says to standard error, among its own
timeout 120 qemu-system-arm -cpu cortex-m3 -machine lm3s6965evb -nographic \
    -semihosting-config enable=on,target=native -kernel "$work/cortex-m3" > "$work/output" 2>&1 || {
    cat "$work/output"
    exit 1
}
grep '^ok: ' "$work/output"
arm-none-eabi-size "$work/cortex-m3"
