//! Verifies a chain with rustls-webpki alone.
#![no_std]
#![no_main]

use firmware_sizes::sets::device::DEVICE;

firmware_sizes::program!(firmware_sizes::verify_bare(DEVICE.trust_anchors_ignoring_constraints()));
