//! Nothing: what every program takes.
#![no_std]
#![no_main]

use firmware_sizes as _;
firmware_sizes::program!(());
