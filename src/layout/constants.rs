//! What is known of static layouts, as constants.

use super::{Extent, Layout, notation};
use crate::int::{Integer, Text};
use crate::tuple::{AllStatic, Leaves, Shape, Stride};

/// All of this is of the shape, whatever part of it is the logical extent.
impl<S: Shape + AllStatic, D: Stride<S> + AllStatic, E: Extent<S>> Layout<S, D, E> {
    /// The number of coordinates of the shape, padding included: [`size`](Layout::size) as a number.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// type Tile = Layout!(((4, 2), (4, 3)):((4, 16), (1, 32)));
    /// let order: [usize; Tile::SIZE] = std::array::from_fn(|i| i);
    /// assert_eq!(order.len(), 96);
    /// ```
    pub const SIZE: usize = {
        let () = Layout::<S, D>::FITS;
        match <S::Size as Integer>::STATIC {
            Some(size) => size,
            None => panic!("the size of a static shape is static"),
        }
    };

    /// The number of elements storage needs: [`cosize`](Layout::cosize) as a number.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// type Stage = Layout!((32, 32):(1, 33));
    /// static STAGE: [f32; Stage::COSIZE] = [0.0; Stage::COSIZE];
    /// assert!(View::new(&STAGE, Stage::STATIC).is_ok());
    /// ```
    pub const COSIZE: usize = {
        let () = Layout::<S, D>::FITS;
        match <super::Cosize<S, D> as Integer>::STATIC {
            Some(cosize) => cosize,
            None => panic!("the cosize of a static layout is static"),
        }
    };

    /// The offset of every index, first mode fastest: an array of [`SIZE`](Layout::SIZE) numbers, made while compiling.
    ///
    /// Another length, or an offset below 0, is a compile error where the array is a constant.
    ///
    /// # Panics
    /// If `N` is not [`SIZE`](Layout::SIZE), or an offset is below 0.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// type Tile = Layout!((2, 3):(3, 1));
    /// const OFFSETS: [usize; Tile::SIZE] = Tile::offset_array();
    /// assert_eq!(OFFSETS, [0, 3, 1, 4, 2, 5]);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // an array of 5 for the 6 offsets of (2,3):(3,1)
    /// const OFFSETS: [usize; 5] = <Layout!((2, 3):(3, 1))>::offset_array();
    /// # fn main() { println!("{OFFSETS:?}"); }
    /// ```
    pub const fn offset_array<const N: usize>() -> [usize; N] {
        if N != Self::SIZE {
            let text = Text::new().str("an array of ").number(N).str(" for the ").number(Self::SIZE);
            let text = text.str(" offsets of ").text(&notation::<S, D>());
            panic!("{}", text.as_str())
        }
        let (mut offsets, mut index) = ([0; N], 0);
        while index < N {
            let offset = offset_of(&S::LEAVES, &D::LEAVES, index);
            if offset < 0 {
                let text = Text::new().str("the offset ").signed(offset).str(" of index ").number(index);
                let text = text.str(" in ").text(&notation::<S, D>());
                panic!("{}", text.str(" is below 0").as_str())
            }
            offsets[index] = offset.cast_unsigned();
            index += 1;
        }
        offsets
    }
}

/// The offset of an index in a layout of static leaves.
pub(crate) const fn offset_of(shape: &Leaves, stride: &Leaves, mut index: usize) -> isize {
    let (mut offset, mut leaf) = (0, 0);
    while leaf < shape.len() {
        if let (Some(extent), Some(stride)) = (shape.get(leaf), stride.get(leaf)) {
            let extent = extent.cast_unsigned();
            offset += (index % extent).cast_signed() * stride;
            index /= extent;
        }
        leaf += 1;
    }
    offset
}
