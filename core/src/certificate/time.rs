use core::fmt;

use pki_types::UnixTime;

use super::{Error, ErrorKind, Field};
use crate::der::{Reader, tag};

/// A second in UTC, exact from year 0 to 9999.
///
/// Forty bits, so that the two dates of an anchor take ten bytes of flash: seconds since
/// 1970-01-01T00:00:00Z plus 2^39, big-endian, which is also what makes the derived order right.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Time([u8; 5]);

const BIAS: i64 = 1 << 39;

impl Time {
    /// The time so many seconds after (or before) 1970-01-01T00:00:00Z; beyond what forty bits
    /// hold (year 19,391) the last second that they do.
    pub const fn from_unix_seconds(seconds: i64) -> Self {
        let clamped = if seconds >= BIAS {
            BIAS - 1
        } else if seconds < -BIAS {
            -BIAS
        } else {
            seconds
        };
        let [_, _, _, a, b, c, d, e] = (clamped + BIAS).to_be_bytes();
        Self([a, b, c, d, e])
    }

    /// The time of a proleptic Gregorian date in UTC, or `None` where there is no such second.
    ///
    /// Leap seconds do not exist here, as in RFC 5280.
    pub const fn from_civil(
        year: u16,
        month: u8,
        day: u8,
        hour: u8,
        minute: u8,
        second: u8,
    ) -> Option<Self> {
        if year > 9999 || month < 1 || month > 12 || day < 1 {
            return None;
        }
        // every month has 28
        if day > 28 && day > days_in_month(year, month) {
            return None;
        }
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let of_day = hour as i64 * 3600 + minute as i64 * 60 + second as i64;
        Some(Self::from_unix_seconds(days_from_civil(year, month, day) * 86_400 + of_day))
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    pub const fn unix_seconds(self) -> i64 {
        let [a, b, c, d, e] = self.0;
        i64::from_be_bytes([0, 0, 0, a, b, c, d, e]) - BIAS
    }

    /// The time that is written in the one form that [`Display`](fmt::Display) writes:
    /// `2026-07-01T00:00:00Z`.
    pub fn from_rfc3339(text: &str) -> Option<Self> {
        let &[a, b, c, d, b'-', e, f, b'-', g, h, b'T', i, j, b':', k, l, b':', m, n, z] =
            text.as_bytes()
        else {
            return None;
        };
        generalized_time(&[a, b, c, d, e, f, g, h, i, j, k, l, m, n, z])
    }

    /// Reads the next element as `Time` of RFC 5280 section 4.1: UTCTime `YYMMDDHHMMSSZ` or
    /// GeneralizedTime `YYYYMMDDHHMMSSZ`. A GeneralizedTime before 2050 is let through, as the
    /// readers do that this one is compared with.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        if reader.next_is(tag::UTC_TIME) {
            let content = reader.read(tag::UTC_TIME)?;
            return utc_time(content.bytes())
                .ok_or_else(|| content.error(ErrorKind::BadTime { expected: "YYMMDDHHMMSSZ" }));
        }
        let element = reader.element()?;
        match element.tag {
            tag::GENERALIZED_TIME => generalized_time(element.content.bytes()).ok_or_else(|| {
                element.content.error(ErrorKind::BadTime { expected: "YYYYMMDDHHMMSSZ" })
            }),
            found => Err(reader.error(ErrorKind::UnexpectedTag { found, expected: tag::UTC_TIME })),
        }
    }
}

/// `YYMMDDHHMMSSZ`
fn utc_time(text: &[u8]) -> Option<Time> {
    let digits = <&[u8; 12]>::try_from(text.strip_suffix(b"Z")?).ok()?;
    let [year, month, day, hour] = pairs(*digits.first_chunk()?)?;
    let [_, _, minute, second] = pairs(*digits.last_chunk()?)?;
    // RFC 5280 section 4.1.2.5.1: YY from 50 on means 19YY
    let century = if year >= 50 { 1900 } else { 2000 };
    Time::from_civil(century + u16::from(year), month, day, hour, minute, second)
}

/// `YYYYMMDDHHMMSSZ`
fn generalized_time(text: &[u8]) -> Option<Time> {
    let digits = <&[u8; 14]>::try_from(text.strip_suffix(b"Z")?).ok()?;
    let [century, year, month, day] = pairs(*digits.first_chunk()?)?;
    let [_, hour, minute, second] = pairs(*digits.last_chunk()?)?;
    let year = u16::from(century) * 100 + u16::from(year);
    Time::from_civil(year, month, day, hour, minute, second)
}

/// Eight decimal digits as four numbers, all at once.
#[inline]
fn pairs(digits: [u8; 8]) -> Option<[u8; 4]> {
    const ROW: u64 = u64::from_le_bytes([0xf0; 8]);
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    let word = u64::from_le_bytes(digits);
    // adding 6 takes what is above `9` out of the row of ASCII that the digits are in
    let above = word.wrapping_add(u64::from_le_bytes([6; 8]));
    if (word & ROW) ^ ZEROS | (above & ROW) ^ ZEROS != 0 {
        return None;
    }
    let values = word - ZEROS;
    let [a, _, b, _, c, _, d, _] = (values * 10 + (values >> 8)).to_le_bytes();
    Some([a, b, c, d])
}

