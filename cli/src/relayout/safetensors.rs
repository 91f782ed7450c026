//! The format `.safetensors`: the length of a header, the header in JSON, then the arrays without gaps.
use super::contents::{Contents, Format, Tensor};
use super::record::Record;
use crate::failure::{Failure, mistake};
use safetensors::tensor::TensorInfo;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::mem;

/// The metadata of a tensor stand under this and its name.
const KEY: &str = "tilework.layout.";

/// Where the metadata of a file stand.
const METADATA: &str = "__metadata__";

/// The bytes of the length of the header.
const LENGTH: usize = 8;

/// No header is longer: other readers refuse such files.
const MOST_HEADER_BYTES: usize = 100_000_000;

pub(super) fn read(file: &[u8]) -> Result<Contents, Failure> {
    let (length, rest) =
        file.split_first_chunk::<LENGTH>().ok_or_else(|| mistake!("the header is cut off"))?;
    let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
    if length > MOST_HEADER_BYTES {
        return Err(mistake!("a header of {length} bytes, more than {MOST_HEADER_BYTES}"));
    }
    let (header, data) = rest
        .split_at_checked(length)
        .ok_or_else(|| mistake!("the header is cut off: it has {length} bytes"))?;
    let header = str::from_utf8(header).map_err(|error| mistake!("the header is no text: {error}"))?;
    let Header { mut tensors, records, metadata } = serde_json::from_str(header)
        .map_err(|error| mistake!("the header is not as it should be: {error}"))?;
    tensors.sort_by_key(|tensor| (tensor.bytes.start, tensor.bytes.end));
    let mut contents = Contents { format: Format::SafeTensors, tensors, metadata };
    contents.record(records)?;
    let mut end = 0;
    for tensor in &contents.tensors {
        end = check(tensor, end)?;
    }
    if end != data.len() {
        return Err(mistake!("the arrays need {end} bytes, the file has {} for them", data.len()));
    }
    contents.place(LENGTH + length);
    Ok(contents)
}

/// Checks that an array begins where the one before it ends, and has as many bytes as its shape needs: where it ends.
fn check(tensor: &Tensor, begin: usize) -> Result<usize, Failure> {
    let Tensor { name, element, bits, shape, bytes, .. } = tensor;
    if bytes.start != begin || bytes.end < begin {
        return Err(mistake!(
            "{name}: it should begin at byte {begin}, and has the bytes from {} to {}",
            bytes.start,
            bytes.end
        ));
    }
    let elements = shape.iter().try_fold(1_i64, |product, size| product.checked_mul(*size));
    let needed = elements.and_then(|elements| usize::try_from(elements).ok()?.checked_mul(*bits));
    let needed = needed.ok_or_else(|| mistake!("{name}: too large a shape"))?;
    if bytes.len().checked_mul(8) != Some(needed) {
        return Err(mistake!(
            "{name}: {element} of shape {shape:?} has {needed} bits, and there are {} bytes for it",
            bytes.len()
        ));
    }
    Ok(bytes.end)
}

impl Contents {
    /// Puts the arrays, whose places are counted from the first one, behind a header of so many bytes.
    fn place(&mut self, header: usize) {
        for tensor in &mut self.tensors {
            tensor.bytes = tensor.bytes.start + header..tensor.bytes.end + header;
        }
    }

    /// Gives the arrays what is said about them. What is said about none stays as it is. No name counts twice: readers
    /// disagree on which of the two is meant.
    fn record(&mut self, records: Vec<(Box<str>, Box<str>)>) -> Result<(), Failure> {
        let mut by_name: Vec<&mut Tensor> = self.tensors.iter_mut().collect();
        by_name.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        if let Some(twice) = by_name.windows(2).find(|two| two[0].name == two[1].name) {
            return Err(mistake!("the header names `{}` twice", twice[0].name));
        }
        for (name, text) in records {
            match by_name.binary_search_by(|tensor| tensor.name.cmp(&name)) {
                Ok(found) if by_name[found].record.is_some() => {
                    return Err(mistake!("the header says twice which layout `{name}` has"));
                }
                Ok(found) => {
                    Record::parse(&text).map_err(|failure| failure.within(&name))?;
                    by_name[found].record = Some(text);
                }
                Err(_) => {
                    self.metadata.insert(format!("{KEY}{name}"), text.into());
                }
            }
        }
        Ok(())
    }
}

/// What a header says, in the order in which it does; places are counted from the first array.
#[derive(Default)]
struct Header {
    tensors: Vec<Tensor>,
    /// What is said about arrays, by their names.
    records: Vec<(Box<str>, Box<str>)>,
    metadata: BTreeMap<String, String>,
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Header, D::Error> {
        deserializer.deserialize_map(HeaderVisitor)
    }
}

struct HeaderVisitor;

