//! The general product: scales, sums wider than factors, threads, functions of the result.

use std::num::NonZero;
use tilework::kernel::{FactorOf, PanelWidths, grouped_product, product};
use tilework::layout::Batch;
use tilework::placed::Swizzle;
use tilework::prelude::*;

/// Small integers, of which sums of `f32` are exact.
fn numbers<T>(len: usize, of: impl Fn(i8) -> T) -> Vec<T> {
    (0..len).map(|i| of((i * 7 % 11) as i8 - 5)).collect()
}

/// The definition, in `f64`.
fn sums<X: FactorOf<f64>, A: Matrix, Y: FactorOf<f64>, B: Matrix>(
    a: &View<'_, X, A>,
    b: &View<'_, Y, B>,
) -> Vec<Vec<f64>> {
    let sum = |i, j| (0..a.layout().cols()).map(|k| a[(i, k)].widened() * b[(k, j)].widened()).sum();
    (0..a.layout().rows()).map(|i| (0..b.layout().cols()).map(|j| sum(i, j)).collect()).collect()
}

/// Every verb over three layouts, small and blocked, on one thread and on three.
fn check<A: Matrix, B: Matrix, C: Matrix>(la: A, lb: B, lc: C) {
    let (a, b) =
        (numbers(la.checked_cosize().unwrap(), f32::from), numbers(lb.checked_cosize().unwrap(), f32::from));
    let (a, b) = (View::new(&a, la).unwrap(), View::new(&b, lb).unwrap());
    let exact = sums(&a, &b);
    let crds = || (0..lc.rows()).flat_map(|i| (0..lc.cols()).map(move |j| (i, j)));
    let three = NonZero::new(3).unwrap();
    for product in [|a, b| product(a, b), |a, b| product(a, b).threads(NonZero::new(3).unwrap())] {
        let mut c = VecTensor::filled(lc, f32::NAN).unwrap();
        product(&a, &b).alpha(2.0).store(&mut c.view_mut()).unwrap();
        for (i, j) in crds() {
            assert_eq!(f64::from(c[(i, j)]), 2.0 * exact[i][j], "({i}, {j}) of {lc}: {la} * {lb}");
        }
        product(&a, &b).add_to(&mut c.view_mut(), -1.0).unwrap();
        for (i, j) in crds() {
            assert_eq!(f64::from(c[(i, j)]), -exact[i][j], "added to ({i}, {j}) of {lc}: {la} * {lb}");
        }
        let mut c = VecTensor::filled(lc, f32::NAN).unwrap();
        product(&a, &b).add_to(&mut c.view_mut(), 0.0).unwrap();
        for (i, j) in crds() {
            assert_eq!(f64::from(c[(i, j)]), exact[i][j], "what is there is not read: ({i}, {j}) of {lc}");
        }
        // elements of another type, which are read and written once each
        let mut c = VecTensor::filled(lc, 1_i64).unwrap();
        let each = |c: &mut i64, sum: f32, (row, col)| *c = -(*c) * (sum as i64) + (1000 * row + col) as i64;
        product(&a, &b).alpha(3.0).store_with(&mut c.view_mut(), each).unwrap();
        for (i, j) in crds() {
            assert_eq!(c[(i, j)], -3 * exact[i][j] as i64 + (1000 * i + j) as i64, "({i}, {j}) of {lc}");
        }
    }
    // the shares are those of `threads`: compared bit by bit with one thread, of sums that are rounded
    let a: Vec<f32> = (0..la.checked_cosize().unwrap()).map(|i| ((i * 37 % 1009) as f32).sqrt()).collect();
    let a = View::new(&a, la).unwrap();
    let (mut one, mut all) =
        (VecTensor::filled(lc, 0.0_f32).unwrap(), VecTensor::filled(lc, 0.0_f32).unwrap());
    product(&a, &b).store(&mut one.view_mut()).unwrap();
    product(&a, &b).threads(three).store(&mut all.view_mut()).unwrap();
    assert!(crds().all(|crd| one[crd].to_bits() == all[crd].to_bits()), "{la} * {lb} on three threads");
}

