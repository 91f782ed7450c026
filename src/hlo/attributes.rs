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
            b'"' => at = string_end(text, at)?,
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

/// Where the string that begins at `at` has its last quote; none if it has none.
fn string_end(text: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}
