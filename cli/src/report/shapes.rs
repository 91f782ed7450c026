//! What is known of a shape, found out once for each text.
use crate::suggest::candidates;
use hashbrown::HashMap;
use std::rc::Rc;
use tilework::dynamic::Error;
use tilework::xla::{ArrayShape, Chip, Shape, byte_size, padded_size};

/// What is known of a shape.
#[derive(Debug)]
pub(super) struct KnownShape {
    pub(super) text: Box<str>,
    pub(super) shape: Shape,
    /// `None` if it is no array, or a dimension is unbounded.
    pub(super) sizes: Option<ArraySizes>,
    /// The arrays in it, if it is a tuple.
    pub(super) parts: Vec<Rc<KnownShape>>,
}

/// The sizes of an array.
#[derive(Debug)]
pub(super) struct ArraySizes {
    pub(super) elements: i64,
    pub(super) bytes: i64,
    pub(super) padded: i64,
    pub(super) memory_space: i64,
    /// What the compiler's choice takes less, if the layout has tiles and is not split.
    pub(super) saving: i64,
    /// The chip has no layout for it that is known: it is counted as it stands.
    pub(super) is_unknown: bool,
    /// What the layout that saves it is called, or its notation.
    pub(super) better: Option<Box<str>>,
}

impl KnownShape {
    pub(super) fn array(&self) -> Option<&ArrayShape> {
        self.shape.as_elements()
    }

    /// Whether it is an array in tiles.
    pub(super) fn has_tiles(&self) -> bool {
        let layout = self.array().and_then(ArrayShape::layout);
        layout.is_some_and(|layout| !layout.tiles().is_empty())
    }

    /// The bytes that hold no element.
    pub(super) fn waste(&self) -> i64 {
        self.sizes.as_ref().map_or(0, |sizes| (sizes.padded - sizes.bytes).max(0))
    }
}

/// The shapes that were seen, by their text. Bounded: it forgets everything when it is full.
#[derive(Debug)]
pub(super) struct Cache {
    chip: Chip,
    known: HashMap<Box<str>, Rc<KnownShape>>,
    bytes: usize,
}

/// The most shapes that are remembered, and the most bytes of their texts.
const MOST_SHAPES: usize = 1 << 15;
const MOST_BYTES: usize = 1 << 22;

impl Cache {
    pub(super) fn new(chip: Chip) -> Self {
        Cache { chip, known: HashMap::new(), bytes: 0 }
    }

    /// What is known of the shape with that text.
    pub(super) fn of(&mut self, text: &str) -> Result<Rc<KnownShape>, Error> {
        if let Some(found) = self.known.get(text) {
            return Ok(Rc::clone(found));
        }
        let known = Rc::new(known(text.parse()?, text, self.chip)?);
        if self.is_full() {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += text.len();
        self.known.insert(text.into(), Rc::clone(&known));
        Ok(known)
    }

    /// Whether the next new shape makes it forget all others.
    pub(super) fn is_full(&self) -> bool {
        self.known.len() >= MOST_SHAPES || self.bytes >= MOST_BYTES
    }
}

fn known(shape: Shape, text: &str, chip: Chip) -> Result<KnownShape, Error> {
    let parts = match &shape {
        Shape::Tuple(_) => {
            let arrays = shape.leaves().filter(|leaf| leaf.as_elements().is_some());
            let part = |leaf: &Shape| known(leaf.clone(), &leaf.to_string(), chip).map(Rc::new);
            arrays.map(part).collect::<Result<_, _>>()?
        }
        _ => Vec::new(),
    };
    let sizes = match shape.as_elements() {
        Some(array) if array.sizes().is_ok() => Some(sizes(&shape, array, chip)?),
        _ => None,
    };
    Ok(KnownShape { text: text.into(), shape, sizes, parts })
}

fn sizes(shape: &Shape, array: &ArrayShape, chip: Chip) -> Result<ArraySizes, Error> {
    let (bytes, padded) = (byte_size(shape)?, padded_size(shape)?);
    let layout = array.layout_or_default();
    let mut sizes = ArraySizes {
        elements: array.elements()?,
        bytes,
        padded,
        memory_space: layout.memory_space(),
        saving: 0,
        is_unknown: false,
        better: None,
    };
    if let Some(tiled) = chip.tiled()
        && layout.tiles().is_empty()
    {
        let Some(Ok(found)) = candidates(array, chip) else {
            return Ok(ArraySizes { is_unknown: true, ..sizes });
        };
        if let Some(tiled) = found.iter().find(|one| one.name == tiled) {
            sizes.padded = tiled.padded_bytes;
        }
        if let Some(best) = found.first()
            && best.padded_bytes < sizes.padded
        {
            sizes.saving = sizes.padded - best.padded_bytes;
            sizes.better = Some(best.name.into());
        }
        return Ok(sizes);
    }
    let is_free = !layout.tiles().is_empty() && layout.split_configs().is_empty();
    if padded > bytes
        && is_free
        && let Some(found) = candidates(array, chip)
    {
        // a shape that is too large for other tiles has no better layout
        if let Some(best) = found.ok().and_then(|found| found.into_iter().next())
            && best.padded_bytes < padded
        {
            sizes.saving = padded - best.padded_bytes;
            sizes.better = Some(best.layout.to_string().into());
        }
    }
    Ok(sizes)
}
