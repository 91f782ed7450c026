//! Thread-value layouts: who holds which element of a tile.
use super::cell::Cell;
use crate::dynamic::{Axis, DynLayout, DynTuple, Offset, Result, check_enumerable, crd2idx, invalid, size};
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// A layout from (thread, value) to the elements of a tile, as CuTe describes the operands of matrix and copy
/// instructions: an offset is the number of an element, first mode of the tile fastest; over basis strides it is the
/// coordinate itself.
#[derive(Debug, Clone)]
pub struct ThreadValues {
    layout: DynLayout,
    tile: DynTuple,
    /// Who holds each element, by its number.
    holders: Vec<SmallVec<[(i64, i64); 1]>>,
}

impl ThreadValues {
    /// The holders of each element of a tile of this shape.
    ///
    /// # Errors
    /// If the layout is not of rank 2, reaches outside the tile, or either is too large to look at all of it.
    ///
    /// ```
    /// use tilework::draw::{Cell, Subject, ThreadValues};
    /// // the accumulator of an 8x8 tile: eight groups of four threads, two values each
    /// let threads = ThreadValues::new("((4,8),2):((16,1),8)".parse()?, "(8,8)".parse()?)?;
    /// assert_eq!(Subject::from(threads).cell(&[3, 5])?, Cell::Held([(14, 1)].as_slice().into()));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn new(layout: DynLayout, tile: DynTuple) -> Result<ThreadValues> {
        if layout.rank() != 2 {
            return Err(invalid!("draw", "{layout} has rank {}, (thread,value) has 2", layout.rank()));
        }
        let elements = size(tile.view())?;
        check_enumerable(layout.size().max(elements), "the values of all threads")?;
        let mut modes = layout.modes();
        let threads = modes.next().map_or(Ok(1), |mode| size(mode.shape().view()))?;
        let mut holders: Vec<SmallVec<[(i64, i64); 1]>> =
            vec![SmallVec::new(); usize::try_from(elements).unwrap_or(0)];
        for (number, offset) in (0_i64..).zip(layout.offsets()) {
            let element = match &offset {
                Offset::Int(element) => Some(*element),
                Offset::Coordinate(coordinate) => number_in(coordinate, &tile)?,
            };
            let holder = element.and_then(|element| holders.get_mut(usize::try_from(element).ok()?));
            let holder = holder
                .ok_or_else(|| invalid!("draw", "{layout} reaches {offset}, outside the tile {tile}"))?;
            holder.push((number % threads, number / threads));
        }
        Ok(ThreadValues { layout, tile, holders })
    }

    /// The layout from threads and values to elements.
    pub fn layout(&self) -> &DynLayout {
        &self.layout
    }

    /// The shape of the tile.
    pub fn tile(&self) -> &DynTuple {
        &self.tile
    }

    pub(super) fn cell(&self, index: &[i64]) -> Result<Cell> {
        let coordinate = if self.tile.view().is_leaf() {
            index.first().map(|&index| DynTuple::leaf(index))
        } else {
            Some(DynTuple::flat(index.iter().copied()))
        };
        let number = coordinate.map_or(Ok(0), |coordinate| crd2idx(coordinate.view(), self.tile.view()))?;
        let holders = usize::try_from(number).ok().and_then(|number| self.holders.get(number));
        match holders {
            None => Err(invalid!("draw", "the index {index:?} is outside the tile {}", self.tile)),
            Some(holders) => Ok(Cell::Held(holders.clone())),
        }
    }
}

/// The number of a coordinate in a tile, if it is inside.
fn number_in(coordinate: &[(Axis, i64)], tile: &DynTuple) -> Result<Option<i64>> {
    let sizes = tile.modes().map(size).collect::<Result<Vec<i64>>>()?;
    let mut number = 0;
    for (axis, entry) in coordinate {
        let [mode] = axis.path() else { return Ok(None) };
        let mode = usize::from(*mode);
        match sizes.get(mode) {
            Some(size) if (0..*size).contains(entry) => {
                number += entry * sizes[..mode].iter().product::<i64>();
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(number))
}
