//! What a layout is in memory, for those who pass it by value to a library in C or to a device.

use super::base::Layout;
use super::extent::Extent;
use crate::tuple::{Shape, Stride, TreeTuple, words_in_order};

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// The number of machine words that the layout is, and the assertion that it is these and nothing else.
    ///
    /// A layout is its dynamic leaves in the order of its notation: those of the shape, of the stride, of the extent
    /// where it has one of its own. Each is a word (`size_t`, of a [`Signed`](crate::int::Signed) `ptrdiff_t`); a
    /// static leaf takes no space. So `(m,_64):(ld,_1)` is `struct { size_t m, ld; }` to C, and a parameter of a
    /// kernel that a host made.
    ///
    /// Whoever is given a layout so relies on it that it was one: it is made, and checked, by [`Layout::try_new`].
    ///
    /// The order of the fields in a tuple is not promised by Rust. Here it is looked at, of this type and by this
    /// compiler: another order would be a compile error where this constant is used.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// type Rows = Layout<(usize, Int!(64)), (usize, Int!(1))>;
    /// const { assert!(Rows::WORDS == 2 && size_of::<Rows>() == 16) };
    /// const { assert!(<Layout!((16, 8):(8, 1))>::WORDS == 0) };
    /// ```
    pub const WORDS: usize = {
        let parts = [
            (<S as TreeTuple>::WORDS, 0),
            (<D as TreeTuple>::WORDS, size_of::<S>()),
            (E::WORDS, size_of::<S>() + size_of::<D>()),
        ];
        match words_in_order(&parts, size_of::<Self>()) {
            Some(words) => words,
            None => panic!("this compiler does not lay out the dynamic leaves of the layout in order"),
        }
    };
}
