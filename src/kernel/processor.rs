//! What the processor has: instruction sets, and caches.

/// Whether it has an instruction set: asks the processor, if there is an operating system to ask with; and else the
/// build.
#[cfg(target_arch = "x86_64")]
macro_rules! has {
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        let has = std::is_x86_feature_detected!($feature);
        #[cfg(not(feature = "std"))]
        let has = cfg!(target_feature = $feature);
        has
    }};
}
#[cfg(target_arch = "x86_64")]
pub(super) use has;

/// The bytes of the first cache, which holds data alone, of the second one, and of the last one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caches {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) last: usize,
}

impl Caches {
    /// What one core may use of the last cache, which others use too. What the processor says of itself is taken within
    /// bounds.
    pub(super) fn share(&self) -> usize {
        (self.last / 8).clamp(1 << 20, 8 << 20)
    }
}

/// What is taken where the processor does not say, and at least: usual machines have as much.
const SMALLEST: Caches = Caches { first: 32 << 10, second: 256 << 10, last: 2 << 20 };

/// The caches of this processor.
#[cfg(all(target_arch = "x86_64", not(any(miri, target_env = "sgx"))))]
pub(super) fn caches() -> Caches {
    use core::sync::atomic::AtomicUsize;
    use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
    // asked once: in a virtual machine the answer takes its time
    static FOUND: [AtomicUsize; 3] = [const { AtomicUsize::new(0) }; 3];
    // who sees the last one sees the others too
    let last = FOUND[2].load(Acquire);
    if last == 0 {
        let Caches { first, second, last } = asked();
        FOUND[0].store(first, Relaxed);
        FOUND[1].store(second, Relaxed);
        FOUND[2].store(last, Release);
        // another thread may just have stored the same numbers
        return Caches { first, second, last };
    }
    Caches { first: FOUND[0].load(Relaxed), second: FOUND[1].load(Relaxed), last }
}

/// The caches of this processor.
#[cfg(not(all(target_arch = "x86_64", not(any(miri, target_env = "sgx")))))]
pub(super) fn caches() -> Caches {
    SMALLEST
}

/// What the processor says of its caches: `cpuid` lists them one by one, from leaf 4 on, or from leaf `0x8000_001d`.
#[cfg(all(target_arch = "x86_64", not(any(miri, target_env = "sgx"))))]
#[allow(unused_unsafe, reason = "`cpuid` is an unsafe function for the oldest compiler that is promised")]
fn asked() -> Caches {
    use core::arch::x86_64::{__cpuid, __cpuid_count};
    let mut caches = SMALLEST;
    // SAFETY: every processor of x86-64 has the instruction, and no layout is asked for.
    let (basic, extended) = unsafe { (__cpuid(0).eax, __cpuid(0x8000_0000).eax) };
    for (leaf, is_there) in [(4, basic >= 4), (0x8000_001d, extended >= 0x8000_001d)] {
        for number in 0..8 {
            // SAFETY: as above; the leaf is one that the processor has.
            let answer = if is_there { unsafe { __cpuid_count(leaf, number) } } else { break };
            let (kind, level) = (answer.eax & 0x1f, answer.eax >> 5 & 7);
            if kind == 0 {
                break;
            }
            let field = |low: u32, bits: u32| (answer.ebx >> low & ((1 << bits) - 1)) as usize + 1;
            let sets = (answer.ecx as usize).saturating_add(1);
            let bytes = (field(0, 12) * field(12, 10)).saturating_mul(field(22, 10)).saturating_mul(sets);
            match level {
                // of data: the other one is of instructions
                1 if kind == 1 => caches.first = caches.first.max(bytes),
                2 => caches.second = caches.second.max(bytes),
                3 => caches.last = caches.last.max(bytes),
                _ => {}
            }
        }
    }
    caches
}
