#!/usr/bin/env bash
# firmware/run.sh TARGET [FEATURE]: builds the program for a target, and runs it where QEMU has a board.
#
#   thumbv7m-none-eabi            runs on lm3s6965evb, a Cortex-M3
#   thumbv7em-none-eabi           runs on mps2-an386, a Cortex-M4
#   thumbv6m-none-eabi            is built
#   riscv32imc-unknown-none-elf   is built, without the start of a Cortex-M
#
# FEATURE is p384 or rsa: a chain with such keys too. What is missing is fetched by rustup, or else
# from Debian, of whose compiler a library for the target is made.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:?"usage: firmware/run.sh TARGET [FEATURE]"}
feature=${2:-}
# shellcheck source=firmware/toolchain
source ./toolchain
use_target "$target"

case $target in
    thumbv7m-none-eabi) board="-cpu cortex-m3 -machine lm3s6965evb" ;;
    thumbv7em-none-eabi) board="-cpu cortex-m4 -machine mps2-an386" ;;
    *) board="" ;;
esac
package=firmware-cortex-m
if [[ $target == riscv* ]]; then
    package=firmware-device
fi
"${cargo[@]}" build --quiet --release --locked -p "$package" --target "$target" ${feature:+--features "$feature"}
if [ -z "$board" ]; then
    echo "$target: $package is built"
    exit
fi

image=$CARGO_TARGET_DIR/$target/release/firmware-cortex-m
# a place in the program's or the library's own code that can panic is named by its file: by its
# whole path, or within this folder
need strings binutils
strings "$image" > "$image.strings"
repository=$(cd .. && pwd)
if grep -o -e "$repository/[^ ]*\.rs" -e '\(^\|[^/a-z0-9_-]\)\(algorithms\|cortex-m\|device\)/src/[a-z_/]*\.rs' "$image.strings"; then
    echo "$target: the program can panic in the files above"
    exit 1
fi
need qemu-system-arm qemu-system-arm
# shellcheck disable=SC2086
qemu() {
    timeout 120 qemu-system-arm $board -nographic -semihosting-config enable=on,target=native -kernel "$image" 2> /dev/null
}
output=$(qemu) || {
    printf '%s\n%s: the program says that something is wrong\n' "$output" "$target"
    exit 1
}
echo "$output"
# it says itself that all is well; that it said everything, with baked roots and with a file, is seen here
expected=19
if [ -n "$feature" ]; then
    expected=21
fi
found=$(grep -c '^ok: ' <<< "$output")
if [ "$found" != "$expected" ]; then
    echo "$target: found $found good outcomes, expected $expected"
    exit 1
fi
echo "$target: all as it should be"
