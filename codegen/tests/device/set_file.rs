//! The file of our own: that the set in it is the one that went in, and that nothing else is taken.

use proptest::prelude::*;
use rootbake_codegen::DeviceFormat;
use rootbake_core::RootSet;
use rootbake_core::certificate::{Certificate, Time, sha256};
use rootbake_core::root_set::file::{self, FileError};

use crate::{ders, emit};

const RULES: &str = "distrust_after = \"2026-04-15T23:59:59Z\"\npath_len = 3\npermitted_dns = [\".example\"]\nsource = \"bug 1\"";
const CHECKSUM: std::ops::Range<usize> = 24..56;

fn set_file() -> Vec<u8> {
    emit(DeviceFormat::Bin, RULES, &[]).unwrap().bytes
}

fn read(bytes: &[u8]) -> Result<RootSet, FileError> {
    RootSet::from_bytes(bytes.to_vec().leak())
}

/// A file whose checksums are right, whatever else is not: that of the manifest too, where it has
/// an end.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = records(&bytes);
    if let Some(manifest) = bytes.get_mut(56..end).filter(|manifest| manifest.len() > 8) {
        let (content, checksum) = manifest.split_at_mut(end - 56 - 8);
        checksum.copy_from_slice(&sha256(content)[..8]);
    }
    let hash = sha256(&[&bytes[..CHECKSUM.start], &bytes[CHECKSUM.end..]].concat());
    bytes[CHECKSUM].copy_from_slice(&hash);
    bytes
}

/// Where the entries of the roots begin.
fn records(bytes: &[u8]) -> usize {
    let manifest = u32::from_le_bytes(bytes[56 + 20..56 + 24].try_into().unwrap());
    56 + manifest as usize
}

#[test]
fn a_set_reads_back_as_what_went_in() {
    let set = read(&set_file()).unwrap();
    assert_eq!((set.name(), set.len(), set.iter().count()), ("device", 4, 4));
    for der in ders() {
        let certificate = Certificate::from_der(&der).unwrap();
        let root = set.by_fingerprint(&sha256(&der)).unwrap();
        assert!(set.by_subject(certificate.subject).any(|found| found.place() == root.place()));
        assert_eq!(root.spki(), certificate.spki);
        assert_eq!(root.constraints().validity, certificate.validity);
        assert!(root.label().is_some());
    }
    let ruled: Vec<_> = set.iter().filter(|root| root.constraints().imposed.is_some()).collect();
    let [root] = &ruled[..] else { panic!("{ruled:?}") };
    let imposed = root.constraints().imposed.unwrap();
    let rules = imposed.any_of().next().unwrap();
    assert_eq!(rules.distrust_after, Time::from_rfc3339("2026-04-15T23:59:59Z"));
    assert_eq!((rules.source, imposed.path_len_source()), ("bug 1", "bug 1"));
    assert_eq!(root.constraints().path_len, Some(3));
    assert!(imposed.names().iter().any(|name| name == "DNS names under .example"));
    assert!(root.anchor().name_constraints.is_some());
}

#[test]
fn what_stands_behind_a_file_is_for_signatures() {
    let file = set_file();
    let partition = [&file[..], &[0xff; 64]].concat();
    let (found, behind) = file::split(&partition).unwrap();
    assert_eq!((found, behind), (&file[..], &[0xff; 64][..]));
    assert_eq!(read(&partition).unwrap_err(), FileError::TrailingData { found: 64 });
}

