//! Threads that wait for the parts of kernels, so that a call does not start them anew.

use core::any::Any;
use core::hint;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};
use std::vec::Vec;

/// Runs each part once, and returns when all have ended.
///
/// Parts are taken by whoever is free: threads that are still asleep when the caller has done all are not waited for.
///
/// # Panics
/// If a part does, when all have ended.
pub(super) fn run(parts: usize, part: &(dyn Fn(usize) + Sync)) {
    let call = Call {
        part,
        parts,
        next: AtomicUsize::new(0),
        helping: AtomicUsize::new(0),
        panic: Mutex::new(None),
        caller: thread::current(),
    };
    let mut helpers = Helpers { call: &call, workers: Vec::with_capacity(parts) };
    helpers.workers.extend((1..parts).map_while(|_| worker()));
    call.helping.store(helpers.workers.len(), Ordering::Relaxed);
    for worker in &helpers.workers {
        worker.give(&call);
    }
    call.help();
    drop(helpers);
    let panic = lock(&call.panic).take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// A call, as all threads see it that run its parts.
struct Call<'c> {
    part: &'c (dyn Fn(usize) + Sync),
    parts: usize,
    /// The first part that nobody has taken.
    next: AtomicUsize,
    /// The workers that have not ended with it.
    helping: AtomicUsize,
    /// What the first part that panicked says.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    caller: Thread,
}

impl Call<'_> {
    /// Runs parts until all are taken.
    fn help(&self) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.parts {
                return;
            }
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (self.part)(number))) {
                lock(&self.panic).get_or_insert(panic);
            }
        }
    }

    /// Says that a worker has ended with it, who does not look at it any more.
    fn end(&self) {
        let caller = self.caller.clone();
        if self.helping.fetch_sub(1, Ordering::AcqRel) == 1 {
            caller.unpark();
        }
    }
}

/// The workers that were given a call, which does not end before they have.
struct Helpers<'c> {
    call: &'c Call<'c>,
    workers: Vec<Arc<Worker>>,
}

impl Drop for Helpers<'_> {
    fn drop(&mut self) {
        let call = ptr::from_ref(self.call).cast_mut().cast();
        for worker in self.workers.drain(..) {
            // those that have not begun are not needed
            if worker
                .call
                .compare_exchange(call, ptr::null_mut(), Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
            {
                self.call.helping.fetch_sub(1, Ordering::Relaxed);
                lock(&IDLE).push(worker);
            }
        }
        let have_ended = || self.call.helping.load(Ordering::Acquire) == 0;
        if !spin_until(have_ended) {
            while !have_ended() {
                thread::park();
            }
        }
    }
}

/// A thread, and the call that it is given.
struct Worker {
    call: AtomicPtr<Call<'static>>,
    thread: OnceLock<Thread>,
}

/// Those that wait.
static IDLE: Mutex<Vec<Arc<Worker>>> = Mutex::new(Vec::new());

/// How long a worker waits for the next call before it ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often something is looked at before the thread sleeps: to be woken takes longer.
const SPINS: u32 = 1 << 11;

/// A worker that waits, or a new one; none if the system gives no thread.
fn worker() -> Option<Arc<Worker>> {
    if let Some(worker) = lock(&IDLE).pop() {
        return Some(worker);
    }
    let worker = Arc::new(Worker { call: AtomicPtr::new(ptr::null_mut()), thread: OnceLock::new() });
    let own = Arc::clone(&worker);
    let started = thread::Builder::new().name("tilework".into()).spawn(move || own.work()).ok()?;
    worker.thread.set(started.thread().clone()).ok()?;
    Some(worker)
}

impl Worker {
    /// Gives a call to a worker that has none. It must not end before the worker has ended with it, or has it no more.
    fn give(&self, call: &Call<'_>) {
        self.call.store(ptr::from_ref(call).cast_mut().cast(), Ordering::Release);
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    fn work(self: Arc<Self>) {
        while let Some(call) = self.wait() {
            // SAFETY: the call does not end before this worker says so: see `Helpers`
            let call = unsafe { &*call };
            call.help();
            // before the call ends, which another one may follow
            lock(&IDLE).push(Arc::clone(&self));
            call.end();
        }
    }

    /// The next call; none if none came for long, and none will.
    fn wait(self: &Arc<Self>) -> Option<*const Call<'static>> {
        let mut next = ptr::null_mut();
        let mut has_call = || {
            next = self.call.swap(ptr::null_mut(), Ordering::Acquire);
            !next.is_null()
        };
        let mut since = Instant::now();
        while !spin_until(&mut has_call) {
            thread::park_timeout(PATIENCE);
            if since.elapsed() >= PATIENCE {
                let mut idle = lock(&IDLE);
                if let Some(place) = idle.iter().position(|worker| Arc::ptr_eq(worker, self)) {
                    idle.swap_remove(place);
                    return None;
                }
                since = Instant::now();
            }
        }
        Some(next)
    }
}

/// Whether something is so within the time in which it pays to look.
fn spin_until(mut is_so: impl FnMut() -> bool) -> bool {
    (0..SPINS).any(|_| {
        hint::spin_loop();
        is_so()
    })
}

/// What a thread that panicked left is whole: nothing panics while it is changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{AtomicUsize, Ordering, catch_unwind, run, thread};
    use std::vec::Vec;

    /// Calls from several threads, whose parts call too: each part runs once, whoever waits for whom.
    #[test]
    fn each_part_runs_once() {
        let counts: Vec<AtomicUsize> = (0..60).map(|_| AtomicUsize::new(0)).collect();
        thread::scope(|scope| {
            for outer in 0..4 {
                let counts = &counts;
                scope.spawn(move || {
                    for _ in 0..200 {
                        run(3, &|middle| {
                            run(5, &|inner| {
                                counts[(outer * 3 + middle) * 5 + inner].fetch_add(1, Ordering::Relaxed);
                            });
                        });
                    }
                });
            }
        });
        assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 200));
    }

    /// A part that panics does so for the caller, when the others have ended; the threads go on.
    #[test]
    fn panics_arrive() {
        for panics in [0, 2] {
            let ended = AtomicUsize::new(0);
            let part = |number| {
                assert!(number != panics, "part {number}");
                thread::sleep(core::time::Duration::from_millis(5));
                ended.fetch_add(1, Ordering::Relaxed);
            };
            let panic = catch_unwind(core::panic::AssertUnwindSafe(|| run(4, &part))).unwrap_err();
            assert_eq!(panic.downcast_ref::<std::string::String>(), Some(&std::format!("part {panics}")));
            assert_eq!(ended.load(Ordering::Relaxed), 3);
        }
        each_part_runs_once();
    }
}
