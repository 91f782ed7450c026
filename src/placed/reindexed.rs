//! A placement behind a layout of its indices: what divisions and compositions make of a placed layout.

use super::layout::Placed;
use super::placement::Placement;
use crate::int::sealed::Sealed;
use crate::int::{Integer, Text};
use crate::layout::{Layout, Mapping, Overlap};
use crate::tuple::{AllStatic, Block, MAX_RANK, Shape, Stride};
use core::marker::PhantomData;

/// The placement `P` of the elements whose indices the layout `S:D` has as offsets: their composition.
///
/// Placed layouts have no strides to compose with, but each of them takes the index of an element, counted with mode 0
/// first; and a layout of indices may be anything that the algebra makes of `S:(1,..)`, with `S` the shape of `P`.
///
/// Post-condition: the offset of a coordinate is that of the index `S:D(coordinate)` in `P`.
///
/// ```
/// use tilework::prelude::*;
/// let data: [u16; 864] = core::array::from_fn(|offset| offset as u16);
/// let array = View::new(&data, xla!(u16[20,30]{1,0:T(8,16)(3,1)}))?;
/// // the tiles of 4 rows and 3 columns
/// let tiles = array.zipped_divide(tiler!(4, 3))?;
/// assert_eq!(tiles.layout().shape(), shape!((4, 3), (5, 10)));
/// assert_eq!(tiles[((1, 2), (3, 4))], array[(3 * 4 + 1, 4 * 3 + 2)]);
/// # Ok::<(), tilework::tensor::TensorError>(())
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// // 2:64 of the indices of (8,8):(F1,F9): there are no such indices
/// composition(xor_layout!((8, 8):(F1, F9)), layout!(2:64));
/// ```
#[derive(Debug)]
pub struct Reindexed<P, S, D>(PhantomData<(P, S, D)>);

impl<P: Placement, S: Shape + AllStatic, D: Stride<S> + AllStatic> Reindexed<P, S, D> {
    /// No index is negative, or beyond those of `P`.
    pub(crate) const FITS: () = {
        let fits = match (<Layout<S, D> as Mapping>::STATIC_SPREAD, <P::Shape as Shape>::Size::STATIC) {
            _ if matches!(<S as Shape>::Size::STATIC, Some(0)) => true,
            ((Some(0), Some(last)), Some(size)) => last < size,
            _ => false,
        };
        if !fits {
            panic!("{}", <Self as Placement>::TEXT.str(": there are no such indices").as_str())
        }
    };
}

impl<P> Placed<P> {
    /// The elements of this layout whose indices these are; the caller has looked whether they are indices.
    #[inline]
    pub(crate) fn reindexed<S: Shape, D: Stride<S>>(self, _: Layout<S, D>) -> Placed<Reindexed<P, S, D>> {
        Placed::new()
    }
}

#[diagnostic::do_not_recommend]
impl<P, S, D> Sealed for Reindexed<P, S, D> {}

impl<P: Placement, S: Shape + AllStatic, D: Stride<S> + AllStatic> Placement for Reindexed<P, S, D> {
    type Shape = S;
    type Stride = D;
    type Cosize = P::Cosize;
    const TEXT: Text =
        Text::new().text(&<Layout<S, D> as Mapping>::TEXT).str(" of the indices of ").text(&P::TEXT);
    const OVERLAP: Overlap = {
        let () = Self::FITS;
        match (P::OVERLAP, <Layout<S, D> as Mapping>::STATIC_OVERLAP) {
            (Overlap::None, Some(overlap)) => overlap,
            _ => Overlap::Undecided,
        }
    };
    const BLOCKS: [Block; MAX_RANK] = <Layout<S, D> as Mapping>::BLOCKS;
    const FRONTS: [(Option<isize>, Option<isize>); MAX_RANK] = <Layout<S, D> as Mapping>::FRONTS;
    // how indices follow each other in memory is not known
    const ROW: usize = 1;
    const ALIGNED: usize = 1;

    #[inline(always)]
    fn number(mode: usize, index: usize) -> usize {
        Layout::<S, D>::STATIC.mode_offset(mode, index).cast_unsigned()
    }
    #[inline(always)]
    fn place(sum: usize) -> usize {
        P::offset(sum)
    }
}
