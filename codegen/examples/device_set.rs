//! A bundle in a format for devices, on standard output:
//! `device_set FORMAT BUNDLE [LOSS]...`; the lock is the file beside the bundle.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::{env, fs, io};

use rootbake_codegen::{DeviceFormat, Loss, Source, bake_for_device};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [format, bundle, losses @ ..] = &arguments[..] else {
        return Err("expected FORMAT BUNDLE [LOSS]...".into());
    };
    let format = DeviceFormat::from_name(format).ok_or("format is unknown")?;
    let losses = losses.iter().map(|name| Loss::from_name(name).ok_or("loss is unknown"));
    let losses = losses.collect::<Result<Vec<_>, _>>()?;
    let lock = Path::new(bundle).with_extension("lock");
    let set = bake_for_device(
        Source { name: bundle, content: &fs::read(bundle)? },
        Source { name: &lock.to_string_lossy(), content: fs::read_to_string(&lock)?.as_str() },
        format,
        &losses,
    )?;
    eprint!("{}", set.warnings);
    Ok(io::stdout().write_all(&set.bytes)?)
}
