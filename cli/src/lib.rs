//! The program `tilework`, as a library, so that tests and fuzzers reach what it answers.
#![warn(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss
)]
mod algebra;
mod analyze;
mod atlas;
mod completions;
mod convert;
mod device;
mod emit;
mod eval;
mod explain;
mod explore;
mod failure;
mod humanize;
mod index;
mod input;
mod json;
mod locate;
mod man;
mod map;
mod picture;
mod relayout;
mod report;
mod reshard;
mod show;
mod suggest;
mod table;

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use failure::Failure;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
pub use tilework_answers::answer_request;
use tilework_answers::{bytes, facts, matrix, shape};

const HELP_STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Green.on_default());

const EXIT_STATUS: &str = "\
Exit status:
  0    answered
  1    there is no answer: the operation is refused, or nothing is at that place
  2    an argument or a file is not what it should be, a limit is passed, or the answer could not be written
  130  Ctrl-C, or another signal that asks the program to end
  141  nobody reads the answer any more, as shells report programs that end so";

/// What people try who want to `show` something.
const DRAWING: [&str; 6] = ["draw", "plot", "print", "render", "view", "visualize"];

/// Look at tensor layouts: where each element lies in memory, and what that means.
///
/// A layout is written SHAPE:STRIDE as in CuTe and TLA, `(2,3):(3,1)` or `((4,2),(4,3)):((4,16),(1,32))`; mode 0 counts
/// rows, mode 1 columns. Static marks (`_4`) are accepted and ignored. Shapes of XLA are written as in HLO dumps,
/// `bf16[100,200]{1,0:T(8,128)(2,1)}`. Quote both: a shell reads parentheses and braces.
#[derive(Debug, Parser)]
#[command(name = "tilework", version, styles = HELP_STYLES, arg_required_else_help = true, after_long_help = EXIT_STATUS)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Show(show::Arguments),
    Offset(locate::OffsetArguments),
    Coord(locate::CoordArguments),
    Explain(explain::Arguments),
    Analyze(analyze::Arguments),
    Atlas(atlas::Arguments),
    Explore(explore::Arguments),
    Suggest(suggest::Arguments),
    Report(report::Arguments),
    Index(index::Arguments),
    Map(map::Arguments),
    Convert(convert::Arguments),
    Emit(emit::Arguments),
    Relayout(relayout::Arguments),
    Reshard(reshard::Arguments),
    Compose(algebra::ComposeArguments),
    Divide(algebra::DivideArguments),
    Product(algebra::ProductArguments),
    Complement(algebra::ComplementArguments),
    Inverse(algebra::InverseArguments),
    Coalesce(algebra::CoalesceArguments),
    Humanize(humanize::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    /// Answer JSON requests, one a line: the interface for scripts.
    ///
    /// Each line is an object with `id`, `op` and the fields of that operation; each answer has the `id` and either
    /// `result` or `error`. Every line that is not blank gets one answer, in order. Of offsets the first 64 are listed,
    /// or as many as the field `limit` says. A line of more than 16 MiB is answered with an error, and what has no end
    /// of line in 1 GiB ends the program.
    #[command(after_help = eval::EXAMPLE, after_long_help = eval::help())]
    Eval {
        /// The requests; standard input without it.
        file: Option<PathBuf>,
    },
}

/// Does what the arguments of the process say, and says how it ended.
pub fn run() -> ExitCode {
    let outcome = match Arguments::try_parse() {
        Ok(arguments) => answer(arguments.command),
        // help is an answer, too
        Err(help) if !help.use_stderr() => {
            help.print().and_then(|()| io::stdout().flush()).map_err(Failure::Output)
        }
        Err(mut mistake) => {
            if let Some(ContextValue::String(command)) = mistake.get(ContextKind::InvalidSubcommand)
                && DRAWING.contains(&command.as_str())
            {
                let show = ContextValue::Strings(vec!["show".into()]);
                mistake.insert(ContextKind::SuggestedSubcommand, show);
            }
            // Nobody is left who could read that this failed.
            let _ = mistake.print();
            return ExitCode::from(failure::MISTAKE);
        }
    };
    let Err(failure) = outcome else { return ExitCode::SUCCESS };
    if !failure.is_quiet() {
        let _ = writeln!(anstream::stderr(), "{failure}");
    }
    ExitCode::from(failure.exit_code())
}

fn answer(command: Command) -> Result<(), Failure> {
    let text = match command {
        Command::Show(arguments) => show::run(&arguments),
        Command::Offset(arguments) => locate::offset(&arguments),
        Command::Coord(arguments) => locate::coord(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Atlas(arguments) => atlas::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Suggest(arguments) => suggest::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Map(arguments) => map::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Emit(arguments) => emit::run(&arguments),
        Command::Reshard(arguments) => reshard::run(&arguments),
        Command::Compose(arguments) => algebra::compose(&arguments),
        Command::Divide(arguments) => algebra::divide(&arguments),
        Command::Product(arguments) => algebra::product(&arguments),
        Command::Complement(arguments) => algebra::complete(&arguments),
        Command::Inverse(arguments) => algebra::invert(&arguments),
        Command::Coalesce(arguments) => algebra::simplify(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
        // These answer while they read.
        Command::Index(arguments) => return index::run(&arguments),
        Command::Relayout(arguments) => return relayout::run(&arguments),
        Command::Humanize(humanize::Arguments {}) => return humanize::run(),
        Command::Eval { file } => return eval::run(file.as_deref()),
    }?;
    let mut output = anstream::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}
