//! Looks a root up among all of Mozilla's.
#![no_std]
#![no_main]

use firmware_sizes::sets::all::MOZILLA_118;

firmware_sizes::program!(firmware_sizes::look_up(&MOZILLA_118));