impl<'de> Visitor<'de> for HeaderVisitor {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the arrays by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
        let mut header = Header::default();
        while let Some(name) = map.next_key::<Box<str>>()? {
            if &*name == METADATA {
                if !header.records.is_empty() || !header.metadata.is_empty() {
                    return Err(A::Error::custom(format_args!("it names `{METADATA}` twice")));
                }
                let Said(said) = map.next_value()?;
                for (key, text) in said {
                    match key.strip_prefix(KEY) {
                        Some(name) => header.records.push((name.into(), text)),
                        None => {
                            header.metadata.insert(key.into(), text.into());
                        }
                    }
                }
                continue;
            }
            let info: TensorInfo = map.next_value()?;
            let element = info.dtype.to_string();
            // few types, and many arrays
            let before = header.tensors.last().map(|before| &before.element);
            let element =
                before.filter(|before| ***before == *element).cloned().unwrap_or_else(|| element.into());
            let shape = info.shape.iter().map(|&size| i64::try_from(size)).collect::<Result<_, _>>();
            header.tensors.push(Tensor {
                shape: shape.map_err(|_| A::Error::custom(format_args!("{name}: too large a shape")))?,
                name,
                element,
                bits: info.dtype.bitsize(),
                is_fortran: false,
                record: None,
                bytes: info.data_offsets.0..info.data_offsets.1,
            });
        }
        Ok(header)
    }
}

/// Texts by key, in their order.
struct Said(Vec<(Box<str>, Box<str>)>);

impl<'de> Deserialize<'de> for Said {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Said, D::Error> {
        deserializer.deserialize_map(SaidVisitor)
    }
}

struct SaidVisitor;

impl<'de> Visitor<'de> for SaidVisitor {
    type Value = Said;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("texts by key")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Said, A::Error> {
        let mut said = Vec::new();
        while let Some(entry) = map.next_entry()? {
            said.push(entry);
        }
        Ok(Said(said))
    }
}

/// Writes a header array by array. What is said about the arrays stands in front of them, and both may be long: they
/// are written side by side.
pub(super) struct HeaderWriter<W> {
    metadata: Part<W>,
    tensors: Part<W>,
    is_said: bool,
    is_first: bool,
}

/// A part of a header, and how many bytes were written of it.
struct Part<W> {
    out: W,
    length: usize,
}

impl<W: Write> Part<W> {
    fn write(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.length += bytes.as_ref().len();
        self.out.write_all(bytes.as_ref())
    }
}

impl<W: Write> HeaderWriter<W> {
    /// Begins a header of so many bytes in all, as far as that is known, with what is said about no array. The second
    /// writer is for what follows what the first one gets.
    pub(super) fn new(
        length: usize,
        said: &BTreeMap<String, String>,
        [metadata, tensors]: [W; 2],
    ) -> io::Result<HeaderWriter<W>> {
        let [metadata, tensors] = [metadata, tensors].map(|out| Part { out, length: 0 });
        let mut writer = HeaderWriter { metadata, tensors, is_said: false, is_first: true };
        writer.metadata.write((length.saturating_sub(LENGTH) as u64).to_le_bytes())?;
        writer.metadata.write("{")?;
        for (key, text) in said {
            writer.say(key, text)?;
        }
        Ok(writer)
    }

    /// The next array.
    pub(super) fn add(&mut self, tensor: &Tensor) -> io::Result<()> {
        if let Some(record) = &tensor.record {
            self.say(&format!("{KEY}{}", tensor.name), record)?;
        }
        let comma = if mem::take(&mut self.is_first) { "" } else { "," };
        let (name, element) = (json!(tensor.name), json!(*tensor.element));
        let (shape, offsets) = (json!(tensor.shape), json!([tensor.bytes.start, tensor.bytes.end]));
        self.tensors.write(format!(
            "{comma}{name}:{{\"dtype\":{element},\"shape\":{shape},\"data_offsets\":{offsets}}}"
        ))
    }

    /// Fills the header up to whole words of 8 bytes: how many bytes were written of both parts.
    pub(super) fn finish(mut self) -> io::Result<[usize; 2]> {
        let ends = match (self.is_said, self.is_first) {
            (true, false) => "},",
            (true, true) => "}",
            (false, _) => "",
        };
        self.metadata.write(ends)?;
        self.tensors.write("}")?;
        let length = self.metadata.length + self.tensors.length;
        self.tensors.write(" ".repeat(length.next_multiple_of(8) - length))?;
        self.metadata.out.flush()?;
        self.tensors.out.flush()?;
        let lengths = [self.metadata.length, self.tensors.length];
        match lengths[0] + lengths[1] - LENGTH {
            ..=MOST_HEADER_BYTES => Ok(lengths),
            many => Err(io::Error::other(format!(
                "the header would have {many} bytes; more than {MOST_HEADER_BYTES} nobody reads"
            ))),
        }
    }

    fn say(&mut self, key: &str, text: &str) -> io::Result<()> {
        let (key, text) = (json!(key), json!(text));
        let before = if mem::replace(&mut self.is_said, true) {
            String::from(",")
        } else {
            format!("\"{METADATA}\":{{")
        };
        self.metadata.write(format!("{before}{key}:{text}"))
    }
}
