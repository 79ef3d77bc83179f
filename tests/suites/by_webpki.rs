//! The answer of plain rustls-webpki.

use rustls::crypto::CryptoProvider;
use webpki::{
    CertRevocationList, EndEntityCert, ExpirationPolicy, KeyUsage, OwnedCertRevocationList,
    RevocationOptions, RevocationOptionsBuilder,
};

use crate::question::{Peer, Question, Refusal, Verdict};

pub(crate) fn verdict(question: &Question, provider: &CryptoProvider) -> Verdict {
    verify(question, provider).map_err(|error| name(&error))
}

/// The name of the variant.
fn name(error: &webpki::Error) -> Refusal {
    let text = format!("{error:?}");
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn verify(question: &Question, provider: &CryptoProvider) -> Result<(), webpki::Error> {
    let Question { trusted, end_entity, intermediates, crls, peer, time } = question;
    let end_entity = EndEntityCert::try_from(end_entity)?;
    let anchors: Result<Vec<_>, _> = trusted.iter().map(webpki::anchor_from_trusted_cert).collect();
    let crls: Result<Vec<CertRevocationList<'_>>, _> =
        crls.iter().map(|crl| OwnedCertRevocationList::from_der(crl).map(Into::into)).collect();
    let crls = crls?;
    let crls: Vec<_> = crls.iter().collect();
    let usage = match peer {
        Peer::Client => KeyUsage::client_auth(),
        Peer::Server(_) => KeyUsage::server_auth(),
    };
    end_entity.verify_for_usage(
        provider.signature_verification_algorithms.all,
        &anchors?,
        intermediates,
        *time,
        usage,
        revocation(&crls),
        None,
    )?;
    match peer {
        Peer::Server(Some(name)) => end_entity.verify_is_valid_for_subject_name(name),
        Peer::Server(None) | Peer::Client => Ok(()),
    }
}

/// As strict as rootbake is unless told otherwise, so that the two are asked the same.
fn revocation<'a>(crls: &'a [&'a CertRevocationList<'a>]) -> Option<RevocationOptions<'a>> {
    let builder = RevocationOptionsBuilder::new(crls).ok()?;
    Some(builder.with_expiration_policy(ExpirationPolicy::Enforce).build())
}
