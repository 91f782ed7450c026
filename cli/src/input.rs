//! Files and standard input, opened with their names in the messages and read within limits.
use crate::failure::{Failure, mistake};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use tilework::hlo::MOST_LINE_BYTES;

/// The most bytes of a text that is in memory as a whole.
pub(crate) const MOST_BYTES: usize = 1 << 30;

/// Where a text comes from.
#[derive(Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The source that an argument names, `-` for standard input.
    pub(crate) fn of(argument: &Path) -> Source {
        if argument.as_os_str() == "-" { Source::Stdin } else { Source::File(argument.to_path_buf()) }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => String::from("standard input"),
            Source::File(path) => path.display().to_string(),
        }
    }

    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match self {
            Source::Stdin => Ok(Box::new(io::stdin().lock())),
            // some systems open a folder, and fail when it is read
            Source::File(path) if path.is_dir() => {
                Err(mistake!("{}: this is a folder, a file is wanted", self.name()))
            }
            Source::File(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(unreadable(&self.name(), &error)),
            },
        }
    }

    /// A whole text of HLO, if neither it nor one of its lines is too long.
    pub(crate) fn read_text(&self) -> Result<String, Failure> {
        let name = self.name();
        let mut input = BufReader::with_capacity(1 << 18, self.open()?);
        let mut text = Vec::new();
        for number in 1u64.. {
            match read_line(&mut input, &mut text, MOST_LINE_BYTES)
                .map_err(|error| unreadable(&name, &error))?
            {
                Length::End => break,
                Length::Within if text.len() <= MOST_BYTES => {}
                Length::Within => {
                    return Err(mistake!("{name}: more than {MOST_BYTES} bytes, which is the limit"));
                }
                Length::Beyond => {
                    return Err(mistake!(
                        "{name}, line {number}: more than {MOST_LINE_BYTES} bytes without an end of line, which \
                         is the limit"
                    ));
                }
            }
        }
        String::from_utf8(text)
            .map_err(|_| mistake!("{name}: this is no text; XLA writes text with --xla_dump_hlo_as_text"))
    }
}

/// A file or a folder that cannot be read.
pub(crate) fn unreadable(name: &str, error: &io::Error) -> Failure {
    mistake!("{name}: {error}")
}

/// How long a line is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// There is no line any more.
    End,
    /// As long as it may be, or shorter.
    Within,
    /// Longer: only its beginning was read.
    Beyond,
}

/// Reads a line behind what is in `text`, its end included: at most `most` bytes without it, and one more.
pub(crate) fn read_line(input: &mut impl BufRead, text: &mut Vec<u8>, most: usize) -> io::Result<Length> {
    let length = input.take(most as u64 + 1).read_until(b'\n', text)?;
    Ok(match length {
        0 => Length::End,
        _ if length > most && text.last() != Some(&b'\n') => Length::Beyond,
        _ => Length::Within,
    })
}

/// Reads on to the end of a line and forgets it, at most `most` bytes.
pub(crate) fn skip_line(input: &mut impl BufRead, most: u64) -> io::Result<Length> {
    let length = input.take(most).skip_until(b'\n')?;
    Ok(if length as u64 == most { Length::Beyond } else { Length::Within })
}
