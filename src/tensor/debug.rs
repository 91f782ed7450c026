//! What is seen of a tensor while debugging: its layout, and the elements if they are few.

use super::{Storage, Tensor, View, ViewMut};
use crate::layout::Mapping;
use crate::tuple::Shape;
use core::fmt::{self, Debug};

/// Of a tensor with more elements only the layout is shown.
const FEW: usize = 64;

impl<T: Debug, L: Mapping> View<'_, T, L> {
    fn show(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layout = self.layout();
        write!(f, "{name} {layout}")?;
        match layout.extents().checked_size() {
            Some(0..=FEW) => {
                f.write_str(" ")?;
                ElementLists { view: self, mode: 0, at: layout.bias() }.fmt(f)
            }
            _ => Ok(()),
        }
    }
}

/// The elements at which the modes before `mode` have some indices: a list for each mode.
struct ElementLists<'v, T, L> {
    view: &'v View<'v, T, L>,
    mode: usize,
    /// The sum over the modes before.
    at: isize,
}

impl<T: Debug, L: Mapping> Debug for ElementLists<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &ElementLists { view, mode, at } = self;
        if mode == L::RANK {
            // SAFETY: each index is inside the extent of its mode: this is the offset of an element.
            return unsafe { view.origin().offset(L::place(at)).as_ref() }.fmt(f);
        }
        let layout = view.layout();
        let part = |index| ElementLists { view, mode: mode + 1, at: at + layout.mode_offset(mode, index) };
        f.debug_list().entries((0..layout.mode_extent(mode)).map(part)).finish()
    }
}

/// The layout, and of at most 64 elements a list for each mode, the last mode innermost.
///
/// ```
/// use tilework::prelude::*;
/// let columns = View::new(&[1, 4, 2, 5, 3, 6], layout!((2, 3):(1, 2))).unwrap();
/// assert_eq!(format!("{columns:?}"), "View (_2,_3):(_1,_2) [[1, 2, 3], [4, 5, 6]]");
/// ```
impl<T: Debug, L: Mapping> Debug for View<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show("View", f)
    }
}

/// As that of [`View`].
impl<T: Debug, L: Mapping> Debug for ViewMut<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().show("ViewMut", f)
    }
}

/// As that of [`View`].
impl<B: Storage<Element: Debug>, L: Mapping> Debug for Tensor<B, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().show("Tensor", f)
    }
}
