//! Generic code over any layout: rows, columns, the transpose, slices, selections, batches; each against the elements
//! that the definition names.

use tilework::kernel::{Mismatch, fill_with};
use tilework::layout::{Batch, Free, SlicedBy};
use tilework::prelude::*;
use tilework::tuple::Select;

fn storage<L: Mapping>(layout: &L) -> Vec<u32> {
    (0..layout.cosize().value() as u32).collect()
}

/// Rows, columns, transpose and the transposes of parts of a matrix are what their coordinates say.
fn check_matrix<L: Matrix>(layout: L) {
    let mut data = storage(&layout);
    let (rows, cols) = (layout.rows(), layout.cols());
    assert_eq!((layout.len(), layout.is_empty()), (rows * cols, rows * cols == 0));
    let a = View::new(&data, layout).unwrap();
    let t = a.transposed();
    assert_eq!((t.layout().rows(), t.layout().cols()), (cols, rows), "{layout}");
    for i in 0..rows {
        let (row, column) = (a.row(i), t.col(i));
        assert_eq!((row.layout().len(), column.layout().len()), (cols, cols));
        for j in 0..cols {
            assert_eq!([t[(j, i)], row[j], column[j], t.transposed()[(i, j)]], [a[(i, j)]; 4], "{layout}");
        }
        assert!(row.get(cols).is_none());
    }
    for j in 0..cols {
        assert!((0..rows).all(|i| a.col(j)[i] == a[(i, j)] && t.row(j)[i] == a[(i, j)]), "{layout}");
    }
    for ((i, j), tile) in a.tiles((16, 16)).unwrap() {
        let corner = (tile.layout().rows() - 1, tile.layout().cols() - 1);
        let whole = a[(16 * i + corner.0, 16 * j + corner.1)];
        assert_eq!(tile.transposed()[(corner.1, corner.0)], whole);
        assert_eq!(tile.row(corner.0)[corner.1], whole);
    }
    if layout.is_injective() {
        // by columns of the transpose, row by row
        let before = data.clone();
        let mut view = ViewMut::new(&mut data, layout).unwrap();
        for i in 0..rows {
            fill_with(&mut view.transposed_mut().col_mut(i), |(j,)| (1000 * i + j) as u32);
        }
        let mut written = ViewMut::new(&mut data, layout).unwrap();
        for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))) {
            let element = &mut written.row_mut(i)[j];
            assert_eq!(*element, (1000 * i + j) as u32, "({i},{j}) of {layout}");
            *element = before[View::new(&before, layout).unwrap()[(i, j)] as usize];
        }
        assert_eq!(data, before, "something else was written through {layout}");
    }
}

#[test]
fn matrices_of_every_kind() {
    let (n, m) = (33, 20);
    check_matrix(layout!((8, 12):(12, 1)));
    check_matrix(row_major((n, m)));
    check_matrix(column_major((n, int!(20))));
    check_matrix(layout!((n, m):(0, 1)));
    check_matrix(Layout::new((int!(6), 5), (-int!(5), int!(1))));
    check_matrix(row_major((n, 0)));
    check_matrix(row_major((0, m)));
    check_matrix(make_layout::<zN, f16>(100, 50));
    check_matrix(nZ::layout::<f32, _, _>(int!(33), 20));
    check_matrix(make_layout::<zZ, f32>(n, m));
    check_matrix(Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))));
    check_matrix(Swizzle::<2, 0, 3>::new().compose(row_major((n, m))));
    check_matrix(
        Swizzle::<1, 2, 1>::new().compose(Swizzle::<2, 0, 2>::new().compose(layout!((16, 16):(16, 1)))),
    );
    check_matrix(xor_layout!((8, 16):(F1, F9)));
    check_matrix(xor_layout!(((2, 4), 8):((F1, F2), F9)));
    check_matrix(Swizzle::<2, 0, 3>::new().compose(xor_layout!((8, 8):(F1, F9))));
    check_matrix(xla!(bf16[20,70]{1,0:T(8,16)(2,1)}));
    check_matrix(xla!(f32[20,30]{0,1:T(8,16)(3,1)}));
    // parts are matrices too
    let whole = xla!(bf16[40,70]{1,0:T(8,16)(2,1)});
    check_matrix(whole.transposed());
    check_matrix(Matrix::tile(&whole, int!(16), 32, 1, 1).unwrap());
    check_matrix(Matrix::tile(&whole, int!(16), 32, 2, 2).unwrap().transposed());
    check_matrix(Matrix::tile(&make_layout::<zN, f16>(100, 50), 32, 32, 3, 1).unwrap().transposed());
}

