//! Shapes of XLA: arrays, and tuples of shapes.
use super::layout::Layout;
use crate::dynamic::{Error, Result, invalid};
use crate::int::word;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;
use tilework_tiles::PrimitiveType;

/// The type of a value in HLO: an array, or a tuple of shapes, or something without elements.
///
/// Read and printed as XLA does. A text without a layout gets the default one when it is parsed, as by XLA's
/// `ParseShape`. Source: XLA, *Shapes and layout*.
///
/// ```
/// use tilework::xla::Shape;
/// let shape: Shape = "(bf16[8,128]{1,0:T(8,128)(2,1)}, f32[<=5], token[])".parse()?;
/// assert_eq!(shape.to_string(), "(bf16[8,128]{1,0:T(8,128)(2,1)}, f32[<=5]{0}, token[])");
/// assert_eq!(shape.without_layout().to_string(), "(bf16[8,128], f32[<=5], token[])");
/// assert_eq!(shape.leaves().count(), 3);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Elements of one type, numbered in dimensions.
    Array(ArrayShape),
    /// Several values.
    Tuple(Vec<Shape>),
    /// Nothing: it orders effects.
    Token,
    /// A value that XLA does not look into.
    Opaque,
    /// A buffer that is read and written in place, of an array.
    Buffer(Box<ArrayShape>),
}

impl Shape {
    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayShape> {
        match self {
            Shape::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The array whose elements are stored: the array itself, or that of a buffer.
    pub fn as_elements(&self) -> Option<&ArrayShape> {
        match self {
            Shape::Array(array) => Some(array),
            Shape::Buffer(array) => Some(array),
            _ => None,
        }
    }

    /// The array of an operation that takes nothing else.
    ///
    /// # Errors
    /// If it is no array.
    pub fn array(&self, operation: &'static str) -> Result<&ArrayShape> {
        self.as_array().ok_or_else(|| invalid!(operation, "{self} is no array"))
    }

    /// What it is: `array`, `tuple`, `token`, `opaque` or `buffer`.
    pub fn kind(&self) -> &'static str {
        match self {
            Shape::Array(_) => "array",
            Shape::Tuple(_) => "tuple",
            Shape::Token => "token",
            Shape::Opaque => "opaque",
            Shape::Buffer(_) => "buffer",
        }
    }

    /// All shapes in it that are no tuples, from left to right.
    pub fn leaves(&self) -> impl Iterator<Item = &Shape> {
        let mut stack = SmallVec::<[&Shape; 8]>::new();
        stack.push(self);
        core::iter::from_fn(move || {
            loop {
                match stack.pop()? {
                    Shape::Tuple(shapes) => stack.extend(shapes.iter().rev()),
                    leaf => return Some(leaf),
                }
            }
        })
    }

    /// This shape with what `change` makes of each array.
    ///
    /// # Errors
    /// Where `change` has one: the first of them.
    pub fn map_arrays(&self, change: &mut impl FnMut(&ArrayShape) -> Result<ArrayShape>) -> Result<Shape> {
        Ok(match self {
            Shape::Array(array) => Shape::Array(change(array)?),
            Shape::Buffer(array) => Shape::Buffer(Box::new(change(array)?)),
            Shape::Tuple(shapes) => {
                Shape::Tuple(shapes.iter().map(|shape| shape.map_arrays(change)).collect::<Result<_>>()?)
            }
            other => other.clone(),
        })
    }
}

/// A number for each dimension.
pub(crate) type Sizes = SmallVec<[i64; 6]>;

/// The size of a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// So many elements.
    Static(i64),
    /// `<=n`: at most so many.
    Bounded(i64),
    /// `?`: any number.
    Unbounded,
}

impl Dimension {
    /// The number of elements there is room for; `None` if that is unbounded.
    pub const fn bound(self) -> Option<i64> {
        match self {
            Dimension::Static(size) | Dimension::Bounded(size) => Some(size),
            Dimension::Unbounded => None,
        }
    }

    /// Whether the size is only known at run time.
    pub const fn is_dynamic(self) -> bool {
        !matches!(self, Dimension::Static(_))
    }
}

/// The shape of an array: the type of its elements, its dimensions, and its layout if that is known.
///
/// The dimensions are numbered from 0; that says nothing of their order in memory, which the layout has. No size is
/// negative, and the layout has an entry for each dimension.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArrayShape {
    element_type: PrimitiveType,
    dimensions: SmallVec<[Dimension; 4]>,
    layout: Option<Box<Layout>>,
}

impl ArrayShape {
    /// An array without a layout.
    ///
    /// # Errors
    /// If a size is negative, or the elements take more bytes than 64 bits count.
    pub fn new(element_type: PrimitiveType, dimensions: &[Dimension]) -> Result<Self> {
        let shape = ArrayShape { element_type, dimensions: dimensions.into(), layout: None };
        if let Some(size) = dimensions.iter().filter_map(|size| size.bound()).find(|size| *size < 0) {
            return Err(invalid!("shape", "a dimension of {size} elements"));
        }
        shape.check_size()?;
        Ok(shape)
    }

