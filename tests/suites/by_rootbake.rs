//! rootbake's answer, through its public interface.

use std::sync::Arc;

use rootbake::pem;
use rootbake::{Error, SecureContext};
use rustls::crypto::CryptoProvider;

use crate::question::{Peer, Question, Refusal, Verdict};

pub(crate) fn verdict(question: &Question, provider: &CryptoProvider) -> Verdict {
    let Question { trusted: _, end_entity, intermediates, crls: _, peer, time } = question;
    let context = context(question, provider).map_err(|error| error.code().to_owned())?;
    let verifier = context.verifier();
    let path = match peer {
        Peer::Client => verifier.verify_client(end_entity, intermediates, *time),
        Peer::Server(Some(name)) => verifier.verify_server(end_entity, intermediates, name, *time),
        // there is no such question to rootbake
        Peer::Server(None) => return Err(Refusal::from("no-name")),
    };
    path.map(|_| ()).map_err(|error| error.code().to_owned())
}

/// A context that trusts what the question says, by one text of PEM: what of it cannot be trusted is
/// an error.
fn context(question: &Question, provider: &CryptoProvider) -> Result<SecureContext, Error> {
    let trusted = question.trusted.iter();
    let trusted: String = trusted.map(|ca| pem::encode("CERTIFICATE", ca).to_string()).collect();
    let mut builder = SecureContext::builder()
        .crypto_provider(Arc::new(provider.clone()))
        .allow_partial_trust_chain(true)
        .ca(trusted)?;
    for crl in &question.crls {
        builder = builder.crl(crl)?;
    }
    builder.build()
}
