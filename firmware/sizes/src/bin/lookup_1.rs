//! Looks a root up among one.
#![no_std]
#![no_main]

use firmware_sizes::sets::one::MOZILLA_1;

firmware_sizes::program!(firmware_sizes::look_up(&MOZILLA_1));
