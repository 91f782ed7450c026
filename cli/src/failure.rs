//! Why the program stops, printed for a person.
use anstyle::{AnsiColor, Style};
use std::fmt;
use std::io;
use std::str::FromStr;
use tilework::dynamic::{Error, ParseError};
use tilework_answers::Mistake;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const GUTTER: Style = AnsiColor::Blue.on_default().bold();

/// [`Failure::input`] with a message that is formatted.
macro_rules! mistake {
    ($($message:tt)+) => {
        $crate::failure::Failure::input(format!($($message)+))
    };
}
pub(crate) use mistake;

/// Why the program stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An argument is not what it should be.
    Input {
        /// What is wrong.
        message: String,
        /// The argument, if the mistake has a place in it.
        pointed: Option<(String, ParseError)>,
    },
    /// The question is sound, and the answer is that there is nothing.
    Nothing(String),
    /// The operation has no exact answer.
    Refused {
        /// The operands, a line each.
        operands: String,
        /// Why.
        reason: String,
    },
    /// The answer could not be written.
    Output(io::Error),
    /// A signal asked the program to end.
    Interrupted,
}

/// The exit status of mistakes: what should be read cannot be, or what should be written cannot be.
pub(crate) const MISTAKE: u8 = 2;

/// The exit status where there is no answer.
const NO_ANSWER: u8 = 1;

/// The exit status that a shell has for a program that Ctrl-C ended: 128 + SIGINT.
const INTERRUPTED: u8 = 128 + 2;

/// The exit status that a shell has for a program that ended because nobody read what it wrote: 128 + SIGPIPE.
const NOBODY_READS: u8 = 128 + 13;

impl Failure {
    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure::Input { message: message.into(), pointed: None }
    }

    /// A mistake in a line of a file, pointed at.
    pub(crate) fn in_line(file: &str, number: u64, line: &str, error: Error) -> Failure {
        match error {
            Error::Parse(error) => {
                // lines may be very long: what is far from the mistake is not kept
                const NEAR: usize = 1 << 10;
                let start = line.floor_char_boundary(error.span.start.saturating_sub(NEAR));
                let end = line.ceil_char_boundary(error.span.end.saturating_add(NEAR).min(line.len()));
                let span = error.span.start - start..error.span.end - start;
                Failure::Input {
                    message: format!("{file}, line {number}: this is no HLO"),
                    pointed: Some((line[start..end].to_string(), ParseError { span, ..error })),
                }
            }
            other => mistake!("{file}, line {number}: {other}"),
        }
    }

    /// The same, and in what it is: a mistake in a part of something.
    pub(crate) fn within(self, whole: &str) -> Failure {
        match self {
            Failure::Input { message, pointed } => {
                Failure::Input { message: format!("{whole}: {message}"), pointed }
            }
            other => other,
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Nothing(_) | Failure::Refused { .. } => NO_ANSWER,
            Failure::Interrupted => INTERRUPTED,
            _ if self.is_quiet() => NOBODY_READS,
            Failure::Input { .. } | Failure::Output(_) => MISTAKE,
        }
    }

    /// Whether nothing is printed of it: whoever read the output has seen enough.
    pub(crate) fn is_quiet(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::input(error.to_string())
    }
}

impl From<Mistake> for Failure {
    fn from(Mistake { message, pointed }: Mistake) -> Self {
        Failure::Input { message, pointed }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Formatting into a string fails only if a value cannot be formatted.
impl From<fmt::Error> for Failure {
    fn from(_: fmt::Error) -> Self {
        Failure::Output(io::Error::other("the answer could not be formatted"))
    }
}

/// Reads an argument; a mistake is pointed at.
pub(crate) fn parse<T: FromStr<Err = Error>>(what: &str, text: &str) -> Result<T, Failure> {
    Ok(tilework_answers::parse(what, text)?)
}

/// Reads a tuple; the parentheses around all of it may be left out, `1,5`.
pub(crate) fn parse_tuple<T: FromStr<Err = Error>>(what: &str, text: &str) -> Result<T, Failure> {
    Ok(tilework_answers::parse_tuple(what, text)?)
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (message, pointed) = match self {
            Failure::Input { message, pointed } => (message.as_str(), pointed.as_ref()),
            Failure::Nothing(message) => return f.write_str(message),
            Failure::Refused { operands, reason } => {
                return write!(f, "{operands}{ERROR}refused{ERROR:#}   {reason}");
            }
            Failure::Interrupted => {
                return write!(f, "{ERROR}error{ERROR:#}: interrupted; nothing was written");
            }
            Failure::Output(error) => {
                return write!(f, "{ERROR}error{ERROR:#}: the answer could not be written: {error}");
            }
        };
        write!(f, "{ERROR}error{ERROR:#}: {message}")?;
        let Some((text, error)) = pointed else { return Ok(()) };
        let (shown, column) = excerpt(text, error.span.start);
        let carets = text[error.span.clone()].chars().count().clamp(1, shown.chars().count().max(1));
        write!(
            f,
            "\n  {GUTTER}|{GUTTER:#}\n  {GUTTER}|{GUTTER:#} {shown}\n  {GUTTER}|{GUTTER:#} {:column$}",
            ""
        )?;
        write!(f, "{ERROR}{} expected {}, found {}{ERROR:#}", "^".repeat(carets), error.expected, error.found)
    }
}

/// The part of a text around a place, on one line, and the column of the place in it.
fn excerpt(text: &str, at: usize) -> (String, usize) {
    const BEFORE: usize = 60;
    const AFTER: usize = 40;
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let before: Vec<char> = text[..at].chars().map(printable).collect();
    let skipped = before.len().saturating_sub(BEFORE);
    let mut shown = String::from(if skipped > 0 { "..." } else { "" });
    shown.extend(&before[skipped..]);
    let column = shown.chars().count();
    shown.extend(text[at..].chars().take(AFTER).map(printable));
    if text[at..].chars().nth(AFTER).is_some() {
        shown.push_str("...");
    }
    (shown, column)
}
