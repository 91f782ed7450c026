//! Indices that are proofs: known to be below a number, by type.
//!
//! A number is branded by a lifetime that belongs to one call of [`within`] and to no other: it is invariant, and the
//! closure that gets it is one for all lifetimes. So two numbers have one brand only if they are one number, and what
//! has been seen to be below it once need not be looked at again.

use crate::int::Integer;
use crate::int::sealed::Sealed;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

/// The mark of one number, that no other has.
pub(super) type Brand<'n> = PhantomData<fn(&'n ()) -> &'n ()>;

/// Calls `f` with a bound for each number: an integer, or a tuple of up to four.
///
/// Post-condition: an [`Idx`] that comes from a bound is below its number. A view [`bounded`](super::View::bounded) by
/// the same numbers takes it without another check; a view bounded by others does not take it, however equal they are.
///
/// ```
/// use tilework::{prelude::*, tensor::{TensorError, within}};
/// /// `c += a * b`, whatever the layouts.
/// fn product<A: Matrix, B: Matrix, C: Matrix>(
///     a: &View<'_, f32, A>,
///     b: &View<'_, f32, B>,
///     c: &mut ViewMut<'_, f32, C>,
/// ) -> Result<(), TensorError> {
///     let (rows, k, cols) = (a.layout().rows(), a.layout().cols(), b.layout().cols());
///     within((rows, k, cols), |(i, p, j)| {
///         let (a, b, mut c) = (a.bounded((i, p))?, b.bounded((p, j))?, c.bounded_mut((i, j))?);
///         for i in i {
///             for p in p {
///                 for j in j {
///                     c[(i, j)] += a[(i, p)] * b[(p, j)];
///                 }
///             }
///         }
///         Ok(())
///     })
/// }
/// let (a, b, mut c) = ([1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [0.0; 4]);
/// let (rows, cols) = (row_major((2, 2)), column_major((2, 2)));
/// product(&View::new(&a, rows)?, &View::new(&b, rows)?, &mut ViewMut::new(&mut c, cols)?)?;
/// assert_eq!(c, [19.0, 43.0, 22.0, 50.0]);
/// # Ok::<(), TensorError>(())
/// ```
///
/// An index is of no use where it is not known to be inside, and nothing proven leaves the closure:
///
/// ```compile_fail
/// # use tilework::{prelude::*, tensor::within};
/// let data = [0; 6];
/// let a = View::new(&data, layout!((2, 3):(3, 1))).unwrap();
/// within((2, 3), |(i, j)| {
///     let a = a.bounded((i, j)).unwrap();
///     for (i, j) in i.indices().zip(j) {
///         a[(j, i)]; // lifetime may not live long enough
///     }
/// });
/// ```
///
/// ```compile_fail
/// # use tilework::tensor::within;
/// let first = within(3, |i| i.get(0)); // returning this value requires that `'1` must outlive `'2`
/// ```
pub fn within<N: Numbers, R>(
    numbers: N,
    f: impl for<'a, 'b, 'c, 'd> FnOnce(N::Bounds<'a, 'b, 'c, 'd>) -> R,
) -> R {
    // SAFETY: `f` takes every lifetime, so that those of this call are equal to no others; nor to each other.
    f(unsafe { numbers.bounds() })
}

/// What [`within`] makes bounds of: an integer, or a tuple of up to four.
#[diagnostic::on_unimplemented(
    message = "no bounds can be made of `{Self}`: they are of an integer, or of a tuple of up to four",
    label = "neither an integer nor a tuple of up to four",
    note = "an integer is `usize`, or `int!(n)` for one known at compile time"
)]
pub trait Numbers: Sealed {
    /// A [`Bound`] for each number, each with a brand of its own.
    type Bounds<'a, 'b, 'c, 'd>;

    /// # Safety
    /// No other number has one of these brands.
    #[doc(hidden)]
    unsafe fn bounds<'a, 'b, 'c, 'd>(self) -> Self::Bounds<'a, 'b, 'c, 'd>;
}

impl<N: Integer> Numbers for N {
    type Bounds<'a, 'b, 'c, 'd> = Bound<'a, N>;

