#!/usr/bin/env bash
# roots/remake.sh BUNDLE [VERSION]: makes mozilla.pem or chrome.pem again from the crates.io package
# it is taken from, and says whether that changed it. For chrome the rules of the package go into
# its lock too. Needs cargo and a registry, nothing else.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# a package that depends on PACKAGE = VERSION
scratch_package() {
    mkdir "$scratch/src"
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

mozilla() {
    scratch_package webpki-root-certs "$1"
    (cd "$scratch" && cargo vendor --quiet vendor > /dev/null)
    cargo run --quiet --manifest-path "$root/Cargo.toml" -p rootbake-codegen \
        --example root_certs_pem -- "$scratch/vendor/webpki-root-certs/src/lib.rs" \
        > "$scratch/mozilla.pem"
    replace mozilla.pem "webpki-root-certs $1"
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
*)
    echo "usage: roots/remake.sh mozilla [VERSION], or chrome [VERSION] [--as-of DAY]" >&2
    exit 2
    ;;
esac
