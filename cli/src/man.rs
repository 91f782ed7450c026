//! `tilework man`: the manual, page by page.
use crate::failure::{Failure, mistake};
use clap::CommandFactory;
use clap_mangen::Man;

/// Print a page of the manual, in the form that `man` reads.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tilework man show | man -l -")]
pub(crate) struct Arguments {
    /// The command the page is about; the program itself without it.
    command: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let mut program = crate::Arguments::command();
    // sub-commands learn their full names, as `tilework-show`
    program.build();
    let command = match &arguments.command {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| mistake!("there is no command `{name}`: `tilework help` lists them"))?,
    };
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    String::from_utf8(page).map_err(|error| Failure::Output(std::io::Error::other(error)))
}