    /// An array of static sizes without a layout.
    ///
    /// # Errors
    /// As [`new`](ArrayShape::new).
    pub fn of_sizes(element_type: PrimitiveType, sizes: &[i64]) -> Result<Self> {
        let dimensions: SmallVec<[Dimension; 4]> =
            sizes.iter().map(|&size| Dimension::Static(size)).collect();
        ArrayShape::new(element_type, &dimensions)
    }

    /// XLA counts bytes, with 8 bits at least for each element, in a signed integer of 64 bits.
    fn check_size(&self) -> Result<()> {
        let bytes = i64::from(self.element_type.bits().div_ceil(8));
        let mut bounds = self.dimensions.iter().filter_map(|size| size.bound());
        let is_empty = bounds.clone().any(|size| size == 0);
        let fits = is_empty || bounds.try_fold(bytes, i64::checked_mul).is_some();
        if fits { Ok(()) } else { Err(Error::overflow("the number of bytes of the array")) }
    }

    /// This array with that layout.
    ///
    /// # Errors
    /// If the layout has another number of dimensions, or is one of a sparse array.
    pub fn with_layout(mut self, layout: Layout) -> Result<Self> {
        let (rank, entries) = (self.rank(), layout.minor_to_major().len());
        if rank != entries {
            return Err(invalid!(
                "shape",
                "{self} has {rank} dimensions, and the layout {layout} orders {entries}"
            ));
        }
        if layout.is_sparse() {
            return Err(invalid!("shape", "{layout} is the layout of a sparse array, of which XLA has none"));
        }
        self.layout = Some(Box::new(layout));
        Ok(self)
    }

    /// This array without a layout.
    pub fn strip_layout(mut self) -> Self {
        self.layout = None;
        self
    }

    /// This array with the default layout, if it has none.
    pub fn with_default_layout(mut self) -> Self {
        let rank = self.rank();
        self.layout.get_or_insert_with(|| Box::new(Layout::descending(rank)));
        self
    }

    /// The type of the elements.
    pub fn element_type(&self) -> PrimitiveType {
        self.element_type
    }

    /// This array with elements of another type.
    ///
    /// # Errors
    /// If the elements take more bytes than 64 bits count.
    pub fn with_element_type(mut self, element_type: PrimitiveType) -> Result<Self> {
        self.element_type = element_type;
        self.check_size()?;
        Ok(self)
    }

    /// The dimensions.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// The layout, if it is known.
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_deref()
    }

    /// The layout, the default one where none is known.
    pub fn layout_or_default(&self) -> Cow<'_, Layout> {
        match &self.layout {
            Some(layout) => Cow::Borrowed(layout),
            None => Cow::Owned(Layout::descending(self.rank())),
        }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.dimensions.len()
    }

    /// The number of dimensions that have not exactly one element.
    pub fn true_rank(&self) -> usize {
        self.dimensions.iter().filter(|size| size.bound() != Some(1)).count()
    }

    /// The sizes of all dimensions; of a bounded one, its bound.
    ///
    /// # Errors
    /// If a dimension is unbounded.
    pub fn sizes(&self) -> Result<SmallVec<[i64; 6]>> {
        self.dimensions
            .iter()
            .map(|size| size.bound())
            .collect::<Option<_>>()
            .ok_or_else(|| invalid!("shape", "{self} has an unbounded dimension"))
    }

    /// The number of elements there is room for.
    ///
    /// # Errors
    /// If a dimension is unbounded, or the number does not fit.
    pub fn elements(&self) -> Result<i64> {
        product(&self.sizes()?).ok_or(Error::overflow("the number of elements"))
    }

    /// The number of a dimension, where negative numbers count from the end: -1 is the last one.
    ///
    /// # Errors
    /// If there is no such dimension.
    pub fn dimension_number(&self, dimension: i64) -> Result<usize> {
        dimension_number(dimension, self.rank()).ok_or_else(|| {
            invalid!("dimension", "{self} has no dimension {dimension}, it has {}", self.rank())
        })
    }
}

/// The number of a dimension among `rank`, where negative numbers count from the end.
pub(super) fn dimension_number(dimension: i64, rank: usize) -> Option<usize> {
    let number = if dimension < 0 { dimension.checked_add(word::wide(rank))? } else { dimension };
    usize::try_from(number).ok().filter(|number| *number < rank)
}

/// The product, 0 if a factor is 0; `None` if it does not fit.
pub(super) fn product(sizes: &[i64]) -> Option<i64> {
    tilework_tiles::product(sizes.iter().copied()).ok()
}
