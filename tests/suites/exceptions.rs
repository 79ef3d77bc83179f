//! Where a verifier differs from its suite: a table of `case`, `expected`, `rootbake`,
//! `rustls-webpki` and `reason`.

use crate::judged::Judged;
use crate::table;

/// How the reason starts where webpki is right and rootbake is not.
const DECISION: &str = "decision: ";

/// All in which the table and what was found differ: a row that does not match is one, and so is
/// a case that is right all of a sudden.
pub(crate) fn problems(judged: &[Judged], exceptions: &str) -> Vec<String> {
    let mut rows = table::rows(exceptions);
    let problems = judged.iter().filter_map(|judged| problem(judged, rows.remove(&*judged.id)));
    let mut problems: Vec<_> = problems.collect();
    problems
        .extend(rows.keys().map(|case| format!("{case}\tis excepted, and no case that was run")));
    problems
}

fn problem(judged: &Judged, row: Option<[&str; 5]>) -> Option<String> {
    let [expected, rootbake, webpki] = judged.outcomes();
    let right = judged.rootbake_is_right() && judged.webpki_is_right();
    let worse = judged.webpki_is_right() && !judged.rootbake_is_right();
    let what = match row {
        None if right => return None,
        None => "differs, and is not excepted",
        Some(_) if right => "is excepted, and both verifiers are right",
        Some([_, outcomes @ .., _]) if outcomes != [expected, rootbake, webpki] => {
            "is excepted with other outcomes"
        }
        Some([.., reason]) if worse && !reason.starts_with(DECISION) => {
            "is worse than rustls-webpki, and no decision"
        }
        Some(_) => return None,
    };
    Some(format!("{}\t{expected}\t{rootbake}\t{webpki}\t{what}", judged.id))
}

#[cfg(test)]
mod tests {
    use super::problems;
    use crate::judged::Judged;

    const HEADER: &str = "case\texpected\trootbake\trustls-webpki\treason\n";

    fn check(
        rootbake: Result<(), &str>,
        webpki: Result<(), &str>,
        row: &str,
        problem: Option<&str>,
    ) {
        let judged = Judged {
            id: "a".to_owned(),
            section: String::new(),
            valid: true,
            rootbake: rootbake.map_err(str::to_owned),
            webpki: webpki.map_err(str::to_owned),
        };
        let found = problems(&[judged], &format!("{HEADER}{row}"));
        let found: Vec<_> = found.iter().filter_map(|found| found.rsplit('\t').next()).collect();
        assert_eq!(found, Vec::from_iter(problem), "{row}");
    }

    #[test]
    fn a_difference_needs_an_exception() {
        check(Ok(()), Ok(()), "", None);
        check(Err("x"), Err("Y"), "", Some("differs, and is not excepted"));
        check(Ok(()), Err("Y"), "", Some("differs, and is not excepted"));
        check(Err("x"), Err("Y"), "a\taccept\tx\tY\tbecause", None);
    }

    #[test]
    fn an_exception_needs_its_difference() {
        check(
            Ok(()),
            Ok(()),
            "a\taccept\tx\tY\tz",
            Some("is excepted, and both verifiers are right"),
        );
        check(Err("x"), Ok(()), "a\taccept\tx\tY\tz", Some("is excepted with other outcomes"));
        check(Ok(()), Ok(()), "b\taccept\tx\tY\tz", Some("is excepted, and no case that was run"));
    }

    #[test]
    fn to_be_worse_needs_a_decision() {
        let worse = "is worse than rustls-webpki, and no decision";
        check(Err("x"), Ok(()), "a\taccept\tx\taccept\tbecause", Some(worse));
        check(Err("x"), Ok(()), "a\taccept\tx\taccept\tdecision: because", None);
    }
}
