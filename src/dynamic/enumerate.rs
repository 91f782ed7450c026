//! All offsets of a layout, one after another.
use super::error::{Result, check_enumerable};
use super::layout::DynLayout;
use super::mode::Mode;
use super::stride::{Offset, RunningSum, Stride};
use super::tree::INLINE;
use smallvec::SmallVec;

impl DynLayout {
    /// The offsets of all coordinates, first mode fastest, one at a time: however many there are, none is kept.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, Offset};
    /// let layout: DynLayout = "(2,3):(3,1)".parse()?;
    /// assert!(layout.offsets().eq([0, 3, 1, 4, 2, 5].map(Offset::Int)));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn offsets(&self) -> Offsets<'_> {
        let coordinate = SmallVec::from_elem(0, self.leaves().len());
        Offsets { modes: self.leaves(), coordinate, left: self.size() }
    }

    /// The same to look at all of them: refused where that takes too long.
    pub(super) fn few_offsets(&self) -> Result<Offsets<'_>> {
        check_enumerable(self.size(), "the offsets of the layout")?;
        Ok(self.offsets())
    }
}

/// The offsets of a layout, first mode fastest.
#[derive(Debug, Clone)]
pub struct Offsets<'a> {
    modes: &'a [Mode],
    coordinate: SmallVec<[i64; INLINE]>,
    left: i64,
}

impl Iterator for Offsets<'_> {
    type Item = Offset;

    fn next(&mut self) -> Option<Offset> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let offset = offset(self.modes, &self.coordinate);
        for (mode, coordinate) in self.modes.iter().zip(&mut self.coordinate) {
            *coordinate += 1;
            if *coordinate < mode.extent {
                break;
            }
            *coordinate = 0;
        }
        Some(offset)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

impl ExactSizeIterator for Offsets<'_> {}

/// The offset of a coordinate inside the shape, which the construction of the layout has found to fit.
fn offset(modes: &[Mode], coordinate: &[i64]) -> Offset {
    let mut sum = RunningSum::default();
    let mut int = 0;
    for (mode, &c) in modes.iter().zip(coordinate) {
        match mode.stride {
            Stride::Int(stride) => int += c * stride,
            other => sum.add(c, other).expect("offsets inside a layout fit"),
        }
    }
    match sum.finish() {
        Ok(Offset::Int(0)) => Offset::Int(int),
        other => other.expect("the strides of a layout are of one kind"),
    }
}
