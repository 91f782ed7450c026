//! What is drawn: anything that gives the elements of a picture their places.
#[cfg(feature = "xla")]
use super::array::TiledArray;
use super::cell::{Cell, DrawnMode};
use super::threads::ThreadValues;
use crate::dynamic::{DynLayout, DynTuple, Error, Offset, Result, Swizzled, size};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// What can be drawn.
#[derive(Debug, Clone)]
pub enum Subject {
    /// A layout: every element with its offset. Mode 0 counts rows, mode 1 columns, further modes pages.
    Layout(DynLayout),
    /// A layout followed by swizzles.
    Swizzled(Swizzled),
    /// Who holds each element of a tile: a layout from threads and their values to elements.
    Threads(Box<ThreadValues>),
    /// An array of XLA: every element with its place in memory. The last dimension counts columns, the one before it
    /// rows, those before it pages.
    #[cfg(feature = "xla")]
    Array(Box<TiledArray>),
}

impl From<DynLayout> for Subject {
    fn from(layout: DynLayout) -> Self {
        Subject::Layout(layout)
    }
}

impl From<Swizzled> for Subject {
    fn from(swizzled: Swizzled) -> Self {
        if swizzled.swizzles.is_empty() {
            Subject::Layout(swizzled.layout)
        } else {
            Subject::Swizzled(swizzled)
        }
    }
}

impl From<ThreadValues> for Subject {
    fn from(threads: ThreadValues) -> Self {
        Subject::Threads(Box::new(threads))
    }
}

#[cfg(feature = "xla")]
impl From<TiledArray> for Subject {
    fn from(array: TiledArray) -> Self {
        Subject::Array(Box::new(array))
    }
}

impl Subject {
    /// What is drawn, in its notation.
    pub fn title(&self) -> String {
        match self {
            Subject::Layout(layout) => layout.to_string(),
            Subject::Swizzled(swizzled) => swizzled.to_string(),
            Subject::Threads(threads) => format!("{} over {}", threads.layout(), threads.tile()),
            #[cfg(feature = "xla")]
            Subject::Array(array) => array.shape().to_string(),
        }
    }

    /// The modes, in the order of coordinates.
    pub(super) fn modes(&self) -> Result<Vec<DrawnMode>> {
        match self {
            Subject::Layout(layout) => modes_of(layout),
            Subject::Swizzled(swizzled) => modes_of(&swizzled.layout),
            Subject::Threads(threads) => threads
                .tile()
                .modes()
                .map(|mode| Ok(DrawnMode { levels: mode.leaves().into(), logical: size(mode)? }))
                .collect(),
            #[cfg(feature = "xla")]
            Subject::Array(array) => Ok(array.modes()),
        }
    }

    /// The modes that count rows and columns; the others count pages.
    pub(super) fn plane(&self, rank: usize) -> (Option<usize>, Option<usize>) {
        let is_row_major = match self {
            #[cfg(feature = "xla")]
            Subject::Array(_) => true,
            _ => false,
        };
        match rank {
            0 => (None, None),
            1 => (None, Some(0)),
            _ if is_row_major => (Some(rank - 2), Some(rank - 1)),
            _ => (Some(0), Some(1)),
        }
    }

    /// What is at an index: one integer for each mode.
    ///
    /// # Errors
    /// If the index is outside, or its place does not fit in 64 bits.
    ///
    /// ```
    /// use tilework::draw::{Cell, Subject};
    /// use tilework::dynamic::{DynLayout, Offset};
    /// let subject = Subject::from("((4,2),(4,3)):((4,16),(1,32)) of (7,12)".parse::<DynLayout>()?);
    /// assert_eq!(subject.cell(&[1, 5])?, Cell::Element(Offset::Int(37)));
    /// assert_eq!(subject.cell(&[7, 0])?, Cell::Padding);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn cell(&self, index: &[i64]) -> Result<Cell> {
        let element = |layout: &DynLayout| -> Result<Option<Offset>> {
            let coordinate = coordinate_of(layout, index)?;
            Ok(if layout.is_padding(&coordinate)? { None } else { Some(layout.offset(&coordinate)?) })
        };
        let place = match self {
            Subject::Layout(layout) => element(layout)?,
            Subject::Swizzled(swizzled) => match element(&swizzled.layout)? {
                Some(_) => Some(Offset::Int(swizzled.offset(&coordinate_of(&swizzled.layout, index)?)?)),
                None => None,
            },
            Subject::Threads(threads) => return threads.cell(index),
            #[cfg(feature = "xla")]
            Subject::Array(array) => return array.cell(index),
        };
        Ok(place.map_or(Cell::Padding, Cell::Element))
    }

    /// The offset of an index, if it is an element that has an integer for one.
    ///
    /// # Errors
    /// As [`cell`](Self::cell).
    pub fn offset(&self, index: &[i64]) -> Result<Option<i64>> {
        Ok(self.cell(index)?.as_int())
    }
}

fn modes_of(layout: &DynLayout) -> Result<Vec<DrawnMode>> {
    let logical = layout.extent_by_mode("draw").ok();
    let modes = layout.modes().enumerate().map(|(number, mode)| {
        let levels: SmallVec<[i64; 4]> = mode.leaves().iter().map(|leaf| leaf.extent).collect();
        let size = levels.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
        let size = size.ok_or(Error::overflow("size of a mode"))?;
        let logical = logical.as_ref().map_or(size, |extent| extent.leaves()[number]);
        Ok(DrawnMode { levels, logical })
    });
    modes.collect()
}

/// The coordinate with these indices in the modes of a layout.
fn coordinate_of(layout: &DynLayout, index: &[i64]) -> Result<DynTuple> {
    match index {
        [index] if layout.view().is_leaf() => Ok(DynTuple::leaf(*index)),
        _ if index.len() == layout.rank() => Ok(DynTuple::flat(index.iter().copied())),
        _ => Err(Error::invalid(
            "draw",
            format!("the index {index:?} is not one integer for each mode of {layout}"),
        )),
    }
}
