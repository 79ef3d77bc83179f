#!/usr/bin/env bash
# roots/remake.sh: makes mozilla.pem again from the crates.io package it is taken from, and says
# whether that changed it. Needs cargo and a registry, nothing else.
set -euo pipefail
version=${1:-1.0.11}
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/src"
touch "$scratch/src/lib.rs"
cat > "$scratch/Cargo.toml" <<MANIFEST
[package]
name = "scratch"
version = "0.0.0"
edition = "2024"
[dependencies]
webpki-root-certs = "=$version"
[workspace]
MANIFEST
(cd "$scratch" && cargo vendor --quiet vendor > /dev/null)

cargo run --quiet --manifest-path "$root/Cargo.toml" -p rootbake-codegen --example root_certs_pem -- \
    "$scratch/vendor/webpki-root-certs/src/lib.rs" > "$scratch/mozilla.pem"
if cmp --silent "$scratch/mozilla.pem" "$root/roots/mozilla.pem"; then
    echo "roots/mozilla.pem is what webpki-root-certs $version holds"
else
    cp "$scratch/mozilla.pem" "$root/roots/mozilla.pem"
    echo "roots/mozilla.pem changed: refresh the lock with \`cargo run -- lock roots/mozilla.pem\`"
fi
