//! Looks a root up among ten.
#![no_std]
#![no_main]

use firmware_sizes::sets::ten::MOZILLA_10;

firmware_sizes::program!(firmware_sizes::look_up(&MOZILLA_10));
