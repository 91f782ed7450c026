//! Dumps from files and pipes, in the memory of their longest line.
use super::line::Line;
use super::scanner::{ScanError, Scanner};
use core::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::vec::Vec;

/// Reads a dump of any size line by line. Memory is that of the longest line, which has at most
/// [`MOST_LINE_BYTES`] bytes unless [`with_most_line_bytes`](Self::with_most_line_bytes) says otherwise.
///
/// ```
/// use tilework::hlo::{Line, Reader};
/// let dump = "HloModule m\nENTRY e {\n  ROOT p = f32[2,3] parameter(0)\n}\n";
/// let mut reader = Reader::new(dump.as_bytes());
/// let mut opcodes = Vec::new();
/// while let Some(line) = reader.next_line()? {
///     if let Line::Instruction(instruction) = line {
///         opcodes.push(instruction.opcode().to_string());
///     }
/// }
/// assert_eq!(opcodes, ["parameter"]);
/// # Ok::<(), tilework::hlo::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    most_line_bytes: usize,
    bytes: u64,
    scanner: Scanner,
}

/// The most bytes of a line that [`Reader`] reads, its end not counted: a literal of 100 million digits stands in less.
pub const MOST_LINE_BYTES: usize = 1 << 28;

impl<R: Read> Reader<R> {
    /// A reader of a dump.
    pub fn new(input: R) -> Self {
        Reader {
            input: BufReader::with_capacity(1 << 18, input),
            line: Vec::new(),
            most_line_bytes: MOST_LINE_BYTES,
            bytes: 0,
            scanner: Scanner::new(),
        }
    }

    /// The same reader with another limit for the bytes of a line, its end not counted.
    ///
    /// ```
    /// use tilework::hlo::{ReadError, Reader};
    /// let mut reader = Reader::new(std::io::repeat(b' ')).with_most_line_bytes(1000);
    /// assert!(matches!(reader.next_line(), Err(ReadError::TooLong { line: 1, limit: 1000 })));
    /// ```
    pub fn with_most_line_bytes(mut self, bytes: usize) -> Self {
        self.most_line_bytes = bytes;
        self
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// If reading fails, a line is too long, is no UTF-8, or [`Scanner`] refuses it. After the last two the next line
    /// can be read.
    pub fn next_line(&mut self) -> Result<Option<Line<'_>>, ReadError> {
        self.line.clear();
        // one more byte: the end of the line, or the one that is too much
        let most = (self.most_line_bytes as u64).saturating_add(1);
        let length = read_line(&mut self.input.by_ref().take(most), &mut self.line)?;
        self.bytes += length as u64;
        if length > self.most_line_bytes && self.line.last() != Some(&b'\n') {
            return Err(ReadError::TooLong { line: self.number() + 1, limit: self.most_line_bytes });
        }
        if length == 0 {
            self.scanner.finish()?;
            return Ok(None);
        }
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        }
        match core::str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(self.scanner.line(line)?)),
            Err(error) => {
                self.scanner.skip();
                let (line, position) = (self.scanner.number(), error.valid_up_to());
                Err(ReadError::NotText { line, position, byte: self.line[position] })
            }
        }
    }

    /// The text of the last line, as far as it is UTF-8.
    pub fn line_text(&self) -> &str {
        match core::str::from_utf8(&self.line) {
            Ok(line) => line,
            Err(error) => core::str::from_utf8(&self.line[..error.valid_up_to()]).unwrap_or_default(),
        }
    }

    /// The number of the last line, the first one 1.
    pub fn number(&self) -> u64 {
        self.scanner.number()
    }

    /// How many bytes were read.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Reads up to the end of a line, or of the input: how many bytes. As `read_until` of [`BufRead`], but by `memchr`.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let start = line.len();
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        let end = memchr::memchr(b'\n', bytes).map(|end| end + 1);
        let read = end.unwrap_or(bytes.len());
        line.extend_from_slice(&bytes[..read]);
        input.consume(read);
        if end.is_some() || read == 0 {
            return Ok(line.len() - start);
        }
    }
}

/// Why there is no next line.
#[derive(Debug)]
pub enum ReadError {
    /// Reading failed.
    Io(io::Error),
    /// A line is longer than it may be; what stands behind its beginning is not read.
    TooLong {
        /// The number of the line.
        line: u64,
        /// How many bytes it may have.
        limit: usize,
    },
    /// A line is no UTF-8.
    NotText {
        /// The number of the line.
        line: u64,
        /// How many bytes of the line come before.
        position: usize,
        /// What stands there.
        byte: u8,
    },
    /// A line is no HLO.
    Scan(ScanError),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        ReadError::Io(error)
    }
}

impl From<ScanError> for ReadError {
    fn from(error: ScanError) -> Self {
        ReadError::Scan(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::TooLong { line, limit } => {
                write!(f, "line {line}: more than {limit} bytes without an end of line, which is the limit")
            }
            ReadError::NotText { line, position, byte } => {
                write!(f, "line {line}: no text, byte 0x{byte:02x} at position {position} is no UTF-8")
            }
            ReadError::Scan(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReadError {}
