#!/usr/bin/env bash
# benches/build-cost.sh: what a clean debug build costs, in seconds of CPU, of a crate that depends
# on rootbake without rustls but with `bake!`, and of one that depends on webpki-roots; the best of three.
# Exit 1: the target is missed. Needs a Rust toolchain, bash and coreutils.
set -euo pipefail
limit=5000 # milliseconds more than webpki-roots
runs=${1:-3}
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CARGO_TARGET_DIR=$scratch/target
# as cargo builds what comes from a registry; here it is a path
export CARGO_INCREMENTAL=0
unset CARGO_BUILD_RUSTC_WRAPPER RUSTC_WRAPPER RUSTFLAGS

# A crate with one dependency that it names: NAME DEPENDENCY USE
crate() {
    mkdir -p "$scratch/$1/src"
    cat > "$scratch/$1/Cargo.toml" <<MANIFEST
[package]
name = "scratch"
version = "0.0.0"
edition = "2024"
[dependencies]
$2
[workspace]
MANIFEST
    echo "pub fn roots() -> usize { $3.len() }" > "$scratch/$1/src/lib.rs"
    cargo fetch --quiet --manifest-path "$scratch/$1/Cargo.toml"
}

# Milliseconds of CPU of the cheapest of several clean builds.
cost() {
    local best=0 user system spent run
    for ((run = 0; run < runs; run++)); do
        rm -rf "$CARGO_TARGET_DIR"
        read -r user system < <(
            TIMEFORMAT='%U %S'
            { time cargo build --quiet --offline --manifest-path "$scratch/$1/Cargo.toml" 2> /dev/null; } 2>&1
        )
        test -d "$CARGO_TARGET_DIR/debug/deps"
        # 1.234 -> 1234; 10# since the digits may begin with 0
        spent=$((10#${user/./} + 10#${system/./}))
        if ((best == 0 || spent < best)); then best=$spent; fi
    done
    echo "$best"
}

seconds() { printf '%d.%02d' $(($1 / 1000)) $(($1 % 1000 / 10)); }

crate rootbake "rootbake = { path = \"$root\", default-features = false, features = [\"macros\", \"mozilla\"] }" \
    rootbake::roots::MOZILLA
crate webpki-roots 'webpki-roots = "=1.0.10"' webpki_roots::TLS_SERVER_ROOTS
rootbake=$(cost rootbake)
webpki=$(cost webpki-roots)
more=$((rootbake - webpki))
verdict=reached
if ((more > limit)); then verdict=missed; fi

echo "| clean debug build | CPU seconds |"
echo "| --- | --- |"
echo "| rootbake | $(seconds "$rootbake") |"
echo "| webpki-roots | $(seconds "$webpki") |"
echo "| difference (target: <= $(seconds $limit), $verdict) | $(seconds "$more") |"
[ "$verdict" = reached ]
