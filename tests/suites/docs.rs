use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{env, fs};

/// The suites are run side by side, and may write the same file.
static FILE: Mutex<()> = Mutex::new(());

/// Holds the part of `docs/suites.md` between the two comments that name a suite against what it
/// should be.
pub(crate) fn check(suite: &str, expected: &str) {
    let _guard = FILE.lock().unwrap_or_else(PoisonError::into_inner);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/suites.md");
    let text = fs::read_to_string(&file).unwrap();
    let (begin, end) = (format!("<!-- {suite} -->\n"), format!("<!-- end of {suite} -->\n"));
    let (before, rest) = text.split_once(&begin).unwrap();
    let (found, after) = rest.split_once(&end).unwrap();
    if env::var_os("REGENERATE").is_some() {
        fs::write(&file, [before, &begin, expected, &end, after].concat()).unwrap();
    } else {
        assert!(found == expected, "{suite} is stale: REGENERATE=1 writes anew\n{expected}");
    }
}
