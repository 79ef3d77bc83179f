//! Baked roots on a Cortex-M: runs in QEMU, and says over semihosting what it found.
#![no_std]
#![no_main]

#[cfg(feature = "rsa")]
mod heap;

use core::fmt::Write;
use core::panic::PanicInfo;

use cortex_m_rt::entry;
use cortex_m_semihosting::debug::{self, EXIT_FAILURE, EXIT_SUCCESS};
use cortex_m_semihosting::hio;

#[entry]
fn main() -> ! {
    #[cfg(feature = "rsa")]
    heap::init();
    let all_right =
        hio::hstdout().ok().and_then(|mut output| firmware_device::run(&mut output).ok());
    exit(all_right == Some(true))
}

fn exit(success: bool) -> ! {
    debug::exit(if success { EXIT_SUCCESS } else { EXIT_FAILURE });
    loop {
        cortex_m::asm::wfi();
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    // also keeps the places in the image, where `run.sh` looks for ours
    if let Ok(mut output) = hio::hstdout() {
        let _ = writeln!(output, "FAILED: {info}");
    }
    exit(false)
}
