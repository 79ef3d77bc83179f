//! How often the keys of the baked roots are in a file, and how many roots each side has:
//! `copies FILE` prints the least and the most, `copies` the two numbers of roots.
use std::{env, fs};

use rootbake::roots::MOZILLA;
use webpki_roots::TLS_SERVER_ROOTS;

fn main() {
    let Some(file) = env::args_os().nth(1) else {
        println!("{} {}", MOZILLA.len(), TLS_SERVER_ROOTS.len());
        return;
    };
    let bytes = fs::read(file).unwrap();
    let copies = |spki: &[u8]| bytes.windows(spki.len()).filter(|piece| *piece == spki).count();
    let counts: Vec<usize> = MOZILLA.iter().map(|root| copies(root.spki().as_bytes())).collect();
    println!("{} {}", counts.iter().min().unwrap(), counts.iter().max().unwrap());
}
