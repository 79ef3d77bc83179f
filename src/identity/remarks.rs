//! What is odd about an identity and does not keep it from being used.

use super::chain::Remark;
use super::examine::Examination;
use crate::algorithm_constraints::{AlgorithmConstraints, Decision, Link, Scope};
use crate::key_manager::{Facts, Fitness, Side, Sides};

pub(super) fn of(
    examination: &Examination<'_>,
    links: &[Link<'_>],
    facts: &Facts,
    denials: &Sides<Option<String>>,
) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for link in links {
        remarks.extend(link.of_dates(examination));
        remarks.extend(link.of_legacy(examination));
    }
    remarks.extend(links.first().and_then(|end_entity| end_entity.of_shape(facts)));
    remarks.extend(links.first().and_then(|end_entity| end_entity.of_usage(facts)));
    let sides = [(Side::Client, "clients"), (Side::Server, "servers")];
    remarks.extend(sides.into_iter().filter_map(|(side, title)| {
        let message = format!("{} (for {title})", denials.of(side).as_ref()?);
        Some(("algorithm-denied", message))
    }));
    remarks
}

impl Link<'_> {
    fn of_dates(&self, examination: &Examination<'_>) -> Option<Remark> {
        let (validity, now) = (self.certificate.validity, examination.now);
        let (code, message) = if now > validity.not_after {
            (
                "expired",
                format!("has expired: found {now}, its last second is {}", validity.not_after),
            )
        } else if now < validity.not_before {
            let first = validity.not_before;
            ("not-yet-valid", format!("is not valid yet: found {now}, its first second is {first}"))
        } else {
            return None;
        };
        Some((code, format!("{} {message}", self.title())))
    }

    fn of_legacy(&self, examination: &Examination<'_>) -> Option<Remark> {
        let scope = Scope { side: Side::Server, jdk_ca: false, time: examination.now };
        match AlgorithmConstraints::legacy_warnings().of_link(self, scope) {
            Decision::Denied(rule) => Some((
                "legacy-algorithm",
                format!(
                    "{}: {}, which `{rule}` calls out of date",
                    self.title(),
                    self.algorithms()
                ),
            )),
            _ => None,
        }
    }

    /// What a server's end entity should not be.
    fn of_shape(&self, facts: &Facts) -> Option<Remark> {
        let extensions = &self.certificate.extensions;
        if extensions.basic_constraints.is_some_and(|constraints| constraints.ca) {
            let message = format!("{} is a CA, expected an end entity", self.title());
            return Some(("ca-as-end-entity", message));
        }
        if extensions.subject_alt_name.is_none() && *facts.fitness.of(Side::Server) == Fitness::Fit
        {
            let message = format!(
                "{} has no subjectAltName, expected the names of the server there: clients do not \
                 look for them elsewhere",
                self.title()
            );
            return Some(("no-subject-alt-name", message));
        }
        None
    }

    fn of_usage(&self, facts: &Facts) -> Option<Remark> {
        if facts.fitness != Sides::each(|_| Fitness::Mismatch) {
            return None;
        }
        let extensions = &self.certificate.extensions;
        let extended = extensions.extended_key_usage.map(|purposes| purposes.to_string());
        let usage = extensions.key_usage.map(|usage| usage.to_string());
        let message = format!(
            "{} is for neither side of TLS: found extended key usage {}, key usage {}, expected \
             serverAuth or clientAuth, and digitalSignature",
            self.title(),
            extended.unwrap_or_else(|| "any".to_owned()),
            usage.unwrap_or_else(|| "any".to_owned())
        );
        Some(("extension-mismatch", message))
    }
}
