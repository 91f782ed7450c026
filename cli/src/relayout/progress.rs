//! How far the work is: a bar on a terminal, if there is much to do.
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

/// A bar for so many bytes, under a word for what is done.
pub(super) fn bar(what: &'static str, bytes: u64) -> ProgressBar {
    const MUCH: u64 = 1 << 25;
    if !io::stderr().is_terminal() || bytes < MUCH {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr()).with_message(what);
    match ProgressStyle::with_template("{msg} {bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left")
    {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
