//! A number the optimiser must not know.

/// `n`, of which the optimiser forgets the value.
///
/// A loop over a handful of static blocks would be unrolled completely: eight times the code of one row of blocks,
/// and no faster. Where the target is known the number stays in its register; elsewhere
/// [`black_box`](core::hint::black_box) does the same through memory.
#[inline(always)]
pub(super) fn opaque(n: usize) -> usize {
    #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
    {
        let mut n = n;
        // SAFETY: the template is empty: it reads and writes nothing but the register that holds `n`.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) n, options(pure, nomem, nostack, preserves_flags));
        };
        n
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    core::hint::black_box(n)
}
