//! Elementwise kernels and reductions against their definition, for layouts of every kind.

use crate::{numbered, with_extent};
use tilework::kernel::{Mismatch, fill_with, fold, reduce, transform_in_place, zip_with, zip_with_in_place};
use tilework::prelude::*;

/// The coordinates of a matrix.
fn places<L: Matrix>(layout: L) -> impl Iterator<Item = (usize, usize)> {
    (0..layout.cols()).flat_map(move |j| (0..layout.rows()).map(move |i| (i, j)))
}

/// Nothing but elements was changed in a slice that held 7 everywhere, and no element is 7.
fn padding_is_untouched<L: Matrix>(data: &[u32], layout: L) {
    let untouched = data.iter().filter(|&&x| x == 7).count();
    assert_eq!(untouched, data.len() - layout.rows() * layout.cols(), "padding of {layout}");
}

/// What the kernels of several tensors must do, by definition.
fn check_zip<A: Matrix, B: Matrix>(a: A, b: B) {
    let (a_data, b_data) = (numbered(&a), numbered(&b));
    let (x, y) = (View::new(&a_data, a).unwrap(), View::new(&b_data, b).unwrap());
    // two, in every pair of layouts, the result in each
    let mut data = vec![7; b.cosize().value()];
    let mut out = ViewMut::new(&mut data, b).unwrap();
    zip_with((&x, &y), &mut out, |(x, y)| x * 3 + y).unwrap();
    for at in places(b) {
        assert_eq!(out[at], x[at] * 3 + y[at], "{at:?} of {a} and {b}");
    }
    padding_is_untouched(&data, b);
    // three, one of them with other elements, and a tuple in a tuple
    let halves =
        VecTensor::from_fn(row_major((a.rows(), a.cols())), |(i, j)| (i * 100 + j) as f64 / 2.0).unwrap();
    let half = halves.view();
    let mut data = vec![7; b.cosize().value()];
    let mut out = ViewMut::new(&mut data, b).unwrap();
    zip_with((&x, &half, &y), &mut out, |(x, h, y)| x + y + (h * 2.0) as u32).unwrap();
    for (i, j) in places(b) {
        assert_eq!(out[(i, j)], x[(i, j)] + y[(i, j)] + (i * 100 + j) as u32);
    }
    zip_with((&x, (&y, &half), &x, &y), &mut out, |(a, (b, h), c, d)| a + b + c + d + (h * 2.0) as u32)
        .unwrap();
    for (i, j) in places(b) {
        assert_eq!(out[(i, j)], 2 * (x[(i, j)] + y[(i, j)]) + (i * 100 + j) as u32);
    }
    // in place
    let before: Vec<u32> = places(b).map(|at| out[at]).collect();
    zip_with_in_place(&mut out, (&x, &y), |z, (x, y)| z + x * y).unwrap();
    zip_with_in_place(&mut out, &x, |z, x| z - x).unwrap();
    transform_in_place(&mut out, |z| z ^ 0x4000_0000);
    for (at, before) in places(b).zip(before) {
        assert_eq!(out[at], (before + x[at] * y[at] - x[at]) ^ 0x4000_0000);
    }
    padding_is_untouched(&data, b);
    // equality looks at elements only
    let mut same = VecTensor::filled(b, 0).unwrap();
    copy(&x, &mut same.view_mut()).unwrap();
    assert_eq!(x, same.view());
    if let Some(at) = places(b).last() {
        same[at] += 1;
        assert_ne!(x, same.view());
        assert_ne!(same.view(), x);
    }
}