    #[inline]
    unsafe fn bounds<'a, 'b, 'c, 'd>(self) -> Self::Bounds<'a, 'b, 'c, 'd> {
        Bound { size: self, brand: PhantomData }
    }
}

macro_rules! numbers {
    ($($N:ident $n:lifetime $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($N: Integer),*> Numbers for ($($N,)*) {
            type Bounds<'a, 'b, 'c, 'd> = ($(Bound<$n, $N>,)*);

            #[inline]
            unsafe fn bounds<'a, 'b, 'c, 'd>(self) -> Self::Bounds<'a, 'b, 'c, 'd> {
                ($(Bound { size: self.$i, brand: PhantomData },)*)
            }
        }
    };
}
numbers!(A 'a 0);
numbers!(A 'a 0, B 'b 1);
numbers!(A 'a 0, B 'b 1, C 'c 2);
numbers!(A 'a 0, B 'b 1, C 'c 2, D 'd 3);

/// A number, the one with the brand `'n`: what [`Idx<'n>`](Idx) are below. Made by [`within`].
///
/// A static integer stays one, and takes no space.
///
/// ```
/// use tilework::{prelude::*, tensor::within};
/// within((int!(3), 5), |(i, j)| {
///     assert_eq!((i.size(), j.size()), (int!(3), 5));
///     assert_eq!((size_of_val(&i), size_of_val(&j)), (0, size_of::<usize>()));
///     assert!(i.indices().map(|i| i.value()).eq([0, 1, 2]));
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bound<'n, N = usize> {
    size: N,
    brand: Brand<'n>,
}

impl<'n, N: Integer> Bound<'n, N> {
    /// The number.
    #[inline]
    pub fn size(self) -> N {
        self.size
    }

    /// The integer as an index, if it is below the number: the one check.
    ///
    /// ```
    /// use tilework::tensor::within;
    /// within(3, |i| {
    ///     assert_eq!(i.get(2).map(|i| i.value()), Some(2));
    ///     assert_eq!(i.get(3), None);
    /// });
    /// ```
    #[inline]
    pub fn get(self, value: usize) -> Option<Idx<'n>> {
        (value < self.size.value()).then_some(Idx { value, brand: self.brand })
    }

    /// All indices below the number, in order.
    #[inline]
    pub fn indices(self) -> Indices<'n> {
        self.range().indices()
    }

    /// All indices below the number, as a range that can be cut.
    #[inline]
    pub fn range(self) -> IndexRange<'n> {
        IndexRange { start: 0, end: self.size.value(), brand: self.brand }
    }

    /// The indices in ranges of `size`; the last one may have fewer: see [`IndexRange::chunks`].
    ///
    /// # Panics
    /// If `size` is 0.
    ///
    /// ```
    /// use tilework::{prelude::*, tensor::within};
    /// let data: Vec<u32> = (0..35).collect();
    /// let a = View::new(&data, layout!((5, 7):(7, 1))).unwrap();
    /// // a sum by tiles of 2x3, with smaller ones at the edges
    /// let mut sum = 0;
    /// within((int!(5), int!(7)), |(i, j)| {
    ///     let a = a.bounded((i, j)).unwrap();
    ///     for (rows, cols) in i.chunks(2).flat_map(|rows| j.chunks(3).map(move |cols| (rows, cols))) {
    ///         for i in rows {
    ///             for j in cols {
    ///                 sum += a[(i, j)];
    ///             }
    ///         }
    ///     }
    /// });
    /// assert_eq!(sum, 34 * 35 / 2);
    /// ```
    #[inline]
    #[track_caller]
    pub fn chunks(self, size: usize) -> Chunks<'n> {
        self.range().chunks(size)
    }

    /// The indices in arrays of `W`, and the fewer than `W` that are left: see [`IndexRange::as_chunks`].
    ///
    /// A static `W` of 0 is a compile error.
    ///
    /// ```
    /// use tilework::{prelude::*, tensor::within};
    /// let data: Vec<u32> = (0..10).collect();
    /// let a = View::new(&data, layout!(10:1)).unwrap();
    /// // four sums at a time
    /// let sums = within(10, |i| {
    ///     let a = a.bounded(i).unwrap();
    ///     let (fours, rest) = i.as_chunks::<4>();
    ///     let mut sums = [0; 4];
    ///     for four in fours {
    ///         four.iter().zip(&mut sums).for_each(|(&i, sum)| *sum += a[i]);
    ///     }
    ///     rest.indices().for_each(|i| sums[0] += a[i]);
    ///     sums
    /// });
    /// assert_eq!(sums, [0 + 4 + 8 + 9, 1 + 5, 2 + 6, 3 + 7]);
    /// ```
    #[inline]
    pub fn as_chunks<const W: usize>(
        self,
    ) -> (impl ExactSizeIterator<Item = [Idx<'n>; W]> + Clone, IndexRange<'n>) {
        self.range().as_chunks()
    }

    /// Every `W` indices that follow each other, from the first on: see [`IndexRange::windows`].
    ///
    /// Neighbours that are inside: what a stencil needs. A static `W` of 0 is a compile error.
    ///
    /// ```
    /// use tilework::{prelude::*, tensor::within};
    /// let data = [1, 2, 4, 8, 16];
    /// let a = View::new(&data, layout!(5:1)).unwrap();
    /// let differences: Vec<i32> = within(5, |i| {
    ///     let a = a.bounded(i).unwrap();
    ///     i.windows().map(|[before, _, after]| a[after] - a[before]).collect()
    /// });
    /// assert_eq!(differences, [3, 6, 12]);
    /// ```
    #[inline]
    pub fn windows<const W: usize>(
        self,
    ) -> impl DoubleEndedIterator<Item = [Idx<'n>; W]> + ExactSizeIterator + Clone {
        self.range().windows()
    }

    /// The indices below `mid`, and those from it on.
    ///
    /// # Panics
    /// If `mid` is larger than the number.
    ///
    /// ```
    /// use tilework::tensor::within;
    /// within(5, |i| {
    ///     let (head, tail) = i.split_at(2);
    ///     assert!(tail.indices().map(|i| i.value()).eq([2, 3, 4]));
    ///     assert_eq!((head.len(), tail.split_at(3).1.len()), (2, 0));
    /// });
    /// ```
    #[inline]
    #[track_caller]
    pub fn split_at(self, mid: usize) -> (IndexRange<'n>, IndexRange<'n>) {
        self.range().split_at(mid)
    }
}

