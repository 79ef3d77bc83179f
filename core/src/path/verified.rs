use pki_types::CertificateDer;
use webpki::VerifiedPath;

use super::{Presented, Store};
use crate::certificate::Name;

/// As many as webpki follows.
const MAX_INTERMEDIATES: usize = 6;

/// A path that holds.
#[derive(Debug)]
pub struct Verified<'p, Id> {
    /// The anchor it ends at, or the pinned certificate that was presented
    pub anchor: Id,
    intermediates: [&'p [u8]; MAX_INTERMEDIATES],
    used: usize,
}

impl<'p, Id> Verified<'p, Id> {
    /// The DER of the intermediates of the path, from the end entity towards the anchor.
    pub fn intermediates(&self) -> &[&'p [u8]] {
        self.intermediates.get(..self.used).unwrap_or(&[])
    }

    /// The outcome of a presented certificate that is trusted for itself.
    pub(super) fn direct(anchor: Id) -> Self {
        Self { anchor, intermediates: [&[]; MAX_INTERMEDIATES], used: 0 }
    }

    /// The path of webpki, with its intermediates where they are kept.
    pub(super) fn from_path<S: Store>(
        path: &VerifiedPath<'_>,
        anchor: Id,
        presented: &Presented<'p>,
        store: &'p S,
    ) -> Self {
        let mut verified = Self::direct(anchor);
        let kept = path.intermediate_certificates().filter_map(|intermediate| {
            let der = intermediate.der();
            let sent = presented.intermediates.iter().map(CertificateDer::as_ref);
            sent.chain(store.intermediates(Name::from_content(intermediate.subject())))
                .find(|kept| *kept == der.as_ref())
        });
        for (place, intermediate) in verified.intermediates.iter_mut().zip(kept) {
            *place = intermediate;
            verified.used += 1;
        }
        verified
    }
}
