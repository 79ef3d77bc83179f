#!/usr/bin/env bash
# benches/size.sh: builds the programs in size/ and compares what one root weighs in each of them.
# Exit 1: a target is missed. Needs a Rust toolchain, bash and coreutils.
set -euo pipefail
cd "$(dirname "$0")/size"
target=${CARGO_TARGET_DIR:-target}/size
missed=0

# The path of a program, built: PACKAGE PROFILE [ARGUMENT OF CARGO...]
build() {
    local package=$1 profile=$2
    shift 2
    cargo build --quiet --locked --target-dir "$target" --package "$package" --profile "$profile" "$@" >&2
    echo "$target/$profile/$package"
}

# The bytes of a program, built as above in release.
weigh() {
    local package=$1
    shift
    stat -c %s "$(build "$package" release "$@")"
}

# Thousandths as a decimal number.
decimal() { printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)); }

# What a row says of a target, and counts: REACHED-OR-NOT
verdict() {
    if "$@"; then echo reached; else echo missed; fi
}
at_most() { (($1 <= $2)); }

copies=$(build copies release)
read -r baked_roots webpki_roots < <("$copies")

none=$(weigh none)
one=$(weigh rootbake-one)
all=$(weigh rootbake-all)
one_labels=$(weigh rootbake-one --features labels)
all_labels=$(weigh rootbake-all --features labels)
webpki_one=$(weigh webpki-one)
webpki_all=$(weigh webpki-all)

# per root, in thousandths of a byte
webpki=$((1000 * (webpki_all - webpki_one) / (webpki_roots - 1)))
rootbake=$((1000 * (all - one) / (baked_roots - 1)))
labels=$((1000 * (all_labels - one_labels) / (baked_roots - 1)))
ratio=$((1000 * rootbake / webpki))
ratio_labels=$((1000 * labels / webpki))

echo "| program | no root | one root | all roots | bytes per root | of webpki-roots | target | |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
echo "| webpki-roots, $webpki_roots roots | $none | $webpki_one | $webpki_all | $(decimal $webpki) | 1.000 | | |"
row() {
    local name=$1 one=$2 all=$3 each=$4 ratio=$5 limit=$6 verdict
    verdict=$(verdict at_most "$ratio" "$limit")
    echo "| $name | $none | $one | $all | $(decimal "$each") | $(decimal "$ratio") | <= $(decimal "$limit") | $verdict |"
    [ "$verdict" = reached ] || missed=1
}
row "rootbake, $baked_roots roots" "$one" "$all" "$rootbake" "$ratio" 1150
row "rootbake with labels" "$one_labels" "$all_labels" "$labels" "$ratio_labels" 1250

echo
echo "| two crates that name the roots, without LTO | copies of each key | target | |"
echo "| --- | --- | --- | --- |"
read -r least most < <("$copies" "$(build webpki-two without-lto)")
echo "| webpki-roots | $least to $most | | |"
read -r least most < <("$copies" "$(build rootbake-two without-lto)")
verdict=$(verdict test "$least $most" = "1 1")
echo "| rootbake | $least to $most | 1 to 1 | $verdict |"
[ "$verdict" = reached ] || missed=1
exit "$missed"
