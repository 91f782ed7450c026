//! HLO modules from text.
//!
//! One pass, linear time; nothing is copied, and of nested brackets only the depth is counted. What an instruction says behind its
//! operands is kept as text. Source: the text that XLA prints, and its `hlo_parser.cc`.
use super::attributes::{Attributes, string_end, value_end};
use super::module::{Computation, Instruction, Module};
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{Error, Result};
use crate::xla::read_shape;
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;
use hashbrown::HashMap;
use smallvec::SmallVec;

impl<'t> Module<'t> {
    /// Reads a module.
    ///
    /// # Errors
    /// With the place in the text: if a name is not known or not new, a bracket is not closed, a shape cannot be read, or there is
    /// no computation. What an opcode needs is not asked for here.
    pub fn parse(text: &'t str) -> Result<Self> {
        Reader { text, cursor: Cursor::new(text) }.module()
    }
}

struct Reader<'t> {
    text: &'t str,
    cursor: Cursor<'t>,
}

impl<'t> Reader<'t> {
    fn module(mut self) -> Result<Module<'t>> {
        let (mut name, mut attributes) = ("", Attributes::default());
        if self.eat_word("HloModule") {
            name = self.cursor.word();
            attributes = self.attributes();
        }
        let tables = self.tables();
        let mut computations: Vec<Computation<'t>> = Vec::new();
        let mut by_name = HashMap::new();
        let mut entry = None;
        while self.cursor.peek().is_some() {
            let start = self.cursor.at();
            let computation = self.computation()?;
            if by_name.insert(computation.name, computations.len()).is_some() {
                return Err(self.error(start, "a computation of a name that no other has"));
            }
            if computation.is_entry {
                entry = Some(computations.len());
            }
            computations.push(computation);
        }
        // a text without `ENTRY` is one computation, or ends with the entry
        let entry = match entry.or(computations.len().checked_sub(1)) {
            Some(entry) => entry,
            None => return Err(self.cursor.unexpected("a computation").into()),
        };
        Ok(Module { name, attributes, tables, computations, entry, by_name })
    }

    /// The error that what begins at `start` should be something else, up to where one is.
    fn error(&self, start: usize, expected: impl Into<Cow<'static, str>>) -> Error {
        self.cursor.error(start..self.cursor.at(), expected).into()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let mut ahead = self.cursor.clone();
        let found = ahead.word() == word;
        if found {
            self.cursor = ahead;
        }
        found
    }

    /// `, name=value, …`.
    fn attributes(&mut self) -> Attributes<'t> {
        if !self.cursor.eat(b',') {
            return Attributes::default();
        }
        let start = self.cursor.token_start();
        let bytes = self.text.as_bytes();
        loop {
            let end = self.cursor.at() + value_end(&bytes[self.cursor.at()..]);
            self.cursor.go_to(end);
            if !self.cursor.eat(b',') {
                // go back over the blanks that were skipped
                return Attributes(&self.text[start..end]);
            }
            self.cursor.token_start();
        }
    }

    /// The tables of files and lines: titles followed by numbered lines.
    fn tables(&mut self) -> &'t str {
        let start = self.cursor.token_start();
        let mut end = start;
        loop {
            let mut ahead = self.cursor.clone();
            let is_title =
                matches!(ahead.word(), "FileNames" | "FunctionNames" | "FileLocations" | "StackFrames");
            if !is_title {
                return &self.text[start..end];
            }
            self.cursor = ahead;
            while matches!(self.cursor.peek(), Some(b'0'..=b'9')) {
                let rest = &self.text[self.cursor.at()..];
                self.cursor.go_to(self.cursor.at() + rest.find('\n').unwrap_or(rest.len()));
            }
            end = self.cursor.at();
        }
    }

    /// A name, with or without `%`.
    fn name(&mut self) -> Result<&'t str> {
        self.cursor.eat(b'%');
        match self.cursor.hlo_name() {
            "" => Err(self.cursor.unexpected("a name").into()),
            name => Ok(name),
        }
    }

    fn computation(&mut self) -> Result<Computation<'t>> {
        let is_entry = self.eat_word("ENTRY");
        let name = self.name()?;
        let start = self.cursor.token_start();
        if self.cursor.peek() == Some(b'(') {
            self.brackets()?;
            self.cursor.expect(b'-')?;
            self.cursor.expect_next(b'>')?;
            read_shape(&mut self.cursor)?;
        }
        let signature = self.text[start..self.cursor.at()].trim_end();
        self.cursor.expect(b'{')?;
        let mut instructions: Vec<Instruction<'t>> = Vec::new();
        let mut numbers: HashMap<&'t str, usize> = HashMap::new();
        let mut root = None;
        while !self.cursor.eat(b'}') {
            let start = self.cursor.token_start();
            let is_root = self.eat_word("ROOT");
            let instruction = self.instruction(&numbers)?;
            if numbers.insert(instruction.name, instructions.len()).is_some() {
                return Err(self.error(start, "an instruction of a name that no other has"));
            }
            if is_root {
                root = Some(instructions.len());
            }
            instructions.push(instruction);
        }
        let Some(root) = root.or(instructions.len().checked_sub(1)) else {
            return Err(self.error(start, format!("instructions in the computation {name}")));
        };
        let attributes = self.attributes();
        Ok(Computation { name, is_entry, signature, instructions, attributes, root })
    }

    fn instruction(&mut self, numbers: &HashMap<&'t str, usize>) -> Result<Instruction<'t>> {
        let name = self.name()?;
        self.cursor.expect(b'=')?;
        let shape = read_shape(&mut self.cursor)?;
        let opcode = match self.cursor.word() {
            "" => return Err(self.cursor.unexpected("an opcode").into()),
            opcode => opcode,
        };
        if self.cursor.peek() != Some(b'(') {
            return Err(self.cursor.unexpected("`(` and the operands").into());
        }
        let start = self.cursor.at() + 1;
        let operands = match opcode {
            "parameter" | "constant" => {
                self.brackets()?;
                SmallVec::new()
            }
            _ => self.operands(numbers)?,
        };
        let arguments = &self.text[start..self.cursor.at() - 1];
        Ok(Instruction { name, shape, opcode, arguments, operands, attributes: self.attributes() })
    }

    /// `(%a, %b)`, or with shapes in front of the names.
    fn operands(&mut self, numbers: &HashMap<&'t str, usize>) -> Result<SmallVec<[usize; 2]>> {
        let mut operands = SmallVec::new();
        self.cursor.expect(b'(')?;
        if self.cursor.eat(b')') {
            return Ok(operands);
        }
        loop {
            let mut ahead = self.cursor.clone();
            let is_shape =
                ahead.peek() == Some(b'(') || !ahead.word().is_empty() && ahead.peek() == Some(b'[');
            if is_shape {
                read_shape(&mut self.cursor)?;
            }
            let start = self.cursor.token_start();
            let name = self.name()?;
            match numbers.get(name) {
                Some(number) => operands.push(*number),
                None => {
                    return Err(
                        self.error(start, "an instruction that stands before, in the same computation")
                    );
                }
            }
            if !self.cursor.eat(b',') {
                break;
            }
        }
        if self.cursor.eat(b')') { Ok(operands) } else { Err(self.cursor.unexpected("`,` or `)`").into()) }
    }

    /// Everything from a `(` to its `)`.
    fn brackets(&mut self) -> Result<()> {
        let bytes = self.text.as_bytes();
        let start = self.cursor.token_start();
        let (mut at, mut depth) = (start, 0usize);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => at = string_end(bytes, at),
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.cursor.go_to(at + 1);
                        return Ok(());
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.cursor.go_to(self.text.len());
        Err(self.cursor.error(start..start + 1, "a `(` that is closed").into())
    }
}
