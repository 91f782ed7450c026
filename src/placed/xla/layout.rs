//! The tiled layout: an array, the order of its dimensions, and tiles that need not divide.
//!
//! Tiles that merge dimensions do not add up. The number of an element in the order of memory without tiles does: it is
//! the sum that kernels walk, and the steps of the tiling place it. No two elements share a place, because no step
//! loses anything; and all places are below the cosize, the product of what the steps leave.

use super::steps::Steps;
use crate::int::sealed::Sealed;
use crate::int::{Int, Integer, Text, greatest_common_divisor};
use crate::layout::{Coordinate, Entries, Overlap};
use crate::placed::{Placed, Placement};
use crate::tuple::{AllStatic, Block, IntTuple, Leaves, MAX_RANK, Shape};
use core::marker::PhantomData;
use typenum::{U0, U1};

/// The entry `*` of a tile: the dimension is merged into the next more minor one before the tile is applied.
pub type Combine = Int<U0>;

/// A static array in tiles that no shape and stride can say: `[20,30]{1,0:T(8,16)(3,1)}`.
///
/// `S` are the sizes, `O` the dimensions in the order of memory, the most minor one first, `T` the tiles, and `P` how
/// many places there are, padding included: it follows from the others, and another number does not compile.
/// [`xla!`](crate::xla!) and [`Xla!`](crate::Xla!) write all of them from HLO text.
///
/// Post-condition: the offset of a coordinate is its linear index in XLA, in elements. With the sizes `d` and the index
/// `e` in the order of memory, a tile `t` makes `e` to `(floor(e/t), e mod t)` and `d` to `(ceil(d/t), t)`, and the
/// next tile applies to the most minor of these; [`Combine`] merges a dimension into the next one. All divisions are by
/// constants. It takes no space, and it is a [`Mapping`](crate::layout::Mapping), so that tensors, tiles and kernels
/// take it: those walk the numbers of the elements in the order of memory without tiles, and the steps place each. What
/// asks for strides does not take it. Source: XLA, *Tiled layout*. The same at run time: `xla::LinearIndex`.
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
pub type TiledLayout<S, O, T, P> = Placed<XlaTiles<S, O, T, P>>;

/// The placement of a [`TiledLayout`]: the steps of a tiling, one after another.
#[derive(Debug)]
pub struct XlaTiles<S, O, T, P>(PhantomData<(S, O, T, P)>);

impl<S, O, T, P> XlaTiles<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    pub(crate) const STEPS: Steps = {
        let text = <Self as Placement>::TEXT;
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
}

#[diagnostic::do_not_recommend]
impl<S, O, T, P> Sealed for XlaTiles<S, O, T, P> {}

impl<S, O, T, P> Placement for XlaTiles<S, O, T, P>
where
    S: Shape + AllStatic,
    O: AllStatic,
    T: AllStatic,
    P: Integer + AllStatic,
{
    type Shape = S;
    // any that is congruent with the sizes
    type Stride = S::ColMajor<Int<U1>>;
    type Cosize = P;
    const TEXT: Text = text(&S::LEAVES, &O::LEAVES, &T::LEAVES, &T::PROFILE.mode_leaves());
    const OVERLAP: Overlap = {
        let _ = Self::STEPS;
        Overlap::None
    };
    const BLOCKS: [Block; MAX_RANK] = [Block::Linear; MAX_RANK];
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = {
        let (mut fronts, mut mode) = ([(None, None); MAX_RANK], 0);
        while mode < <S as IntTuple>::RANK {
            fronts[mode] = (S::LEAVES.get(mode), Some(Self::STEPS.weight(mode).cast_signed()));
            mode += 1;
        }
        fronts
    };
    const ROW: usize = Self::STEPS.row;
    const ALIGNED: usize = greatest_common_divisor(Self::ROW, innermost(&T::LEAVES));

    #[inline(always)]
    fn number(mode: usize, index: usize) -> usize {
        const { &Self::STEPS }.weight(mode).wrapping_mul(index)
    }
    #[inline(always)]
    fn place(sum: usize) -> usize {
        const { &Self::STEPS }.place_of_number(sum)
    }
    #[inline]
    fn offset<C: Coordinate<S, Self::Stride>>(crd: C) -> usize {
        let mut index = [0; MAX_RANK];
        crd.entries().each_mode(S::VALUE.shape_modes(), 0, &mut |mode, entry| index[mode] = entry);
        const { &Self::STEPS }.place(&index)
    }
}

impl<S, O: AllStatic, T: AllStatic, P> TiledLayout<S, O, T, P> {
    /// The dimensions in the order of memory, the most minor one first.
    pub fn minor_to_major(&self) -> O {
        O::VALUE
    }

    /// The tiles, the first one applied first; `*` is [`Combine`].
    pub fn tiles(&self) -> T {
        T::VALUE
    }
}

/// The elements of the innermost block, of which all blocks around it hold whole ones: 0 if there are no blocks, and 1
/// where `*` puts rows behind one another, so that they may begin inside a block.
const fn innermost(tiles: &Leaves) -> usize {
    let (mut last, mut i) = (0, 0);
    while i < tiles.len() {
        last = match tiles.get(i) {
            Some(size) if size > 0 => size.cast_unsigned(),
            _ => return 1,
        };
        i += 1;
    }
    last
}

/// HLO text without the element type: `[20,30]{1,0:T(8,16)(3,1)}`.
const fn text(sizes: &Leaves, minor_to_major: &Leaves, tiles: &Leaves, ranks: &[usize; MAX_RANK]) -> Text {
    let mut text = list(Text::new().str("["), sizes, 0, sizes.len(), "0").str("]{");
    text = list(text, minor_to_major, 0, minor_to_major.len(), "0");
    let (mut tile, mut first) = (0, 0);
    while tile < MAX_RANK && ranks[tile] > 0 {
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
