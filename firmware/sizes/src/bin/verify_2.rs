//! Verifies a chain with the roots of the device tests.
#![no_std]
#![no_main]

use firmware_sizes::sets::device::DEVICE;

firmware_sizes::program!(firmware_sizes::verify(&DEVICE));
