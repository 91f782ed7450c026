//! Between the twins: a typed layout as data, and data as a layout of a given type.
use super::error::{Error, Result, invalid};
use super::extent::{self as twin, AxisStep};
use super::fit::fitted;
use super::{Axis, DynLayout, DynTuple, Stride, Swizzle, Swizzled, Tree};
use crate::basis::{CoordinateLayout, Origin, each_step};
use crate::int::{Integer, word};
use crate::layout::{Extent, Layout, Mapping, Validity};
use crate::placed::{self, XorLayout, XorSwizzle};
use crate::tuple::{self, AllStatic, IntTuple, Shape, Step, Weights};
use alloc::vec::Vec;
use smallvec::SmallVec;

impl<S: Shape, D: tuple::Stride<S>, E: Validity<S>> Layout<S, D, E> {
    /// The same layout with its structure as data, logical extent included.
    ///
    /// Post-condition: the same offset at every coordinate, and the same text without the static marks.
    ///
    /// # Panics
    /// Never: a typed layout is congruent, its size and offsets fit in 63 bits, and its extent is inside its shape.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let rows = 4;
    /// let layout = layout!(((rows, 2), 3):((1, 12), 4)).to_dynamic();
    /// assert_eq!(layout.to_string(), "((4,2),3):((1,12),4)");
    /// let tiles = zipped_divide(layout!((10, 7):(1, 10)), tiler!(4, 7)).to_dynamic();
    /// assert_eq!(tiles.to_string(), "((4,7),(3,1)):((1,10),(4,0)) of (10,7) by ((1@0,1@1),(4@0,0@1))");
    /// ```
    pub fn to_dynamic(&self) -> DynLayout {
        let stride = tree_of(&self.stride()).map(Stride::Int);
        let layout = DynLayout::new(&tree_of(&self.shape()), &stride);
        let layout = layout.expect("a typed layout is congruent, and its size and offsets fit in 63 bits");
        if self.is_exact() {
            return layout;
        }
        let (mut steps, mut extents) = (SmallVec::new(), SmallVec::<[i64; 4]>::new());
        let push_step = &mut |axis, length| steps.push(AxisStep { axis, length: length as i64 });
        self.extent().visit(self.shape(), push_step, &mut |extent| extents.push(word::wide(extent)));
        let extent = match steps.is_empty() {
            true => twin::Extent::by_mode(layout.view(), &extents),
            false => twin::Extent::of(layout.view(), steps, extents),
        };
        layout.within(extent)
    }
}

impl<const B: u32, const M: u32, const S: i32> placed::Swizzle<B, M, S> {
    /// The same swizzle with its numbers as data.
    ///
    /// # Panics
    /// Never: a typed swizzle is one.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(Swizzle::<3, 4, 3>::new().to_dynamic(), "Sw<3,4,3>".parse()?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_dynamic(self) -> Swizzle {
        Swizzle::new(B.into(), M.into(), S.into()).expect("a typed swizzle is one")
    }
}

impl<const B: u32, const M: u32, const SHIFT: i32, L: SwizzledTwin, O: Integer>
    placed::Swizzled<placed::Swizzle<B, M, SHIFT>, L, O>
where
    placed::Swizzle<B, M, SHIFT>: XorSwizzle,
{
    /// The same swizzled layout with its structure as data, logical extent included.
    ///
    /// Post-condition: the same offset at every coordinate, and the same text without the static marks.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// assert_eq!(layout.to_dynamic().to_string(), "Sw<2,0,2> o 0 o (4,4):(4,1)");
    /// let twice = Swizzle::<1, 2, 1>::new().compose_at(int!(4), layout);
    /// assert_eq!(twice.to_dynamic().to_string(), "Sw<1,2,1> o 4 o Sw<2,0,2> o 0 o (4,4):(4,1)");
    /// ```
    pub fn to_dynamic(&self) -> Swizzled {
        // the offset is below 2^63: the offsets of a swizzled layout are
        self.swizzle().to_dynamic().compose_at(word::wide(self.start().value()), self.layout().twin())
    }
}

/// A typed layout whose twin a swizzle can follow.
pub trait SwizzledTwin: Mapping {
    #[doc(hidden)]
    fn twin(&self) -> Swizzled;
}

impl<S: Shape, D: tuple::Stride<S>, E: Extent<S>> SwizzledTwin for Layout<S, D, E> {
    fn twin(&self) -> Swizzled {
        self.to_dynamic().into()
    }
}

impl<S: Shape + AllStatic, D: tuple::Stride<S> + AllStatic> SwizzledTwin for XorLayout<S, D> {
    fn twin(&self) -> Swizzled {
        self.to_dynamic().into()
    }
}

impl<const B: u32, const M: u32, const SHIFT: i32, L: SwizzledTwin, O: Integer> SwizzledTwin
    for placed::Swizzled<placed::Swizzle<B, M, SHIFT>, L, O>
where
    placed::Swizzle<B, M, SHIFT>: XorSwizzle,
{
    fn twin(&self) -> Swizzled {
        self.to_dynamic()
    }
}

