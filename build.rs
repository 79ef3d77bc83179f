//! Bakes the bundles in `roots/` that features ask for.

fn main() {
    #[cfg(feature = "mozilla")]
    bake("roots/mozilla.pem", "MOZILLA");
    #[cfg(feature = "mozilla-2026-02")]
    bake("roots/mozilla-2026-02.pem", "MOZILLA_2026_02");
    #[cfg(feature = "mozilla-2026-07")]
    bake("roots/mozilla-2026-07.pem", "MOZILLA_2026_07");
    #[cfg(feature = "chrome")]
    bake("roots/chrome.pem", "CHROME");
}

#[cfg(any(
    feature = "mozilla",
    feature = "mozilla-2026-02",
    feature = "mozilla-2026-07",
    feature = "chrome"
))]
fn bake(bundle: &str, constant: &str) {
    let options = rootbake_codegen::Options::new(constant)
        .rootbake("crate")
        .labels(cfg!(feature = "labels"))
        .certificates(cfg!(feature = "certificates"));
    rootbake_codegen::Bake::new(options).input(bundle).run();
}
