/// Bakes a bundle of CA certificates into a [`RootSet`](crate::RootSet), without a build script.
///
/// ```
/// use rootbake::{RootSet, bake};
///
/// static MOZILLA: RootSet = bake!("roots/mozilla.pem");
///
/// assert_eq!(MOZILLA.len(), 118);
/// ```
///
/// The path is relative to the package that names it: a file, PEM by its content or one certificate
/// in DER. The compiler watches it and its lock, and no absolute path reaches the binary. A lock that
/// comes later beside a bundle with `sha256` counts from the next change on: build scripts notice it
/// at once. The result is an expression that a `static`, a `const` or a `let` takes, in a crate with
/// or without std.
///
/// The lock is the file beside the bundle with the extension `.lock`. A bundle without one bakes
/// only with `sha256` or `unlocked`: the first error says what to write.
///
/// | behind the path | |
/// | --- | --- |
/// | `sha256 = "69729b8e.."` | the SHA-256 of the file |
/// | `lock = "reviewed/corp.lock"` | a lock that is not beside the bundle |
/// | `unlocked` | bakes whatever is there |
/// | `name = "corp"` | of the set in the binary: else that of the lock, or of the file |
/// | `as_of = "2026-07-01T00:00:00Z"` | without a lock, the day the bundle stands for: else the one on which its youngest certificate began |
/// | `partial_chain` | takes intermediates as anchors |
/// | `permitted_dns = [".corp.example"]` | the only names that any of its roots may speak for; no IP addresses |
/// | `path_len = 0` | how many intermediates there may be below any of them |
/// | `purposes = ["serverAuth"]` | what they may be used for |
/// | `distrust_after = "2027-01-01T00:00:00Z"` | what is issued later is refused |
/// | `source = "ticket 7"` | where these decisions can be read: else "bake!" |
/// | `root("Corp Root", path_len = 0)` | the same for one root, by its label or SHA-256 |
/// | `exclude("Old Root")` | leaves out a root, by its label or SHA-256 |
/// | `policy(expired = "drop")` | what becomes of roots that a lint minds, as the `[policy]` of a lock |
/// | `labels = false` | leaves the labels out of the binary |
/// | `certificates = true` | bakes the whole certificates too |
/// | `max_bytes = 10_000` | an error where the set is larger |
///
/// A macro cannot warn: what a build script would warn of is an error here, unless a policy decides
/// on it. For folders, several bundles in one set, and the files of root programmes, use
/// `rootbake_codegen::Bake` in a build script.
///
/// # Errors
///
/// At the path, with file, block and line inside the bundle:
///
/// ```compile_fail
/// static CORP: rootbake::RootSet = rootbake::bake!("README.md", unlocked);
/// ```
#[macro_export]
macro_rules! bake {
    ($($arguments:tt)*) => {
        $crate::__private::bake_impl!(($crate) $($arguments)*)
    };
}
