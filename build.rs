//! Bakes the bundles in `roots/` that features ask for.

fn main() {
    #[cfg(feature = "mozilla")]
    bake("roots/mozilla.pem", "MOZILLA");
    #[cfg(feature = "chrome")]
    bake("roots/chrome.pem", "CHROME");
}

#[cfg(any(feature = "mozilla", feature = "chrome"))]
fn bake(bundle: &str, constant: &str) {
    let options = rootbake_codegen::Options::new(constant)
        .rootbake("crate")
        .labels(cfg!(feature = "labels"))
        .certificates(cfg!(feature = "certificates"));
    rootbake_codegen::Bake::new(options).input(bundle).run();
}
