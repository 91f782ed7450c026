//! The shapes of the instructions of a computation, by their names.
use super::shapes::KnownShape;
use hashbrown::{DefaultHashBuilder, HashTable, hash_table::Entry};
use std::hash::BuildHasher;
use std::ops::Range;
use std::rc::Rc;

/// The shapes of the instructions of one computation. No text is allocated for a name, and it is bounded: names beyond
/// the most that fit are unknown.
#[derive(Debug, Default)]
pub(super) struct ShapesByName {
    hasher: DefaultHashBuilder,
    text: String,
    shape_bytes: usize,
    shapes: HashTable<NamedShape>,
}

#[derive(Debug)]
struct NamedShape {
    hash: u64,
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
        self.shapes.shrink_to(KEPT, |shape| shape.hash);
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
        let hash = self.hasher.hash_one(name);
        let shape = NamedShape { hash, name: first..end, known: Rc::clone(known) };
        match self.shapes.entry(hash, |shape| shape.is_of(name, &self.text), |shape| shape.hash) {
            Entry::Occupied(mut entry) => *entry.get_mut() = shape,
            Entry::Vacant(entry) => {
                entry.insert(shape);
            }
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Rc<KnownShape>> {
        let hash = self.hasher.hash_one(name);
        self.shapes.find(hash, |shape| shape.is_of(name, &self.text)).map(|shape| &shape.known)
    }
}

impl NamedShape {
    /// Whether this is its name, of which it has the place in a text.
    fn is_of(&self, name: &str, text: &str) -> bool {
        text.get(self.name.start as usize..self.name.end as usize) == Some(name)
    }
}
