//! The format `.npy` of NumPy, versions 1 to 3: a Python dictionary, then the elements.
use super::contents::{Contents, Format, Tensor};
use super::record::Record;
use crate::failure::{Failure, mistake};
use std::collections::BTreeMap;

/// The bytes a file begins with.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The layout stands in a comment of the dictionary, which NumPy skips.
const COMMENT: &str = "# tilework ";

/// No array of numbers has a longer header: NumPy itself refuses more than 10,000 bytes.
const MOST_HEADER_BYTES: usize = 1 << 20;

pub(super) fn read(name: &str, file: &[u8]) -> Result<Contents, Failure> {
    let too_short = || mistake!("the header is cut off");
    let &[major, _] = file.get(MAGIC.len()..MAGIC.len() + 2).ok_or_else(too_short)? else {
        return Err(too_short());
    };
    let begin = MAGIC.len() + 2;
    let (length, begin) = match major {
        1 => {
            let length = file.get(begin..).and_then(|rest| rest.first_chunk::<2>()).ok_or_else(too_short)?;
            (usize::from(u16::from_le_bytes(*length)), begin + 2)
        }
        2 | 3 => {
            let length = file.get(begin..).and_then(|rest| rest.first_chunk::<4>()).ok_or_else(too_short)?;
            (usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX), begin + 4)
        }
        _ => return Err(mistake!("version {major} of .npy files is not known")),
    };
    if length > MOST_HEADER_BYTES {
        return Err(mistake!("a header of {length} bytes, more than {MOST_HEADER_BYTES}"));
    }
    let data = begin + length;
    let header = file.get(begin..data).ok_or_else(too_short)?;
    // version 3 is UTF-8, the others Latin-1: of both only ASCII is read
    let header = str::from_utf8(header).map_err(|_| mistake!("the header is no text"))?;
    let mut tensor = Dictionary { text: header, at: 0 }.read()?;
    let elements = tensor.shape.iter().try_fold(1_i64, |product, size| product.checked_mul(*size));
    let bytes = elements.and_then(|elements| elements.checked_mul(i64::try_from(tensor.bits / 8).ok()?));
    let bytes = bytes
        .and_then(|bytes| usize::try_from(bytes).ok())
        .ok_or_else(|| mistake!("the array is too large"))?;
    if file.len() - data != bytes {
        return Err(mistake!("the array needs {bytes} bytes, the file has {} for it", file.len() - data));
    }
    tensor.name = name.into();
    tensor.bytes = data..data + bytes;
    Ok(Contents { format: Format::Npy, tensors: vec![tensor], metadata: BTreeMap::new() })
}

/// The header of an array, filled up to whole lines of 64 bytes.
pub(super) fn header(tensor: &Tensor) -> Vec<u8> {
    let shape: Vec<String> = tensor.shape.iter().map(|size| format!("{size},")).collect();
    let shape = shape.join(" ");
    // Python writes (3, 4), and (3,) where there is one only
    let shape = if tensor.shape.len() > 1 { shape.trim_end_matches(',') } else { &shape };
    let order = if tensor.is_fortran { "True" } else { "False" };
    let mut text =
        format!("{{'descr': '{}', 'fortran_order': {order}, 'shape': ({shape}), }}", tensor.element);
    if let Some(record) = &tensor.record {
        text += &format!(" {COMMENT}{record}");
    }
    let (version, length) = if text.len() + 128 < usize::from(u16::MAX) { (1, 2) } else { (2, 4) };
    let begin = MAGIC.len() + 2 + length;
    let total = (begin + text.len() + 1).next_multiple_of(64);
    text += &" ".repeat(total - begin - text.len() - 1);
    text.push('\n');
    let mut header = MAGIC.to_vec();
    header.extend([version, 0]);
    header.extend(&text.len().to_le_bytes()[..length]);
    header.extend(text.bytes());
    header
}

/// Reads the dictionary `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }` and the comment behind it.
struct Dictionary<'a> {
    text: &'a str,
    at: usize,
}

