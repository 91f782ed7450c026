//! What memory does for an access of many threads: the facts, and who waits for whom.
use crate::facts::Fact;
use crate::mistake::{Mistake, mistake};
use std::slice;
use tilework::access::{Banks, ThreadAccess};
use tilework::dynamic::{DynLayout, DynTuple, Error, Offset};

/// The blocks in which memory is moved: sectors and lines.
const BLOCKS: [(&str, usize); 3] = [("sectors", 32), ("lines", 64), ("lines", 128)];

/// Reads `32x4`, banks x bytes.
///
/// # Errors
/// If a number is missing or 0.
pub fn read_banks(text: &str) -> Result<(usize, usize), Mistake> {
    let positive = |number: &str| number.parse::<usize>().ok().filter(|number| *number > 0);
    let read = text.split_once('x').and_then(|(count, width)| Some((positive(count)?, positive(width)?)));
    read.ok_or_else(|| mistake!("{text}: banks are written 32x4, banks x bytes"))
}

/// What memory does for some accesses, one after another.
#[derive(Debug)]
pub struct Served {
    /// The bytes that are asked for, each once in an access.
    pub footprint: u64,
    /// Kinds of blocks, their bytes, and how many are touched.
    pub blocks: [(&'static str, usize, u64); BLOCKS.len()],
    /// The most words that one bank gives in a phase.
    pub ways: usize,
    /// The turns that the banks take.
    pub wavefronts: usize,
    /// The turns they would take without conflicts.
    pub phases: usize,
}

impl Served {
    /// Counts all of it.
    ///
    /// # Errors
    /// If more is touched than is looked at.
    pub fn of(accesses: &[ThreadAccess], banks: Banks) -> Result<Served, Error> {
        let mut served = Served {
            footprint: 0,
            blocks: BLOCKS.map(|(name, bytes)| (name, bytes, 0)),
            ways: 0,
            wavefronts: 0,
            phases: 0,
        };
        for access in accesses {
            served.footprint += access.footprint();
            for (_, bytes, touched) in &mut served.blocks {
                *touched += access.blocks_touched(*bytes)?;
            }
            served.ways = served.ways.max(access.ways(banks)?);
            served.wavefronts += access.wavefronts(banks)?;
            served.phases += access.addresses().len().div_ceil(banks.threads_of_a_phase(access.bytes()));
        }
        Ok(served)
    }

    /// In words.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![("footprint".to_string(), format!("{} bytes", self.footprint))];
        for (name, bytes, touched) in self.blocks {
            facts.push((name.to_string(), format!("{touched} of {bytes} bytes")));
        }
        facts.push(("bank conflicts".to_string(), format!("{}-way", self.ways)));
        facts.push(("wavefronts".to_string(), format!("{}, at least {}", self.wavefronts, self.phases)));
        facts
    }
}

/// The facts about an access.
///
/// # Errors
/// If more is touched than is looked at.
pub(crate) fn facts(access: &ThreadAccess, banks: Banks) -> Result<Vec<Fact>, Mistake> {
    let threads = format!("{}, {} bytes each", access.addresses().len(), access.bytes());
    let mut facts = vec![("threads".to_string(), threads)];
    facts.extend(Served::of(slice::from_ref(access), banks)?.facts());
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