/// A batch of matrices by its slices, its selections, and its matrices.
fn check_batch<L>(layout: L)
where
    L: Batch
        + SlicedBy<(Free, usize, Free), Kept: Matrix>
        + SlicedBy<(Free, Free, usize), Kept: Matrix>
        + SlicedBy<(usize, Free, usize), Kept: Mapping>
        + Accepts<(usize, usize, usize)>
        + Select<(Int!(2), Int!(0), Int!(1)), Selected: Accepts<(usize, usize, usize)> + Mapping>
        + Select<(Int!(2), Int!(1)), Selected: Matrix>,
{
    let mut data = storage(&layout);
    let a = View::new(&data, layout).unwrap();
    let [batches, rows, cols] = [0, 1, 2].map(|mode| layout.mode_extent(mode));
    assert_eq!((layout.batches(), a.matrices().len()), (batches, batches));
    let (turned, first) = (a.select(crd!(2, 0, 1)), a.select(crd!(2, 1)));
    for (n, matrix) in a.matrices().enumerate() {
        assert_eq!((matrix.layout().rows(), matrix.layout().cols()), (rows, cols), "{layout}");
        for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))) {
            let element = a[(n, i, j)];
            assert_eq!(matrix[(i, j)], element, "({n},{i},{j}) of {layout}");
            assert_eq!(a.at(n).transposed()[(j, i)], element);
            assert_eq!(a.slice(crd!(_, i, _)).unwrap()[(n, j)], element);
            assert_eq!(a.slice(crd!(_, _, j)).unwrap()[(n, i)], element);
            assert_eq!(a.slice(crd!(n, _, j)).unwrap()[i], element);
            assert_eq!(turned[(j, n, i)], element);
            assert_eq!(first[(j, i)], a[(0, i, j)]);
        }
    }
    assert!(a.slice(crd!(_, rows, _)).is_err() && a.slice((batches, Free, 0)).is_err());
    if layout.is_injective() {
        let mut view = ViewMut::new(&mut data, layout).unwrap();
        std::thread::scope(|threads| {
            let write = |(n, mut matrix)| {
                threads.spawn(move || {
                    fill_with(&mut matrix, |(i, j)| (10_000 * (batches - 1 - n) + 100 * i + j) as u32);
                })
            };
            let writers: Vec<_> = view.matrices_mut().rev().enumerate().map(write).collect();
            // a sanitizer sees threads that are waited for one by one
            writers.into_iter().for_each(|writer| writer.join().unwrap());
        });
        let a = view.view();
        for (n, (i, j)) in (0..batches).flat_map(|n| (0..rows * cols).map(move |e| (n, (e % rows, e / rows))))
        {
            assert_eq!(a[(n, i, j)], (10_000 * n + 100 * i + j) as u32, "{layout}");
        }
    }
}

#[test]
fn batches_of_every_kind() {
    let (n, m) = (5, 7);
    check_batch(layout!((3, 4, 6):(24, 6, 1)));
    check_batch(row_major((3, n, m)));
    check_batch(layout!((3, n, m):(0, 7, 1)));
    check_batch(layout!((3, (4, 2), m):(8, (1, 4), 24)));
    check_batch(Layout::try_with_extent(shape!(3, (4, 2), m), stride!(8, (1, 4), 24), (2, 7, 6)).unwrap());
    check_batch(Swizzle::<2, 0, 3>::new().compose(row_major((3, 8, int!(8)))));
    check_batch(xor_layout!((4, 4, 8):(F1, F5, F18)));
    check_batch(xla!(f32[3,9,20]{1,0,2:T(8,16)}));
    check_batch(xla!(bf16[3,9,20]{2,1,0:T(8,16)(2,1)}));
    check_batch(Swizzle::<1, 0, 3>::new().compose(xla!(bf16[3,9,20]{2,1,0:T(8,16)(2,1)})));
}

/// Batched products in three bounds, broadcast batches included.
fn products<A: Batch, B: Batch, C: Batch>(
    a: View<'_, i64, A>,
    b: View<'_, i64, B>,
    c: &mut ViewMut<'_, i64, C>,
) -> Result<(), Mismatch> {
    for (n, mut c) in c.matrices_mut().enumerate() {
        matmul(&a.at(n), &b.at(n), &mut c)?;
    }
    Ok(())
}

