//! Explicit CAs.

use std::borrow::Cow;
use std::env;

use super::ContextBuilder;
use crate::error::Error;
use crate::source::CaSource;

impl ContextBuilder {
    /// Trusts the CA certificates of a PEM text, and no longer the default roots. Several calls
    /// add up.
    ///
    /// Self-issued CAs become anchors; others complete paths, and are anchors only with
    /// [`allow_partial_trust_chain`](Self::allow_partial_trust_chain). A certificate that is not a
    /// CA is accepted when a peer presents that very certificate. The labels `CERTIFICATE`, `X509
    /// CERTIFICATE` and `TRUSTED CERTIFICATE` are read; what the auxiliary data of the last says
    /// for TLS servers and clients is kept to. What is odd but usable is told by
    /// [`SecureContext::diagnostics`](crate::SecureContext::diagnostics).
    ///
    /// # Errors
    ///
    /// [`Error::Input`] with all that is wrong, where a block cannot be read or may not be
    /// trusted, or there is none: nothing of the text is taken then.
    pub fn ca(self, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.ca_from(CaSource::pem(&pem))
    }

    /// The same as [`ca`](Self::ca), but takes what can be taken: what cannot is told by
    /// [`SecureContext::diagnostics`](crate::SecureContext::diagnostics), as errors. For stores
    /// that somebody else keeps.
    ///
    /// # Errors
    ///
    /// [`Error::Input`] where nothing could be taken.
    pub fn ca_lossy(self, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.ca_from(CaSource::pem(&pem).lossy())
    }

    /// The same as [`ca`](Self::ca) for CAs from anywhere: DER, files, folders, the system.
    ///
    /// # Errors
    ///
    /// As for [`ca`](Self::ca), and where something cannot be read.
    pub fn ca_from(mut self, source: CaSource<'_>) -> Result<Self, Error> {
        self.replaces_defaults = true;
        self.take(source)?;
        Ok(self)
    }

    /// Trusts, beside all else, the CAs of the file that an environment variable names: PEM or
    /// DER. It replaces nothing, not even the default roots. A variable that is not set, or is
    /// empty, changes nothing.
    ///
    /// # Errors
    ///
    /// As for [`ca`](Self::ca) where the variable is set; it is no excuse that the file is empty.
    pub fn extra_ca_from_env(mut self, variable: &str) -> Result<Self, Error> {
        if let Some(path) = env::var_os(variable)
            && !path.is_empty()
        {
            self.take(CaSource::file(path))?;
        }
        Ok(self)
    }

    fn take(&mut self, source: CaSource<'_>) -> Result<(), Error> {
        self.inputs += 1;
        let unnamed = match self.inputs {
            1 => Cow::Borrowed("ca"),
            number => Cow::Owned(format!("ca {number}")),
        };
        let told = source.load(self.explicit.get_or_insert_default(), unnamed);
        self.diagnostics.extend(told.map_err(Error::Input)?);
        Ok(())
    }
}
