//! The lines of a dump in their order: line numbers, literals over several lines, computations that begin and end.
use super::balance::Balance;
use super::line::{Line, scan_line};
use crate::dynamic::ParseError;
use alloc::string::String;
use core::fmt;

/// Follows a dump line by line, and knows where it is.
///
/// Outside of computations whatever is no HLO is [`Line::Other`]; inside, what has the form of an instruction must be
/// one. Lines that continue a literal are [`Line::Other`] too.
///
/// ```
/// use tilework::hlo::{Line, Scanner};
/// let text = "HloModule m
///
///     ENTRY e {
///       p = f32[2,3] parameter(0)
///       ROOT c = f32[3,2]{0,1} transpose(p), dimensions={1,0}
///     }";
/// let mut scanner = Scanner::new();
/// let mut shapes = Vec::new();
/// for line in text.lines() {
///     if let Line::Instruction(instruction) = scanner.line(line)? {
///         shapes.push((scanner.number(), instruction.shape_text()));
///     }
/// }
/// scanner.finish()?;
/// assert_eq!(shapes, [(4, "f32[2,3]"), (5, "f32[3,2]{0,1}")]);
/// # Ok::<(), tilework::hlo::ScanError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Scanner {
    number: u64,
    computation: String,
    begin: Option<u64>,
    open: Option<Balance>,
}

impl Scanner {
    /// At the beginning of a dump.
    pub fn new() -> Self {
        Scanner::default()
    }

    /// The number of the last line, the first one 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The computation that the last line is in, if it is in one.
    pub fn computation(&self) -> Option<&str> {
        self.begin.map(|_| self.computation.as_str())
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// If the line has the form of an instruction and is none, or if it begins a computation inside another one. The
    /// line can be left out: the scanner goes on with the next one.
    pub fn line<'a>(&mut self, text: &'a str) -> Result<Line<'a>, ScanError> {
        self.number += 1;
        if let Some(open) = &mut self.open {
            if open.close(text.as_bytes()).is_some() {
                self.open = None;
            }
            return Ok(Line::Other);
        }
        let line = match scan_line(text) {
            Ok(line) => line,
            Err(_) if self.begin.is_none() => Line::Other,
            Err(error) => return Err(self.error(Cause::Line(error))),
        };
        match line {
            Line::Module(_) => self.leave()?,
            Line::Computation(header) => {
                let left = self.leave();
                self.computation.clear();
                self.computation.push_str(header.name);
                self.begin = Some(self.number);
                left?;
            }
            Line::End if self.begin.is_none() => return Ok(Line::Other),
            Line::End => self.begin = None,
            Line::Instruction(instruction) => self.open = instruction.open,
            Line::Other => {}
        }
        Ok(line)
    }

    /// Counts a line that is not looked at.
    #[cfg(feature = "std")]
    pub(super) fn skip(&mut self) {
        self.number += 1;
    }

    /// Says whether the text may end here.
    ///
    /// # Errors
    /// If a computation has begun and not ended: the text is cut off.
    pub fn finish(&self) -> Result<(), ScanError> {
        match self.begin {
            None => Ok(()),
            Some(begin) => Err(self.error(Cause::CutOff { computation: self.computation.clone(), begin })),
        }
    }

    /// A computation must have ended; goes on as if it had.
    fn leave(&mut self) -> Result<(), ScanError> {
        let ended = self.finish();
        self.begin = None;
        ended
    }

    fn error(&self, cause: Cause) -> ScanError {
        ScanError { number: self.number, cause }
    }
}

/// Why a line is no HLO.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScanError {
    number: u64,
    cause: Cause,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Cause {
    Line(ParseError),
    CutOff { computation: String, begin: u64 },
}

impl ScanError {
    /// The number of the line, the first one 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The place in the line, if the mistake has one.
    pub fn place(&self) -> Option<&ParseError> {
        match &self.cause {
            Cause::Line(error) => Some(error),
            Cause::CutOff { .. } => None,
        }
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Line(error) => write!(f, "line {}: {error}", self.number),
            Cause::CutOff { computation, begin } => write!(
                f,
                "line {}: computation {computation}, which begins in line {begin}, has no end: the text is cut off",
                self.number
            ),
        }
    }
}

impl core::error::Error for ScanError {}
