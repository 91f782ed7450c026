//! The format `.safetensors`: the length of a header, the header in JSON, then the arrays without gaps.
use super::contents::{Contents, Format, Tensor};
use super::record::Record;
use crate::failure::{Failure, mistake};
use safetensors::SafeTensors;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io;

/// The metadata of a tensor stand under this and its name.
const KEY: &str = "tilework.layout.";

/// The bytes of the length of the header.
const LENGTH: usize = 8;

pub(super) fn read(file: &[u8]) -> Result<Contents, Failure> {
    if let Some(name) = duplicate(file) {
        return Err(mistake!("the header names `{name}` twice"));
    }
    let (length, header) = SafeTensors::read_metadata(file).map_err(|error| mistake!("{error}"))?;
    let begin = LENGTH + length;
    let mut metadata: BTreeMap<String, String> =
        header.metadata().clone().unwrap_or_default().into_iter().collect();
    let mut tensors = Vec::new();
    for name in header.offset_keys() {
        let Some(info) = header.info(&name) else { continue };
        let shape = info.shape.iter().map(|&size| i64::try_from(size));
        let shape =
            shape.collect::<Result<Vec<i64>, _>>().map_err(|_| mistake!("{name}: too large a shape"))?;
        let record = metadata
            .remove(&format!("{KEY}{name}"))
            .map(|text| Record::parse(&text).map(Box::new))
            .transpose();
        tensors.push(Tensor {
            element: info.dtype.to_string(),
            bits: info.dtype.bitsize(),
            shape,
            is_fortran: false,
            record: record.map_err(|failure| failure.within(&name))?,
            bytes: begin + info.data_offsets.0..begin + info.data_offsets.1,
            name,
        });
    }
    Ok(Contents { format: Format::SafeTensors, tensors, metadata })
}

/// The length and the header, filled up to whole words of 8 bytes; the tensors begin at 0 behind it.
pub(super) fn header(contents: &Contents) -> Result<Vec<u8>, Failure> {
    let mut metadata = contents.metadata.clone();
    for tensor in &contents.tensors {
        if let Some(record) = &tensor.record {
            metadata.insert(format!("{KEY}{}", tensor.name), record.to_json());
        }
    }
    let mut header = vec![0; LENGTH];
    header.push(b'{');
    if !metadata.is_empty() {
        header.extend(format!("\"__metadata__\":{},", text(&metadata)?).bytes());
    }
    for tensor in &contents.tensors {
        let offsets = [tensor.bytes.start, tensor.bytes.end];
        let (name, element) = (text(&tensor.name)?, text(&tensor.element)?);
        let (shape, offsets) = (text(&tensor.shape)?, text(&offsets)?);
        let entry = format!("{name}:{{\"dtype\":{element},\"shape\":{shape},\"data_offsets\":{offsets}}},");
        header.extend(entry.bytes());
    }
    if header.last() == Some(&b',') {
        header.pop();
    }
    header.push(b'}');
    header.resize(header.len().next_multiple_of(8), b' ');
    let length = (header.len() - LENGTH) as u64;
    header[..LENGTH].copy_from_slice(&length.to_le_bytes());
    Ok(header)
}

fn text(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Output(io::Error::other(error)))
}

/// The name that a header has twice, if it can be read at all: readers disagree on which of the two counts.
fn duplicate(file: &[u8]) -> Option<String> {
    let (length, rest) = file.split_first_chunk::<LENGTH>()?;
    let header = rest.get(..usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    serde_json::Deserializer::from_slice(header).deserialize_map(Duplicate).ok()?
}

/// Finds a key that an object has twice.
struct Duplicate;

impl<'de> Visitor<'de> for Duplicate {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<String>, A::Error> {
        let (mut seen, mut duplicate) = (HashSet::new(), None);
        while let Some((key, IgnoredAny)) = map.next_entry::<String, IgnoredAny>()? {
            if seen.contains(&key) {
                duplicate.get_or_insert(key);
            } else {
                seen.insert(key);
            }
        }
        Ok(duplicate)
    }
}
