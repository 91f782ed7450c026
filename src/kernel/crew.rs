//! Who runs the parts of a kernel: one thread, or several.

#[cfg(feature = "std")]
use super::workers;
#[cfg(feature = "std")]
use core::num::NonZero;

/// Threads, and how they are called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crew {
    threads: usize,
    run: fn(usize, &(dyn Fn(usize) + Sync)),
}

impl Crew {
    /// The thread that calls.
    pub(super) const ONE: Crew = Crew { threads: 1, run: |parts, part| (0..parts).for_each(part) };

    /// So many threads: the one that calls, and those that wait for calls.
    #[cfg(feature = "std")]
    pub(super) const fn of(threads: NonZero<usize>) -> Self {
        Crew { threads: threads.get(), run: workers::run }
    }

    /// The threads of rayon.
    #[cfg(feature = "rayon")]
    pub(super) fn rayon() -> Self {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        Crew {
            threads: rayon::current_num_threads(),
            run: |parts, part| (0..parts).into_par_iter().for_each(part),
        }
    }

    /// How many parts are wanted.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Runs each part once.
    ///
    /// # Safety
    /// If there are several threads, they may call the function at once: what it reads may be shared, what it writes is
    /// of its part alone and may be sent.
    pub(super) unsafe fn run(&self, parts: usize, part: &dyn Fn(usize)) {
        if parts == 1 {
            return part(0);
        }
        let shared = Shared(part);
        (self.run)(parts, &|number| shared.call(number));
    }
}

struct Shared<'s>(&'s dyn Fn(usize));

impl Shared<'_> {
    fn call(&self, number: usize) {
        (self.0)(number);
    }
}

// SAFETY: who runs it says that threads may call it at once.
unsafe impl Sync for Shared<'_> {}