impl From<UnixTime> for Time {
    fn from(time: UnixTime) -> Self {
        Self::from_unix_seconds(i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
    }
}

/// RFC 3339 in UTC: `2026-07-01T00:00:00Z`
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.unix_seconds();
        let (year, month, day) = civil_from_days(seconds.div_euclid(86_400));
        let of_day = seconds.rem_euclid(86_400);
        let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// From when to when a certificate is valid, both seconds included (RFC 5280 section 4.1.2.5).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Validity {
    /// the first second
    pub not_before: Time,
    /// the last second
    pub not_after: Time,
}

impl Validity {
    /// Whether this second lies within.
    pub fn contains(&self, time: Time) -> bool {
        self.not_before <= time && time <= self.not_after
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        let read = |reader: &mut Reader<'_>| {
            let mut content = reader.read(tag::SEQUENCE)?;
            let validity = Self {
                not_before: Time::read(&mut content)?,
                not_after: Time::read(&mut content)?,
            };
            content.finish()?;
            Ok(validity)
        };
        read(reader).map_err(|error: Error| error.in_field(Field::Validity))
    }
}

const fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01, with years that begin in March so that the leap day comes last.
const fn days_from_civil(year: u16, month: u8, day: u8) -> i64 {
    // one era early, so that nothing is negative and all fits 32 bits
    let year = year as u32 + 400 - (month <= 2) as u32;
    let month = (month as u32 + 9) % 12;
    let day_of_year = (153 * month + 2) / 5 + day as u32 - 1;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + day_of_year;
    days as i64 - 719_468 - 146_097
}

/// The inverse of [`days_from_civil`].
const fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let january_or_february = month >= 10;
    let year = era * 400 + year_of_era + january_or_february as i64;
    (year, if january_or_february { month - 9 } else { month + 3 }, day)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    fn parse(text: &str, digits: usize) -> Option<Time> {
        match digits {
            12 => utc_time(text.as_bytes()),
            _ => generalized_time(text.as_bytes()),
        }
    }

    #[test]
    fn every_day_of_the_calendar_survives_the_way_there_and_back() {
        let first = Time::from_civil(0, 1, 1, 0, 0, 0).unwrap();
        let mut day = first.unix_seconds();
        for year in 0..=9999 {
            for month in 1..=12 {
                for date in 1..=days_in_month(year, month) {
                    let time = Time::from_civil(year, month, date, 0, 0, 0).unwrap();
                    assert_eq!(time.unix_seconds(), day, "{year}-{month}-{date}");
                    let back = civil_from_days(day.div_euclid(86_400));
                    assert_eq!(back, (year.into(), month.into(), date.into()));
                    day += 86_400;
                }
            }
        }
    }

    #[test]
    fn known_moments() {
        for (text, digits, shown) in [
            ("700101000000Z", 12, "1970-01-01T00:00:00Z"),
            ("491231235959Z", 12, "2049-12-31T23:59:59Z"),
            ("500101000000Z", 12, "1950-01-01T00:00:00Z"),
            ("99991231235959Z", 14, "9999-12-31T23:59:59Z"),
            ("20240229120000Z", 14, "2024-02-29T12:00:00Z"),
        ] {
            assert_eq!(parse(text, digits).unwrap().to_string(), shown);
        }
        assert_eq!(Time::from_civil(2001, 9, 9, 1, 46, 40).unwrap().unix_seconds(), 1_000_000_000);
    }

    #[test]
    fn rfc_3339_is_read_as_it_is_written() {
        for text in ["0000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59Z"] {
            assert_eq!(Time::from_rfc3339(text).unwrap().to_string(), text);
        }
        for text in [
            "2026-07-01",
            "2026-07-01T00:00:00",
            "2026-07-01t00:00:00z",
            "2026-07-01 00:00:00Z",
            "2026-07-01T00:00:00+00:00",
            "2026-07-01T00:00:00.0Z",
            "2026-02-30T00:00:00Z",
            "2026-07-01T24:00:00Z",
        ] {
            assert_eq!(Time::from_rfc3339(text), None, "{text}");
        }
    }

    #[test]
    fn seconds_that_do_not_exist_are_refused() {
        for (text, digits) in [
            ("230229000000Z", 12),
            ("230431000000Z", 12),
            ("231301000000Z", 12),
            ("230001000000Z", 12),
            ("230100000000Z", 12),
            ("230101240000Z", 12),
            ("230101006000Z", 12),
            ("230101000060Z", 12),
            ("2301010000Z", 12),
            ("230101000000", 12),
            ("230101000000+0100", 12),
            ("23010100000 Z", 12),
            ("20230101000000.5Z", 14),
            ("19000229000000Z", 14),
        ] {
            assert_eq!(parse(text, digits), None, "{text}");
        }
    }

    #[test]
    fn the_order_of_the_bytes_is_the_order_of_time() {
        let times = [i64::MIN, -1, 0, 1, 4_102_444_800, i64::MAX].map(Time::from_unix_seconds);
        assert!(times.is_sorted());
    }
}
