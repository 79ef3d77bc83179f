//! The order of a chain, and what leads on from it.

use rootbake_core::certificate::Certificate;
use rootbake_core::pki_types::CertificateDer;

use crate::trust::TrustStore;

/// An end entity and as many intermediates as webpki follows.
const LONGEST_CHAIN: usize = 7;

/// What is said of a chain: a code and a sentence.
pub(super) type Remark = (&'static str, String);

/// Takes out what stands twice, and puts the end entity first and each issuer behind what it has
/// issued, where there is one such order.
pub(super) fn sort(chain: &mut Vec<CertificateDer<'static>>) -> Option<Remark> {
    let before = chain.len();
    for position in (0..before).rev() {
        let (earlier, rest) = chain.split_at(position);
        if rest.first().is_some_and(|der| earlier.contains(der)) {
            chain.remove(position);
        }
    }
    let broken = first_break(chain);
    match (broken, broken.and_then(|_| order(chain))) {
        (None, _) if chain.len() == before => None,
        (None, _) => Some(("duplicate", "chain has a certificate twice: sent once".to_owned())),
        (Some(_), Some(sorted)) => {
            *chain = sorted;
            let message = "chain is not in order: put the end entity first, and each issuer behind \
                           what it has issued; sent so";
            Some(("chain-order", message.to_owned()))
        }
        (Some(position), None) => {
            let message = format!(
                "chain is not in order: certificate {} has not issued certificate {position}, and \
                 there is no one right order; sent as it is",
                position + 1
            );
            Some(("chain-order", message))
        }
    }
}

/// The number of the first certificate that is not issued by the one behind it.
fn first_break(chain: &[CertificateDer<'_>]) -> Option<usize> {
    let pairs = chain.windows(2).enumerate();
    let mut breaks = pairs.filter(|(_, pair)| match pair {
        [lower, upper] => !has_issued(upper, lower),
        _ => false,
    });
    breaks.next().map(|(position, _)| position + 1)
}

/// By name: signatures are for peers to verify.
fn has_issued(upper: &CertificateDer<'_>, lower: &CertificateDer<'_>) -> bool {
    let (upper, lower) = (Certificate::names_of(upper), Certificate::names_of(lower));
    match (upper, lower) {
        (Ok((_, subject)), Ok((issuer, _))) => subject == issuer,
        _ => false,
    }
}

/// The one order in which each certificate is issued by the next, where there is just one.
fn order(chain: &[CertificateDer<'static>]) -> Option<Vec<CertificateDer<'static>>> {
    let mut lowest =
        chain.iter().filter(|der| !others(chain, der).any(|below| has_issued(der, below)));
    let (mut last, None) = (lowest.next()?, lowest.next()) else {
        return None;
    };
    let mut sorted = vec![last.clone()];
    while sorted.len() < chain.len() {
        let mut above = others(chain, last).filter(|upper| has_issued(upper, last));
        let (next, None) = (above.next()?, above.next()) else {
            return None;
        };
        if sorted.contains(next) {
            return None;
        }
        sorted.push(next.clone());
        last = next;
    }
    Some(sorted)
}

/// The first certificate, and as far as each is issued by one other.
#[cfg(feature = "pkcs12")]
pub(super) fn upwards(certificates: &[CertificateDer<'static>]) -> Vec<CertificateDer<'static>> {
    let mut chain: Vec<_> = certificates.first().cloned().into_iter().collect();
    while let Some(last) = chain.last() {
        let next = others(certificates, last).find(|upper| has_issued(upper, last));
        match next.filter(|next| !chain.contains(next)) {
            Some(next) => chain.push(next.clone()),
            None => break,
        }
    }
    chain
}

fn others<'c>(
    chain: &'c [CertificateDer<'static>],
    der: &CertificateDer<'static>,
) -> impl Iterator<Item = &'c CertificateDer<'static>> {
    chain.iter().filter(move |other| *other != der)
}

/// Adds the intermediates of a store that lead on from a chain that is too short, so that peers
/// which know the root alone can follow it.
pub(super) fn complete(chain: &mut Vec<CertificateDer<'static>>, store: &TrustStore) {
    while chain.len() < LONGEST_CHAIN
        && let Some(last) = chain.last()
        && let Some(above) = store.issuer_of(last)
        && !chain.iter().any(|known| known.as_ref() == above)
    {
        let above = CertificateDer::from(above.to_vec());
        chain.push(above);
    }
}