/// What the kernels of one tensor must do, by definition.
fn check_one<L: Matrix<Extents: Shape<Dynamic = (usize, usize)>>>(layout: L) {
    let data = numbered(&layout);
    let a = View::new(&data, layout).unwrap();
    let (rows, cols) = (layout.rows(), layout.cols());
    let all: Vec<u32> = places(layout).map(|at| a[at]).collect();
    assert_eq!(fold(&a, 0u64, |sum, x| sum + u64::from(x)), all.iter().map(|&x| u64::from(x)).sum::<u64>());
    let mut folded = fold(&a, [0; 600], |mut seen: [u32; 600], x| {
        seen[(x - 1000) as usize] += 1;
        seen
    });
    all.iter().for_each(|x| folded[(x - 1000) as usize] -= 1);
    assert_eq!(folded, [0; 600], "each element once");
    // along each mode, in rising order, which this function depends on
    let digits = |value: u32, x: u32| value.wrapping_mul(31).wrapping_add(x);
    let (mut by_row, mut by_col) = (vec![9; 2 * rows], vec![9; 3 * cols]);
    reduce(&a, int!(1), &mut ViewMut::new(&mut by_row, layout!((rows):(2))).unwrap(), 5, digits).unwrap();
    reduce(&a, int!(0), &mut ViewMut::new(&mut by_col, layout!((1, cols):(1, 3))).unwrap(), 5, digits)
        .unwrap();
    for i in 0..rows {
        assert_eq!(by_row[2 * i], (0..cols).fold(5, |v, j| digits(v, a[(i, j)])), "row {i} of {layout}");
        assert_eq!(by_row[2 * i + 1], 9);
    }
    for j in 0..cols {
        assert_eq!(by_col[3 * j], (0..rows).fold(5, |v, i| digits(v, a[(i, j)])), "column {j} of {layout}");
    }
    // and into a layout of the same kind
    let (height, width) = (rows.div_ceil(4), cols.div_ceil(4));
    let tiled = with_extent(layout!(((4, height), 1):((1, 4), 0)), (rows, 1));
    let mut out = VecTensor::filled(tiled, 0).unwrap();
    reduce(&a, int!(1), &mut out.view_mut(), 5, digits).unwrap();
    assert!((0..rows).all(|i| out[(i, 0)] == by_row[2 * i]), "{layout}");
    let tiled = with_extent(layout!(((4, width)):((8, 1))), (cols,));
    if tiled.is_injective() {
        let mut out = VecTensor::filled(tiled, 0).unwrap();
        reduce(&a, int!(0), &mut out.view_mut(), 5, digits).unwrap();
        assert!((0..cols).all(|j| out[(j,)] == by_col[3 * j]), "{layout}");
    }
    // coordinates
    let mut data = vec![7; layout.cosize().value()];
    let mut out = ViewMut::new(&mut data, layout).unwrap();
    let mut calls = 0;
    fill_with(&mut out, |(i, j)| {
        calls += 1;
        (1000 + i * 64 + j) as u32
    });
    assert_eq!(calls, rows * cols);
    assert!(places(layout).all(|(i, j)| out[(i, j)] as usize == 1000 + i * 64 + j), "{layout}");
    padding_is_untouched(&data, layout);
    assert!(a.elements().eq(places(layout).map(|at| (at, &a[at]))), "{layout}");
    assert_eq!(a.elements().len(), rows * cols);
    // folded from any element on, they are those that come one by one
    for taken in 0..=rows * cols {
        let (mut rest, mut folded) = (a.elements(), Vec::new());
        assert!(rest.by_ref().take(taken).eq(places(layout).take(taken).map(|at| (at, &a[at]))));
        rest.clone().for_each(|element| folded.push(element));
        assert!(rest.eq(folded), "{layout} from {taken} on");
    }
    for ((i, j), element) in ViewMut::new(&mut data, layout).unwrap().elements_mut() {
        *element += (i * 64 + j) as u32;
    }
    // those that came may be written while the others come
    let mut whole = ViewMut::new(&mut data, layout).unwrap();
    let mut rest = whole.view_mut().elements_mut();
    if let (Some((_, first)), Some((_, second))) = (rest.next(), rest.next()) {
        assert!(format!("{rest:?}").starts_with("ElementsMut"));
        core::mem::swap(first, second);
        core::mem::swap(first, second);
    }
    ViewMut::new(&mut data, layout)
        .unwrap()
        .elements_mut()
        .for_each(|((i, _), element)| *element += i as u32);
    ViewMut::new(&mut data, layout)
        .unwrap()
        .elements_mut()
        .for_each(|((i, _), element)| *element -= i as u32);
    let out = View::new(&data, layout).unwrap();
    assert!(places(layout).all(|(i, j)| out[(i, j)] as usize == 1000 + 2 * (i * 64 + j)), "{layout}");
    padding_is_untouched(&data, layout);
}

