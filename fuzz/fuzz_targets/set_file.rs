//! Root sets as files: see `check`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rootbake::RootSet;
use rootbake::certificate::sha256;
use rootbake::root_set::file;

fuzz_target!(|input: &[u8]| check(input));

/// Each byte of a file counts: one that is taken begins as it must, has nothing behind it, and is
/// refused as soon as it is cut. All roots of it can be found and shown, whatever is in them. The
/// checksums are made right first, so that what stands behind them is looked at.
fn check(input: &[u8]) {
    let input = sealed(input.to_vec());
    let Ok((_, behind)) = file::split(&input) else {
        assert!(read(&input).is_none());
        return;
    };
    let is_all = behind.is_empty();
    let Some(set) = read(&input) else { return };
    assert!(is_all && read(&input[..input.len() - 1]).is_none());
    for root in &set {
        assert!(set.by_subject(root.subject()).any(|found| found.place() == root.place()));
        let _ = format!("{} {:?} {:?}", root.subject(), root.constraints(), root.label());
        if let Some(imposed) = root.constraints().imposed {
            assert_eq!(imposed.has_rules(), imposed.any_of().count() > 0);
        }
    }
}

/// A set borrows for good: this leaks, which a run bears.
fn read(bytes: &[u8]) -> Option<RootSet> {
    RootSet::from_bytes(bytes.to_vec().leak()).ok()
}

fn sealed(mut file: Vec<u8>) -> Vec<u8> {
    seal_manifest(&mut file);
    if let (Some(front), Some(behind)) = (file.get(..24), file.get(56..)) {
        let hash = sha256(&[front, behind].concat());
        file[24..56].copy_from_slice(&hash);
    }
    file
}

/// Where the manifest has an end within the file.
fn seal_manifest(file: &mut [u8]) -> Option<()> {
    let manifest = file.get_mut(56..)?;
    let length = u32::from_le_bytes(*manifest.get(20..)?.first_chunk()?);
    let manifest = manifest.get_mut(..usize::try_from(length).ok()?)?;
    let (content, checksum) = manifest.split_last_chunk_mut::<8>()?;
    checksum.copy_from_slice(&sha256(content)[..8]);
    Some(())
}