#[test]
fn verbs_are_their_definition_over_layouts() {
    for (m, n, k) in [(3, 4, 5), (40, 45, 70), (203, 130, 300), (1, 300, 40), (90, 2, 700)] {
        check(row_major((m, k)), row_major((k, n)), row_major((m, n)));
        check(column_major((m, k)), zN::layout::<f32, _, _>(k, n), column_major((m, n)));
        check(nZ::layout::<f32, _, _>(m, k), column_major((k, n)), zN::layout::<f32, _, _>(m, n));
        // every row of `a` is the same
        check(
            Layout::new((m, k), (int!(0), int!(1))),
            row_major((k, n)),
            Layout::new((m, n), (n + 3, int!(1))),
        );
    }
}

/// Rows that lie along the depth in runs, by a column or two whose runs are as long, longer or shorter.
#[test]
fn rows_in_runs_along_the_depth_are_multiplied_by_columns() {
    for (run, rows, cols) in [(48, 40, 1), (32, 17, 2), (160, 8, 2), (31, 30, 1), (1, 40, 2)] {
        let depth = run * (480 / run);
        let a = layout!((rows, (run, {480 / run})):({run + 3}, (1, {rows * (run + 3)})));
        let c = row_major((rows, cols));
        check(a, row_major((depth, cols)), c);
        check(a, column_major((depth, cols)), c);
        for of_b in [8, 31, 32, 48, 64, 96, 160].into_iter().filter(|&of_b| depth % of_b == 0) {
            check(a, layout!(((of_b, {depth / of_b}), cols):((1, {of_b * 5 + 1}), {of_b + 1})), c);
        }
    }
    // runs of several leaves
    for cols in [1, 2] {
        let a = layout!((40, (8, 6, 10)):(600, (1, 8, 56)));
        check(a, column_major((480, cols)), row_major((40, cols)));
    }
}

#[test]
fn narrow_factors_are_summed_in_wide_elements() {
    let (m, n, k) = (150, 70, 600);
    let (a, b) = (numbers(m * k, |x| x * 25), numbers(k * n, |x| (x + 5).cast_unsigned() * 25));
    let (a, b) = (View::new(&a, row_major((m, k))).unwrap(), View::new(&b, column_major((k, n))).unwrap());
    let exact = sums(&a, &b);
    let (mut ints, mut floats) = (
        VecTensor::filled(row_major((m, n)), 0_i32).unwrap(),
        VecTensor::filled(column_major((m, n)), 0.0_f32).unwrap(),
    );
    product(&a, &b).store(&mut ints.view_mut()).unwrap();
    product(&a, &b).alpha(0.5).threads(NonZero::new(2).unwrap()).store(&mut floats.view_mut()).unwrap();
    for (i, row) in exact.iter().enumerate() {
        for (j, &sum) in row.iter().enumerate() {
            assert_eq!((f64::from(ints[(i, j)]), f64::from(floats[(i, j)])), (sum, sum / 2.0), "({i}, {j})");
        }
    }
    // both operands need not be of one type, and one may be of the type of the sums
    let mut c = VecTensor::filled(row_major((m, n)), 0_i64).unwrap();
    let wide = numbers(m * k, i64::from);
    product(&View::new(&wide, row_major((m, k))).unwrap(), &b).store(&mut c.view_mut()).unwrap();
    assert_eq!(c[(149, 69)], (0..k).map(|i| wide[149 * k + i] * i64::from(b[(i, 69)])).sum());
}

#[cfg(feature = "half")]
#[test]
fn half_floats_are_summed_in_single_ones() {
    use tilework::format::{bf16, f16};
    let (m, n, k) = (65, 130, 300);
    let exact = {
        let (a, b) = (numbers(m * k, f32::from), numbers(k * n, f32::from));
        sums(&View::new(&a, row_major((m, k))).unwrap(), &View::new(&b, row_major((k, n))).unwrap())
    };
    let (a, b) = (numbers(m * k, |x| bf16::from_f32(x.into())), numbers(k * n, |x| f16::from_f32(x.into())));
    let (a, b) = (View::new(&a, row_major((m, k))).unwrap(), View::new(&b, row_major((k, n))).unwrap());
    let mut c = VecTensor::filled(row_major((m, n)), 0.0_f32).unwrap();
    product(&a, &b).store(&mut c.view_mut()).unwrap();
    assert!((0..m).all(|i| (0..n).all(|j| f64::from(c[(i, j)]) == exact[i][j])));
    // stored as narrow as they came
    let mut narrow = VecTensor::filled(column_major((m, n)), bf16::ZERO).unwrap();
    product(&a, &b).store_with(&mut narrow.view_mut(), |c, sum: f32, _| *c = bf16::from_f32(sum)).unwrap();
    assert!((0..m).all(|i| (0..n).all(|j| narrow[(i, j)] == bf16::from_f32(exact[i][j] as f32))));
}

