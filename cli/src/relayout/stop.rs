//! Whether the work is to stop: at Ctrl-C, or when somebody ends the program.
use crate::failure::Failure;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by signals, looked at between pieces.
#[derive(Debug, Clone)]
pub(super) struct Stop {
    signalled: Arc<AtomicBool>,
}

impl Stop {
    /// From now on, signals that ask the program to end are kept here. A file that grows too large makes writing fail.
    pub(super) fn on_signals() -> io::Result<Stop> {
        let signalled = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&signalled))?;
        }
        #[cfg(unix)]
        {
            signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::clone(&signalled))?;
            // by default it ends the program before `write` can say what is wrong
            signal_hook::flag::register(libc::SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        }
        Ok(Stop { signalled })
    }

    /// An error if there was a signal.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.signalled.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
