use pki_types::SignatureVerificationAlgorithm;
use webpki::BorrowedCertRevocationList;

use crate::certificate::{Error, Extension, Name, SubjectPublicKeyInfo, Time};
use crate::der::{self, Reader, tag};

/// A certificate revocation list (RFC 5280 section 5.1), read once into a view that borrows its
/// bytes.
///
/// webpki reads it first, and refuses what it does not process: delta and indirect CRLs, those
/// that are split by reasons, and unknown critical extensions. Here stands what it does not show.
#[non_exhaustive]
#[derive(Debug)]
pub struct Crl<'a> {
    /// What is signed, and by what
    pub signed: Signed<'a>,
    /// `issuer`
    pub issuer: Name<'a>,
    /// `thisUpdate`
    pub this_update: Time,
    /// `nextUpdate`
    pub next_update: Time,
    /// cRLNumber without leading zeros, big-endian (section 5.2.3)
    pub number: Option<&'a [u8]>,
    /// What it is limited to, where it is (section 5.2.5)
    pub scope: Option<Scope<'a>>,
    list: BorrowedCertRevocationList<'a>,
}

/// An issuingDistributionPoint (RFC 5280 section 5.2.5).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Scope<'a> {
    /// DER content of the GeneralNames of the distribution point, without header
    pub names: &'a [u8],
    /// `onlyContainsUserCerts`
    pub only_end_entities: bool,
    /// `onlyContainsCACerts`
    pub only_cas: bool,
}

/// Something that is signed, as certificates and CRLs are.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// The bytes that the signature is over
    pub message: &'a [u8],
    /// The DER content of an AlgorithmIdentifier, without the SEQUENCE header
    pub algorithm: &'a [u8],
    /// The bits of the signature
    pub signature: &'a [u8],
}

impl<'a> Crl<'a> {
    /// Reads a DER CRL that takes up all of `der`.
    ///
    /// # Errors
    ///
    /// Where webpki does not take it.
    pub fn from_der(der: &'a [u8]) -> Result<Self, webpki::Error> {
        let list = BorrowedCertRevocationList::from_der(der)?;
        Self::read(der, list).map_err(|_| webpki::Error::BadDer)
    }

    /// The serial number of each certificate that is revoked, as it stands there.
    pub fn revoked(&self) -> impl Iterator<Item = Result<&[u8], webpki::Error>> {
        self.list.into_iter().map(|entry| entry.map(|entry| entry.serial_number))
    }

    /// `version` and `signature` are not looked at again.
    fn read(der: &'a [u8], list: BorrowedCertRevocationList<'a>) -> Result<Self, Error> {
        let mut outer = Reader::new(der);
        let (signed, mut tbs) = Signed::read(outer.read(tag::SEQUENCE)?)?;
        outer.finish()?;
        tbs.read(tag::INTEGER)?;
        tbs.read(tag::SEQUENCE)?;
        let mut crl = Self {
            signed,
            issuer: Name::from_content(tbs.read(tag::SEQUENCE)?.bytes()),
            this_update: Time::read(&mut tbs)?,
            next_update: Time::read(&mut tbs)?,
            number: None,
            scope: None,
            list,
        };
        // revokedCertificates
        tbs.read_optional(tag::SEQUENCE)?;
        let mut extensions = tbs.read(tag::constructed(0))?.read(tag::SEQUENCE)?;
        while !extensions.is_empty() {
            crl.take(&Extension::read(&mut extensions)?)?;
        }
        tbs.finish()?;
        Ok(crl)
    }

    fn take(&mut self, extension: &Extension<'a>) -> Result<(), Error> {
        let mut value = extension.value;
        match extension.oid {
            [0x55, 0x1d, 20] => self.number = Some(der::unsigned(value.read(tag::INTEGER)?)?),
            [0x55, 0x1d, 28] => self.scope = Some(Scope::read(value.read(tag::SEQUENCE)?)?),
            _ => (),
        }
        Ok(())
    }
}

impl<'a> Scope<'a> {
    fn read(mut content: Reader<'a>) -> Result<Self, Error> {
        let mut scope = Self::default();
        while !content.is_empty() {
            let mut element = content.element()?;
            match element.tag {
                NAME => scope.names = element.content.read(FULL_NAME)?.bytes(),
                ONLY_END_ENTITIES => scope.only_end_entities = der::boolean(element.content)?,
                ONLY_CAS => scope.only_cas = der::boolean(element.content)?,
                // FALSE, else webpki had refused it
                _ => (),
            }
        }
        Ok(scope)
    }

    /// Whether one of the distribution points that a certificate names (section 4.2.1.13) is this
    /// one. Names are compared byte by byte; points with reasons or another issuer do not count.
    pub(super) fn is_named_by(&self, distribution_points: &[u8]) -> bool {
        let points = Reader::new(distribution_points).read(tag::SEQUENCE);
        let points = points.into_iter().flat_map(|points| elements(points.bytes()));
        points.filter_map(|(_, point)| full_name(point)).any(|names| {
            elements(names).any(|name| elements(self.names).any(|known| known == name))
        })
    }
}

/// `distributionPoint [0]`, in a DistributionPoint as well as in an IssuingDistributionPoint
const NAME: u8 = tag::constructed(0);
const ONLY_END_ENTITIES: u8 = tag::implicit(1);
const ONLY_CAS: u8 = tag::implicit(2);
/// `fullName [0]` of a DistributionPointName
const FULL_NAME: u8 = tag::constructed(0);

/// The names of a DistributionPoint that has nothing but them.
fn full_name(point: &[u8]) -> Option<&[u8]> {
    let mut point = Reader::new(point);
    let names = point.read(NAME).ok()?.read(FULL_NAME).ok()?;
    point.is_empty().then_some(names.bytes())
}

/// Tag and content of each element, as far as they can be read.
fn elements(bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut reader = Reader::new(bytes);
    core::iter::from_fn(move || {
        let element = reader.element().ok()?;
        Some((element.tag, element.content.bytes()))
    })
}

impl<'a> Signed<'a> {
    /// With what is left to read of the message, from the content of the SEQUENCE around all.
    fn read(mut content: Reader<'a>) -> Result<(Self, Reader<'a>), Error> {
        let all = content.bytes();
        let inner = content.read(tag::SEQUENCE)?;
        let length = all.len() - content.bytes().len();
        let (message, _) = all.split_at_checked(length).unwrap_or((all, &[]));
        let algorithm = content.read(tag::SEQUENCE)?.bytes();
        let (signature, _) = der::bit_string(content.read(tag::BIT_STRING)?)?;
        content.finish()?;
        Ok((Self { message, algorithm, signature }, inner))
    }

    /// Whether it is signed by this key, as one of these algorithms finds.
    pub(super) fn is_by(
        &self,
        key: SubjectPublicKeyInfo<'_>,
        algorithms: &[&dyn SignatureVerificationAlgorithm],
    ) -> bool {
        let Self { message, algorithm, signature } = self;
        let (Ok(kind), Ok(key)) = (key.algorithm(), key.bits()) else { return false };
        algorithms.iter().any(|candidate| {
            candidate.signature_alg_id().as_ref() == *algorithm
                && candidate.public_key_alg_id().as_ref() == kind
                && candidate.verify_signature(key, message, signature).is_ok()
        })
    }
}