#[test]
fn products_of_nothing_are_zero() {
    let none: &[f32] = &[];
    let (a, b) = (View::new(none, row_major((3, 0))).unwrap(), View::new(none, row_major((0, 4))).unwrap());
    let mut c = VecTensor::filled(row_major((3, 4)), 5.0).unwrap();
    product(&a, &b).alpha(7.0).add_to(&mut c.view_mut(), 2.0).unwrap();
    assert!(c.as_slice().iter().all(|&x| x == 10.0));
    product(&a, &b).store_with(&mut c.view_mut(), |c, sum: f32, (row, _)| *c += sum + row as f32).unwrap();
    assert_eq!((c[(0, 3)], c[(2, 0)]), (10.0, 12.0));
    product(&a, &b).store(&mut c.view_mut()).unwrap();
    assert!(c.as_slice().iter().all(|&x| x == 0.0));
}

#[test]
fn extents_that_differ_are_an_error_and_nothing_is_stored() {
    let data = [1.0_f32; 64];
    let (a, b) = (View::new(&data, row_major((4, 5))).unwrap(), View::new(&data, row_major((5, 6))).unwrap());
    let mut c = VecTensor::filled(row_major((4, 7)), 5.0).unwrap();
    let error = product(&a, &b).store(&mut c.view_mut()).unwrap_err();
    assert!(error.to_string().starts_with("product: mode 1 of the one tensor has extent 6"), "{error}");
    assert!(product(&a, &b).add_to(&mut c.view_mut(), 1.0).is_err());
    assert!(product(&a, &b).store_with(&mut c.view_mut(), |c, sum: f32, _| *c = sum).is_err());
    assert!(product(&b, &a).store(&mut c.view_mut()).is_err());
    assert!(c.as_slice().iter().all(|&x| x == 5.0));
}

/// Elements that no two threads may share, on the thread that calls.
#[test]
fn what_threads_do_not_share_is_multiplied_by_one() {
    use std::marker::PhantomData;
    #[derive(Clone, Copy, Default, PartialEq, Debug)]
    struct Local(u32, PhantomData<*const u8>);
    impl std::ops::Add for Local {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Local(self.0 + other.0, PhantomData)
        }
    }
    impl std::ops::Mul for Local {
        type Output = Self;
        fn mul(self, other: Self) -> Self {
            Local(self.0 * other.0, PhantomData)
        }
    }
    let ones = [Local(1, PhantomData); 1600];
    let a = View::new(&ones, row_major((40, 40))).unwrap();
    let mut c = VecTensor::filled(row_major((40, 40)), Local::default()).unwrap();
    product(&a, &a).alpha(Local(3, PhantomData)).store(&mut c.view_mut()).unwrap();
    assert!(c.as_slice().iter().all(|x| x.0 == 120));
}

