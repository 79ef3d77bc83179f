//! The heap that the arithmetic of RSA needs.
#![allow(unsafe_code, reason = "`embedded_alloc` is handed its memory by a pointer")]

use core::mem::MaybeUninit;
use core::ptr::addr_of_mut;

use embedded_alloc::LlffHeap;

/// RSA-4096 took 22 KB when it was measured.
const SIZE: usize = 24 * 1024;

#[global_allocator]
static HEAP: LlffHeap = LlffHeap::empty();

/// Called once, before anything allocates.
pub(crate) fn init() {
    static mut MEMORY: [MaybeUninit<u8>; SIZE] = [MaybeUninit::uninit(); SIZE];
    // SAFETY: this is called once, at the start of `main`, and nothing else names `MEMORY`
    unsafe { HEAP.init(addr_of_mut!(MEMORY) as usize, SIZE) }
}