fn check_products<A, B, C>(a: A, b: B, c: C)
where
    A: Batch + Accepts<(usize, usize, usize)>,
    B: Batch + Accepts<(usize, usize, usize)>,
    C: Batch + Accepts<(usize, usize, usize)>,
{
    let [left, right] =
        [a.cosize().value(), b.cosize().value()].map(|len| (0..len as i64).collect::<Vec<_>>());
    let (left, right) = (View::new(&left, a).unwrap(), View::new(&right, b).unwrap());
    let mut out = vec![0; c.cosize().value()];
    products(left, right, &mut ViewMut::new(&mut out, c).unwrap()).unwrap();
    let out = View::new(&out, c).unwrap();
    for (n, i, j) in (0..c.len()).map(|e| (e % c.mode_extent(0), e / c.mode_extent(0))).map(|(n, e)| {
        let rows = c.mode_extent(1);
        (n, e % rows, e / rows)
    }) {
        let sum: i64 = (0..a.mode_extent(2)).map(|k| left[(n, i, k)] * right[(n, k, j)]).sum();
        assert_eq!(out[(n, i, j)], sum, "({n},{i},{j}) of {a} by {b}");
    }
}

#[test]
fn batched_products_over_any_layouts() {
    let (m, n, k) = (5, 6, 7);
    check_products(row_major((3, m, k)), layout!((3, k, n):(0, { n }, 1)), row_major((3, m, n)));
    check_products(layout!((3, 5, 7):(0, 1, 5)), xla!(f32[3,7,6]{1,2,0:T(4,8)}), row_major((3, int!(5), n)));
    check_products(
        xor_layout!((4, 4, 8):(F1, F5, F18)),
        layout!((4, 8, 2)),
        xor_layout!((4, 4, 2):(F1, F5, F18)),
    );
    check_products(
        xla!(f32[3,5,7]{0,2,1:T(4,8)}),
        Swizzle::<2, 0, 3>::new().compose(row_major((3, k, n))),
        layout!((3, m, n):(1, 3, 15)),
    );
}

/// The sum of all elements by quarters: recursion over tiles of tiles, in any layout.
fn sum<L: Matrix>(a: View<'_, u32, L>) -> u64 {
    let (rows, cols) = (a.layout().rows(), a.layout().cols());
    if rows <= 16 && cols <= 16 {
        return fold(&a, 0, |sum, x| sum + u64::from(x));
    }
    let half = |n: usize| n.div_ceil(2).next_multiple_of(16);
    let tiles = a.tiles((half(rows), half(cols))).unwrap();
    tiles.map(|(_, tile)| sum(tile)).sum()
}

#[test]
fn recursion_over_tiles() {
    fn check<L: Matrix>(layout: L) {
        let data = storage(&layout);
        let a = View::new(&data, layout).unwrap();
        assert_eq!(sum(a), a.elements().map(|(_, &x)| u64::from(x)).sum::<u64>(), "{layout}");
        assert_eq!(sum(a.transposed()), sum(a), "{layout}");
    }
    check(row_major((50, 70)));
    check(make_layout::<zN, f16>(48, 48));
    check(make_layout::<zN, f16>(100, 50));
    check(Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))));
    check(xla!(f32[50,70]{1,0:T(8,16)}));
}

#[test]
#[should_panic(expected = "row 4 of the 4 rows of (_4,_8):(_8,_1)")]
fn a_row_outside() {
    let layout = layout!((4, 8):(8, 1));
    let data = storage(&layout);
    View::new(&data, layout).unwrap().row(4);
}

#[test]
#[should_panic(expected = "row 8 of the 8 rows of")]
fn a_row_outside_of_a_placed_layout() {
    Matrix::row(&xor_layout!((8, 8):(F1, F9)), 8);
}

#[test]
#[should_panic(expected = "that is not selected is empty")]
fn nothing_is_selected_of_nothing() {
    let (none, four) = (0, 4);
    View::new(&[0u32; 0], row_major((none, four))).unwrap().select((int!(1),));
}

#[test]
#[should_panic(expected = "matrix 2 of the batch")]
fn a_matrix_outside() {
    View::new(&[0u32; 8], layout!((2, 2, 2):(4, 2, 1))).unwrap().at(2);
}