impl<S: Shape + AllStatic, D: tuple::Stride<S> + AllStatic> XorLayout<S, D> {
    /// The same layout with its structure as data.
    ///
    /// Post-condition: the same offset at every coordinate, and the same text without the static marks.
    ///
    /// # Panics
    /// Never: a typed layout is congruent, and its size and offsets fit in 62 bits.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert_eq!(xor_layout!((8, 8):(F1, F9)).to_dynamic(), "(8,8):(F1,F9)".parse()?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_dynamic(&self) -> DynLayout {
        let stride = tree_of(&self.stride()).map(|stride| Stride::F2(stride.cast_unsigned()));
        let layout = DynLayout::new(&tree_of(&self.shape()), &stride);
        layout.expect("a typed layout is congruent, and its size and offsets fit in 62 bits")
    }
}

impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> CoordinateLayout<S, D, X, O> {
    /// The same layout with its structure as data, without the origin and the space.
    ///
    /// Post-condition: the value of a coordinate is the origin plus that of the result.
    ///
    /// # Panics
    /// Never: a typed layout is congruent, its size and coordinates fit in 63 bits, and no tuple has more modes than
    /// there are axes.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let tiles = zipped_divide(identity_layout(shape!(8, 12)), tiler!(4, 3));
    /// assert_eq!(tiles.to_dynamic(), "((4,3),(2,4)):((1@0,1@1),(4@0,3@1))".parse()?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_dynamic(&self) -> DynLayout {
        let shape = tree_of(&self.shape());
        let mut strides = Vec::with_capacity(shape.leaves().len());
        each_step(self.shape(), self.stride(), &mut |axis, _, stride| {
            let axis = Axis::new(&[axis]).expect("a space has no more axes than a tuple has modes");
            strides.push(Stride::Basis(stride as i64, axis));
        });
        let mut strides = strides.into_iter();
        let stride = shape.map(|_| strides.next().expect("a stride is congruent with its shape"));
        DynLayout::new(&shape, &stride)
            .expect("the size and the coordinates of a typed layout fit in 63 bits")
    }
}

/// An integer tuple as a tree of its values.
fn tree_of<T: IntTuple>(tuple: &T) -> DynTuple {
    let mut open: Vec<Vec<DynTuple>> = Vec::from([Vec::new()]);
    tuple.visit(&mut |step| {
        let done = match step {
            Step::Open(rank) => return open.push(Vec::with_capacity(rank)),
            Step::Leaf(value) => Tree::leaf(value as i64),
            Step::Close => {
                let modes = open.pop().expect("every close follows its open");
                Tree::tuple(modes.iter().map(Tree::view)).expect("types do not nest as deep as text may")
            }
        };
        open.last_mut().expect("the outermost list is never closed").push(done);
    });
    open.pop().and_then(|mut list| list.pop()).expect("a tuple is one tree")
}

/// The typed layout that data describes, logical extent included.
///
/// Post-condition: the same extents, and the same offset at every coordinate of one integer for each mode. Where the
/// trees are the same and so are the static leaves, the leaves are; otherwise each mode is coalesced, and its leaves
/// are cut as the type asks: the first fit, where dynamic leaves leave a choice.
///
/// # Errors
/// If there is no such layout: which mode, or extent, is not one of the type.
///
/// ```
/// use tilework::dynamic::DynLayout;
/// use tilework::prelude::*;
/// type Tiled = Layout!(((16, usize), (8, usize)):((8, 128), (1, usize)));
/// let data: DynLayout = "((16,7),(8,7)):((8,128),(1,896))".parse()?;
/// let typed = Tiled::try_from(&data)?;
/// assert_eq!(typed.offset((17, 20)), 1932);
/// let other: DynLayout = "((4,7),(8,7)):((8,128),(1,896))".parse()?;
/// assert!(Tiled::try_from(&other).is_err());
///
/// // equal in structure once coalesced, and with padding
/// type Padded = Layout<((Int!(4), usize), usize), ((usize, usize), Int!(1)), (usize, usize)>;
/// let rows = Padded::try_from(&"(12,(2,4)):(8,(1,2)) of (10,8)".parse::<DynLayout>()?)?;
/// assert_eq!(rows.to_string(), "((_4,3),8):((8,32),_1) of (10,8)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
impl<S: Shape, D: tuple::Stride<S>, E: Extent<S>> TryFrom<&DynLayout> for Layout<S, D, E> {
    type Error = Error;

    fn try_from(layout: &DynLayout) -> Result<Self> {
        let extents = layout.extent_by_mode("conversion")?;
        let (shape, stride) = fitted(layout).map_err(|misfit| misfit.error::<S, D>(layout))?;
        let mut values = extents.leaves().iter().map(|&extent| word::steps(extent));
        let extent = E::of_values(&mut || values.next())
            .ok_or_else(|| invalid!("conversion", "the extent {extents} is not one of the type"))?;
        let typed = Layout::try_with_extent(shape, stride, extent)
            .map_err(|error| invalid!("conversion", "{error}"))?;
        if typed.is_exact() != layout.is_exact() {
            return Err(invalid!("conversion", "{layout} has padding, and the type is exact"));
        }
        Ok(typed)
    }
}
