//! What one line of HLO text is.
use super::balance::Balance;
use super::instruction::InstructionLine;
use crate::dynamic::ParseError;
use crate::dynamic::cursor::Cursor;

/// What one line of HLO text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line<'a> {
    /// `HloModule name, attributes`.
    Module(ModuleHeader<'a>),
    /// `ENTRY %main (a: f32[2]) -> f32[2] {`: a computation begins.
    Computation(ComputationHeader<'a>),
    /// An instruction.
    Instruction(InstructionLine<'a>),
    /// `}`: a computation ends.
    End,
    /// Anything else: blank, a comment, the rest of a literal, a table of files.
    Other,
}

/// The first line of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModuleHeader<'a> {
    /// Its name.
    pub name: &'a str,
    /// What stands behind it, `is_scheduled=true, entry_computation_layout=...`.
    pub attributes: &'a str,
}

/// The first line of a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComputationHeader<'a> {
    /// Its name, without `%`.
    pub name: &'a str,
    /// Whether the module begins with it.
    pub is_entry: bool,
    /// The parameters and the result, `(a: f32[2]) -> f32[2]`; empty in the short form.
    pub signature: &'a str,
}

/// Finds what a line is, and takes it apart.
///
/// An instruction is what has a name and `=` in front. Linear in the length of the line, and nothing is copied.
///
/// # Errors
/// With the place, if something behind `=` is no instruction.
///
/// ```
/// use tilework::hlo::{Line, scan_line};
/// let Line::Computation(main) = scan_line("ENTRY %main.5 (a.1: f32[8]) -> f32[8] {")? else { panic!() };
/// assert_eq!((main.name, main.is_entry), ("main.5", true));
/// let Line::Instruction(add) = scan_line("  ROOT %add.2 = f32[8]{0} add(%a.1, %a.1)")? else { panic!() };
/// assert_eq!((add.opcode(), add.shape_text()), ("add", "f32[8]{0}"));
/// assert_eq!(scan_line("}")?, Line::End);
/// assert_eq!(scan_line("FileNames")?, Line::Other);
/// let error = scan_line("  %add.2 = f32[8]{0} (%a.1, %a.1)").unwrap_err();
/// assert_eq!(error.to_string(), "expected an operation such as `add`, found `(` at position 21");
/// # Ok::<(), tilework::dynamic::ParseError>(())
/// ```
pub fn scan_line(line: &str) -> Result<Line<'_>, ParseError> {
    let mut at = LineCursor { line, at: 0 };
    at.skip_blanks();
    match at.byte() {
        None | Some(b'/') => return Ok(Line::Other),
        Some(b'}') => {
            let is_end = matches!(line[at.at + 1..].trim_start().as_bytes().first(), None | Some(b','));
            return Ok(if is_end { Line::End } else { Line::Other });
        }
        Some(_) => {}
    }
    let start = at.at;
    if at.keyword("HloModule") {
        return Ok(Line::Module(module(at)));
    }
    let is_root = at.keyword("ROOT");
    let is_entry = !is_root && at.keyword("ENTRY");
    let name = at.name();
    if name.is_empty() {
        return Ok(Line::Other);
    }
    at.skip_blanks();
    match at.byte() {
        Some(b'=') if !is_entry => instruction(at, name, is_root).map(Line::Instruction),
        Some(b'(' | b'{') if !is_root => Ok(computation(at, start, name, is_entry)),
        _ => Ok(Line::Other),
    }
}

fn module(mut at: LineCursor<'_>) -> ModuleHeader<'_> {
    at.skip_blanks();
    let name = at.until(|byte| matches!(byte, b',' | b' ' | b'\t' | b'\r'));
    ModuleHeader { name, attributes: at.rest().trim_start_matches(',').trim() }
}

fn computation<'a>(at: LineCursor<'a>, start: usize, name: &'a str, is_entry: bool) -> Line<'a> {
    let begins = at.line[start..].trim_end().strip_suffix('{').is_some();
    match at.rest().trim_end().strip_suffix('{') {
        Some(signature) if begins => {
            Line::Computation(ComputationHeader { name, is_entry, signature: signature.trim() })
        }
        _ => Line::Other,
    }
}

fn instruction<'a>(
    mut at: LineCursor<'a>,
    name: &'a str,
    is_root: bool,
) -> Result<InstructionLine<'a>, ParseError> {
    at.at += 1;
    at.skip_blanks();
    let shape = at.shape()?;
    at.skip_blanks();
    let opcode = at.name();
    if opcode.is_empty() {
        return Err(at.unexpected("an operation such as `add`"));
    }
    at.skip_blanks();
    if at.byte() != Some(b'(') {
        return Err(at.unexpected("`(` and the operands"));
    }
    let mut balance = Balance::default();
    let rest = at.rest();
    let (operands, attributes, open) = match balance.close(rest.as_bytes()) {
        Some(end) => (&rest[1..end - 1], rest[end..].trim_start_matches([',', ' ']).trim_end(), None),
        None => (&rest[1..], "", Some(balance)),
    };
    Ok(InstructionLine { name, is_root, shape, opcode, operands, attributes, open })
}

/// A place in a line. It only ever stands in front of a whole character.
#[derive(Clone, Copy)]
struct LineCursor<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> LineCursor<'a> {
    fn byte(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    /// What comes before the first byte of that kind, which must be of ASCII.
    fn until(&mut self, ends: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip_blanks(&mut self) {
        self.until(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    }

    /// Goes behind a word and the blanks after it, if it stands here.
    fn keyword(&mut self, word: &str) -> bool {
        let found = self.rest().strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t']));
        if found {
            self.at += word.len();
            self.skip_blanks();
        }
        found
    }

    /// A name, without the `%` in front of it.
    fn name(&mut self) -> &'a str {
        if self.byte() == Some(b'%') {
            self.at += 1;
        }
        self.until(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')))
    }

    /// A shape: the element type, `[...]`, and the layout `{...}`; or what stands in brackets.
    fn shape(&mut self) -> Result<&'a str, ParseError> {
        let start = self.at;
        self.until(|byte| !byte.is_ascii_alphanumeric());
        let is_array = self.at > start;
        self.skip_blanks();
        match self.byte() {
            Some(b'[') if is_array => self.brackets(start)?,
            // a tuple, or a buffer `b(...)`
            Some(b'(') => {
                self.brackets(start)?;
                return Ok(&self.line[start..self.at]);
            }
            _ => {
                self.at = start;
                return Err(self.unexpected("a shape such as `f32[2,3]`"));
            }
        }
        let end = self.at;
        self.skip_blanks();
        let is_layout = self.byte() == Some(b'{') && {
            let inside = self.rest()[1..].trim_start().as_bytes();
            matches!(inside.first(), Some(b':' | b'-' | b'0'..=b'9'))
        };
        if is_layout {
            self.brackets(start)?;
        } else {
            self.at = end;
        }
        Ok(&self.line[start..self.at])
    }

    /// Goes behind the bracket that closes the one that stands here.
    fn brackets(&mut self, start: usize) -> Result<(), ParseError> {
        match Balance::default().close(self.rest().as_bytes()) {
            Some(length) => self.at += length,
            None => {
                self.at = self.line.trim_end().len().max(start);
                return Err(self.unexpected("the bracket that ends the shape"));
            }
        }
        Ok(())
    }

    fn unexpected(&self, expected: &'static str) -> ParseError {
        let mut ahead = *self;
        let length = match ahead.name() {
            "" => self.rest().chars().next().map_or(0, char::len_utf8),
            _ => ahead.at - self.at,
        };
        Cursor::new(self.line).error(self.at..self.at + length, expected)
    }
}