macro_rules! for_all {
    ($($layout:expr),* $(,)?) => { $( check_one($layout); )* for_all!(@ [$($layout),*] [$($layout),*]); };
    (@ [$($a:expr),*] $all:tt) => { $( for_all!(@@ $a, $all); )* };
    (@@ $a:expr, [$($b:expr),*]) => { $( check_zip($a, $b); )* };
}

#[test]
fn exact_layouts_of_12_by_8() {
    let (two, three, four) = (2, 3, 4);
    for_all!(
        layout!((12, 8):(8, 1)),
        layout!(({12}, {8}):({1}, {13})),
        layout!((12, 8):(-8, 1)),
        layout!(((4, three), (4, two)):((4, 16), (1, {48}))),
        layout!(((2, (2, 3)), 8):((8, (16, 32)), 1)),
        layout!(((four, 3), (4, 2)):((1, 32), (4, 16))),
    );
}

#[test]
fn overhanging_layouts_of_7_by_10() {
    let (rows, cols) = (7, 10);
    for_all!(
        layout!((rows, cols):({1}, rows)),
        with_extent(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), (rows, cols)),
        with_extent(layout!(((3, 3), (5, 2)):((5, 15), (1, 45))), (rows, cols)),
    );
}

#[test]
fn placed_layouts() {
    let (rows, cols) = (16, 32);
    for_all!(
        layout!((rows, cols):(cols, 1)),
        Swizzle::<2, 1, 3>::new().compose(layout!((16, 32):(32, 1))),
        xla!(f32[16,32]{1,0:T(8,16)}),
        xor_layout!(((4, 4), 32):((F32, F130), F1)),
    );
}

#[test]
fn no_element_is_none() {
    for (rows, cols) in [(0, 5), (5, 0), (0, 0)] {
        let flat = layout!((rows, cols):({1}, rows));
        check_one(flat);
        let (height, width) = (rows.div_ceil(4), cols.div_ceil(4));
        let tiled = with_extent(layout!(((4, height), (4, width)):((4, 16), (1, 32))), (rows, cols));
        assert_eq!(fold(&View::new(&[0u32; 0], flat).unwrap(), 3, |sum, x| sum + x), 3);
        check_zip(flat, tiled);
    }
}

/// Tiles of no rows are no run of elements: nothing is read or written where a destination has none.
#[test]
fn no_element_is_reduced_to_none() {
    fn check<L: Matrix<Extents: Shape<Dynamic = (usize, usize)>>>(source: L, none: usize) {
        let mut guarded = [7_u32; 2];
        let source = View::new(&[0_u32; 0], source).unwrap();
        let mut still = ViewMut::new(&mut guarded[1..1], layout!((none):(0))).unwrap();
        reduce(&source, int!(1), &mut still, 0, |a, b| a + b).unwrap();
        let mut dynamic = ViewMut::new(&mut guarded[1..1], layout!((none):(none))).unwrap();
        reduce(&source, int!(1), &mut dynamic, 0, |a, b| a + b).unwrap();
        assert_eq!(guarded, [7; 2]);
    }
    let none = std::hint::black_box(0);
    check(layout!(((4, none), (4, 2)):((4, 16), (1, none))), none);
    check(layout!(((4, none), (4, 2)):((1, 16), (4, none))), none);
    check(layout!((none, 3):(1, none)), none);
}

