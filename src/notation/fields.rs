//! Texts of named values: `name(shape=(4,3), dtype='float32')`.
use super::error::ConvertError;
use super::name::Notation;
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{Error, ParseError, Parsed};
use alloc::vec::Vec;

/// A value: a number, a word or quoted text, or a list of these.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FieldValue<'a> {
    Number(i64),
    Word(&'a str),
    List(Vec<FieldValue<'a>>),
}

/// Named values, in order, none twice.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    notation: Notation,
    fields: Vec<(&'a str, FieldValue<'a>)>,
}

/// The most values of a list: no array has as many dimensions.
const MOST: usize = 1 << 12;

/// The most fields of a text.
const MOST_FIELDS: usize = 32;

impl<'a> Fields<'a> {
    /// Reads a text: a name, which may have points in it, and the fields in parentheses.
    pub(super) fn read(notation: Notation, text: &'a str) -> Result<Self, ConvertError> {
        let refuse = |error: ParseError| ConvertError::Read { notation, error: Error::Parse(error) };
        let mut cursor = Cursor::new(text);
        cursor.word();
        let fields = read_fields(&mut cursor).map_err(refuse)?;
        cursor.expect_end().map_err(refuse)?;
        Ok(Fields { notation, fields })
    }

    /// The value of a name, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<&FieldValue<'a>> {
        self.fields.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// The numbers of a name; a single number is a list of one.
    pub(super) fn numbers(&self, name: &'static str) -> Result<Option<Vec<i64>>, ConvertError> {
        let number = |value: &FieldValue<'_>| match value {
            FieldValue::Number(number) => Some(*number),
            _ => None,
        };
        let numbers = match self.get(name) {
            None | Some(FieldValue::Word("None" | "NULL" | "null" | "nullptr")) => return Ok(None),
            Some(FieldValue::Number(one)) => Some([*one].into()),
            Some(FieldValue::List(list)) => list.iter().map(number).collect(),
            Some(FieldValue::Word(_)) => None,
        };
        numbers.map(Some).ok_or_else(|| self.wrong(alloc::format!("`{name}` is no list of numbers")))
    }

    /// The number of a name, 0 if it is not there.
    pub(super) fn number(&self, name: &'static str) -> Result<i64, ConvertError> {
        match self.get(name) {
            None => Ok(0),
            Some(FieldValue::Number(number)) => Ok(*number),
            Some(_) => Err(self.wrong(alloc::format!("`{name}` is no number"))),
        }
    }

    /// The sizes of an array: the field `name`, none below 0.
    pub(super) fn extents(&self, name: &'static str) -> Result<Vec<i64>, ConvertError> {
        let extents =
            self.numbers(name)?.ok_or_else(|| self.wrong(alloc::format!("there is no `{name}`")))?;
        match extents.iter().find(|extent| **extent < 0) {
            None => Ok(extents),
            Some(extent) => Err(self.wrong(alloc::format!("a dimension of {extent} elements"))),
        }
    }

    /// What is wrong with the text.
    pub(super) fn wrong(&self, reason: impl Into<alloc::string::String>) -> ConvertError {
        ConvertError::Read { notation: self.notation, error: Error::invalid(self.notation.name(), reason) }
    }
}

fn read_fields<'a>(cursor: &mut Cursor<'a>) -> Parsed<Vec<(&'a str, FieldValue<'a>)>> {
    let mut fields: Vec<(&str, FieldValue<'_>)> = Vec::new();
    cursor.expect(b'(')?;
    while !cursor.eat(b')') {
        let start = cursor.token_start();
        let name = cursor.identifier();
        if name.is_empty() {
            return Err(cursor.unexpected("the name of a field"));
        }
        if fields.len() >= MOST_FIELDS || fields.iter().any(|(own, _)| *own == name) {
            return Err(cursor.error(start..cursor.at(), "another field"));
        }
        cursor.expect(b'=')?;
        let value = match cursor.peek() {
            Some(b'(' | b'[') => FieldValue::List(read_list(cursor)?),
            _ => read_one(cursor)?,
        };
        fields.push((name, value));
        separator(cursor, b')')?;
    }
    Ok(fields)
}

fn read_list<'a>(cursor: &mut Cursor<'a>) -> Parsed<Vec<FieldValue<'a>>> {
    let close = if cursor.eat(b'(') {
        b')'
    } else {
        cursor.expect(b'[')?;
        b']'
    };
    let mut list = Vec::new();
    while !cursor.eat(close) {
        if list.len() >= MOST {
            return Err(cursor.unexpected(alloc::format!("no more than {MOST} values")));
        }
        list.push(read_one(cursor)?);
        separator(cursor, close)?;
    }
    Ok(list)
}

fn read_one<'a>(cursor: &mut Cursor<'a>) -> Parsed<FieldValue<'a>> {
    Ok(match cursor.peek() {
        Some(quote @ (b'\'' | b'"')) => {
            cursor.expect(quote)?;
            cursor.eat(b'<');
            let word = cursor.hlo_name();
            cursor.expect(quote)?;
            FieldValue::Word(word)
        }
        Some(byte) if byte.is_ascii_alphabetic() => FieldValue::Word(cursor.word()),
        _ => FieldValue::Number(cursor.integer()?),
    })
}

/// A comma, unless the list ends.
fn separator(cursor: &mut Cursor<'_>, close: u8) -> Parsed<()> {
    if cursor.eat(b',') || cursor.peek() == Some(close) {
        return Ok(());
    }
    Err(cursor.unexpected(alloc::format!("`,` or `{}`", char::from(close))))
}

/// `(4,3)`, `(4,)`, `()`: as Python has it.
pub(super) fn tuple(numbers: &[i64]) -> alloc::string::String {
    use core::fmt::Write;
    let mut text = alloc::string::String::from("(");
    for (place, number) in numbers.iter().enumerate() {
        // writing to a string does not fail
        let _ = write!(text, "{}{number}", if place > 0 { "," } else { "" });
    }
    if numbers.len() == 1 {
        text.push(',');
    }
    text.push(')');
    text
}
