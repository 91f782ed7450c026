//! The notation of layouts in macros: what `cargo check` finds.

use tilework::prelude::*;

/// An extent that is no integer.
pub fn fraction() {
    let _ = shape!(4, 2.5);
    //~^ ERROR: expected an integer literal, found `2.5`
}

/// A free mode where there are no coordinates.
pub fn free_mode_in_a_layout() {
    let _ = layout!((4, _):(1, 4));
    //~^ ERROR: `_` marks a free mode, which only a coordinate (`crd!`) can have
}

/// One more than the largest static integer.
pub fn integer_of_2_63() {
    let _ = int!(9223372036854775808);
    //~^ ERROR: static integer 9223372036854775808 is too large: they stay below 2^63
}

/// A constant that is one more than the largest static integer.
pub fn constant_of_2_63() {
    const LARGE: usize = 1 << 63;
    let _ = layout!((const LARGE, 2):(1, 1));
    //~^ ERROR: static integer 9223372036854775808 is too large: they stay below 2^63
}

/// Shape and stride without a colon between.
pub fn missing_colon() {
    let _ = layout!((4, 2) (1, 4));
    //~^ ERROR: expected `:` between shape and stride, found `(1, 4)`
}

/// Modes without a comma between.
pub fn missing_comma() {
    let _ = layout!((4 2):(1, 4));
    //~^ ERROR: expected `,` between modes, found `2`
}

/// A colon and no stride.
pub fn missing_stride() {
    let _ = layout!((4, 2):);
    //~^ ERROR: expected a stride after `:`, such as (1,4), found the end
}

/// A coordinate below zero.
pub fn negative_coordinate() {
    let _ = layout!((4, 2):(1, 4)).offset(crd!(0, -1));
    //~^ ERROR: coordinate -1 is negative; only strides may be
}

/// An extent below zero.
pub fn negative_extent() {
    let _ = layout!((4, -2):(1, 4));
    //~^ ERROR: extent -2 is negative; only strides may be
}

/// Literals whose offsets pass 2^63.
pub fn offsets_beyond_the_address_space() {
    let _ = layout!((0x1_0000_0000, 2):(0x8000_0000, 0x8000_0000));
    //~^ ERROR: (4294967296,2):(2147483648,2147483648) spans 9223372036854775808 + 1 ... offsets must stay below 2^63
}

/// Literals whose product is 2^63.
pub fn size_beyond_the_address_space() {
    let _ = layout!((0x1_0000_0000, 0x8000_0000));
    //~^ ERROR: the size of shape (4294967296,2147483648) reaches 2^63
}

/// The brackets of other notations.
pub fn square_brackets() {
    let _ = layout!([4, 2]:[1, 4]);
    //~^ ERROR: modes are grouped with `( )`, not `[ ]`
}

/// A nested mode with one stride.
pub fn stride_of_other_nesting() {
    let _ = layout!(((4, 2), 3):(1, (4, 8)));
    //~^ ERROR: shape (4,2) is a tuple and its stride 1 is one integer in ((4,2),3):(1,(4,8)): they must be congruent
}

/// Words after the layout.
pub fn trailing_text() {
    let _ = layout!((4, 2):(1, 4) on 3);
    //~^ ERROR: expected the end here, found `on`
}

