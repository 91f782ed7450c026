//! Reduce: one value from the elements along a mode.

use super::Mismatch;
use super::error::{check, check_mode, static_mode_mismatch};
use super::fill::fill;
use super::nest::{Body, Nest};
use super::walked::Walked;
use crate::int::Integer;
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use crate::tuple::{AllStatic, Block, MAX_RANK, Shape, Text};
use core::marker::PhantomData;

/// Folds the elements along one mode: `f` of the value so far and an element, beginning with `init`.
///
/// `dst` has the modes of `src` without the one that is folded, or all of them, that one with extent 1. The mode is
/// static, as `int!(1)`. Padding is skipped in `src`, and left as it is in `dst`.
///
/// Post-condition: `dst[c]` is that of [`Iterator::fold`] over `src` at `c` and the indices of the mode, in rising
/// order; `init` where there are none. Static extents that do not match do not compile; dynamic ones are an error, and
/// nothing is written.
///
/// # Errors
/// If extents are dynamic and do not match; then nothing is written. `dst` is the one tensor in the error.
///
/// ```
/// use tilework::{kernel::reduce, prelude::*};
/// let a = Tensor::new([3, 1, 2, 4, 9, 5], layout!((2, 3):(3, 1))).unwrap();
/// let (mut largest, mut sums) = ([0; 2], [0; 3]);
/// reduce(&a.view(), int!(1), &mut ViewMut::new(&mut largest, layout!(2:1)).unwrap(), 0, i32::max).unwrap();
/// assert_eq!(largest, [3, 9]);
/// // the mode is kept, with extent 1: coordinates have the rank that they had
/// let mut row = ViewMut::new(&mut sums, layout!((1, 3):(3, 1))).unwrap();
/// reduce(&a.view(), int!(0), &mut row, 0, |sum, x| sum + x).unwrap();
/// assert_eq!(sums, [7, 10, 7]);
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{kernel::reduce, prelude::*};
/// # let a = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
/// # let mut c = StackTensor::fill(layout!(3:1), 0);
/// // extents do not match: mode 0 has extent 3 in 3:1, mode 0 has extent 4 in (4,2):(1,4)
/// let _ = reduce(&a.view(), int!(1), &mut c.view_mut(), 0, |sum, x| sum + x);
/// ```
#[inline]
pub fn reduce<T: Copy, A: Copy, S: Mapping, D: Mapping, M: Integer + AllStatic>(
    src: &View<'_, T, S>,
    _mode: M,
    dst: &mut ViewMut<'_, A, D>,
    init: A,
    mut f: impl FnMut(A, T) -> A,
) -> Result<(), Mismatch> {
    const { check_static_reduced::<S, D, M>() };
    check_reduced::<S, D, M>(&src.layout(), &dst.layout())?;
    fill(dst, init);
    let nest = Nest::new(Without::<S, D, M> { dst: dst.layout(), of: PhantomData }, src.layout());
    let (dst_stride, src_stride) = nest.run_strides();
    let body = Reduces::<T, A, S, D, M, _> {
        src: src.origin().as_ptr(),
        dst: dst.origin().as_ptr(),
        src_stride,
        dst_stride,
        kinds: PhantomData,
    };
    nest.for_each(body, &mut f);
    Ok(())
}

/// The layout that results, walked by the coordinates of `S`: no index of the mode `M` adds anything.
struct Without<S, D, M> {
    dst: D,
    of: PhantomData<(S, M)>,
}

impl<S, D: Copy, M> Clone for Without<S, D, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, D: Copy, M> Copy for Without<S, D, M> {}

impl<S: Mapping, D: Mapping, M: Integer> Without<S, D, M> {
    /// The mode that is folded.
    const MODE: usize = match M::STATIC {
        Some(mode) => mode,
        None => panic!("the mode is static"),
    };
    /// Whether the result has that mode, with extent 1.
    const IS_KEPT: bool = D::RANK == S::RANK;

    /// The mode of the result that a mode of `S` is, unless it is folded.
    const fn mode(mode: usize) -> usize {
        if Self::IS_KEPT || mode <= Self::MODE { mode } else { mode - 1 }
    }
}

