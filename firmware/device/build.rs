//! Bakes the roots of the device.

use rootbake_codegen::{Options, bake_into_out_dir};

fn main() {
    bake_into_out_dir("../fixtures/data/roots.pem", &Options::new("ROOTS"));
    bake_into_out_dir("../fixtures/data/all-roots.pem", &Options::new("ALL_ROOTS"));
}