/// Blocks that follow each other are one run, and what the extents cut of the last ones is not in it.
#[test]
fn blocks_in_one_run() {
    for (rows, cols) in
        [(8_usize, 8_usize), (8, 10), (4, 8), (4, 9), (9, 8), (11, 10), (3, 8), (8, 3), (1, 1), (17, 21)]
    {
        let (height, width) = (rows.div_ceil(4), cols.div_ceil(4));
        let zn = with_extent(layout!(((4, height), (4, width)):((4, 16), (1, {16 * height}))), (rows, cols));
        let nz = with_extent(layout!(((4, height), (4, width)):((1, {16 * width}), (4, 16))), (rows, cols));
        let apart =
            with_extent(layout!(((4, height), (4, width)):((4, 20), (1, {20 * height}))), (rows, cols));
        check_one(zn);
        check_one(nz);
        check_one(apart);
        check_zip(zn, nz);
        check_zip(zn, apart);
        check_zip(apart, nz);
    }
}

#[test]
fn other_ranks() {
    let shape = shape!(2, 3, 4, 5);
    let cube = VecTensor::from_fn(row_major(shape), |(i, j, k, l)| i * 1000 + j * 100 + k * 10 + l).unwrap();
    let turned =
        VecTensor::from_fn(column_major(shape), |(i, j, k, l)| i * 1000 + j * 100 + k * 10 + l).unwrap();
    assert_eq!(cube, turned);
    cube.view().elements().for_each(|(at, x)| assert_eq!(cube[at], *x));
    assert_eq!(cube.view().elements().map(|(_, x)| x).sum::<usize>(), cube.as_slice().iter().sum::<usize>());
    assert!(cube.view().elements().all(|((i, j, k, l), &x)| x == i * 1000 + j * 100 + k * 10 + l));
    assert_eq!(cube.view().elements().map(|(at, _)| at).nth(7), Some((1, 0, 1, 0)));
    let mut sums = VecTensor::filled(column_major(shape!(2, 3, 5)), 0).unwrap();
    reduce(&cube.view(), int!(2), &mut sums.view_mut(), 0, |sum, x| sum + x).unwrap();
    for ((i, j, l), &sum) in sums.view().elements() {
        assert_eq!(sum, 4 * (i * 1000 + j * 100 + l) + 60);
    }
    let same = sums.clone();
    zip_with_in_place(&mut sums.view_mut(), &same.view(), |a, b| a - b).unwrap();
    assert_eq!(fold(&sums.view(), 0, usize::max), 0);
    // one mode, and none
    let line = View::new(&[1, 2, 3, 4], layout!(2:3)).unwrap();
    assert!(line.elements().eq([(0, &1), (1, &4)]));
    let mut product = [0];
    let mut point = ViewMut::new(&mut product, layout!(():())).unwrap();
    reduce(&line, int!(0), &mut point, 10, |product, x| product * x).unwrap();
    assert!(point.view().elements().eq([((), &40)]));
    assert_eq!(point.view().elements().fold(2, |sum, ((), x)| sum + x), 42);
    fill_with(&mut point, |()| 3);
    assert_eq!(format!("{point:?}"), "ViewMut ():() 3");
    assert_ne!(point.view(), line);
}

#[test]
fn a_broadcast_is_read_as_often_as_it_stands_there() {
    let bias = View::new(&[1, 2, 3], layout!((4, 3):(0, 1))).unwrap();
    let a = StackTensor::fill(layout!((4, 3):(3, 1)), 10);
    let mut sum = StackTensor::fill(layout!((4, 3):(1, 4)), 0);
    zip_with((&a.view(), &bias), &mut sum.view_mut(), |(a, b)| a + b).unwrap();
    assert_eq!(sum, StackTensor::from_fn(layout!((4, 3):(3, 1)), |(_, j)| 11 + j as i32));
    assert_eq!(fold(&bias, 0, |sum, x| sum + x), 24);
}

