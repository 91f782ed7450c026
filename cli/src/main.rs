//! The `tilework` program.
use std::process::ExitCode;

fn main() -> ExitCode {
    tilework_cli::run()
}
