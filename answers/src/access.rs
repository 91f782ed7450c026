//! What memory does for an access of many threads: the facts, and who waits for whom.
use crate::facts::Fact;
use crate::mistake::{Mistake, mistake};
use tilework::access::{Banks, ThreadAccess};
use tilework::dynamic::{DynLayout, DynTuple, Error, Offset};

/// The blocks in which memory is moved: sectors and lines.
const BLOCKS: [(&str, usize); 3] = [("sectors", 32), ("lines", 64), ("lines", 128)];

/// Reads `32x4`, banks x bytes.
///
/// # Errors
/// If a number is missing or 0.
pub(crate) fn read_banks(text: &str) -> Result<(usize, usize), Mistake> {
    let positive = |number: &str| number.parse::<usize>().ok().filter(|number| *number > 0);
    let read = text.split_once('x').and_then(|(count, width)| Some((positive(count)?, positive(width)?)));
    read.ok_or_else(|| mistake!("{text}: banks are written 32x4, banks x bytes"))
}

/// The facts about an access.
///
/// # Errors
/// If more is touched than is looked at.
pub(crate) fn facts(access: &ThreadAccess, banks: Banks) -> Result<Vec<Fact>, Mistake> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: String| facts.push((name.to_string(), value));
    fact("threads", format!("{}, {} bytes each", access.addresses().len(), access.bytes()));
    fact("footprint", format!("{} bytes", access.footprint()));
    for (name, bytes) in BLOCKS {
        fact(name, format!("{} of {bytes} bytes", access.blocks_touched(bytes)?));
    }
    let phases = access.addresses().len().div_ceil(banks.threads_of_a_phase(access.bytes()));
    fact("bank conflicts", format!("{}-way", access.ways(banks)?));
    fact("wavefronts", format!("{}, at least {phases}", access.wavefronts(banks)?));
    Ok(facts)
}

/// The index of an element that a thread takes, an integer for each mode of the layout.
///
/// # Errors
/// If it is outside the layout.
pub(crate) fn element_index(layout: &DynLayout, element: &Offset) -> Result<Vec<i64>, Error> {
    let parts = match element {
        Offset::Int(number) => {
            return Ok(layout.coordinate_by_mode(&DynTuple::leaf(*number))?.leaves().to_vec());
        }
        Offset::Coordinate(parts) => parts,
    };
    let mut index = vec![0; layout.rank().max(1)];
    for (axis, entry) in parts {
        if let Some(place) = axis.path().first().and_then(|&mode| index.get_mut(usize::from(mode))) {
            *place = *entry;
        }
    }
    Ok(index)
}
