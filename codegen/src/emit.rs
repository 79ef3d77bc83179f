//! Rust source from a linted bundle.
//!
//! The text is a pure function of the linted bundle and the options: no clock, no path, no hash
//! map, no formatter that may or may not be installed.

mod docs;
mod limits;
mod literals;
mod manifest;
mod set_sha256;

use crate::fingerprint;
use crate::imposed::Imposed;
use crate::lint::Linted;
use crate::locked::LockedRoot;
use crate::report::Finding;
use literals::{bytes, integer};
use manifest::ManifestParts;
use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

pub(crate) use docs::rules_in_words;
#[cfg(feature = "device")]
pub(crate) use docs::{key as key_in_words, one_line};
pub(crate) use limits::imposed;
pub(crate) use set_sha256::of as set_sha256;

/// How the generated code looks from outside.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    pub(crate) constant: &'a str,
    rootbake: &'a str,
    labels: bool,
    pub(crate) certificates: bool,
}

impl<'a> From<&'a str> for Options<'a> {
    fn from(constant: &'a str) -> Self {
        Self::new(constant)
    }
}

impl<'a> Options<'a> {
    /// A `static` of this name, `"CORP"`, with labels and without certificates.
    pub const fn new(constant: &'a str) -> Self {
        Self { constant, rootbake: "::rootbake", labels: true, certificates: false }
    }

    /// The path to rootbake, where it is not `::rootbake`.
    #[must_use]
    pub const fn rootbake(self, path: &'a str) -> Self {
        Self { rootbake: path, ..self }
    }

    /// Whether the labels of the roots are baked too: about 28 bytes for each.
    #[must_use]
    pub const fn labels(self, labels: bool) -> Self {
        Self { labels, ..self }
    }

    /// # Errors
    ///
    /// Where the constant is no name that Rust has for one.
    pub(crate) fn check(&self) -> Result<(), Finding> {
        let mut tokens = self.constant.parse::<TokenStream>().into_iter().flatten();
        match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Ident(name)), None)
                if name == self.constant && name != "_" && !self.constant.starts_with("r#") =>
            {
                Ok(())
            }
            _ => Err(Finding::error("bad-argument", "name of the `static` is no identifier")
                .found(format_args!("{:?}", self.constant))
                .expected("letters, digits and `_`, such as \"CORP\"")),
        }
    }

    /// Whether the whole certificates are baked, of which the anchors are parts: about 600 bytes
    /// more for each.
    #[must_use]
    pub const fn certificates(self, certificates: bool) -> Self {
        Self { certificates, ..self }
    }
}

/// The source of a module that holds the bundle as a `static` root set.
///
/// # Panics
///
/// Where `constant` or `rootbake` is not what it should be: these are written by a programmer.
pub fn emit(linted: &Linted<'_>, options: &Options<'_>) -> String {
    let roots: Vec<Emitted<'_>> = linted.locked.roots.iter().map(Emitted).collect();
    let imposed = imposed(&linted.locked.roots);
    let mut text = docs::header(linted);
    push_item(&mut text, "", &prelude(options));
    for root in &roots {
        text.push('\n');
        let mut doc = docs::root(root.0);
        for item in root.items(&imposed, options) {
            push_item(&mut text, &std::mem::take(&mut doc), &item);
        }
    }
    let [table, set] = table(linted, &roots, &imposed, options);
    text.push('\n');
    push_item(&mut text, "", &table);
    text.push('\n');
    let constant = Ident::new(options.constant, Span::call_site());
    let set = quote! {
        #[allow(unreachable_pub, reason = "how far it is seen is the business of its module")]
        pub static #constant: rootbake_v1::RootSet = #set;
    };
    push_item(&mut text, &docs::set(linted), &set);
    text
}

/// The content of a block that is a root set, and that calls the generated code's module of
/// rootbake `rootbake_v1`. Nothing else that it names can be something else where it stands.
pub(crate) fn emit_block(linted: &Linted<'_>, options: &Options<'_>) -> String {
    let roots: Vec<Emitted<'_>> = linted.locked.roots.iter().map(Emitted).collect();
    let imposed = imposed(&linted.locked.roots);
    let mut text = String::new();
    push_item(
        &mut text,
        "",
        &quote! {
            #[allow(unused_imports, reason = "not every root has a limit of each kind")]
            use ::core::option::Option::{None, Some};
        },
    );
    for item in roots.iter().flat_map(|root| root.items(&imposed, options)) {
        push_item(&mut text, "", &item);
    }
    for item in table(linted, &roots, &imposed, options) {
        push_item(&mut text, "", &item);
    }
    text
}

/// The bytes of the set's manifest.
pub(crate) fn manifest_bytes(linted: &Linted<'_>, options: &Options<'_>) -> usize {
    ManifestParts::of(linted, options.labels).length()
}

/// One item on a line of its own behind its documentation.
fn push_item(text: &mut String, doc: &str, item: &TokenStream) {
    for line in doc.lines() {
        text.push_str("///");
        text.push_str(if line.is_empty() { "" } else { " " });
        text.push_str(line);
        text.push('\n');
    }
    text.push_str(&item.to_string());
    text.push('\n');
}

/// The bytes of a root that webpki reads.
pub(crate) fn anchor_bytes(root: &LockedRoot<'_>) -> usize {
    root.certificate.subject.as_bytes().len()
        + root.certificate.spki.as_bytes().len()
        + root.name_constraints.as_ref().map_or(0, Vec::len)
}

