//! `tilework completions`: what a shell needs to complete the program's commands and options.
use crate::failure::Failure;
use clap::CommandFactory;
use clap_complete::{Shell, generate};

/// Print a script that lets a shell complete commands and options.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  tilework completions bash > ~/.local/share/bash-completion/completions/tilework"
)]
pub(crate) struct Arguments {
    /// Which shell.
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut crate::Arguments::command(), "tilework", &mut script);
    String::from_utf8(script).map_err(|error| Failure::Output(std::io::Error::other(error)))
}
