//! Views and tensors: what `cargo check` finds.

use std::cell::Cell;
use tilework::prelude::*;
use tilework::tensor::within;

/// Three coordinates for two modes.
pub fn get_of_other_rank() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let _ = tensor.get((1, 0, 0));
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

/// Two mutable views of one tensor.
pub fn two_mutable_views() {
    let mut tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut a = tensor.view_mut();
    let mut b = tensor.view_mut();
    //~^ ERROR: cannot borrow `tensor` as mutable more than once at a time
    a[(0, 0)] = 1;
    b[(0, 0)] = 2;
}

/// A view of elements that threads cannot share.
pub fn view_of_cells_in_a_thread() {
    let data = [const { Cell::new(0) }; 8];
    let view = View::new(&data, layout!((4, 2):(1, 4))).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || view[(0, 0)].set(1));
        //~^ ERROR: `Cell<i32>` cannot be shared between threads safely
    });
}

/// A view of a tensor that is gone.
pub fn view_outlives_its_tensor() {
    let view = {
        let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
        tensor.view()
        //~^ ERROR: `tensor` does not live long enough
    };
    assert_eq!(view[(0, 0)], 0);
}

/// Tiles in two modes of a view of three.
pub fn tile_of_a_cube() {
    let data = [0; 64];
    let view = View::new(&data, layout!((4, 4, 4):(1, 4, 16))).unwrap();
    let _ = view.tile((2, 2), (0, 0));
    //~^ ERROR: a matrix is needed here: a layout of rank 2, one mode for rows and one for columns
}

/// A slice where nothing says how many modes there are.
pub fn slice_of_any_layout() {
    fn row<L: Matrix>(view: &View<'_, f32, L>) {
        let _ = view.slice(crd!(0, _));
        //~^ ERROR: the method `slice` exists for reference ... bounds were not satisfied
    }
}

/// A tensor on the stack of a size that is not known to be static.
pub fn stack_of_any_size() {
    fn square<N: Integer>(n: N) {
        let _ = StackTensor::fill(row_major((n, n)), 0);
        //~^ ERROR: a layout with a dynamic leaf cannot live on the stack: its cosize is not known at compile time
    }
}

/// A coordinate of indices of which each is below another number.
pub fn transposed_coordinate_of_proofs() {
    let tensor = StackTensor::fill(layout!((4, 4):(1, 4)), 0);
    within((4, 4), |(i, j)| {
    //~^ ERROR: lifetime may not live long enough
        let tensor = tensor.bounded((i, j)).unwrap();
        for (i, j) in i.indices().zip(j) {
            let _ = tensor[(j, i)];
        }
    });
}

/// An index below a number of another call, which is equal by chance.
pub fn index_below_another_number() {
    let tensor = StackTensor::fill(layout!(4:1), 0);
    within(4, |i| {
        let tensor = tensor.bounded(i).unwrap();
        within(4, |j| j.get(1).map(|j| tensor[j]));
        //~^ ERROR: borrowed data escapes outside of closure
    });
}

/// A proof outside what it is a proof of.
pub fn index_that_escapes() {
    let _ = within(4, |i| i.get(1));
    //~^ ERROR: lifetime may not live long enough
}

/// A coordinate of integers that nothing is known of.
pub fn bounded_by_integers() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    within((4, 2), |bounds| tensor.bounded(bounds).unwrap()[(1, 1)]);
    //~^ ERROR: mismatched types
}

/// Bounds that are integers.
pub fn bounds_that_are_integers() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let _ = tensor.bounded((4, 2));
    //~^ ERROR: not bounds: `({integer}, {integer})` is neither a `Bound` nor a tuple of up to four
}

/// Three bounds for a matrix of two modes.
pub fn bounds_of_another_rank() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    within((4, 2, 1), |bounds| tensor.bounded(bounds).is_ok());
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

/// More numbers than there are bounds.
pub fn five_numbers() {
    within((1, 2, 3, 4, 5), |_| ());
    //~^ ERROR: no bounds can be made of `({integer}, {integer}, {integer}, ... or of a tuple of up to four
}

/// Any layout takes an index; a pair is for matrices.
pub fn pair_as_an_index_of_any_layout() {
    fn first<L: Mapping>(view: &View<'_, f32, L>) -> f32 {
        view[(0, 0)]
        //~^ ERROR: the layout is not known to take coordinates of type `(usize, ... a `Matrix` also pairs
    }
}

/// A layout of rank 4 for a batch of matrices.
pub fn batch_of_rank_4() {
    fn batches<L: tilework::layout::Batch>(_: View<'_, f32, L>) {}
    let data = [0.0; 16];
    batches(View::new(&data, layout!((2, 2, 2, 2):(8, 4, 2, 1))).unwrap());
    //~^ ERROR: a batch of matrices is needed here: a layout of rank 3, with the batch in mode 0
}

/// A view in tiles of XLA, by a tiler that is known when run only.
pub fn view_of_an_array_of_xla_by_a_dynamic_tiler(n: usize) {
    let array = StackTensor::fill(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), 0.0_f32);
    let _ = array.view().zipped_divide(tiler!(n, 3));
    //~^ ERROR: what is made of a layout over F2 strides or in XLA's tiles is static, and so is what it is made by
}

/// A part of an array of XLA, divided: only the whole is.
pub fn part_of_an_array_of_xla_in_tiles() {
    let array = StackTensor::fill(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), 0.0_f32);
    let tile = array.view().tile((int!(4), int!(6)), (0, 0)).unwrap();
    let _ = tile.zipped_divide(tiler!(2, 3));
    //~^ ERROR: the method `zipped_divide` exists for struct `View<'_, f32, ... bounds were not satisfied
}
