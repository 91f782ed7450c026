//! Files, folders and pipes, read line by line.
use super::census::Census;
use crate::failure::{Failure, mistake};
use crate::input::{Source, unreadable};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use tilework::dynamic::{Error, ParseError};
use tilework::hlo::{Line, ReadError, Reader};

/// The dumps that the arguments name: of a folder all files that begin like a module, in the order of their names.
pub(super) fn sources(arguments: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for argument in arguments {
        if argument.as_os_str() == "-" {
            if sources.iter().any(|source| matches!(source, Source::Stdin)) {
                return Err(Failure::input("standard input can be read once only"));
            }
            sources.push(Source::Stdin);
        } else if argument.is_dir() {
            let before = sources.len();
            folder(argument, &mut sources)?;
            if sources.len() == before {
                return Err(mistake!("{}: no file in it has an HLO module", argument.display()));
            }
        } else {
            sources.push(Source::File(argument.clone()));
        }
    }
    Ok(sources)
}

fn folder(folder: &Path, sources: &mut Vec<Source>) -> Result<(), Failure> {
    let in_folder = |error| unreadable(&folder.display().to_string(), &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_folder)? {
        let entry = entry.map_err(in_folder)?;
        let file_type = entry.file_type().map_err(in_folder)?;
        paths.push((entry.path(), file_type));
    }
    paths.sort_by(|lhs, rhs| lhs.0.cmp(&rhs.0));
    for (path, file_type) in paths {
        if file_type.is_dir() {
            self::folder(&path, sources)?;
        } else if path.is_file() && begins_like_a_module(&path)? {
            sources.push(Source::File(path));
        }
    }
    Ok(())
}

fn begins_like_a_module(path: &Path) -> Result<bool, Failure> {
    const LOOKED_AT: u64 = 1 << 12;
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LOOKED_AT).read_to_end(&mut beginning));
    read.map_err(|error| unreadable(&path.display().to_string(), &error))?;
    let mut lines = beginning.split(|byte| *byte == b'\n');
    Ok(lines.any(|line| line.trim_ascii_start().starts_with(b"HloModule ")))
}

/// Reads all dumps into a census.
pub(super) fn read_all(sources: &[Source], census: &mut Census, lenient: bool) -> Result<(), Failure> {
    let progress = progress(sources);
    let outcome = read_each(sources, census, lenient, &progress);
    progress.finish_and_clear();
    outcome
}

fn read_each(
    sources: &[Source],
    census: &mut Census,
    lenient: bool,
    progress: &ProgressBar,
) -> Result<(), Failure> {
    let mut before = 0;
    for source in sources {
        let name = source.name();
        let input = source.open()?;
        let found = census.instructions();
        before += read(&name, input, census, lenient, progress, before)?;
        if census.instructions() == found {
            return Err(mistake!("{name}: no HLO in it, not one instruction was found"));
        }
    }
    Ok(())
}

/// A bar on a terminal, if there is much to read.
fn progress(sources: &[Source]) -> ProgressBar {
    const MUCH: u64 = 1 << 25;
    let size = |source: &Source| match source {
        Source::Stdin => None,
        Source::File(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
    };
    let total = sources.iter().map(size).sum::<Option<u64>>();
    if !io::stderr().is_terminal() || total.is_some_and(|total| total < MUCH) {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let style = match total {
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}",
    };
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn read(
    name: &str,
    input: Box<dyn Read>,
    census: &mut Census,
    lenient: bool,
    progress: &ProgressBar,
    before: u64,
) -> Result<u64, Failure> {
    const STEP: u64 = 1 << 20;
    let mut reader = Reader::new(input);
    let mut shown = 0;
    census.file(name);
    loop {
        let number = reader.number() + 1;
        let refused = match reader.next_line() {
            Ok(None) => break,
            Ok(Some(line)) => match take(census, &line, number) {
                Ok(()) => None,
                Err((shape, error)) => {
                    let error = inside_line(error, &shape, reader.line_text());
                    Some(Failure::in_line(name, number, reader.line_text(), error))
                }
            },
            Err(ReadError::Io(error)) => return Err(unreadable(name, &error)),
            // it may have no end at all
            Err(error @ ReadError::TooLong { .. }) => return Err(mistake!("{name}, {error}")),
            Err(ReadError::Scan(error)) => match error.place() {
                Some(place) => {
                    Some(Failure::in_line(name, number, reader.line_text(), Error::Parse(place.clone())))
                }
                None => Some(mistake!("{name}, {error}")),
            },
            Err(error) => Some(mistake!("{name}, {error}")),
        };
        if let Some(refused) = refused {
            if !lenient {
                return Err(refused);
            }
            census.leave_out();
            // the end of the text: there is no next line
            if reader.number() < number {
                break;
            }
        }
        if reader.bytes() - shown >= STEP {
            shown = reader.bytes();
            progress.set_position(before + shown);
        }
    }
    census.file_ended(reader.number(), reader.bytes());
    Ok(reader.bytes())
}

/// Counts a line; the error has the shape that is none.
fn take(census: &mut Census, line: &Line<'_>, number: u64) -> Result<(), (String, Error)> {
    match line {
        Line::Module(header) => census.module(header),
        Line::Computation(header) => census.computation(header, number),
        Line::Instruction(instruction) => {
            return census
                .instruction(instruction, number)
                .map_err(|error| (instruction.shape_text().to_string(), error));
        }
        Line::End | Line::Other => {}
    }
    Ok(())
}

/// The error in a shape, as one in the line it stands in.
fn inside_line(error: Error, shape: &str, line: &str) -> Error {
    match (error, line.find(shape)) {
        (Error::Parse(error), Some(start)) => {
            Error::Parse(ParseError { span: error.span.start + start..error.span.end + start, ..error })
        }
        (error, _) => error,
    }
}