/// The whole manifest, with labels.
#[cfg(feature = "device")]
pub(crate) fn manifest(linted: &Linted<'_>) -> Vec<u8> {
    let ManifestParts { head, labels, checksum, .. } = ManifestParts::of(linted, true);
    let fingerprints = linted.locked.roots.iter().flat_map(|root| root.fingerprint);
    [head, fingerprints.collect(), labels, checksum].concat()
}

fn prelude(options: &Options<'_>) -> TokenStream {
    let rootbake = path(options.rootbake);
    quote! {
        use #rootbake::__private::v1 as rootbake_v1;
    }
}

#[expect(clippy::expect_used, reason = "documented: the path is written by a programmer")]
fn path(path: &str) -> TokenStream {
    path.parse().expect("`rootbake` is a path")
}

/// A root as the items that stand for it.
struct Emitted<'a>(&'a LockedRoot<'a>);

impl Emitted<'_> {
    fn items(&self, imposed: &BTreeSet<&Imposed>, options: &Options<'_>) -> Vec<TokenStream> {
        let mut items = vec![self.sha256()];
        items.extend(options.certificates.then(|| self.certificate()));
        items.extend([self.anchor(options), self.limits(imposed)]);
        items
    }

    fn sha256(&self) -> TokenStream {
        let name = self.ident("SHA256");
        let hex = fingerprint::hex(&self.0.fingerprint);
        quote! {
            const #name: rootbake_v1::Fingerprint = rootbake_v1::sha256(#hex);
        }
    }

    fn certificate(&self) -> TokenStream {
        let (name, der) = (self.ident("CERTIFICATE"), bytes(self.0.certificate.der));
        quote! {
            const #name: &[u8] = #der;
        }
    }

    fn anchor(&self, options: &Options<'_>) -> TokenStream {
        let Self(root) = self;
        let name = self.ident("ANCHOR");
        let subject = self.part(root.certificate.subject.as_bytes(), options);
        let spki = self.part(root.certificate.spki.as_bytes(), options);
        let name_constraints = match &root.name_constraints {
            Some(content) => {
                let content = bytes(content);
                quote!(Some(rootbake_v1::Der::from_slice(#content)))
            }
            None => quote!(None),
        };
        quote! {
            const #name: rootbake_v1::TrustAnchor<'static> = rootbake_v1::TrustAnchor {
                subject: rootbake_v1::Der::from_slice(#subject),
                subject_public_key_info: rootbake_v1::Der::from_slice(#spki),
                name_constraints: #name_constraints,
            };
        }
    }

    /// A part of the certificate: where it is in that, or the bytes themselves.
    fn part(&self, part: &[u8], options: &Options<'_>) -> TokenStream {
        if !options.certificates {
            return bytes(part);
        }
        let certificate = self.ident("CERTIFICATE");
        let der = self.0.certificate.der;
        // a part of it, and so not in front of it
        let start = part.as_ptr().addr().saturating_sub(der.as_ptr().addr());
        let (start, length) = (integer(start), integer(part.len()));
        quote!(rootbake_v1::part(#certificate, #start, #length))
    }

    fn limits(&self, imposed: &BTreeSet<&Imposed>) -> TokenStream {
        let (name, limits) = (self.ident("LIMITS"), limits::of(self.0, imposed));
        quote! {
            const #name: rootbake_v1::Limits = #limits;
        }
    }

    /// Named by its fingerprint, so that a root that comes or goes renames no other.
    fn ident(&self, what: &str) -> Ident {
        let short = fingerprint::short(&self.0.fingerprint);
        Ident::new(&format!("{what}_{short}"), Span::call_site())
    }
}

/// The table, and the expression that is the set.
fn table(
    linted: &Linted<'_>,
    roots: &[Emitted<'_>],
    imposed: &BTreeSet<&Imposed>,
    options: &Options<'_>,
) -> [TokenStream; 2] {
    let table = Ident::new(&format!("{}_TABLE", options.constant), Span::call_site());
    let anchors = roots.iter().map(|root| root.ident("ANCHOR"));
    let limits = roots.iter().map(|root| root.ident("LIMITS"));
    let imposed = imposed.iter().map(|imposed| limits::imposed_tokens(imposed));
    let fingerprints = roots.iter().map(|root| root.ident("SHA256"));
    let manifest = ManifestParts::of(linted, options.labels);
    let (head, labels, checksum) =
        (bytes(&manifest.head), bytes(&manifest.labels), bytes(&manifest.checksum));
    let (count, length) = (integer(roots.len()), integer(manifest.length()));
    let certificates = options.certificates.then(|| {
        let certificates = roots.iter().map(|root| root.ident("CERTIFICATE"));
        quote!(.with_certificates(&[#(#certificates),*]))
    });
    [
        quote! {
            static #table: rootbake_v1::Table<#count, #length> = rootbake_v1::Table {
                manifest: rootbake_v1::concat(&[#head, #(&#fingerprints,)* #labels, #checksum]),
                anchors: [#(#anchors),*],
                limits: [#(#limits),*],
                imposed: &[#(#imposed),*],
            };
        },
        quote!(rootbake_v1::RootSet::of(&#table) #certificates),
    ]
}
