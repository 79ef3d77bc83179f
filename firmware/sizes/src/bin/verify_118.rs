//! Verifies a chain with all of Mozilla's roots.
#![no_std]
#![no_main]

use firmware_sizes::sets::all::MOZILLA_118;

firmware_sizes::program!(firmware_sizes::verify(&MOZILLA_118));
