//! The older padded layouts.
use super::edit::permute_dimensions;
use super::linear_index::{LinearIndex, Tiling};
use super::shape::{ArrayShape, Shape};
use super::size::byte_size;
use super::stride::dimension_stride;
use crate::dynamic::{Error, Result, check_enumerable, named};
use alloc::format;
use alloc::vec::Vec;

named! {
    /// What padding is filled with, in the order of the numbers in a serialised layout: 0 to 5.
    #[derive(Default)]
    pub enum PaddingValue "padding value" {
        /// Not given.
        #[default]
        Invalid "INVALID_PAD",
        /// Zero.
        Zero "ZERO_PAD",
        /// One.
        One "ONE_PAD",
        /// The lowest number of the element type.
        Lowest "LOWEST_PAD",
        /// The highest number of the element type.
        Highest "HIGHEST_PAD",
        /// Anything.
        Unknown "UNKNOWN_PAD",
    }
}

/// An array whose dimensions are stored larger than they are: the `padded_dimensions` and `padding_value` that
/// layouts had until 2018, and that XLA's document still describes.
///
/// The padding is at the high end of each dimension. The array is stored as an array of the padded sizes would be.
/// Source: XLA, *Shapes and layout*, section *Padding*.
///
/// ```
/// use tilework::xla::{PaddedArray, PaddingValue, Shape};
/// let shape: Shape = "f32[2,3]{0,1}".parse()?;
/// let padded = PaddedArray::new(shape.array("example")?.clone(), &[3, 5], PaddingValue::Zero)?;
/// assert!(padded.is_padded());
/// assert_eq!((padded.byte_size()?, padded.linear_index(&[1, 2])?), (60, 7));
/// // with a b c / d e f for the elements: a d 0 b e 0 c f 0 0 0 0 0 0 0
/// let names = |element: Option<i64>| element.map_or('0', |element| char::from(b'a' + element as u8));
/// assert_eq!(padded.fill_order()?.into_iter().map(names).collect::<String>(), "ad0be0cf0000000");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaddedArray {
    array: ArrayShape,
    /// The array with the padded sizes.
    stored: ArrayShape,
    padding_value: PaddingValue,
}

impl PaddedArray {
    /// An array with these padded sizes; none means the sizes as they are.
    ///
    /// # Errors
    /// If there are padded sizes for another number of dimensions, one is smaller than the size, a dimension is
    /// unbounded, or the array has tiles.
    pub fn new(array: ArrayShape, padded_dimensions: &[i64], padding_value: PaddingValue) -> Result<Self> {
        let sizes = array.sizes()?;
        let (given, rank) = (padded_dimensions.len(), array.rank());
        if given != 0 && given != rank {
            return Err(invalid(format!(
                "{given} padded dimensions for {array}, which has {rank} dimensions"
            )));
        }
        if array.layout().is_some_and(|layout| *layout != layout.host()) {
            return Err(invalid(format!(
                "{array} has tiles or other attributes, which padded layouts never had"
            )));
        }
        for (dimension, (size, padded)) in sizes.iter().zip(padded_dimensions).enumerate() {
            if padded < size {
                return Err(invalid(format!(
                    "dimension {dimension} of {size} elements cannot be padded to {padded}"
                )));
            }
        }
        let stored_sizes = if given == 0 { &sizes[..] } else { padded_dimensions };
        let mut stored = ArrayShape::of_sizes(array.element_type(), stored_sizes)?;
        if let Some(layout) = array.layout() {
            stored = stored.with_layout(layout.clone())?;
        }
        Ok(PaddedArray { array, stored, padding_value })
    }

    /// The array without its padding.
    pub fn array(&self) -> &ArrayShape {
        &self.array
    }

    /// What is stored: the array with the padded sizes.
    pub fn stored(&self) -> &ArrayShape {
        &self.stored
    }

    /// What padding is filled with.
    pub fn padding_value(&self) -> PaddingValue {
        self.padding_value
    }

    /// Whether some dimension is stored larger than it is.
    pub fn is_padded(&self) -> bool {
        self.array
            .dimensions()
            .iter()
            .zip(self.stored.dimensions())
            .any(|(size, padded)| size.bound() != padded.bound())
    }

    /// The bytes that are stored, padding included.
    ///
    /// # Errors
    /// If the number does not fit in 64 bits.
    pub fn byte_size(&self) -> Result<i64> {
        byte_size(&Shape::Array(self.stored.clone()))
    }

    /// How many elements apart neighbours in a dimension are.
    ///
    /// # Errors
    /// If there is no such dimension; negative numbers count from the end.
    pub fn dimension_stride(&self, dimension: i64) -> Result<i64> {
        dimension_stride(&self.stored, dimension)
    }

    /// The place of an element: how many elements, padding included, stand before it.
    ///
    /// # Errors
    /// If the index is outside the array: padding has no index.
    pub fn linear_index(&self, index: &[i64]) -> Result<i64> {
        LinearIndex::new(&self.array, Tiling::None)?.at(index)?;
        LinearIndex::new(&self.stored, Tiling::None)?.at(index)
    }

    /// What is stored at each place: the number of the element in row-major order, or none for padding.
    ///
    /// # Errors
    /// If there are more than [`MAX_ENUMERATED`](crate::dynamic::MAX_ENUMERATED) places.
    pub fn fill_order(&self) -> Result<Vec<Option<i64>>> {
        let places = LinearIndex::new(&self.stored, Tiling::None)?;
        check_enumerable(places.len(), "the places of a padded array")?;
        let sizes = self.array.sizes()?;
        (0..places.len())
            .map(|place| {
                let index = places.index_at(place)?;
                let is_element = index.iter().zip(&sizes).all(|(entry, size)| entry < size);
                let number = index.iter().zip(&sizes).fold(0, |number, (entry, size)| number * size + entry);
                Ok(is_element.then_some(number))
            })
            .collect()
    }

    /// The array whose dimension `i` is dimension `permutation[i]` of this one, padding too.
    ///
    /// # Errors
    /// If `permutation` is none of the dimensions.
    pub fn permute_dimensions(&self, permutation: &[usize]) -> Result<Self> {
        Ok(PaddedArray {
            array: permute_dimensions(&self.array, permutation)?,
            stored: permute_dimensions(&self.stored, permutation)?,
            padding_value: self.padding_value,
        })
    }
}

fn invalid(reason: alloc::string::String) -> Error {
    Error::invalid("padded_dimensions", reason)
}
