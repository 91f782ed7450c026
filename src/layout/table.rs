//! Layouts as tables of offsets.

use super::{Extent, Layout};
use crate::tuple::{IntTuple, MAX_RANK, Shape, Stride};
use core::fmt;

/// Draws a layout as a table of its offsets; made by [`Layout::table`].
#[derive(Clone, Copy, Debug)]
pub struct Table<S: Shape, D: Stride<S>, E: Extent<S>>(Layout<S, D, E>);

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// The layout as a table of offsets: mode 0 down, mode 1 across, with the coordinates as headers.
    ///
    /// Padding is drawn as `.`; its offsets are in the table of [`padded`](Layout::padded). A layout of one mode is one
    /// row; of more than two modes, one table for each index of the further modes. Source: TLA, CuTe's `print_layout`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let text = "
    ///       0   1   2
    ///     +---+---+---+
    ///  0  | 0 | 1 | 2 |
    ///     +---+---+---+
    ///  1  | 3 | 4 | 5 |
    ///     +---+---+---+
    /// ";
    /// assert_eq!(layout!((2, 3):(3, 1)).table().to_string(), text[1..]);
    ///
    /// let padded = Layout::try_with_extent(shape!(((2, 2))), stride!(((1, 10))), (3,)).unwrap();
    /// let text = "
    ///    0    1    2    3
    /// +----+----+----+----+
    /// |  0 |  1 | 10 |  . |
    /// +----+----+----+----+
    /// ";
    /// assert_eq!(padded.table().to_string(), text[1..]);
    /// ```
    pub fn table(&self) -> Table<S, D, E> {
        Table(*self)
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Table<S, D, E> {
    const RANK: usize = <S as IntTuple>::RANK;

    /// The number of indices of a mode, and 1 where there is no such mode.
    fn indices(&self, mode: usize) -> usize {
        if mode < Self::RANK { self.0.shape().mode_size(mode) } else { 1 }
    }

    /// The offset at one index of every mode, or `None` for padding.
    fn cell(&self, indices: &[usize; MAX_RANK]) -> Option<isize> {
        let (shape, stride, extents) = (self.0.shape(), self.0.stride(), self.0.extents());
        let mut modes = 0..Self::RANK;
        let element = modes.clone().all(|mode| indices[mode] < extents.mode_size(mode));
        element.then(|| modes.by_ref().map(|mode| stride.mode_offset(shape, mode, indices[mode])).sum())
    }

    /// Which modes run down and across.
    fn axes() -> (usize, usize) {
        if Self::RANK == 1 { (1, 0) } else { (0, 1) }
    }

    /// The width of the widest offset or column header of a table.
    fn width(&self, mut indices: [usize; MAX_RANK]) -> usize {
        let (down, across) = Self::axes();
        let mut width = digits(self.indices(across).saturating_sub(1));
        for row in 0..self.indices(down) {
            for col in 0..self.indices(across) {
                (indices[down], indices[across]) = (row, col);
                if let Some(offset) = self.cell(&indices) {
                    width = width.max(digits(offset.unsigned_abs()) + usize::from(offset < 0));
                }
            }
        }
        width
    }

    /// One table, over the two axes, with all further modes at `indices`.
    fn write(&self, f: &mut fmt::Formatter<'_>, mut indices: [usize; MAX_RANK]) -> fmt::Result {
        let width = self.width(indices);
        let (down, across) = Self::axes();
        let (rows, cols) = (self.indices(down), self.indices(across));
        // without rows to count there is no column of row headers
        let header = if Self::RANK < 2 { 0 } else { digits(rows.saturating_sub(1)).max(2) };
        let margin = if header == 0 { 0 } else { header + 2 };
        let rule = |f: &mut fmt::Formatter<'_>| {
            write!(f, "{:margin$}", "")?;
            (0..cols).try_for_each(|_| write!(f, "+{:-<1$}", "", width + 2))?;
            writeln!(f, "+")
        };
        if Self::RANK > 0 {
            write!(f, "{:margin$}", "")?;
            (0..cols)
                .try_for_each(|col| write!(f, "{}{col:>1$}", if col == 0 { "  " } else { "   " }, width))?;
            writeln!(f)?;
        }
        rule(f)?;
        for row in 0..rows {
            if header > 0 {
                write!(f, "{row:>header$}  ")?;
            }
            for col in 0..cols {
                (indices[down], indices[across]) = (row, col);
                match self.cell(&indices) {
                    Some(offset) => write!(f, "| {offset:>width$} ")?,
                    None => write!(f, "| {:>width$} ", ".")?,
                }
            }
            writeln!(f, "|")?;
            rule(f)?;
        }
        Ok(())
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> fmt::Display for Table<S, D, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if Self::RANK <= 2 {
            return self.write(f, [0; MAX_RANK]);
        }
        let tables = (2..Self::RANK).map(|mode| self.indices(mode)).product();
        let mut indices = [0; MAX_RANK];
        for table in 0..tables {
            f.write_str(if table == 0 { "(_,_" } else { "\n(_,_" })?;
            indices[2..Self::RANK].iter().try_for_each(|index| write!(f, ",{index}"))?;
            writeln!(f, ")")?;
            self.write(f, indices)?;
            for (mode, index) in indices.iter_mut().enumerate().take(Self::RANK).skip(2) {
                *index += 1;
                if *index < self.indices(mode) {
                    break;
                }
                *index = 0;
            }
        }
        Ok(())
    }
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}