#[test]
fn packed_factors_are_multiplied_as_any_others() {
    for (m, n, k) in [(100, 130, 600), (64, 256, 256), (5, 3, 0), (0, 7, 4), (33, 1, 300)] {
        let (a, b) = (numbers(m * k, f32::from), numbers(k * n, f32::from));
        let (a, b) =
            (View::new(&a, row_major((m, k))).unwrap(), View::new(&b, column_major((k, n))).unwrap());
        let exact = sums(&a, &b);
        for widths in [
            PanelWidths::into_rows::<f32>(),
            PanelWidths::into_columns::<f32>(),
            PanelWidths { left: 3, right: 5 },
        ] {
            let (left, right) = (widths.pack_left(&a).unwrap(), widths.pack_right(&b).unwrap());
            let (mut rows, mut columns) = (
                VecTensor::filled(row_major((m, n)), 0.0).unwrap(),
                VecTensor::filled(column_major((m, n)), 0.0).unwrap(),
            );
            matmul(&left.view(), &b, &mut rows.view_mut()).unwrap();
            matmul(&a, &right.view(), &mut columns.view_mut()).unwrap();
            for (i, row) in exact.iter().enumerate() {
                for (j, &sum) in row.iter().enumerate() {
                    assert_eq!(
                        (f64::from(rows[(i, j)]), f64::from(columns[(i, j)])),
                        (sum, sum),
                        "({i}, {j}) {widths:?}"
                    );
                }
            }
            matmul(&left.view(), &right.view(), &mut rows.view_mut()).unwrap();
            assert!((0..m).all(|i| (0..n).all(|j| f64::from(rows[(i, j)]) == exact[i][j])), "{widths:?}");
        }
    }
    assert!(PanelWidths { left: 0, right: 8 }.left(10, 10).is_err());
    assert!(PanelWidths { left: 32, right: 8 }.left(usize::MAX, 3).is_err());
    assert!(PanelWidths { left: 32, right: 8 }.right(usize::MAX / 4, 30).is_err());
}

#[test]
fn groups_of_rows_are_multiplied_by_matrices_of_their_own() {
    fn check_groups<A: Matrix, B: Batch, C: Matrix>(rows: &[usize], la: A, lb: B, lc: C) {
        let (a, b) = (
            numbers(la.checked_cosize().unwrap(), f32::from),
            numbers(lb.checked_cosize().unwrap(), |x| f32::from(x) + 2.0),
        );
        let (a, b) = (View::new(&a, la).unwrap(), View::new(&b, lb).unwrap());
        let groups: Vec<usize> =
            rows.iter().enumerate().flat_map(|(group, &len)| std::iter::repeat_n(group, len)).collect();
        let sum = |i: usize, j: usize| {
            let b = b.at(groups[i]);
            (0..la.cols()).map(|k| a[(i, k)] * b[(k, j)]).sum::<f32>()
        };
        let sums: Vec<Vec<f32>> =
            (0..lc.rows()).map(|i| (0..lc.cols()).map(|j| sum(i, j)).collect()).collect();
        for threads in [1, 2, 3, 8] {
            let mut c = VecTensor::filled(lc, 1.0).unwrap();
            let product = grouped_product(rows, &a, &b).alpha(2.0).threads(NonZero::new(threads).unwrap());
            product.add_to(&mut c.view_mut(), 3.0).unwrap();
            for i in 0..lc.rows() {
                for j in 0..lc.cols() {
                    assert_eq!(
                        c[(i, j)],
                        2.0 * sums[i][j] + 3.0,
                        "({i}, {j}) of {lc}: {rows:?} {la} {lb}, {threads}"
                    );
                }
            }
        }
    }
    for (n, k) in [(5, 7), (24, 40), (70, 280)] {
        for rows in [&[3, 0, 40, 1][..], &[17], &[], &[16, 32, 5], &[0, 0, 35]] {
            let m: usize = rows.iter().sum();
            let of_b = Layout::new((rows.len(), k, n), (k * n, n, int!(1)));
            check_groups(rows, row_major((m, k)), of_b, row_major((m, n)));
            check_groups(rows, zN::layout::<f32, _, _>(m, k), of_b, column_major((m, n)));
            // one matrix for all, and rows that are placed by a swizzle
            let one = Layout::new((rows.len(), k, n), (int!(0), int!(1), k));
            let swizzle = Swizzle::<2, 2, 3>::new();
            check_groups(rows, swizzle.compose(row_major((m, k))), one, swizzle.compose(row_major((m, n))));
        }
    }
    let data = [1.0; 64];
    let (a, b) = (
        View::new(&data, row_major((6, 2))).unwrap(),
        View::new(&data, layout!((3, 2, 4):(8, 4, 1))).unwrap(),
    );
    let mut c = StackTensor::fill(layout!((6, 4):(4, 1)), 0.0);
    for rows in [&[3, 2][..], &[3, 2, 2], &[1, 1, 1, 3], &[usize::MAX, 7, 0]] {
        let error = grouped_product(rows, &a, &b).store(&mut c.view_mut()).unwrap_err();
        assert!(error.to_string().starts_with("grouped product: "), "{error}");
    }
    assert_eq!(c.as_slice(), [0.0; 24]);
}
