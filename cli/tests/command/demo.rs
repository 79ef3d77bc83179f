use std::time::{Duration, Instant};

use super::folder::Folder;

#[test]
fn the_demonstration_shows_what_it_says() {
    let start = Instant::now();
    let run = Folder::new().run("demo").exits(0).warns_of_nothing();
    let took = start.elapsed();
    let run = run
        .says("118 roots, ")
        .says("in this binary: set \"mozilla\" as of 2026-10-23T00:00:00Z")
        .says("refused, as it must be: no anchor has issued this")
        .says("found issuer \"CN=throw-away CA\"")
        .says("[unknown-issuer]")
        .says("accepted: TLSv1_3, ")
        .says("CONTEXT ");
    for row in [
        "rootbake, the 118 default roots",
        "rootbake, client_config() again",
        "rootbake, one explicit CA",
        "rustls, 120 of webpki-roots",
        "rustls, parsing the PEM bundle",
        "rustls, an empty store",
    ] {
        assert!(run.out.lines().any(|line| line.starts_with(row)), "{row}: {}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'), "colours where there is no terminal");
    // below three seconds where it is optimised and alone
    assert!(took < Duration::from_secs(20), "{took:?}");
}
