//! Bakes the first root of Mozilla's bundle.

#[path = "../../support/bake.rs"]
mod bake;

fn main() {
    let bundle = bake::roots("mozilla.pem");
    let labels = cfg!(feature = "labels");
    bake::bake_variation("one.pem", bake::first_root(&bundle), "ONE", labels);
}
