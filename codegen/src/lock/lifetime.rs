use std::fmt;

use rootbake_core::certificate::Time;

/// How long a product is promised to work: `10y`, `18m`, `90d`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Lifetime {
    number: u16,
    unit: Unit,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Unit {
    Days,
    Months,
    Years,
}

impl Lifetime {
    /// A number that is not 0, in one way of writing it, and its unit.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let number = digits.parse::<u16>().ok().filter(|number| *number > 0)?;
        let unit = match unit {
            "d" => Unit::Days,
            "m" => Unit::Months,
            "y" => Unit::Years,
            _ => return None,
        };
        (number.to_string() == digits).then_some(Self { number, unit })
    }

    /// The second in which it ends; one behind the year 9999 counts as the last that there is.
    pub(crate) fn end(self, start: Time) -> Time {
        let number = u32::from(self.number);
        let end = match self.unit {
            Unit::Days => {
                Some(Time::from_unix_seconds(start.unix_seconds() + i64::from(number) * 86_400))
            }
            Unit::Months => add_months(start, number),
            Unit::Years => add_months(start, 12 * number),
        };
        end.unwrap_or(Time::from_unix_seconds(i64::MAX))
    }
}

/// The same day of a later month, or the last that the month has.
fn add_months(start: Time, months: u32) -> Option<Time> {
    let text = start.to_string();
    let (year, rest) = text.split_once('-')?;
    let (month, rest) = rest.split_once('-')?;
    let (day, clock) = rest.split_once('T')?;
    let month = month.parse::<u32>().ok()? - 1 + months;
    let (year, month) = (year.parse::<u32>().ok()? + month / 12, month % 12 + 1);
    let day = day.parse::<u32>().ok()?;
    let of_day = |day| Time::from_rfc3339(&format!("{year:04}-{month:02}-{day:02}T{clock}"));
    (28..=day).rev().chain([day]).find_map(of_day)
}

impl fmt::Display for Lifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, unit } = self;
        let unit = match unit {
            Unit::Days => "day",
            Unit::Months => "month",
            Unit::Years => "year",
        };
        write!(f, "{number} {unit}{}", if *number == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends() {
        for (start, lifetime, end) in [
            ("2026-07-01T00:00:00Z", "10y", "2036-07-01T00:00:00Z"),
            ("2024-02-29T12:00:00Z", "1y", "2025-02-28T12:00:00Z"),
            ("2026-11-30T00:00:00Z", "3m", "2027-02-28T00:00:00Z"),
            ("2026-12-31T23:59:59Z", "1d", "2027-01-01T23:59:59Z"),
            ("2026-12-05T00:00:00Z", "1m", "2027-01-05T00:00:00Z"),
        ] {
            let start = Time::from_rfc3339(start).unwrap();
            let found = Lifetime::parse(lifetime).unwrap().end(start).to_string();
            assert_eq!(found, end, "{start} {lifetime}");
        }
        assert!(
            Lifetime::parse("9999y").unwrap().end(Time::from_unix_seconds(0))
                > Time::from_unix_seconds(1 << 37)
        );
    }

    #[test]
    fn what_is_no_lifetime() {
        for text in ["", "y", "10", "0y", "010y", "+1y", "-1y", "1 y", "10Y", "70000d", "1é"] {
            assert_eq!(Lifetime::parse(text), None, "{text}");
        }
    }
}
