//! Fill: one value everywhere.

use super::nest::{Body, Nest};
use crate::layout::Mapping;
use crate::tensor::ViewMut;
use core::marker::PhantomData;

/// Writes `value` to every element. Padding is left as it is.
///
/// Post-condition: `dst[c] == value` for every coordinate `c` of the extent.
///
/// ```
/// use tilework::prelude::*;
/// let mut data = [0; 8];
/// fill(&mut ViewMut::new(&mut data, layout!((2, 3):(4, 1))).unwrap(), 7);
/// assert_eq!(data, [7, 7, 7, 0, 7, 7, 7, 0]);
/// ```
#[inline]
pub fn fill<T: Copy, D: Mapping>(dst: &mut ViewMut<'_, T, D>, value: T) {
    let nest = Nest::new((), dst.layout());
    let (origin, stride) = (dst.origin().as_ptr(), nest.run_strides().1);
    nest.for_each(Value::<T, D> { dst: origin, value: &value, stride, layout: PhantomData }, &mut ());
}

struct Value<'a, T, D> {
    dst: *mut T,
    /// Kept where it is: a large one must not be on the stack twice.
    value: &'a T,
    stride: isize,
    layout: PhantomData<D>,
}

impl<T, D> Clone for Value<'_, T, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, D> Copy for Value<'_, T, D> {}

impl<T: Copy, D: Mapping> Body<()> for Value<'_, T, D> {
    type State = ();

    #[inline(always)]
    fn run(self, _: &mut (), ((), dst): ((), isize), len: usize) {
        for i in 0..len.cast_signed() {
            // SAFETY: the nest passes runs inside the extent of the destination, which is mutably borrowed: the value
            // is not in it.
            unsafe {
                self.dst.offset(D::place(dst + i * self.stride)).copy_from_nonoverlapping(self.value, 1);
            };
        }
    }
}
