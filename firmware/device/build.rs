//! Bakes the roots of the device, and writes them as a file, too.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use rootbake_codegen::{Bake, DeviceFormat, Source, bake_for_device};

fn main() -> Result<(), Box<dyn Error>> {
    Bake::new("ROOTS").input("../fixtures/data/roots.pem").run();
    Bake::new("ALL_ROOTS").input("../fixtures/data/all-roots.pem").run();
    let bundle = fs::read("../fixtures/data/all-roots.pem")?;
    let lock = fs::read_to_string("../fixtures/data/all-roots.lock")?;
    let set = bake_for_device(
        Source { name: "all-roots.pem", content: &bundle },
        Source { name: "all-roots.lock", content: lock.as_str() },
        DeviceFormat::Bin,
        &[],
    )?;
    let out_dir = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    Ok(fs::write(out_dir.join("all-roots.bin"), set.bytes)?)
}
