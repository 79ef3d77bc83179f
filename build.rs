//! Bakes the bundles in `roots/` that features ask for.

fn main() {
    #[cfg(feature = "mozilla")]
    rootbake_codegen::bake_into_out_dir(
        "roots/mozilla.pem",
        &rootbake_codegen::Options::new("MOZILLA")
            .rootbake("crate")
            .labels(cfg!(feature = "labels"))
            .certificates(cfg!(feature = "certificates")),
    );
}
