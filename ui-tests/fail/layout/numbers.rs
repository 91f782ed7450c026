//! Layouts, their coordinates, slices and tiles: what only `cargo build` finds.

use tilework::prelude::*;

pub fn basis_coordinate_outside() {
    identity_layout(shape!(4, 5)).offset(crd!(4, 0));
    //~^ ERROR: coordinate 4 is outside mode 0 of extent 4 in (4,5):(1@0,1@1)
}

pub fn basis_slice_outside() {
    identity_layout(shape!(4, 5)).slice(crd!(_, 5));
    //~^ ERROR: coordinate 5 is outside mode 1 of extent 5 in (4,5):(1@0,1@1)
}

/// A static size that does not fit in a machine word.
pub fn computed_offsets_beyond_the_address_space() {
    let n = int!(0x1_0000_0000);
    let _ = row_major((n, n, n));
    //~^ ERROR: the offsets of layout (4294967296,4294967296,4294967296):(2^63 or ... they must stay below 2^63
}

/// A static coordinate inside the shape and outside the extent.
pub fn coordinate_in_the_padding() {
    let l = Layout::try_with_extent(shape!((16, 7), 50), stride!((1, 16), 112), shape!(100, 50)).unwrap();
    let _ = l.offset(crd!(100, 0));
    //~^ ERROR: coordinate 100 is outside mode 0 of extent 100 in ((16,7),50):((1,16),112)
}

/// A static coordinate outside a nested mode.
pub fn coordinate_outside_a_nested_mode() {
    let l = layout!(((4, 2), 3):((1, 4), 8));
    let _ = l.offset(crd!((3, 2), 0));
    //~^ ERROR: coordinate 2 is outside mode 0 of extent 2 in ((4,2),3):((1,4),8)
}

/// A logical extent larger than its mode.
pub fn extent_larger_than_the_shape() {
    let _ = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 4), 8), shape!(9, 3));
    //~^ ERROR: the logical extent 9 of mode 0 is larger than its size 8 in ((4,2),3):((1,4),8)
}

/// A static index outside the layout.
pub fn index_outside() {
    let l = layout!((4, 2):(1, 4));
    let _ = l.offset(crd!(8));
    //~^ ERROR: coordinate 8 is outside the size 8 in (4,2):(1,4)
}

/// Static offsets that pass 2^63.
pub fn static_offsets_beyond_the_address_space() {
    let n = int!(0x1_0000_0000);
    let _ = Layout::new((n, n), (n * int!(2), int!(1)));
    //~^ ERROR: the offsets of layout (4294967296,4294967296):(8589934592,1) ... they must stay below 2^63
}

/// A stride that only the coordinate 0 would take.
pub fn stride_beyond_the_address_space() {
    let n = int!(0x4000_0000_0000_0000);
    let _ = Layout::new(int!(1), n * int!(2));
    //~^ ERROR: the offsets of layout 1:2^63 or more overflow at mode 1:±2^63 or more: they must stay below 2^63
}
