//! Reads HLO text from left to right: tokens, blanks and comments.
use super::error::{Error, ParseError, Parsed};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

/// A place in HLO text. Blanks, `/* */` and `//` comments may stand between any two tokens.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// No comment that begins here or behind it ends.
    unclosed: usize,
}

/// Reads a whole text.
pub(crate) fn read_all<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut cursor = Cursor::new(text);
    let value = read(&mut cursor)?;
    cursor.expect_end()?;
    Ok(value)
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Cursor { text, at: 0, unclosed: usize::MAX }
    }

    /// How many bytes are behind this place.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Where the next token begins.
    pub(crate) fn token_start(&mut self) -> usize {
        self.skip();
        self.at
    }

    /// Goes to the next token.
    #[inline]
    fn skip(&mut self) {
        if !matches!(self.byte(0), None | Some(b'!'..=b'.' | b'0'..)) {
            self.skip_blanks();
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.byte(0) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                Some(b'/') if !self.skip_comment() => return,
                Some(b'/') => {}
                _ => return,
            }
        }
    }

    /// Goes behind a comment, if one begins here and ends.
    fn skip_comment(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            if self.at >= self.unclosed {
                return false;
            }
            match comment.find("*/") {
                Some(end) => end + 4,
                None => {
                    self.unclosed = self.at;
                    return false;
                }
            }
        } else {
            return false;
        };
        self.at += length;
        true
    }

    /// The first byte of the next token.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.byte(0)
    }

    /// Takes the byte if it is the next token.
    pub(crate) fn eat(&mut self, expected: u8) -> bool {
        let found = self.peek() == Some(expected);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn expect(&mut self, expected: u8) -> Parsed<()> {
        if self.eat(expected) { Ok(()) } else { Err(self.unexpected(format!("`{}`", char::from(expected)))) }
    }

    /// Items with commas between them, in brackets.
    pub(crate) fn list<T, All: Default + Extend<T>, E: From<ParseError>>(
        &mut self,
        [open, close]: [u8; 2],
        mut item: impl FnMut(&mut Self) -> Result<T, E>,
    ) -> Result<All, E> {
        self.expect(open)?;
        let mut all = All::default();
        if self.eat(close) {
            return Ok(all);
        }
        loop {
            all.extend([item(self)?]);
            if self.eat(close) {
                return Ok(all);
            }
            if !self.eat(b',') {
                return Err(self.unexpected(format!("`,` or `{}`", char::from(close))).into());
            }
        }
    }

    /// Takes the byte that must follow without a blank.
    pub(crate) fn expect_next(&mut self, expected: u8) -> Parsed<()> {
        if self.byte(0) == Some(expected) {
            self.expect(expected)
        } else {
            Err(self.unexpected(format!("`{}`", char::from(expected))))
        }
    }

    pub(crate) fn expect_end(&mut self) -> Parsed<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.unexpected("the end")) }
    }

    /// The next name: letters, digits, `_`, `-` and `.`, a letter or `_` first; empty if there is none.
    pub(crate) fn word(&mut self) -> &'a str {
        self.name(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
    }

    /// The next name of HLO, which may begin with any of its characters.
    pub(crate) fn hlo_name(&mut self) -> &'a str {
        self.skip();
        let rest = &self.text.as_bytes()[self.at..];
        let part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let start = self.at;
        self.at += rest.iter().take_while(part).count();
        &self.text[start..self.at]
    }

    /// Goes to a place further on, between two characters.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.text.len());
    }

    /// The next name without `-` and `.`; empty if there is none.
    pub(crate) fn identifier(&mut self) -> &'a str {
        self.name(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    }

    fn name(&mut self, part: impl Fn(&u8) -> bool) -> &'a str {
        self.skip();
        let rest = &self.text.as_bytes()[self.at..];
        let is_first = rest.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        let length = if is_first { rest.iter().take_while(|byte| part(byte)).count() } else { 0 };
        let start = self.at;
        self.at += length;
        &self.text[start..self.at]
    }

    /// An integer: digits, or `-` and digits.
    pub(crate) fn integer(&mut self) -> Parsed<i64> {
        self.skip();
        let start = self.at;
        let negative = self.byte(0) == Some(b'-');
        let digits = start + usize::from(negative);
        let mut end = digits;
        // as many digits as 64 bits hold always
        let mut value = 0i64;
        let bytes = self.text.as_bytes();
        while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
            if end - digits < 18 {
                value = value * 10 + i64::from(digit - b'0');
            }
            end += 1;
        }
        if end == digits {
            return Err(self.unexpected("an integer"));
        }
        if matches!(bytes.get(end), Some(b'.' | b'_')) || bytes.get(end).is_some_and(u8::is_ascii_alphabetic)
        {
            let length = bytes[end..]
                .iter()
                .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_'))
                .count();
            return Err(self.error(start..end + length, "an integer"));
        }
        if end - digits > 18 {
            let text = &self.text[start..end];
            value = text.parse().map_err(|_| self.error(start..end, "an integer of 64 bits"))?;
        } else if negative {
            value = -value;
        }
        self.at = end;
        Ok(value)
    }

    /// Whether the next token is a `-` and a digit without a blank between them.
    pub(crate) fn is_negative_number(&mut self) -> bool {
        self.skip();
        self.byte(0) == Some(b'-') && self.byte(1).is_some_and(|byte| byte.is_ascii_digit())
    }

    /// An integer of at least `least`.
    pub(crate) fn at_least(&mut self, least: i64, what: &'static str) -> Parsed<i64> {
        let start = self.token_start();
        match self.integer()? {
            value if value < least => Err(self.error(start..self.at, format!("{what}, at least {least}"))),
            value => Ok(value),
        }
    }

    /// The error that something else should stand here.
    pub(crate) fn unexpected(&mut self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        self.skip();
        let rest = &self.text[self.at..];
        let length =
            match rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count() {
                0 => rest.chars().next().map_or(0, char::len_utf8),
                length => length,
            };
        self.error(self.at..self.at + length, expected)
    }

    /// The error that something else should stand in `span`.
    pub(crate) fn error(
        &self,
        span: core::ops::Range<usize>,
        expected: impl Into<Cow<'static, str>>,
    ) -> ParseError {
        const SHOWN: usize = 40;
        let found: String = match &self.text[span.clone()] {
            "" => "the end".to_string(),
            text if text.len() <= SHOWN => format!("`{text}`"),
            text => format!("`{}…`", text.chars().take(SHOWN).collect::<String>()),
        };
        ParseError { span, found, expected: expected.into() }
    }
}
