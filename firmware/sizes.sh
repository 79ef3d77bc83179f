#!/usr/bin/env bash
# firmware/sizes.sh: what baked roots and verification take of a Cortex-M3, as a table, and held
# against limits.
set -euo pipefail
cd "$(dirname "$0")"
# shellcheck source=firmware/toolchain
source ./toolchain
target=thumbv7m-none-eabi
use_target "$target"
need arm-none-eabi-size binutils-arm-none-eabi
need qemu-system-arm qemu-system-arm
"${cargo[@]}" build --quiet --release --locked -p firmware-sizes --bins --target "$target"
images=$CARGO_TARGET_DIR/$target/release

# section IMAGE NAME...: bytes of these sections together.
section() {
    arm-none-eabi-size -A "$images/$1" |
        awk -v names=" ${*:2} " 'index(names, " " $1 " ") { sum += $2 } END { print sum + 0 }'
}

# what a program said that was stopped, or that says nothing, is no measurement
measured=$(timeout 120 qemu-system-arm -cpu cortex-m3 -machine lm3s6965evb -nographic \
    -semihosting-config enable=on,target=native -kernel "$images/stack" 2> /dev/null) || true
read -r _ one ten all <<< "$(grep '^anchor_bytes ' <<< "$measured")"
read -r _ stack_webpki stack_ours <<< "$(grep '^stack ' <<< "$measured")"
if [ -z "$all" ] || [ -z "$stack_ours" ]; then
    printf 'the program that measures the stack said only:\n%s\n' "$measured"
    exit 1
fi

row() {
    printf '| %s | %s | %s | %s | %s |\n' "$1" "$(section "$2" .text)" "$(section "$2" .rodata)" \
        "$(section "$2" .data .bss .uninit)" "$3"
}
echo "| Cortex-M3, opt-level z, without labels | .text | .rodata | RAM | stack |"
echo "| --- | --- | --- | --- | --- |"
row "no roots" base ""
row "1 root, look-up" lookup_1 ""
row "10 roots, look-up" lookup_10 ""
row "118 roots, look-up" lookup_118 ""
row "rustls-webpki alone, P-256 chain of three" webpki "$stack_webpki"
row "rootbake, the same, 2 roots" verify_2 "$stack_ours"
row "rootbake, the same, 118 roots" verify_118 ""

failed=0
# limit WHAT FOUND LIMIT
limit() {
    local verdict=ok
    if [ "$2" -gt "$3" ]; then
        verdict=FAILED
        failed=1
    fi
    printf '%s: %s: found %d bytes, expected at most %d\n' "$verdict" "$1" "$2" "$3"
}
above() {
    echo $(($(section "$2" "$1") - $(section "$3" "$1")))
}
echo
limit "RAM of 118 roots" "$(section lookup_118 .data .bss .uninit)" 0
limit "table of 1 root" "$(above .rodata lookup_1 base)" $((one + 80 + 640))
limit "table of 10 roots" "$(above .rodata lookup_10 base)" $((ten + 10 * 80 + 640))
limit "table of 118 roots" "$(above .rodata lookup_118 base)" $((all + 118 * 80))
limit "code of a look-up" "$(above .text lookup_118 base)" 1536
# 7 KB of it is the strict reader of certificates
limit "code of verification, above rustls-webpki" "$(above .text verify_2 webpki)" $((15 * 1024))
limit "stack of verification" "$stack_ours" $((10 * 1024))
limit "stack of verification, above rustls-webpki" $((stack_ours - stack_webpki)) 1536
exit $failed