impl Dictionary<'_> {
    fn read(mut self) -> Result<Tensor, Failure> {
        let (mut element, mut is_fortran, mut shape) = (None, None, None);
        self.expect('{')?;
        while !self.eat('}') {
            let key = self.string()?;
            self.expect(':')?;
            let twice = match key.as_str() {
                "descr" => element.replace(self.string()?).is_some(),
                "fortran_order" => is_fortran.replace(self.boolean()?).is_some(),
                "shape" => shape.replace(self.shape()?).is_some(),
                _ => return Err(mistake!("the header has a key `{key}`")),
            };
            if twice {
                return Err(mistake!("the header names `{key}` twice"));
            }
            if !self.eat(',') {
                self.expect('}')?;
                break;
            }
        }
        let rest = self.text[self.at..].trim();
        let record = match rest.strip_prefix(COMMENT.trim_end()) {
            Some(record) => {
                Record::parse(record)?;
                Some(record.trim().into())
            }
            None if rest.is_empty() || rest.starts_with('#') => None,
            None => return Err(self.unexpected("the end of the header")),
        };
        let (Some(element), Some(is_fortran), Some(shape)) = (element, is_fortran, shape) else {
            return Err(mistake!("the header has not all of `descr`, `fortran_order` and `shape`"));
        };
        let bits = element_bits(&element)?;
        Ok(Tensor { name: "".into(), element: element.into(), bits, shape, is_fortran, record, bytes: 0..0 })
    }

    fn unexpected(&self, expected: &str) -> Failure {
        let found = self.text[self.at..].trim_start().chars().next();
        let found = found.map_or(String::from("its end"), |found| format!("`{}`", found.escape_default()));
        mistake!("the header: expected {expected}, found {found} at position {}", self.at)
    }

    fn eat(&mut self, token: char) -> bool {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        let is_there = rest.starts_with(token);
        self.at += if is_there { token.len_utf8() } else { 0 };
        is_there
    }

    fn expect(&mut self, token: char) -> Result<(), Failure> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(&format!("`{token}`"))) }
    }

    fn string(&mut self) -> Result<String, Failure> {
        let quote = ['\'', '"'].into_iter().find(|quote| self.eat(*quote));
        let quote = quote.ok_or_else(|| self.unexpected("a string: arrays of records are not moved"))?;
        let rest = &self.text[self.at..];
        let end = rest.find([quote, '\\', '\n']).filter(|end| rest[*end..].starts_with(quote));
        let end = end.ok_or_else(|| self.unexpected("a string on one line"))?;
        self.at += end + 1;
        Ok(rest[..end].to_string())
    }

    fn word(&mut self) -> &str {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at = start + end;
        &self.text[start..self.at]
    }

    fn boolean(&mut self) -> Result<bool, Failure> {
        match self.word() {
            "True" => Ok(true),
            "False" => Ok(false),
            _ => Err(self.unexpected("True or False")),
        }
    }

    fn shape(&mut self) -> Result<Vec<i64>, Failure> {
        let mut shape = Vec::new();
        self.expect('(')?;
        while !self.eat(')') {
            // Python 2 wrote long integers with an L
            match self.word().trim_end_matches('L').parse() {
                Ok(size @ 0..) => shape.push(size),
                _ => return Err(self.unexpected("a size")),
            }
            if !self.eat(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(shape)
    }
}

/// The bits of an element of this type: `<f4`, `|V2`, `>c16`, `<M8[ns]`. Bytes keep their order, whatever it is.
fn element_bits(element: &str) -> Result<usize, Failure> {
    let refuse = || mistake!("elements of type `{element}` are not moved: they have 1, 2, 4, 8 or 16 bytes");
    let rest = element.strip_prefix(['<', '>', '|', '=']).ok_or_else(refuse)?;
    let mut letters = rest.chars();
    let kind = letters.next().ok_or_else(refuse)?;
    let digits = letters.as_str().split('[').next().unwrap_or_default();
    let bytes: usize = digits.parse().map_err(|_| refuse())?;
    // NumPy counts the letters of text in 4 bytes each
    let bytes = if kind == 'U' { bytes.saturating_mul(4) } else { bytes };
    let is_known = "?bBiufcmMVSU".contains(kind) && element.is_ascii() && !element.contains('\'');
    (is_known && matches!(bytes, 1 | 2 | 4 | 8 | 16)).then_some(bytes * 8).ok_or_else(refuse)
}
