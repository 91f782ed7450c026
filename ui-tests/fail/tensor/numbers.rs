//! Views and tensors: what only `cargo build` finds.

use tilework::prelude::*;
use tilework::tensor::within;

/// A static coordinate outside its mode.
pub fn coordinate_outside() {
    let data = [0; 8];
    let view = View::new(&data, layout!((4, 2):(1, 4))).unwrap();
    let _ = view[crd!(1, 2)];
    //~^ ERROR: coordinate 2 is outside mode 1 of extent 2 in (4,2):(1,4)
}

/// Two coordinates of a view to be written share an element.
pub fn overlap_in_a_mutable_view() {
    let mut data = [0; 8];
    let _ = ViewMut::new(&mut data, layout!((4, 2):(1, 3)));
    //~^ ERROR: layout (4,2):(1,3) cannot be written: the coordinates of its indices 4 and 3 share offset 3
}

/// Two coordinates of a vector share an element.
pub fn overlap_in_a_vector() {
    let _ = VecTensor::filled(layout!((3, 3):(2, 1)), 0);
    //~^ ERROR: layout (3,3):(2,1) cannot be written: the coordinates of its indices 1 and 6 share offset 2
}

/// A static extent and another static number.
pub fn bounded_by_another_number() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    within((int!(4), int!(3)), |bounds| tensor.bounded(bounds).is_ok());
    //~^ ERROR: mode 1 of layout (4,2):(1,4) has extent 2 and is bounded by 3
}

/// One number for a matrix of two modes.
pub fn matrix_bounded_by_one_number() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    within(8, |i| tensor.bounded(i).is_ok());
    //~^ ERROR: one bound for each mode is needed: 1 for the 2 of layout (4,2):(1,4)
}

/// An array with fewer elements than a layout needs.
pub fn array_that_is_too_small() {
    let _ = Tensor::new([0; 8], layout!((4, 8):(8, 1)));
    //~^ ERROR: layout (4,8):(8,1) needs 32 elements, and the storage has 8
}

/// A view in tiles that do not divide it.
pub fn view_in_tiles_that_do_not_divide() {
    let data = [0; 96];
    let view = View::new(&data, layout!((8, 12):(1, 8))).unwrap();
    let _ = view.zipped_divide(tiler!(5, 3));
    //~^ ERROR: zipped_divide: whole tiles of <5,3> do not make up (8,12):(1,8)
}

/// The same of a view to be written.
pub fn mutable_view_in_tiles_that_do_not_divide() {
    let mut data = [0; 10];
    let mut view = ViewMut::new(&mut data, layout!(10:1)).unwrap();
    let _ = view.tiled_divide_mut(int!(4));
    //~^ ERROR: tiled_divide: whole tiles of 4 do not make up 10:1
}

/// Static coordinates outside their modes, looked up in all ways.
pub fn coordinates_outside() {
    let mut tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let _ = tensor.get(crd!(4, 0));
    //~^ ERROR: coordinate 4 is outside mode 0 of extent 4 in (4,2):(1,4)
    tensor[crd!(0, 2)] = 1;
    //~^ ERROR: coordinate 2 is outside mode 1 of extent 2 in (4,2):(1,4)
    let mut view = tensor.view_mut();
    let _ = view.get(crd!(5, 0));
    //~^ ERROR: coordinate 5 is outside mode 0 of extent 4 in (4,2):(1,4)
    view[crd!(0, 3)] = 1;
    //~^ ERROR: coordinate 3 is outside mode 1 of extent 2 in (4,2):(1,4)
}

/// A static row that a view does not have.
pub fn row_outside_a_view() {
    let v = View::new(&[0u8; 32], layout!((4, 8):(8, 1))).unwrap();
    let _ = v.slice(crd!(4, _));
    //~^ ERROR: coordinate 4 is outside mode 0 of extent 4 in (4,8):(8,1)
}

/// The same of layouts that place their sums.
pub fn slices_outside_placed_views() {
    let v = View::new(&[0u8; 64], xor_layout!((8, 8):(F1, F9))).unwrap();
    let _ = v.slice(crd!(_, 8));
    //~^ ERROR: coordinate 8 is outside mode 1 of extent 8 in tile (8,8) of (8,8):(F1,F9)
    let mut data = [0.; 32];
    let mut v = ViewMut::new(&mut data, xla!(f32[4,8]{1,0:T(2,4)})).unwrap();
    let _ = v.slice_mut(crd!(4, _));
    //~^ ERROR: coordinate 4 is outside mode 0 of extent 4 in ((2,2),(4,2)):((4,16),(1,8))
}

/// An array of fewer elements than a static layout has places.
pub fn array_too_small() {
    let _ = View::from_array(&[0; 5], layout!((2, 3):(1, 2)));
    //~^ ERROR: layout (2,3):(1,2) needs 6 elements, and the storage has 5
    let _ = ViewMut::from_array(&mut [0; 5], layout!((2, 3):(3, 1)));
    //~^ ERROR: layout (2,3):(3,1) needs 6 elements, and the storage has 5
}
