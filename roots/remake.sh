#!/usr/bin/env bash
# roots/remake.sh BUNDLE [VERSION]: makes mozilla.pem or chrome.pem again from the crates.io package
# it is taken from, and says whether that changed it. For chrome the rules of the package go into
# its lock too. roots/remake.sh pin MONTH makes a pin with its lock, prints how that differs from
# mozilla.lock, or from the pin as it was, and how the pin differs from the certifi of its month.
# Needs cargo and a registry, for pins pip and unzip too.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# a package that depends on PACKAGE = VERSION
scratch_package() {
    mkdir -p "$scratch/src"
    touch "$scratch/src/lib.rs"
    cat > "$scratch/Cargo.toml" <<MANIFEST
[package]
name = "scratch"
version = "0.0.0"
edition = "2024"
[dependencies]
$1 = "=$2"
[workspace]
MANIFEST
}

# the source of PACKAGE VERSION, in $scratch/vendor/PACKAGE
vendored() {
    scratch_package "$1" "$2"
    (cd "$scratch" && rm -rf vendor Cargo.lock && cargo vendor --quiet vendor > /dev/null)
}

rootbake() {
    cargo run --quiet --manifest-path "$root/Cargo.toml" -p rootbake-cli -- "$@"
}

replace() {
    if cmp --silent "$scratch/$1" "$root/roots/$1"; then
        echo "roots/$1 is what $2 holds"
    else
        cp "$scratch/$1" "$root/roots/$1"
        echo "roots/$1 changed: refresh the lock with \`cargo run -- lock roots/$1\`"
    fi
}

# NAME.pem of webpki-root-certs VERSION
root_certs() {
    vendored webpki-root-certs "$2"
    cargo run --quiet --manifest-path "$root/Cargo.toml" -p rootbake-codegen \
        --example root_certs_pem -- "$scratch/vendor/webpki-root-certs/src/lib.rs" \
        > "$scratch/$1.pem"
}

mozilla() {
    root_certs mozilla "$1"
    replace mozilla.pem "webpki-root-certs $1"
}

# The names that Mozilla imposes are in webpki-roots alone; a person writes others into the lock.
expect_names() {
    vendored webpki-roots "$1"
    names=$(grep -F 'name_constraints: Some' "$scratch/vendor/webpki-roots/src/lib.rs")
    if [[ $names != *'Some(Der::from_slice(b"\xa0\x070\x05\x82\x03.tr"))'* || $names == *$'\n'* ]]; then
        echo "webpki-roots $1 imposes other names than those of TUBITAK: $names" >&2
        exit 1
    fi
}

# Rules for the roots that are not in mozilla.lock: the package has them for what the CCADB says.
impose_trust_bit() {
    awk -v source="CCADB, column Trust Bits: Websites, by which webpki-root-certs $2 has the root" '
        function close_root() {
            if (in_root && !ruled) print "purposes = [\"serverAuth\"]\nsource = \"" source "\""
            in_root = 0
        }
        /^\[\[root\]\]/ { in_root = 1; ruled = 0 }
        /^purposes/ { ruled = 1 }
        /^$/ { close_root() }
        { print }
        END { close_root() }' "$1" > "$scratch/lock"
    cp "$scratch/lock" "$1"
}

# MONTH VERSION DAY: DAY is that of the release
pin() {
    local name=mozilla-$1 lock=$root/roots/mozilla-$1.lock
    root_certs "$name" "$2"
    expect_names "$2"
    cp "$scratch/$name.pem" "$root/roots/$name.pem"
    if [ ! -e "$lock" ]; then
        sed -E "1s/mozilla/$name/; s/webpki-roots [0-9.]*[0-9]/webpki-roots $2/
            s/webpki-root-certs [0-9.]* has/webpki-root-certs $2 has/" "$root/roots/mozilla.lock" > "$lock"
    fi
    (
        cd "$root"
        rootbake lock "roots/$name.pem" --name "$name" --as-of "${3}T00:00:00Z" --provenance \
            "crates.io package webpki-root-certs $2 (CCADB, Mozilla's root programme, TLS servers)"
        impose_trust_bit "$lock" "$2"
        rootbake lock "roots/$name.pem"
        certifi "$1" "roots/$name.pem"
    )
}

certifi() {
    local year=${1%-*} month=${1#*-}
    python3 -m pip download --quiet --no-deps --dest "$scratch" "certifi==$year.${month#0}.*"
    unzip -q -o "$scratch"/certifi-*.whl certifi/cacert.pem -d "$scratch"
    echo "$(basename "$scratch"/certifi-*.whl), and what is otherwise here:"
    rootbake diff "$scratch/certifi/cacert.pem" "$2" || [ $? = 1 ]
}

chrome() {
    scratch_package chromium-roots "$1"
    echo "rootbake-core.path = \"$root/core\"" > "$scratch/core.toml"
    sed -i "/^chromium-roots/r $scratch/core.toml" "$scratch/Cargo.toml"
    cp "$root/roots/chrome.rs" "$scratch/src/main.rs"
    # the package asks for a newer Rust than its data need
    (cd "$scratch" && cargo run --quiet --ignore-rust-version -- "$scratch")
    replace chrome.pem "chromium-roots $1"
    (cd "$root" && rootbake lock roots/chrome.pem --source "$scratch/root_store.json" \
        --provenance "crates.io package chromium-roots $1 (Chrome Root Store)" \
        --license BSD-3-Clause "${@:2}")
}

case ${1:-} in
mozilla) mozilla "${2:-1.0.11}" ;;
chrome) chrome "${2:-0.1.2}" "${@:3}" ;;
pin)
    # each of these is a feature: `mozilla-MONTH`
    case ${2:-} in
    2026-02) pin 2026-02 1.0.6 2026-02-03 ;;
    2026-07) pin 2026-07 1.0.9 2026-07-18 ;;
    *) pin "${2:?MONTH}" "${3:?VERSION}" "${4:?DAY}" ;;
    esac
    ;;
*)
    echo "usage: roots/remake.sh mozilla [VERSION], or chrome [VERSION] [--as-of DAY], or" >&2
    echo "pin MONTH [VERSION-OF-WEBPKI-ROOT-CERTS DAY-OF-ITS-RELEASE]" >&2
    exit 2
    ;;
esac