impl<'n, N: Integer> IntoIterator for Bound<'n, N> {
    type Item = Idx<'n>;
    type IntoIter = Indices<'n>;
    #[inline]
    fn into_iter(self) -> Indices<'n> {
        self.indices()
    }
}

/// An integer that is known to be below the number with the brand `'n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Idx<'n> {
    /// Below the number.
    value: usize,
    brand: Brand<'n>,
}

impl Idx<'_> {
    /// The integer.
    #[inline]
    pub fn value(self) -> usize {
        self.value
    }

    /// This index and those after it, which must be there.
    #[inline]
    fn and_next<const W: usize>(self) -> [Self; W] {
        core::array::from_fn(|i| Idx { value: self.value + i, ..self })
    }
}

/// Some of the indices below the number with the brand `'n`, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexRange<'n> {
    start: usize,
    /// At most the number, and not below the start.
    end: usize,
    brand: Brand<'n>,
}

impl<'n> IndexRange<'n> {
    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The indices in order.
    #[inline]
    pub fn indices(self) -> Indices<'n> {
        Indices { values: self.start..self.end, brand: self.brand }
    }

    /// The same indices in ranges of `size`; the last one may have fewer.
    ///
    /// # Panics
    /// If `size` is 0.
    ///
    /// ```
    /// use tilework::tensor::within;
    /// within(8, |i| {
    ///     let (_, tail) = i.split_at(1);
    ///     assert!(tail.chunks(3).map(|range| range.len()).eq([3, 3, 1]));
    /// });
    /// ```
    #[inline]
    #[track_caller]
    pub fn chunks(self, size: usize) -> Chunks<'n> {
        assert!(size > 0, "a chunk has at least one index");
        Chunks { rest: self, size }
    }

    /// The same indices in arrays of `W`, and the fewer than `W` that are left.
    ///
    /// ```
    /// use tilework::tensor::within;
    /// within(8, |i| {
    ///     let (pairs, rest) = i.split_at(1).1.as_chunks::<2>();
    ///     assert!(pairs.map(|pair| pair.map(|i| i.value())).eq([[1, 2], [3, 4], [5, 6]]));
    ///     assert!(rest.indices().map(|i| i.value()).eq([7]));
    /// });
    /// ```
    #[inline]
    pub fn as_chunks<const W: usize>(self) -> (impl ExactSizeIterator<Item = [Idx<'n>; W]> + Clone, Self) {
        const { assert!(W > 0, "a chunk has at least one index") };
        let (whole, rest) = self.cut(self.len() - self.len() % W);
        // from the first of a chunk there are `W` in what is whole
        (whole.indices().step_by(W).map(Idx::and_next), rest)
    }

    /// Every `W` indices that follow each other, from the first on; none if there are fewer.
    ///
    /// ```
    /// use tilework::tensor::within;
    /// within(4, |i| {
    ///     assert!(i.range().windows().map(|pair: [_; 2]| pair.map(|i| i.value())).eq([[0, 1], [1, 2], [2, 3]]));
    ///     assert_eq!(i.range().windows::<5>().len(), 0);
    /// });
    /// ```
    #[inline]
    pub fn windows<const W: usize>(
        self,
    ) -> impl DoubleEndedIterator<Item = [Idx<'n>; W]> + ExactSizeIterator + Clone {
        const { assert!(W > 0, "a window has at least one index") };
        // from each of these there are `W`
        let (firsts, _) = self.cut(self.len().saturating_sub(W - 1));
        firsts.indices().map(Idx::and_next)
    }

    /// The first `mid` of the indices, and the others.
    ///
    /// # Panics
    /// If there are fewer than `mid`.
    #[inline]
    #[track_caller]
    pub fn split_at(self, mid: usize) -> (Self, Self) {
        assert!(mid <= self.len(), "split at {mid} of {} indices", self.len());
        self.cut(mid)
    }

    /// The first `mid` of the indices, which must be there, and the others.
    #[inline]
    fn cut(self, mid: usize) -> (Self, Self) {
        let mid = self.start + mid;
        (IndexRange { end: mid, ..self }, IndexRange { start: mid, ..self })
    }
}

