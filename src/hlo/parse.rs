//! HLO modules from text.
//!
//! One pass, linear time; nothing is copied, and of nested brackets only the depth is counted. A shape that was read
//! before is looked up by its text. What an instruction says behind its operands is kept as text. Source: the text that
//! XLA prints, and its `hlo_parser.cc`.
use super::attributes::{Attributes, value_end};
use super::balance::Balance;
use super::module::{Computation, Instruction, Module};
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{Error, Result};
use crate::xla::{Shape, read_shape};
use alloc::borrow::Cow;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use hashbrown::HashMap;
use smallvec::SmallVec;

impl<'t> Module<'t> {
    /// Reads a module.
    ///
    /// # Errors
    /// With the place in the text: if a name is not known or not new, a bracket is not closed, a shape cannot be read,
    /// or there is no computation. What an opcode needs is not asked for here.
    pub fn parse(text: &'t str) -> Result<Self> {
        ModuleParser { text, cursor: Cursor::new(text), shapes: HashMap::new() }.module()
    }
}

struct ModuleParser<'t> {
    text: &'t str,
    cursor: Cursor<'t>,
    /// The shapes of instructions, by their text.
    shapes: HashMap<&'t str, Arc<Shape>>,
}

impl<'t> ModuleParser<'t> {
    fn module(mut self) -> Result<Module<'t>> {
        let (mut name, mut attributes) = ("", Attributes::default());
        if self.eat_word("HloModule") {
            name = match self.cursor.word() {
                "" => return Err(self.cursor.unexpected("the name of the module").into()),
                name => name,
            };
            attributes = self.attributes()?;
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
            if computation.is_entry && entry.replace(computations.len()).is_some() {
                return Err(self.error(start, "one `ENTRY` in a module"));
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
        let end = start + self.text[start..self.cursor.at()].trim_end().len();
        self.cursor.error(start..end, expected).into()
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
    fn attributes(&mut self) -> Result<Attributes<'t>> {
        if !self.cursor.eat(b',') {
            return Ok(Attributes::default());
        }
        let bytes = self.text.as_bytes();
        // from the first value to the last one, without commas and comments around them
        let mut found: Option<(usize, usize)> = None;
        loop {
            let start = self.cursor.token_start();
            let Some(length) = value_end(&bytes[start..]) else {
                self.cursor.go_to(self.text.len());
                return Err(self.error(start, "a value whose brackets and quotes are closed"));
            };
            let end = start + length;
            if end > start {
                found = Some((found.map_or(start, |(first, _)| first), end));
            }
            self.cursor.go_to(end);
            if !self.cursor.eat(b',') {
                let (start, end) = found.unwrap_or_default();
                return Ok(Attributes(&self.text[start..end]));
            }
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
            end = self.cursor.at();
            while matches!(self.cursor.peek(), Some(b'0'..=b'9')) {
                let line = self.text[self.cursor.at()..].lines().next().unwrap_or_default().trim_end();
                end = self.cursor.at() + line.len();
                self.cursor.go_to(end);
            }
        }
    }

    /// A name, with or without `%`, and whether it has one.
    fn name(&mut self) -> Result<(&'t str, bool)> {
        let has_percent = self.cursor.eat(b'%');
        match self.cursor.hlo_name() {
            "" => Err(self.cursor.unexpected("a name").into()),
            name => Ok((name, has_percent)),
        }
    }

    /// A shape. Most are like one before.
    fn shape(&mut self) -> Result<Arc<Shape>> {
        let rest = &self.text[self.cursor.token_start()..];
        let text = &rest[..shape_end(rest.as_bytes())];
        // what follows must not go on with the shape
        let next = rest.as_bytes().get(text.len() + 1);
        let is_whole = next.is_some_and(|byte| *byte == b'%' || byte.is_ascii_alphanumeric());
        if let Some(shape) = self.shapes.get(text).filter(|_| is_whole) {
            self.cursor.go_to(self.cursor.at() + text.len());
            return Ok(Arc::clone(shape));
        }
        let end = self.cursor.at() + text.len();
        let shape = Arc::new(read_shape(&mut self.cursor)?);
        if self.cursor.at() == end {
            self.shapes.insert(text, Arc::clone(&shape));
        }
        Ok(shape)
    }

    fn computation(&mut self) -> Result<Computation<'t>> {
        let is_entry = self.eat_word("ENTRY");
        let (name, has_percent) = self.name()?;
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
            if is_root && root.replace(instructions.len()).is_some() {
                return Err(self.error(start, "one `ROOT` in a computation"));
            }
            instructions.push(instruction);
        }
        let Some(root) = root.or(instructions.len().checked_sub(1)) else {
            return Err(self.error(start, format!("instructions in the computation {name}")));
        };
        instructions.shrink_to_fit();
        let attributes = self.attributes()?;
        Ok(Computation { name, is_entry, signature, instructions, attributes, root, has_percent })
    }

    fn instruction(&mut self, numbers: &HashMap<&'t str, usize>) -> Result<Instruction<'t>> {
        let (name, has_percent) = self.name()?;
        self.cursor.expect(b'=')?;
        let shape = self.shape()?;
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
        Ok(Instruction {
            name,
            shape,
            opcode,
            arguments,
            operands,
            attributes: self.attributes()?,
            has_percent,
        })
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
            // an array, a tuple, or a buffer `b(...)`
            let is_shape = ahead.peek() == Some(b'(')
                || !ahead.word().is_empty() && matches!(ahead.peek(), Some(b'[' | b'('));
            if is_shape {
                self.shape()?;
            }
            let start = self.cursor.token_start();
            let (name, _) = self.name()?;
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
        let start = self.cursor.token_start();
        match Balance::default().close(&self.text.as_bytes()[start..]) {
            Some(length) => {
                self.cursor.go_to(start + length - 1);
                Ok(self.cursor.expect(b')')?)
            }
            None => {
                self.cursor.go_to(self.text.len());
                Err(self.cursor.error(start..start + 1, "a `(` that is closed").into())
            }
        }
    }
}

/// Where a shape ends, if it has no blanks outside of brackets: behind the brackets, and behind the layout if one
/// follows at once.
fn shape_end(text: &[u8]) -> usize {
    let (mut depth, mut is_closed) = (0usize, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'[' | b'(' if depth == 0 && is_closed => return at,
            b'[' | b'(' | b'{' => depth += 1,
            b']' | b')' | b'}' if depth > 0 => {
                depth -= 1;
                is_closed |= depth == 0;
            }
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b')' | b'}' if depth == 0 => return at,
            _ if depth == 0 && is_closed => return at,
            _ => {}
        }
    }
    text.len()
}