/// More modes than tuples have.
pub fn tuple_of_thirteen() {
    let _ = shape!(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    //~^ ERROR: tuple of 13 modes: there are at most 12, group some in a nested tuple
}

/// An integer mode with a tuple of strides.
pub fn tuple_stride_of_an_integer() {
    let _ = layout!((4, 3):(1, (4, 8)));
    //~^ ERROR: extent 3 is one integer and its stride (4,8) is a tuple in (4,3):(1,(4,8)): they must be congruent
}

/// Two numbers where one is asked for.
pub fn two_integers() {
    let _ = int!(4, 2);
    //~^ ERROR: expected the end here, found `,`
}

/// A literal with the suffix of a machine type.
pub fn literal_with_a_suffix() {
    let _ = layout!((4usize, 2):(1, 4));
    //~^ ERROR: a static integer is of no machine type: write `4` without the suffix of `4usize`
    let _ = shape!(0x10_u32, 2);
    //~^ ERROR: a static integer is of no machine type: write `0x10` without the suffix of `0x10_u32`
    let _ = xla!(f32[4i64,2]{1,0});
    //~^ ERROR: a static integer is of no machine type: write `4` without the suffix of `4i64`
}

/// A number that is computed, in a type.
pub fn sum_in_a_type() {
    let _: Layout!(({4 + 1}, 8):(8, 1));
    //~^ ERROR: `{4 + 1}` is a number that a type cannot compute: write the literal, or `usize`
}

/// The type of an integer where a value is expected.
pub fn type_as_a_value() {
    let _ = Int!(4);
    //~^ ERROR: expected value, found struct `$crate::int::Int`
}

/// What is known of a dynamic leaf is its divisor.
pub fn unknown_fact_of_a_dynamic_leaf() {
    type Rows = Layout!((?{mul=64}, 8):(8, 1));
    //~^ ERROR: expected what is known of a dynamic leaf, such as `?{div=64}`
}

/// Only 0 is a multiple of 0.
pub fn multiple_of_zero() {
    let n = 7;
    let _ = layout!((n*_0, 8):(8, 1));
    //~^ ERROR: a multiple of 0 is 0: write 0
}

/// A constant has a name, or is an expression.
pub fn constant_without_a_name() {
    let _ = layout!((const 4, 8):(8, 1));
    //~^ ERROR: expected the name of a constant, or `{expression}`, after `const`
}

/// Constants of another type.
pub fn constant_of_another_type() {
    const ROWS: i32 = 4;
    let _ = layout!((const ROWS, 8):(8, 1));
    //~^ ERROR: mismatched types
}

/// More elements in a mode than it has places.
pub fn extent_behind_the_size() {
    let _ = layout!(((16, 7), 50):((50, 800), 1) of (113, 50));
    //~^ ERROR: the logical extent 113 of mode 0 is larger than its size 112 in ((16,7),50):((50,800),1) of (113,50)
}

/// An extent for every leaf, where one for every mode is meant.
pub fn nested_extent() {
    let _ = layout!(((16, 7), 50):((50, 800), 1) of ((16, 6), 50));
    //~^ ERROR: (16,6) in ((16,7),50):((50,800),1) of ((16,6),50): a logical extent ... for every mode of the shape
}

/// Nothing behind `of`.
pub fn missing_extent() {
    let _ = layout!((16, 50):(50, 1) of);
    //~^ ERROR: expected a logical extent after `of`, such as (100,50), found the end
}

/// Tiles of fewer than no elements.
pub fn negative_tile() {
    let _ = tiler!(4, -2);
    //~^ ERROR: extent -2 is negative; only strides may be
}

/// Entries of a tiler without a comma between.
pub fn entries_without_comma() {
    let _ = tiler!(4 _);
    //~^ ERROR: expected `,` between entries, found `_`
}

/// An expression for a tile that is not in braces.
pub fn tile_without_braces(n: usize) {
    let _ = tiler!(n + 1, 4);
    //~^ ERROR: expected `,` between entries, found `+`: an expression goes in braces, as in `({n + 1}, 2)`
}

/// A layout as an entry whose stride is of another rank.
pub fn entry_not_congruent() {
    let _ = tiler!(_, (2, 4):(1));
    //~^ ERROR: shape (2,4) has 2 modes and stride (1) has 1 mode in (2,4):(1): they must be congruent
}

/// Brackets around entries.
pub fn entries_in_brackets() {
    let _ = tiler!(4, [2, 2]);
    //~^ ERROR: modes are grouped with `( )`, not `[ ]`
}
