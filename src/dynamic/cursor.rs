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

    /// The error that something else should stand in `span`, without the blanks at its end.
    pub(crate) fn error(
        &self,
        span: core::ops::Range<usize>,
        expected: impl Into<Cow<'static, str>>,
    ) -> ParseError {
        const SHOWN: usize = 40;
        let text = self.text[span.clone()].trim_end_matches([' ', '\t', '\n', '\r']);
        let span = span.start..span.start + text.len();
        let found: String = match text {
            "" => "the end".to_string(),
            text if text.len() <= SHOWN => format!("`{text}`"),
            text => format!("`{}…`", text.chars().take(SHOWN).collect::<String>()),
        };
        ParseError { span, found, expected: expected.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_comments_stand_between_tokens() {
        for text in [
            "a b",
            " a\t\r\nb ",
            "a/**/b",
            "a/* x */ /* y */b//",
            "a// x\n // y\n/* z */ b",
            "a/* / * */b // c",
            "/***/a /*/*/ b",
        ] {
            let mut cursor = Cursor::new(text);
            assert_eq!([cursor.word(), cursor.word()], ["a", "b"], "{text}");
            assert_eq!(cursor.expect_end(), Ok(()), "{text}");
        }
        // what is no comment is a token
        for (text, rest) in [("a / b", "/ b"), ("a /* b", "/* b"), ("a // b\n/* c", "/* c"), ("a", "")] {
            let mut cursor = Cursor::new(text);
            cursor.word();
            let start = cursor.token_start();
            assert_eq!((&text[start..], cursor.at()), (rest, start), "{text}");
            assert_eq!(cursor.peek(), rest.bytes().next(), "{text}");
            assert_eq!(cursor.clone().peek(), cursor.peek(), "{text}");
        }
    }

    #[test]
    fn a_byte_is_taken_where_it_is_next() {
        let mut cursor = Cursor::new(" (- )x");
        assert!(!cursor.eat(b')') && cursor.eat(b'('));
        assert_eq!(cursor.expect_next(b'-'), Ok(()));
        let refused = |error: ParseError| (error.span, error.found, error.expected);
        let expected = |span, found: &str| (span, found.to_string(), "`)`".into());
        assert_eq!(cursor.expect_next(b')').map_err(refused), Err(expected(4..5, "`)`")));
        assert_eq!(cursor.expect(b')'), Ok(()));
        assert_eq!(cursor.expect(b')').map_err(refused), Err(expected(5..6, "`x`")));
        cursor.go_to(99);
        assert_eq!(cursor.at(), 6);
        assert_eq!(cursor.expect(b')').map_err(refused), Err(expected(6..6, "the end")));
        cursor.go_to(5);
        assert_eq!(cursor.expect_end().map_err(refused).unwrap_err().0, 5..6);
    }

    #[test]
    fn lists_have_commas_between_items() {
        let list = |text: &str| -> Parsed<(alloc::vec::Vec<i64>, usize)> {
            let mut cursor = Cursor::new(text);
            Ok((cursor.list(*b"{}", Cursor::integer)?, cursor.at()))
        };
        assert_eq!(list("{ } 5"), Ok((alloc::vec![], 3)));
        assert_eq!(list("{1, -2 ,3}"), Ok((alloc::vec![1, -2, 3], 10)));
        for (text, place, expected) in [
            ("1}", 0, "`{`"),
            ("{1 2}", 3, "`,` or `}`"),
            ("{1,}", 3, "an integer"),
            ("{,1}", 1, "an integer"),
            ("{1", 2, "`,` or `}`"),
        ] {
            let error = list(text).unwrap_err();
            assert_eq!((error.span.start, &*error.expected), (place, expected), "{text}");
        }
    }

    #[test]
    fn names_begin_and_go_on_with_their_letters() {
        for (text, word, identifier, hlo_name) in [
            ("_a-1.b_2 c", "_a-1.b_2", "_a", "_a-1.b_2"),
            ("Z9+1", "Z9", "Z9", "Z9"),
            ("9a.b", "", "", "9a.b"),
            ("-a", "", "", "-a"),
            (".5", "", "", ".5"),
            ("%a", "", "", ""),
            ("", "", "", ""),
        ] {
            let text = alloc::format!(" /* 1 */ {text}");
            let mut cursors = [(); 3].map(|()| Cursor::new(&text));
            let [first, second, third] = &mut cursors;
            assert_eq!([first.word(), second.identifier(), third.hlo_name()], [word, identifier, hlo_name]);
            let ends = [word, identifier, hlo_name].map(|name| 9 + name.len());
            assert_eq!(cursors.map(|cursor| cursor.at()), ends, "{text}");
        }
    }

    #[test]
    fn integers_are_all_those_of_64_bits() {
        for value in [
            0,
            7,
            -7,
            10_i64.pow(17),
            10_i64.pow(18) - 1,
            1 - 10_i64.pow(18),
            10_i64.pow(18),
            i64::MAX,
            i64::MIN,
        ] {
            let text = alloc::format!(" {value},");
            let mut cursor = Cursor::new(&text);
            assert_eq!((cursor.integer(), cursor.peek()), (Ok(value), Some(b',')), "{text}");
        }
        let zeros = alloc::format!("-{}12", "0".repeat(30));
        assert_eq!(Cursor::new(&zeros).integer(), Ok(-12));
        for (text, end, expected) in [
            ("9223372036854775808", 19, "an integer of 64 bits"),
            ("-9223372036854775809 ", 20, "an integer of 64 bits"),
            ("99999999999999999999", 20, "an integer of 64 bits"),
            ("", 0, "an integer"),
            ("-", 1, "an integer"),
            ("-x1 ", 1, "an integer"),
            ("x1 ", 2, "an integer"),
            ("1.5 ", 3, "an integer"),
            ("1_0 ", 3, "an integer"),
            ("12e3.4_f-", 8, "an integer"),
        ] {
            let error = Cursor::new(text).integer().unwrap_err();
            assert_eq!((error.span, &*error.expected), (0..end, expected), "{text}");
        }
        for (text, is_negative) in
            [("-1", true), (" -0", true), ("- 1", false), ("-x", false), ("1", false), ("", false)]
        {
            assert_eq!(Cursor::new(text).is_negative_number(), is_negative, "{text}");
        }
        for (text, value) in [("3", Ok(3)), (" 4", Ok(4)), (" 2", Err(1..2)), ("-9", Err(0..2))] {
            let found = Cursor::new(text).at_least(3, "a size").map_err(|error| {
                assert_eq!(error.expected, "a size, at least 3");
                error.span
            });
            assert_eq!(found, value, "{text}");
        }
    }

    #[test]
    fn an_error_shows_what_is_found_up_to_a_length() {
        for (text, found) in [("a_1-", "a_1"), ("-a", "-"), ("é1", "é"), ("_", "_")] {
            let error = Cursor::new(text).unexpected("a name");
            assert_eq!((error.found, error.span), (format!("`{found}`"), 0..found.len()), "{text}");
        }
        let (whole, cut) = ("x".repeat(40), "x".repeat(41));
        assert_eq!(Cursor::new(&whole).unexpected("a name").found, format!("`{whole}`"));
        assert_eq!(Cursor::new(&cut).unexpected("a name").found, format!("`{whole}…`"));
    }
}
