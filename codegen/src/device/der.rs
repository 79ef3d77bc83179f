//! As much of DER as formats for devices need, of what the certificate reader has read already.

/// A SEQUENCE with this content.
pub(super) fn sequence(content: &[u8]) -> Vec<u8> {
    const SEQUENCE: u8 = 0x30;
    let length = content.len().to_be_bytes();
    let significant = length.iter().skip_while(|byte| **byte == 0).count();
    let mut element = vec![SEQUENCE];
    if let (Ok(short), true) = (u8::try_from(content.len()), content.len() < 0x80) {
        element.push(short);
    } else {
        // at most eight octets
        element.push(0x80 | u8::try_from(significant).unwrap_or(0));
        element.extend(length.iter().skip(length.len() - significant));
    }
    element.extend(content);
    element
}

/// The content of the first element, and what stands behind it.
pub(super) fn split(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&[_tag, first], rest) = der.split_first_chunk()?;
    let (length, rest) = match first {
        0..0x80 => (usize::from(first), rest),
        _ => {
            let (octets, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (octets.iter().fold(0, |length, octet| length << 8 | usize::from(*octet)), rest)
        }
    };
    rest.split_at_checked(length)
}

/// The content of the bit string of a SubjectPublicKeyInfo, given as its own content.
pub(super) fn public_key(spki: &[u8]) -> Option<&[u8]> {
    let (_algorithm, rest) = split(spki)?;
    let (bits, _) = split(rest)?;
    // the first octet counts the unused bits, of which there are none
    bits.split_first().map(|(_, key)| key)
}

/// Modulus and exponent of an RSAPublicKey, without leading zeros.
pub(super) fn rsa_numbers(key: &[u8]) -> Option<[&[u8]; 2]> {
    let (numbers, _) = split(key)?;
    let (modulus, rest) = split(numbers)?;
    let (exponent, _) = split(rest)?;
    Some([modulus, exponent].map(without_leading_zeros))
}

fn without_leading_zeros(mut number: &[u8]) -> &[u8] {
    while let [0, rest @ ..] = number {
        number = rest;
    }
    number
}
