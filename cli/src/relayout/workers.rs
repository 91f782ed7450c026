//! Work on several threads, until it is done, fails or is stopped.
use super::stop::Stop;
use crate::failure::Failure;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does all the work in its order, so many pieces at a time. The first failure ends it. Each thread has memory of its
/// own, kept from one piece of work to the next.
pub(super) fn for_each<W, M: Default>(
    work: impl Iterator<Item = W> + Send,
    threads: NonZeroUsize,
    stop: &Stop,
    each: impl Fn(W, &mut M) -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    // nothing more is taken after a failure
    let work = Mutex::new((work.fuse(), None));
    let lock = || work.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || {
        let (work, failed) = &mut *lock();
        if failed.is_none() { work.next() } else { None }
    };
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(|| {
                let mut memory = M::default();
                while let Some(one) = next() {
                    if let Err(failure) = stop.check().and_then(|()| each(one, &mut memory)) {
                        lock().1.get_or_insert(failure);
                    }
                }
            });
        }
    });
    work.into_inner().unwrap_or_else(PoisonError::into_inner).1.map_or(Ok(()), Err)
}
