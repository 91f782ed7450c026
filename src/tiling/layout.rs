//! The tiled layout: an array, the order of its dimensions, and tiles that need not divide.

use super::steps::Steps;
use crate::int::{Int, Integer, Text};
use crate::layout::{Coordinate, Entries, Exact, OutOfBounds, static_outside};
use crate::tuple::{AllStatic, HasSize, IntTuple, Leaves, Ranked, Shape};
use core::fmt;
use core::marker::PhantomData;
use typenum::{U0, U1};

/// The entry `*` of a tile: the dimension is merged into the next more minor one before the tile is applied.
pub type Combine = Int<U0>;

/// A static array in tiles that no shape and stride can say: `[20,30]{1,0:T(8,16)(3,1)}`.
///
/// `S` are the sizes, `O` the dimensions in the order of memory, the most minor one first, `T` the tiles, and `P` how many
/// places there are, padding included: it follows from the others, and another number does not compile. [`xla!`](crate::xla!)
/// and [`Xla!`](crate::Xla!) write all of them from HLO text.
///
/// Post-condition: the offset of a coordinate is its linear index in XLA, in elements. With the sizes `d` and the index `e` in
/// the order of memory, a tile `t` makes `e` to `(floor(e/t), e mod t)` and `d` to `(ceil(d/t), t)`, and the next tile applies
/// to the most minor of these; [`Combine`] merges a dimension into the next one. All divisions are by constants. It takes no
/// space, and it is a [`Mapping`](crate::layout::Mapping), so that tensors, tiles and kernels take it: those walk the numbers
/// of the elements in the order of memory without tiles, and the steps place each. What asks for strides does not take it.
/// Source: XLA, *Tiled layout*. The same at run time: `xla::LinearIndex`.
///
/// ```
/// use tilework::prelude::*;
/// // blocks of 3 rows do not divide the 8 rows around them
/// let layout = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
/// assert_eq!([0, 1, 2, 3, 7, 8].map(|row| layout.offset((row, 0))), [0, 1, 2, 48, 97, 288]);
/// assert_eq!((layout.to_string(), size_of_val(&layout)), ("[20,30]{1,0:T(8,16)(3,1)}".into(), 0));
///
/// let mut array = StackTensor::fill(layout, 0.0f32);
/// array[(3, 1)] = 7.0;
/// assert_eq!(array.as_slice()[51], 7.0);
/// ```
pub struct TiledLayout<S, O, T, P>(pub(super) PhantomData<(S, O, T, P)>);

/// What coordinates are checked against: the sizes, with any stride that is congruent with them.
pub(super) type Compact<S> = <S as Shape>::ColMajor<Int<U1>>;