impl<'n> IntoIterator for IndexRange<'n> {
    type Item = Idx<'n>;
    type IntoIter = Indices<'n>;
    #[inline]
    fn into_iter(self) -> Indices<'n> {
        self.indices()
    }
}

/// Indices in order; made by [`Bound::indices`] and [`IndexRange::indices`].
#[derive(Clone, Debug)]
pub struct Indices<'n> {
    values: Range<usize>,
    brand: Brand<'n>,
}

impl<'n> Iterator for Indices<'n> {
    type Item = Idx<'n>;
    #[inline]
    fn next(&mut self) -> Option<Idx<'n>> {
        let value = self.values.next()?;
        Some(Idx { value, brand: self.brand })
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Idx<'n>> {
        let value = self.values.nth(n)?;
        Some(Idx { value, brand: self.brand })
    }
}

impl DoubleEndedIterator for Indices<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let value = self.values.next_back()?;
        Some(Idx { value, brand: self.brand })
    }
}

impl ExactSizeIterator for Indices<'_> {}
impl FusedIterator for Indices<'_> {}

/// Ranges of one size, the last one cut; made by [`Bound::chunks`] and [`IndexRange::chunks`].
#[derive(Clone, Debug)]
pub struct Chunks<'n> {
    rest: IndexRange<'n>,
    size: usize,
}

impl<'n> Iterator for Chunks<'n> {
    type Item = IndexRange<'n>;
    #[inline]
    fn next(&mut self) -> Option<IndexRange<'n>> {
        let chunk;
        (chunk, self.rest) = self.rest.cut(self.size.min(self.rest.len()));
        (!chunk.is_empty()).then_some(chunk)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.len().div_ceil(self.size);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Chunks<'_> {}
impl FusedIterator for Chunks<'_> {}
