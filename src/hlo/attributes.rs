//! Attributes of instructions: names with values that are kept as text.
use crate::dynamic::ParseError;
use crate::dynamic::cursor::Cursor;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// `name=value, name=value, …` as it stands in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attributes<'t>(pub(super) &'t str);

impl<'t> Attributes<'t> {
    /// The attributes as they are written, comments between them too.
    pub fn as_str(self) -> &'t str {
        self.0
    }

    /// The value of that name, as it is written.
    pub fn get(self, name: &str) -> Option<&'t str> {
        self.iter().find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// All names with their values.
    pub fn iter(self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        let mut cursor = Cursor::new(self.0);
        core::iter::from_fn(move || {
            while cursor.eat(b',') {}
            let rest = &self.0[cursor.token_start()..];
            let (attribute, _) = rest.split_at(value_end(rest.as_bytes()).unwrap_or(rest.len()));
            if attribute.is_empty() {
                return None;
            }
            cursor.go_to(cursor.at() + attribute.len());
            let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
            Some((name.trim_end(), value.trim()))
        })
    }

    /// The numbers in a value `{1,0}` or `3`; none if the attribute is not there, or says something else.
    pub fn integers(self, name: &str) -> Option<SmallVec<[i64; 6]>> {
        integers(self.get(name)?)
    }

    /// A value that is one number.
    pub fn integer(self, name: &str) -> Option<i64> {
        self.get(name)?.parse().ok()
    }

    /// A value that is one number, as the number of a dimension or of an element.
    pub fn index(self, name: &str) -> Option<usize> {
        self.get(name)?.parse().ok()
    }

    /// The numbers in a value `{1,0}`, as numbers of dimensions.
    pub fn dimensions(self, name: &str) -> Option<SmallVec<[usize; 6]>> {
        integers(self.get(name)?)?.into_iter().map(|number| usize::try_from(number).ok()).collect()
    }
}

/// The numbers in a text `{1,0}` or `1,0`.
pub(super) fn integers(text: &str) -> Option<SmallVec<[i64; 6]>> {
    let inner = text.strip_prefix('{').map_or(Some(text), |inner| inner.strip_suffix('}'))?;
    if inner.trim().is_empty() {
        return Some(SmallVec::new());
    }
    inner.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// The lists of a text `{{0,1},{2,3}}`.
pub(super) fn lists(text: &str) -> Option<Vec<SmallVec<[i64; 6]>>> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    inner.split('}').filter_map(|list| list.split_once('{')).map(|(_, list)| integers(list)).collect()
}

/// The triples of a text `{[0:10:2], [3:5]}`: first, limit and step, which is 1 if it is not there.
pub(super) fn slices(text: &str) -> Option<Vec<[i64; 3]>> {
    let slices = Cursor::new(text).list(*b"{}", |cursor| {
        cursor.expect(b'[')?;
        let first = cursor.integer()?;
        cursor.expect(b':')?;
        let limit = cursor.integer()?;
        let step = if cursor.eat(b':') { cursor.integer()? } else { 1 };
        cursor.expect(b']')?;
        Ok::<_, ParseError>([first, limit, step])
    });
    slices.ok()
}

/// Where a value ends: at a comma, a blank or a brace outside all brackets and quotes. A bracket may follow a blank, as
/// in `mesh['x'=2] {'x'}`. None, if a bracket or a quote stays open.
pub(super) fn value_end(text: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => at += 1 + string_end(&text[at + 1..])?,
            b'(' | b'[' | b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at),
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b' ' if depth == 0 => {
                let blanks = text[at..].iter().take_while(|byte| **byte == b' ').count();
                if !matches!(text.get(at + blanks), Some(b'{' | b'[' | b'(')) {
                    return Some(at);
                }
                at += blanks - 1;
            }
            b',' | b'\n' | b'\r' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    (depth == 0).then_some(text.len())
}

/// Where a string that is open here has its last quote; none if it has none.
fn string_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += plain(text.get(at..)?);
        match text.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// A number of bytes in which neither a string ends nor one is escaped: all up to the first of these, but for less than
/// 8 at the end of the text.
fn plain(text: &[u8]) -> usize {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    // the highest bit of the first byte that is this one, and of some behind it
    let places = |word: u64, byte: u8| {
        let other = word ^ (EACH * u64::from(byte));
        other.wrapping_sub(EACH) & !other & (EACH << 7)
    };
    let (words, _) = text.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let places = places(word, b'"') | places(word, b'\\');
        if places != 0 {
            return 8 * number + places.trailing_zeros() as usize / 8;
        }
    }
    8 * words.len()
}

#[cfg(test)]
mod tests {
    use super::string_end;
    use alloc::vec::Vec;

    #[test]
    fn strings_end_at_their_first_quote_that_is_not_escaped() {
        let by_bytes = |text: &[u8]| {
            let mut is_escaped = false;
            text.iter().position(|&byte| {
                let ends = byte == b'"' && !is_escaped;
                is_escaped = byte == b'\\' && !is_escaped;
                ends
            })
        };
        // two bytes of these at any two places, and what is next to them in value
        for bytes in
            [*b"\"\"", *b"\\\"", *b"\\\\", *b"\"!", *b"#\"", *b"[\"", *b"]\\", [0xa2, 0xdc], [0, 0xff]]
        {
            for len in 0..27 {
                for (first, second) in (0..len).flat_map(|first| (0..len).map(move |second| (first, second)))
                {
                    let mut text: Vec<u8> = (0..len).map(|at| b'a' + at).collect();
                    text[usize::from(first)] = bytes[0];
                    text[usize::from(second)] = bytes[1];
                    assert_eq!(string_end(&text), by_bytes(&text), "{text:?}");
                }
            }
        }
    }
}
