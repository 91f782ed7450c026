//! Fold: one value from all elements.

use super::nest::{Body, Nest};
use crate::layout::Mapping;
use crate::tensor::View;
use core::marker::PhantomData;

/// One value from all elements: `f` of the value so far and an element, beginning with `init`. Padding is skipped.
///
/// The elements come in the order of the loops, which follows memory where it can and not the coordinates: let the
/// result not depend on the order, or take [`elements`](View::elements).
///
/// Post-condition: the result is that of [`Iterator::fold`] over the elements inside the extent, each once, in some
/// order that depends on the layout alone.
///
/// ```
/// use tilework::{kernel::fold, prelude::*};
/// let data = [1, 2, 3, 99, 4, 5, 6, 99];
/// let a = View::new(&data, layout!((2, 3):(4, 1))).unwrap();
/// assert_eq!(fold(&a, 0, |sum, x| sum + x), 21);
/// assert_eq!(fold(&a, i32::MIN, i32::max), 6);
/// ```
#[inline]
pub fn fold<A: Copy, T: Copy, L: Mapping>(src: &View<'_, T, L>, init: A, f: impl FnMut(A, T) -> A) -> A {
    let nest = Nest::new((), src.layout());
    let body =
        Folds::<T, A, L, _> { src: src.origin().as_ptr(), stride: nest.run_strides().1, kinds: PhantomData };
    let mut state = (init, f);
    nest.for_each(body, &mut state);
    state.0
}

struct Folds<T, A, L, F> {
    src: *const T,
    stride: isize,
    kinds: PhantomData<(A, L, F)>,
}

impl<T, A, L, F> Clone for Folds<T, A, L, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, A, L, F> Copy for Folds<T, A, L, F> {}

impl<T: Copy, A: Copy, L: Mapping, F: FnMut(A, T) -> A> Body<()> for Folds<T, A, L, F> {
    type State = (A, F);

    #[inline(always)]
    fn run(self, (value, f): &mut (A, F), ((), src): ((), isize), len: usize) {
        for i in 0..len.cast_signed() {
            // SAFETY: the nest passes runs inside the extent, and every offset of a coordinate inside the extent is an
            // element of the view's slice.
            *value = f(*value, unsafe { *self.src.offset(L::place(src + i * self.stride)) });
        }
    }
}