impl<S, O, T, P> TiledLayout<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    pub(super) const TEXT: Text = text(&S::LEAVES, &O::LEAVES, &T::LEAVES, &T::PROFILE.mode_leaves());

    pub(super) const STEPS: Steps = {
        let text = Self::TEXT;
        let is_flat =
            S::DEPTH <= 1 && O::DEPTH <= 1 && <S as IntTuple>::LEAVES.len() == <S as IntTuple>::RANK;
        if !is_flat || T::RANK > 0 && T::DEPTH != 2 {
            let text = text.str(": sizes and order are flat tuples, and tiles a tuple of tuples");
            panic!("{}", text.as_str())
        }
        let steps = Steps::of(&S::LEAVES, &O::LEAVES, &T::LEAVES, &T::PROFILE.mode_leaves(), &text);
        match P::STATIC {
            Some(places) if places == steps.places => steps,
            _ => {
                let text =
                    text.str(" has ").number(steps.places).str(" places in memory, and the type says ");
                panic!("{}", text.text(&<P as IntTuple>::TEXT).as_str())
            }
        }
    };

    /// The one layout of this type.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// const ARRAY: Xla!(f32[20,30]{1,0:T(8,16)(3,1)}) = TiledLayout::STATIC;
    /// assert_eq!(ARRAY, xla!(f32[20,30]{1,0:T(8,16)(3,1)}));
    /// ```
    pub const STATIC: Self = {
        let _ = Self::STEPS;
        TiledLayout(PhantomData)
    };

    /// The sizes.
    pub fn shape(&self) -> S {
        S::VALUE
    }

    /// The dimensions in the order of memory, the most minor one first.
    pub fn minor_to_major(&self) -> O {
        O::VALUE
    }

    /// The tiles, the first one applied first; `*` is [`Combine`].
    pub fn tiles(&self) -> T {
        T::VALUE
    }

    /// The number of elements.
    pub fn size(&self) -> S::Size {
        self.shape().size()
    }

    /// The number of elements storage needs: all places of the tiles, padding included.
    ///
    /// Where a tile does not divide the one before it, this is more than XLA allocates: see `xla::tiled_elements`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let places: Int!(864) = xla!(f32[20,30]{1,0:T(8,16)(3,1)}).cosize();
    /// ```
    pub fn cosize(&self) -> P {
        P::VALUE
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        <S as IntTuple>::RANK
    }

    /// The offset of a coordinate: how many elements, padding included, stand before it.
    ///
    /// A static coordinate is computed while compiling, and one outside the array does not compile. A dynamic one is not checked,
    /// and outside the array its offset means nothing; [`try_offset`](Self::try_offset) checks.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xla!(f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)});
    /// // as [112,110] with T(2,3)
    /// assert_eq!(layout.offset((1, 3, 5, 2, 7)), 9381);
    /// assert_eq!(layout.offset(crd!(1, 3, 5, 2, 7)), 9381);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // coordinate 20 is outside mode 0 of extent 20 in [20,30]{1,0:T(8,16)(3,1)}
    /// xla!(f32[20,30]{1,0:T(8,16)(3,1)}).offset(crd!(20, 0));
    /// ```
    #[inline]
    pub fn offset<C: Coordinate<S, Compact<S>>>(&self, crd: C) -> usize {
        const { Self::check_static_coordinate::<C>() };
        match const { Self::static_offset::<C>() } {
            Some(offset) => offset,
            None => Self::place(crd),
        }
    }

    /// The offset of a coordinate inside the array.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xla!(f32[20,30]{1,0:T(8,16)(3,1)});
    /// assert_eq!(layout.try_offset((19, 29)), Ok(807)); // ((2*2+1)*3 + 1)*48 + 13*3
    /// let error = layout.try_offset((20, 0)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "coordinate (20,0) is outside the extent (_20,_30) of layout [20,30]{1,0:T(8,16)(3,1)}"
    /// );
    /// ```
    pub fn try_offset<C: Coordinate<S, Compact<S>>>(&self, crd: C) -> Result<usize, OutOfBounds<C, Self>> {
        match self.contains(crd) {
            true => Ok(Self::place(crd)),
            false => Err(OutOfBounds { crd, layout: *self }),
        }
    }

    /// Whether a coordinate is inside the array.
    pub fn contains<C: Coordinate<S, Compact<S>>>(&self, crd: C) -> bool {
        crd.entries().outside(self.shape()).is_none()
    }

    /// The offsets of all elements, first dimension fastest.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert!(xla!(s32[5,1]{1,0:T(4,1)(3,1)}).offsets().eq([0, 1, 2, 3, 6]));
    /// ```
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> + use<S, O, T, P> {
        (0..self.size().value()).map(Self::place)
    }

    #[inline(always)]
    pub(super) fn place<C: Coordinate<S, Compact<S>>>(crd: C) -> usize {
        let mut index = [0; 12];
        crd.entries().each_mode(S::VALUE, &mut |mode, entry| index[mode] = entry);
        const { &Self::STEPS }.place(&index)
    }

    /// A static coordinate outside its dimension, as a compile error.
    pub(super) const fn check_static_coordinate<C: Coordinate<S, Compact<S>>>() {
        if let Some(outside) = static_outside::<C, S, Compact<S>, Exact>() {
            panic!("{}", outside.message_in(&Self::TEXT).as_str())
        }
    }

    /// The offset of a coordinate of which everything is static.
    const fn static_offset<C: IntTuple>() -> Option<usize> {
        if !C::IS_STATIC {
            return None;
        }
        let (mut index, mut rest, mut i) = ([0; 12], 0, 0);
        if C::DEPTH == 0
            && let Some(number) = C::LEAVES.get(0)
        {
            rest = number as usize;
        }
        while i < <S as IntTuple>::RANK {
            index[i] = match (C::DEPTH, S::LEAVES.get(i)) {
                (0, Some(size)) if size > 0 && i + 1 < <S as IntTuple>::RANK => {
                    let entry = rest % size as usize;
                    rest /= size as usize;
                    entry
                }
                (0, _) => rest,
                _ => match C::LEAVES.get(i) {
                    Some(entry) => entry as usize,
                    None => return None,
                },
            };
            i += 1;
        }
        Some(Self::STEPS.place(&index))
    }
}

/// HLO text without the element type: `[20,30]{1,0:T(8,16)(3,1)}`.
const fn text(sizes: &Leaves, minor_to_major: &Leaves, tiles: &Leaves, ranks: &[usize; 12]) -> Text {
    let mut text = list(Text::new().str("["), sizes, 0, sizes.len(), "0").str("]{");
    text = list(text, minor_to_major, 0, minor_to_major.len(), "0");
    let (mut tile, mut first) = (0, 0);
    while tile < 12 && ranks[tile] > 0 {
        text = list(text.str(if tile == 0 { ":T(" } else { "(" }), tiles, first, ranks[tile], "*").str(")");
        first += ranks[tile];
        tile += 1;
    }
    text.str("}")
}

/// Some leaves with commas between them.
const fn list(mut text: Text, leaves: &Leaves, first: usize, len: usize, zero: &str) -> Text {
    let mut i = 0;
    while i < len {
        if i > 0 {
            text = text.str(",");
        }
        text = match leaves.get(first + i) {
            Some(0) => text.str(zero),
            Some(leaf) => text.signed(leaf),
            None => text.str("?"),
        };
        i += 1;
    }
    text
}

impl<S, O, T, P> Clone for TiledLayout<S, O, T, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, O, T, P> Copy for TiledLayout<S, O, T, P> {}

impl<S, O, T, P> PartialEq for TiledLayout<S, O, T, P> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<S, O, T, P> Eq for TiledLayout<S, O, T, P> {}

#[diagnostic::do_not_recommend]
impl<S: Shape + AllStatic, O, T, P> HasSize for TiledLayout<S, O, T, P> {
    type Size = S::Size;
    fn total(self) -> S::Size {
        S::VALUE.size()
    }
}

impl<S: Shape, O, T, P> Ranked for TiledLayout<S, O, T, P> {
    const MODES: usize = <S as IntTuple>::RANK;
    const LEVELS: usize = S::DEPTH;
}

impl<S, O, T, P> fmt::Display for TiledLayout<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::TEXT.as_str())
    }
}

impl<S, O, T, P> fmt::Debug for TiledLayout<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