#[test]
fn large_elements_and_those_with_a_destructor() {
    let layout = layout!(((4, 2), 5):((1, 20), 4));
    let a = VecTensor::from_fn(layout, |(i, j)| [[i, j]; 8].concat().try_into().unwrap_or([0; 16])).unwrap();
    let mut b = a.clone();
    zip_with_in_place(&mut b.view_mut(), (&a.view(), &a.view()), |x, (y, _): ([usize; 16], _)| {
        std::array::from_fn(|n| x[n] + y[n])
    })
    .unwrap();
    assert!(b.view().elements().all(|((i, j), x)| (x[0], x[15]) == (2 * i, 2 * j)));
    let mut names = VecTensor::from_fn(layout, |(i, j)| format!("{i} {j}")).unwrap();
    fill_with(&mut names.view_mut(), |(i, j)| format!("{i},{j}"));
    assert_eq!(names[(5, 3)], "5,3");
    assert_eq!(names, VecTensor::from_fn(row_major((8, 5)), |(i, j)| format!("{i},{j}")).unwrap());
}

#[test]
fn unequal_extents_are_an_error_and_nothing_is_written() {
    let (three, data) = (3, [1; 12]);
    let a = View::new(&data, layout!((three, 4):(4, 1))).unwrap();
    let b = View::new(&data, layout!((2, 4):(4, 1))).unwrap();
    let mut out = [0; 12];
    let mut dst = ViewMut::new(&mut out, layout!((2, 4):(4, 1))).unwrap();
    let differs = |kernel| Mismatch { kernel, mode: 0, extent: 3, other_mode: 0, other_extent: 2 };
    assert_eq!(zip_with((&b, &a), &mut dst, |(a, b)| a + b), Err(differs("zip_with")));
    assert_eq!(zip_with_in_place(&mut dst, (&b, &a), |_, (a, b)| a + b), Err(differs("zip_with_in_place")));
    let two = three - 1;
    let mut kept = ViewMut::new(&mut out, layout!((3, two):(4, 1))).unwrap();
    let error = reduce(&a, int!(1), &mut kept, 1, |a, b| a + b).unwrap_err();
    let wide = Mismatch { kernel: "reduce", mode: 1, extent: 2, other_mode: 1, other_extent: 1 };
    assert_eq!(error, wide);
    let mut line = ViewMut::new(&mut out, layout!(two:1)).unwrap();
    let error = reduce(&a, int!(1), &mut line, 1, |a, b| a + b).unwrap_err();
    let short = Mismatch { kernel: "reduce", mode: 0, extent: 2, other_mode: 0, other_extent: 3 };
    assert_eq!(error, short);
    assert_eq!(out, [0; 12]);
    assert_ne!(a, b);
}

#[test]
fn few_elements_are_shown() {
    let data: Vec<f32> = (0..96).map(|x| x as f32).collect();
    let zn = with_extent(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), (2, 3));
    let a = View::new(&data, zn).unwrap();
    assert_eq!(
        format!("{a:?}"),
        "View ((_4,_2),(_4,_3)):((_4,_16),(_1,_32)) of (2,3) [[0.0, 1.0, 2.0], [4.0, 5.0, 6.0]]"
    );
    assert_eq!(format!("{:.2?}", View::new(&data, layout!(2:1)).unwrap()), "View _2:_1 [0.00, 1.00]");
    assert_eq!(format!("{:?}", View::new(&data, layout!((13, 5):(5, 1))).unwrap()), "View (_13,_5):(_5,_1)");
    assert_eq!(
        format!("{:?}", StackTensor::fill(layout!((1, 2):(2, 1)), 'x')),
        "Tensor (_1,_2):(_2,_1) [['x', 'x']]"
    );
}
