//! Views whose elements are written through a shared reference.

use super::check::check_dense;
use super::{TensorError, View, ViewMut};
use crate::layout::Mapping;
use core::cell::Cell;

impl<'a, T, L: Mapping> ViewMut<'a, T, L> {
    /// The same elements as cells: to be written through views that are copied, and that may overlap.
    ///
    /// A view of cells stays in its thread. Source: [`Cell::from_mut`].
    ///
    /// # Errors
    /// [`Skips`](TensorError::Skips) if this layout is exact and skips offsets: views through exact layouts are seen
    /// through others, and what is skipped may belong to another view.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5];
    /// let cells = ViewMut::new(&mut data, layout!(5:1))?.cells()?;
    /// // windows of three overlap: (window, place)
    /// let windows = cells.with_layout(layout!((3, 3):(1, 1)))?;
    /// for (_, cell) in windows.elements() {
    ///     cell.set(cell.get() + 10);
    /// }
    /// assert_eq!(data, [11, 22, 33, 24, 15]);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    ///
    /// ```compile_fail,E0277
    /// # use tilework::prelude::*;
    /// # let mut data = [0; 4];
    /// let cells = ViewMut::new(&mut data, layout!(4:1)).unwrap().cells().unwrap();
    /// std::thread::scope(|threads| {
    ///     threads.spawn(|| cells[0].set(1)); // `Cell<i32>` cannot be shared between threads safely
    /// });
    /// ```
    #[inline]
    pub fn cells(self) -> Result<View<'a, Cell<T>, L>, TensorError> {
        if L::IS_OPEN {
            check_dense(&self.layout())?;
        }
        // SAFETY: a cell has the memory layout of its element. The elements inside the extent are this view's alone for
        // `'a`, and it is gone. Through other layouts only views of open layouts are seen: then nothing lies between
        // the elements.
        Ok(unsafe { View::from_origin(self.origin().cast(), self.layout()) })
    }
}
