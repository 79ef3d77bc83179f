//! Times as people type them.

use std::env;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use rootbake::Diagnostic;
use rootbake::certificate::Time;
use rootbake::pki_types::UnixTime;

use crate::output::refused;

const DAY: u64 = 86_400;

/// RFC 3339 (a day alone is its first second in UTC), or seconds since 1970.
pub(crate) fn parse(text: &str) -> Result<UnixTime, String> {
    let seconds = match text.parse::<i64>() {
        Ok(seconds) => seconds,
        Err(_) => parse_rfc3339(text)
            .ok_or("expected RFC 3339 such as 2026-07-01T00:00:00Z, or seconds since 1970")?,
    };
    let seconds = u64::try_from(seconds).map_err(|_| "lies before 1970")?;
    Ok(UnixTime::since_unix_epoch(Duration::from_secs(seconds)))
}

/// The same, as certificates have times.
pub(crate) fn parse_time(text: &str) -> Result<Time, String> {
    parse(text).map(Time::from)
}

fn parse_rfc3339(text: &str) -> Option<i64> {
    let timestamp = match text.len() == "2026-07-01".len() {
        true => format!("{text}T00:00:00Z").parse::<Timestamp>(),
        false => text.parse(),
    };
    // downwards: half past a second still belongs to it
    timestamp.ok()?.as_nanosecond().div_euclid(1_000_000_000).try_into().ok()
}

/// `SOURCE_DATE_EPOCH`, or today.
pub(crate) fn default_day() -> Result<Time, Diagnostic> {
    Ok(source_date_epoch()?.unwrap_or_else(today))
}

/// `SOURCE_DATE_EPOCH`; a variable that is set and empty is not set.
pub(crate) fn source_date_epoch() -> Result<Option<Time>, Diagnostic> {
    const VARIABLE: &str = "SOURCE_DATE_EPOCH";
    let Some(value) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let seconds = value.to_str().and_then(|text| text.parse::<u32>().ok());
    match seconds {
        Some(seconds) => Ok(Some(Time::from_unix_seconds(seconds.into()))),
        None => {
            let found = value.to_string_lossy().escape_debug().to_string();
            let message = format!("found \"{found}\", expected seconds since 1970");
            Err(refused(VARIABLE, "bad-source-date-epoch", message))
        }
    }
}

/// The first second of this day in UTC.
fn today() -> Time {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    Time::from(UnixTime::since_unix_epoch(Duration::from_secs(now - now % DAY)))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn times_as_people_type_them() {
        for (text, seconds) in [
            ("0", Some(0)),
            ("1000000000", Some(1_000_000_000)),
            ("2001-09-09T01:46:40Z", Some(1_000_000_000)),
            ("2001-09-09T03:46:40+02:00", Some(1_000_000_000)),
            ("2001-09-09T01:46:40.999Z", Some(1_000_000_000)),
            ("2001-09-09", Some(999_993_600)),
            ("1969-12-31T23:59:59Z", None),
            ("-1", None),
            ("2001-02-30", None),
            ("2001-09-09T01:46:40", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(parse(text).ok().map(|time| time.as_secs()), seconds, "{text}");
        }
    }
}
