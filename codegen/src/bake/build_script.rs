use std::path::{Path, PathBuf};
use std::{env, fs, process};

use super::{Bake, Baked};
use crate::report::{Finding, Report};
use crate::watch;

impl Bake<'_> {
    /// For a `build.rs`: bakes the set into `OUT_DIR`, for
    /// `include!(concat!(env!("OUT_DIR"), "/corp.rs"))`, and has cargo watch all that it depends
    /// on. Warnings are told through cargo.
    ///
    /// When something is wrong the build ends with every finding on standard error.
    pub fn run(&self) -> Baked {
        println!("{}", watch::line(Path::new("build.rs")));
        let awaited = self.inputs.iter().filter_map(|input| input.awaited(&self.base));
        for path in self.paths().into_iter().chain(awaited) {
            println!("{}", watch::line(&self.base.join(path)));
        }
        match self.write() {
            Ok(baked) => {
                for finding in baked.warnings.findings() {
                    println!("cargo::warning={}: {}", finding.code(), finding.message());
                }
                baked
            }
            Err(report) => self.end(&report),
        }
    }

    fn write(&self) -> Result<Baked, Report> {
        let baked = self.bake()?;
        let out_dir = env::var_os("OUT_DIR").ok_or_else(|| {
            Finding::error("no-out-dir", "OUT_DIR is not set")
                .expected("a build script, which cargo runs")
        })?;
        let target = PathBuf::from(out_dir).join(self.output_file());
        fs::write(&target, &baked.source).map_err(|error| {
            Finding::error("not-writable", "generated source cannot be written")
                .at(target.display())
                .found(error)
        })?;
        Ok(baked)
    }

    fn end(&self, report: &Report) -> ! {
        for finding in report.findings() {
            println!("cargo::error={}: {}", self.shown(), finding.message());
        }
        eprint!("{report}");
        process::exit(1)
    }
}
