//! Paints the stack, verifies a chain, and says how much of it was used: by rustls-webpki alone,
//! and by rootbake.
#![no_std]
#![no_main]
#![allow(unsafe_code, reason = "the stack is looked at as memory")]

use core::fmt::Write;
use core::ptr::{addr_of, addr_of_mut};

use cortex_m_semihosting::debug::{self, EXIT_FAILURE, EXIT_SUCCESS};
use cortex_m_semihosting::hio;
use firmware_sizes::sets::device::DEVICE;
use firmware_sizes::{ANCHOR_BYTES, verify, verify_bare};

const PAINT: u32 = 0x5ca1_ab1e;

unsafe extern "C" {
    /// By the linker: where static data ends, and where the stack may end.
    static mut __sheap: u32;
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let anchors = DEVICE.trust_anchors_ignoring_constraints();
    let bare = used_by(|| verify_bare(anchors).is_ok());
    let ours = used_by(|| verify(&DEVICE).is_ok());
    let said = hio::hstdout().ok().and_then(|mut output| {
        let [one, ten, all] = ANCHOR_BYTES;
        writeln!(output, "anchor_bytes {one} {ten} {all}").ok()?;
        writeln!(output, "stack {} {}", bare?, ours?).ok()
    });
    debug::exit(if said.is_some() { EXIT_SUCCESS } else { EXIT_FAILURE });
    loop {
        cortex_m::asm::wfi();
    }
}

/// Bytes of stack below this function, or `None` where `run` fails.
#[inline(never)]
fn used_by(run: impl FnOnce() -> bool) -> Option<u32> {
    let top = cortex_m::register::msp::read();
    let bottom = addr_of!(__sheap) as u32;
    // the frame of this function stays as it is
    let mut place = addr_of_mut!(__sheap);
    while (place as u32) < top - 256 {
        // SAFETY: between the end of static data and the frames of those who called, there is
        // memory that nobody uses: the program has no heap and no interrupts
        unsafe {
            place.write_volatile(PAINT);
            place = place.add(1);
        }
    }
    let succeeded = run();
    let mut place = addr_of!(__sheap);
    // SAFETY: as above
    while (place as u32) < top && unsafe { place.read_volatile() } == PAINT {
        place = unsafe { place.add(1) };
    }
    let used = top - bottom - (place as u32 - bottom);
    succeeded.then_some(used)
}
