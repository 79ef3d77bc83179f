use rustls::crypto::CryptoProvider;

use crate::question::{Question, Verdict};
use crate::{by_rootbake, by_webpki};

pub(crate) struct Suite {
    pub(crate) cases: Vec<Case>,
    /// All of them in order, and how many cases of each are not run, because they are about what
    /// neither rootbake nor webpki has
    pub(crate) sections: Vec<(String, usize)>,
}

pub(crate) struct Case {
    pub(crate) id: String,
    /// What it is counted under
    pub(crate) section: String,
    /// Whether the suite expects the path to hold
    pub(crate) valid: bool,
    pub(crate) question: Question,
}

/// What the suite says of a case, and what the two verifiers say.
pub(crate) struct Judged {
    pub(crate) id: String,
    pub(crate) section: String,
    pub(crate) valid: bool,
    pub(crate) rootbake: Verdict,
    pub(crate) webpki: Verdict,
}

impl Judged {
    pub(crate) fn of(case: &Case, provider: &CryptoProvider) -> Self {
        let Case { id, section, valid, question } = case;
        Self {
            id: id.clone(),
            section: section.clone(),
            valid: *valid,
            rootbake: by_rootbake::verdict(question, provider),
            webpki: by_webpki::verdict(question, provider),
        }
    }

    pub(crate) fn rootbake_is_right(&self) -> bool {
        self.rootbake.is_ok() == self.valid
    }

    pub(crate) fn webpki_is_right(&self) -> bool {
        self.webpki.is_ok() == self.valid
    }

    /// What is expected, what rootbake finds, and what webpki finds, as the exceptions say it.
    pub(crate) fn outcomes(&self) -> [&str; 3] {
        let expected = if self.valid { ACCEPT } else { "reject" };
        [expected, in_words(&self.rootbake), in_words(&self.webpki)]
    }
}

const ACCEPT: &str = "accept";

fn in_words(verdict: &Verdict) -> &str {
    verdict.as_ref().err().map_or(ACCEPT, String::as_str)
}