#[test]
fn a_file_that_is_cut_is_refused_wherever_it_is_cut() {
    let file = set_file();
    for length in 0..file.len() {
        let error = read(&file[..length]).unwrap_err();
        let is_cut = matches!(error, FileError::Truncated { .. } | FileError::NoMagic);
        assert!(is_cut, "{length}: {error}");
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let file = set_file();
    for bit in 0..file.len() * 8 {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&flipped).is_err(), "bit {bit}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let file = set_file();
    let edit = |edit: &dyn Fn(&mut Vec<u8>)| {
        let mut edited = file.clone();
        edit(&mut edited);
        read(&sealed(edited)).unwrap_err()
    };
    let first = records(&file);
    assert_eq!(edit(&|file| file[16] = 2), FileError::UnknownVersion { found: 2 });
    assert_eq!(edit(&|file| file[0] = b'X'), FileError::NoMagic);
    assert!(matches!(edit(&|file| file[56] = b'X'), FileError::Manifest(_)));
    // of two roots, one has the data of the other
    assert_eq!(
        edit(&|file| file.copy_within(first..first + 4, first + 26)),
        FileError::BadRoot { place: 1 }
    );
    // a gap in front of the data
    assert_eq!(edit(&|file| file[first] += 1), FileError::BadRoot { place: 0 });
    // a rule that is not there
    assert_eq!(edit(&|file| file[first + 24] = 9), FileError::BadRoot { place: 0 });
    assert_eq!(edit(&|file| file[18] = 0).code(), "set-bad-root");
    assert_eq!(edit(&|file| file[18] = 200).code(), "set-damaged");
    // the last byte is that of a source
    assert_eq!(edit(&|file| *file.last_mut().unwrap() = 0xff), FileError::BadRule { place: 0 });
}

#[test]
fn counts_and_lengths_that_do_not_fit_are_refused() {
    let file = set_file();
    let set = |at: usize, value: &[u8]| {
        let mut edited = file.clone();
        edited[at..at + value.len()].copy_from_slice(value);
        read(&sealed(edited)).unwrap_err().code()
    };
    for count in [0, 3, 5, 0x0100_0000, 0x0800_0000, u32::MAX / 32, u32::MAX] {
        assert_eq!(set(56 + 24, &count.to_le_bytes()), "set-manifest", "{count} roots");
    }
    for length in [0, 1, 68, 0x7fff_ffff, u32::MAX] {
        assert_eq!(set(56 + 20, &length.to_le_bytes()), "set-manifest", "manifest of {length}");
        let found = set(20, &length.to_le_bytes());
        assert!(
            ["set-truncated", "set-trailing-data"].contains(&found),
            "file of {length}: {found}"
        );
    }
    assert_eq!(set(18, &[0xff, 0xff]), "set-damaged");
    // bits of which nothing is known
    assert_eq!(set(56 + 18, &[3, 0]), "set-manifest");
    assert_eq!(set(records(&file) + 22, &[0x81]), "set-bad-root");
    assert_eq!(set(56 + 16, &[2, 0]), "set-manifest");
}

#[test]
fn parts_that_overlap_or_changed_places_are_refused() {
    let file = set_file();
    let first = records(&file);
    let rules = first + 4 * 26;
    let edit = |edit: &dyn Fn(&mut Vec<u8>)| {
        let mut edited = file.clone();
        edit(&mut edited);
        read(&sealed(edited)).unwrap_err()
    };
    for place in 0..3 {
        let swapped = edit(&|file| file[first + place * 26..][..52].rotate_left(26));
        assert_eq!(swapped, FileError::BadRoot { place });
        // one byte more of a root is one of the next
        let longer = edit(&|file| file[first + place * 26 + 8] += 1);
        assert!(matches!(longer, FileError::BadRoot { .. }), "{longer}");
    }
    // a rule in the data of a root, in the tables, behind the end, and one that ends early
    let start = |value: u32| {
        move |file: &mut Vec<u8>| file[rules..rules + 4].copy_from_slice(&value.to_le_bytes())
    };
    for value in [0, first as u32, rules as u32 + 8, file.len() as u32, u32::MAX] {
        assert_eq!(edit(&start(value)), FileError::BadRule { place: 0 });
    }
    assert_eq!(edit(&|file| file[rules + 4] -= 1), FileError::BadRule { place: 0 });
}

#[test]
fn a_rule_that_is_there_twice_and_bytes_that_nobody_needs_are_refused() {
    let mut longer = set_file();
    let (first, length) = (records(&longer), longer.len());
    let rules = first + 4 * 26;
    let add = |file: &mut Vec<u8>, at: usize, more: usize| {
        let number = u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize + more;
        file[at..at + 4].copy_from_slice(&(number as u32).to_le_bytes());
    };
    add(&mut longer, 20, 1);
    longer.push(0);
    assert_eq!(read(&sealed(longer)).unwrap_err(), FileError::Damaged { at: length });
    // two entries that name the same bytes: all else moves behind the second
    let mut twice = set_file();
    (0..4).for_each(|place| add(&mut twice, first + place * 26, 8));
    add(&mut twice, rules, 8);
    add(&mut twice, 20, 8);
    twice[18] = 2;
    let entry = twice[rules..rules + 8].to_vec();
    twice.splice(rules..rules, entry);
    assert_eq!(read(&sealed(twice)).unwrap_err(), FileError::BadRule { place: 1 });
}

#[test]
fn a_set_is_read_wherever_it_stands() {
    let file = set_file();
    let expected =
        format!("{:?}", read(&file).unwrap().iter().map(|root| root.anchor()).collect::<Vec<_>>());
    for offset in 0..16 {
        let memory: &'static [u8] = [vec![0xff; offset], file.clone()].concat().leak();
        let set = RootSet::from_bytes(&memory[offset..]).unwrap();
        let found = format!("{:?}", set.iter().map(|root| root.anchor()).collect::<Vec<_>>());
        assert_eq!(found, expected);
    }
}

#[test]
fn roots_out_of_order_are_refused() {
    let file = set_file();
    let first = records(&file);
    // the subjects of all are as long: the first root takes the subject of the last
    let start = |place: usize| {
        let entry = first + place * 26;
        u32::from_le_bytes(file[entry..entry + 4].try_into().unwrap()) as usize
    };
    let length = usize::from(file[first + 4]);
    let mut edited = file.clone();
    edited.copy_within(start(2)..start(2) + length, start(0));
    let error = read(&sealed(edited)).unwrap_err();
    assert_eq!(error, FileError::Unsorted { place: 1 });
}

proptest! {
    /// Whatever is in a file that has its checksum, reading it and all that is in it ends well.
    #[test]
    fn nothing_panics(edits in prop::collection::vec((56usize..2000, any::<u8>()), 1..6)) {
        let mut file = set_file();
        let length = file.len();
        for (at, byte) in edits {
            file[at.min(length - 1)] = byte;
        }
        if let Ok(set) = read(&sealed(file)) {
            for root in &set {
                let found = set.by_subject(root.subject()).any(|found| found.place() == root.place());
                prop_assert!(found);
                let shown = format!("{root:?} {}", root.subject());
                prop_assert!(!shown.is_empty());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(read(&bytes).is_err());
        let magic = [&file::MAGIC[..], &[1, 0], &bytes].concat();
        prop_assert!(read(&magic).is_err());
    }
}