impl<S: Mapping, D: Mapping, M: Integer> Walked for Without<S, D, M> {
    type At = isize;
    const BLOCKS: [Block; MAX_RANK] = {
        let (mut blocks, mut mode) = ([Block::Linear; MAX_RANK], 0);
        while mode < S::RANK {
            if mode != Self::MODE {
                blocks[mode] = <D as Mapping>::BLOCKS[Self::mode(mode)];
            }
            mode += 1;
        }
        blocks
    };
    const RUNS: [usize; MAX_RANK] = {
        let (mut runs, mut mode) = ([0; MAX_RANK], 0);
        while mode < S::RANK {
            if mode != Self::MODE {
                runs[mode] = D::RUNS[Self::mode(mode)];
            }
            mode += 1;
        }
        runs
    };
    const LOOSE: [bool; MAX_RANK] = {
        let (mut loose, mut mode) = ([false; MAX_RANK], 0);
        while mode < S::RANK {
            loose[mode] = mode != Self::MODE && <D as Walked>::LOOSE[Self::mode(mode)];
            mode += 1;
        }
        loose
    };
    #[inline(always)]
    fn run(&self, mode: usize) -> usize {
        if mode == Self::MODE { 0 } else { Walked::run(&self.dst, Self::mode(mode)) }
    }
    #[inline(always)]
    fn is_even_by(&self, mode: usize, len: usize) -> bool {
        mode == Self::MODE || Walked::is_even_by(&self.dst, Self::mode(mode), len)
    }
    #[inline(always)]
    fn start(&self) -> isize {
        self.dst.start()
    }
    #[inline(always)]
    fn sum(&self, mode: usize, index: usize) -> isize {
        if mode == Self::MODE { 0 } else { self.dst.sum(Self::mode(mode), index) }
    }
    #[inline(always)]
    fn stride(&self, mode: usize) -> isize {
        if mode == Self::MODE { 0 } else { self.dst.stride(Self::mode(mode)) }
    }
}

/// The ranks and the static extents are those of a result.
#[track_caller]
const fn check_static_reduced<S: Mapping, D: Mapping, M: Integer>() {
    let folded = Without::<S, D, M>::MODE;
    if folded >= S::RANK {
        let text = Text::new().str("there is no mode ").number(folded).str(" to reduce in ").text(&S::TEXT);
        panic!("{}", text.as_str())
    }
    if D::RANK != S::RANK && D::RANK + 1 != S::RANK {
        let text = Text::new().str("ranks do not match: mode ").number(folded).str(" of ").text(&S::TEXT);
        let text = text.str(" reduced has rank ").number(S::RANK - 1).str(", or ").number(S::RANK);
        panic!(
            "{}",
            text.str(" with extent 1, and ").text(&D::TEXT).str(" has rank ").number(D::RANK).as_str()
        )
    }
    let mut mode = 0;
    while mode < S::RANK {
        let to = Without::<S, D, M>::mode(mode);
        if mode != folded {
            check(static_mode_mismatch::<D, S>(to, mode));
        } else if Without::<S, D, M>::IS_KEPT
            && let Some(extent) = <D::Extents as Shape>::MODE_SIZES[mode]
            && extent != 1
        {
            let text = Text::new().str("mode ").number(mode).str(" is reduced to extent 1, and has extent ");
            panic!("{}", text.number(extent).str(" in ").text(&D::TEXT).as_str())
        }
        mode += 1;
    }
}

/// The dynamic extents are those of a result.
fn check_reduced<S: Mapping, D: Mapping, M: Integer>(src: &S, dst: &D) -> Result<(), Mismatch> {
    for mode in 0..S::RANK {
        if mode != Without::<S, D, M>::MODE {
            check_mode("reduce", (dst, Without::<S, D, M>::mode(mode)), (src, mode))?;
        } else if Without::<S, D, M>::IS_KEPT && dst.mode_extent(mode) != 1 {
            let extent = dst.mode_extent(mode);
            return Err(Mismatch { kernel: "reduce", mode, extent, other_mode: mode, other_extent: 1 });
        }
    }
    Ok(())
}

struct Reduces<T, A, S, D, M, F> {
    src: *const T,
    dst: *mut A,
    src_stride: isize,
    dst_stride: isize,
    kinds: PhantomData<(S, D, M, F)>,
}

impl<T, A, S, D, M, F> Clone for Reduces<T, A, S, D, M, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, A, S, D, M, F> Copy for Reduces<T, A, S, D, M, F> {}

impl<T, A, S, D, M, F> Body<isize> for Reduces<T, A, S, D, M, F>
where
    T: Copy,
    A: Copy,
    S: Mapping,
    D: Mapping,
    M: Integer,
    F: FnMut(A, T) -> A,
{
    type State = F;

    #[inline(always)]
    fn run(self, f: &mut F, (dst, src): (isize, isize), len: usize) {
        debug_assert!(len > 0, "a run of a nest has elements");
        // SAFETY: the nest passes runs inside the extent of the source, which without the folded mode is that of the
        // destination; every offset of a coordinate inside its extent is an element of a view's slice, and the
        // destination is mutably borrowed.
        let source = |i| unsafe { *self.src.offset(S::place(src + i * self.src_stride)) };
        // whether the whole run goes into one element
        if Nest::<Without<S, D, M>, S>::inner_is(Without::<S, D, M>::MODE).unwrap_or(self.dst_stride == 0) {
            // SAFETY: as above.
            let result = unsafe { self.dst.offset(D::place(dst)) };
            // SAFETY: as above; `fill` wrote it.
            let value = (0..len.cast_signed()).fold(unsafe { *result }, |value, i| f(value, source(i)));
            // SAFETY: as above.
            unsafe { *result = value };
        } else {
            for i in 0..len.cast_signed() {
                // SAFETY: as above.
                let result = unsafe { &mut *self.dst.offset(D::place(dst + i * self.dst_stride)) };
                *result = f(*result, source(i));
            }
        }
    }
}
