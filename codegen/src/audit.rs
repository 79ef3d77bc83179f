//! x509-parser as a second opinion on what our own reader says of a certificate.
