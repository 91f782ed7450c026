//! The shapes of the instructions of a computation, by their names.
use super::shapes::KnownShape;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::ops::Range;
use std::rc::Rc;

/// The shapes of the instructions of one computation. No text is allocated for a name, and it is bounded: names beyond
/// the most that fit are unknown.
#[derive(Debug, Default)]
pub(super) struct ShapesByName {
    hasher: RandomState,
    text: String,
    shape_bytes: usize,
    shapes: HashMap<u64, NamedShape, BuildHasherDefault<AsItIs>>,
}

#[derive(Debug)]
struct NamedShape {
    name: Range<u32>,
    known: Rc<KnownShape>,
}

/// The most names, and the most bytes of them and of the shapes they stand for.
const MOST_NAMES: usize = 1 << 18;
const MOST_BYTES: usize = 1 << 23;
const MOST_SHAPE_BYTES: usize = 1 << 25;

impl ShapesByName {
    /// Forgets all names: a computation begins.
    pub(super) fn clear(&mut self) {
        const KEPT: usize = 1 << 10;
        self.text.clear();
        self.shape_bytes = 0;
        self.shapes.clear();
        self.shapes.shrink_to(KEPT);
    }

    pub(super) fn insert(&mut self, name: &str, known: &Rc<KnownShape>) {
        let start = self.text.len();
        let shape_bytes = self.shape_bytes + known.text.len();
        if start + name.len() > MOST_BYTES
            || shape_bytes > MOST_SHAPE_BYTES
            || self.shapes.len() >= MOST_NAMES
        {
            return;
        }
        let (Ok(first), Ok(end)) = (u32::try_from(start), u32::try_from(start + name.len())) else { return };
        self.shape_bytes = shape_bytes;
        self.text.push_str(name);
        let entry = NamedShape { name: first..end, known: Rc::clone(known) };
        self.shapes.insert(self.hasher.hash_one(name), entry);
    }

    pub(super) fn get(&self, name: &str) -> Option<&Rc<KnownShape>> {
        let entry = self.shapes.get(&self.hasher.hash_one(name))?;
        let range = entry.name.start as usize..entry.name.end as usize;
        (self.text.get(range) == Some(name)).then_some(&entry.known)
    }
}

/// The hash of a number that is a hash already.
#[derive(Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
