//! XLA's arrays: the notation in macros, and tiled layouts: what `cargo check` finds.

use tilework::prelude::*;

pub fn attribute_of_sparse_arrays() {
    let _ = xla!(f32[2,3]{1,0:#(u32)});
    //~^ ERROR: `#` belongs to sparse arrays, which have no layout here
}

pub fn attributes_out_of_order() {
    let _ = xla!(f32[2,3]{1,0:S(1)T(8,128)});
    //~^ ERROR: expected `}`, or an attribute in the order `D T L E S SC M`, found `T`
}

pub fn bytes_of_a_dynamic_size() {
    let n = 2;
    let _ = xla_bytes!(f32[n,3]{1,0:T(8,128)});
    //~^ ERROR: the size `n` is dynamic, and the bytes are a constant: at run time, `xla::padded_size` tells them
}

pub fn coordinate_of_other_rank() {
    let _ = xla!(f32[20,30]{1,0:T(8,16)(3,1)}).offset((1, 2, 3));
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

pub fn dimension_missing() {
    let _ = xla!(f32[2,3]{1});
    //~^ ERROR: the layout orders 1 of 2 dimensions, minor to major: dimension 0 is missing
}

pub fn dimension_that_is_not_there() {
    let _ = xla!(f32[2,3]{2,0});
    //~^ ERROR: there is no dimension 2: the array has dimensions 0 to 1
}

pub fn dimension_twice() {
    let _ = xla!(f32[2,3]{1,1});
    //~^ ERROR: dimension 1 stands twice in the order of the dimensions
}

pub fn dynamic_size_in_a_tiling_without_strides() {
    let n = 20;
    let _ = xla!(f32[n,30]{1,0:T(8,16)(3,1)});
    //~^ ERROR: in dimension 0, blocks of 3 do not divide the block of 8 around ... tilings need static sizes
}

pub fn dynamic_size_that_is_merged() {
    let n = 20;
    let _ = xla!(f32[n,30]{1,0:T(*,16)});
    //~^ ERROR: where a `*` merged blocks, tiles of 16 do not divide those of ... tilings need static sizes
}

pub fn elements_beyond_the_address_space() {
    let _ = xla!(f32[4294967296,2147483648]{1,0:T(8,128)});
    //~^ ERROR: this array has 2^63 elements or more, padding included
}

pub fn expression_without_braces() {
    let n = 2;
    let _ = xla!(f32[n + 1,3]{1,0});
    //~^ ERROR: expected `,` between sizes, and none after the last, found `+`: an ... as in `f32[{n + 1},2]`
}

pub fn negative_size() {
    let _ = xla!(f32[-2,3]{1,0});
    //~^ ERROR: the size -2 is negative
}

pub fn size_of_type_i32() {
    let n = 2i32;
    let _ = xla!(f32[n,3]{1,0:T(8,128)});
    //~^ ERROR: `i32` is not an extent or coordinate: those are `usize`, or `int!(n)` for one known at compile time
    //~| ERROR: the logical extent does not match the shape: an extent has one integer for every top-level mode
}

pub fn sizes_missing() {
    let _ = xla!(f32);
    //~^ ERROR: expected the sizes in `[ ]` after the element type, as in f32[2,3], found the end
}

pub fn strides_of_a_tiled_layout() {
    let _ = coalesce(xla!(f32[20,30]{1,0:T(8,16)(3,1)}));
    //~^ ERROR: coalesce takes an exact layout
}

pub fn text_behind() {
    let _ = xla!(f32[2,3]{1,0} add);
    //~^ ERROR: expected the end here, found `add`
}

pub fn thirteen_dimensions() {
    let _ = xla!(f32[1,1,1,1,1,1,1,1,1,1,1,1,1]);
    //~^ ERROR: an array of 13 dimensions: a typed layout has at most 12
}

pub fn tile_of_dynamic_size() {
    let n = 8;
    let _ = xla!(f32[2,3]{1,0:T(n,128)});
    //~^ ERROR: the size of a tile is known at compile time: expected a literal, found `n`
}

pub fn tile_of_zero() {
    let _ = xla!(f32[2,3]{1,0:T(0,128)});
    //~^ ERROR: the size of a tile is 0: it must be at least 1
}

pub fn tile_that_ends_with_a_star() {
    let _ = xla!(f32[2,3]{1,0:T(2,*)});
    //~^ ERROR: a tile ends with `*`: there is no dimension after the last to merge into
}

pub fn tile_without_sizes() {
    let _ = xla!(f32[2,3]{1,0:T()});
    //~^ ERROR: expected a tile such as (8,128) after `T`, found `)`
}

pub fn token() {
    let _ = xla!(token[]);
    //~^ ERROR: token[] has no elements, and so no layout
}

pub fn tuple() {
    let _ = xla!((f32[2,3]{1,0}, f32[4]{0}));
    //~^ ERROR: a tuple has no layout of its own: expected one of its arrays, such as f32[2,3]
}

pub fn unbounded_size() {
    let _ = xla!(f32[?,3]{1,0});
    //~^ ERROR: `?` is a size without a bound, and so without a layout: write a size, or a name that holds it
}

pub fn unknown_element_type() {
    let _ = xla!(f31[2,3]{1,0});
    //~^ ERROR: `f31` is no element type of XLA: those are pred, s8, u32, f32, bf16, f8e4m3fn …
}

pub fn places_miscounted() {
    type Array = TiledLayout<Shape!(20, 30), Shape!(1, 0), Shape!((8, 16), (3, 1)), Int!(600)>;

    let _ = Array::STATIC;
    //~^ ERROR: [20,30]{1,0:T(8,16)(3,1)} has 864 places in memory, and the type says 600
}
