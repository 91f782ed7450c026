//! Coordinates that are proofs: all elements and no others are reached, whatever the layout.

use tilework::prelude::*;
use tilework::tensor::{Bound, Bounded, Idx, IndexRange, TensorError, within};

/// Writes a number of its own to each element through proofs, and finds each where the checked view finds it.
fn is_where_it_is_found<L: Matrix>(layout: L) {
    let mut tensor = VecTensor::filled(layout, usize::MAX).unwrap();
    let (rows, cols) = (layout.rows(), layout.cols());
    let mut written = 0;
    within((rows, cols), |(i, j)| {
        let mut bounded = tensor.bounded_mut((i, j)).unwrap();
        for i in i {
            for j in j {
                assert!(layout.contains((i.value(), j.value())));
                bounded[(i, j)] = i.value() * cols + j.value();
                assert_eq!(bounded[(i, j)], i.value() * cols + j.value());
                written += 1;
            }
        }
        let bounded = tensor.bounded((i, j)).unwrap();
        for i in i {
            for j in j {
                assert_eq!(bounded[(i, j)], tensor[(i.value(), j.value())]);
                assert_eq!(bounded[(i, j)], i.value() * cols + j.value());
            }
        }
    });
    assert_eq!(written, rows * cols, "{layout}");
    // other numbers are refused, in the mode where they differ
    let refused = |mode, extent, bound| Some(TensorError::OtherBound { mode, extent, bound });
    let by = |rows, cols| within((rows, cols), |bounds| tensor.bounded(bounds).err());
    assert_eq!(by(rows + 1, cols), refused(0, rows, rows + 1));
    assert_eq!(by(rows, cols + 1), refused(1, cols, cols + 1));
    assert_eq!(within((rows, cols), |bounds| tensor.bounded(bounds).err()), None);
    let mut by = |rows, cols| within((rows, cols), |bounds| tensor.view_mut().bounded_mut(bounds).err());
    assert_eq!((by(rows, cols + 1), by(rows, cols)), (refused(1, cols, cols + 1), None));
}

#[test]
fn all_layouts_take_proofs() {
    let (rows, cols) = (6, 10);
    is_where_it_is_found(layout!((4, 3):(3, 1)));
    is_where_it_is_found(layout!((rows, cols):(1, 7)));
    is_where_it_is_found(layout!((rows, 0):(1, 6)));
    is_where_it_is_found(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))));
    is_where_it_is_found(Layout::new((rows, cols), (Signed(-10), Signed(-1))));
    // padding is not reached
    is_where_it_is_found(make_layout::<zN, f16>(37, 21));
    is_where_it_is_found(nZ::layout::<f32, _, _>(int!(100), int!(50)));
    is_where_it_is_found(Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), (7, 3)).unwrap());
    // places that no strides give
    is_where_it_is_found(Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))));
    is_where_it_is_found(Swizzle::<2, 0, 3>::new().compose(layout!((rows, cols):(16, 1))));
    is_where_it_is_found(xor_layout!(((8, 8), 64):((F72, F512), F1)));
    is_where_it_is_found(xla!(f32[20,30]{1,0:T(8,16)(3,1)}));
    is_where_it_is_found(xla!(bf16[11,130]{0,1:T(8,128)(2,1)}));
}

#[test]
fn tiles_and_slices_take_proofs() {
    let data: Vec<u32> = (0..4096).collect();
    let swizzled = View::new(&data, Swizzle::<3, 3, 3>::new().compose(layout!((60, 64):(64, 1)))).unwrap();
    let tile = swizzled.tile((16, 16), (3, 1)).unwrap();
    within((12, 16), |(i, j)| {
        let bounded = tile.bounded((i, j)).unwrap();
        for (i, j) in i.indices().flat_map(|i| j.indices().map(move |j| (i, j))) {
            assert_eq!(bounded[(i, j)], swizzled[(48 + i.value(), 16 + j.value())]);
        }
    });
    let cube = View::new(&data, layout!((4, (2, 3), 5, 6):(1, (4, 8), 24, 120))).unwrap();
    let plane = cube.slice(crd!(3, _, 2, _)).unwrap();
    within(cube.layout().extents(), |(i, j, k, l)| {
        let (cube, plane) = (cube.bounded((i, j, k, l)).unwrap(), plane.bounded((j, l)).unwrap());
        let (three, two) = (i.get(3).unwrap(), k.get(2).unwrap());
        for (j, l) in j.indices().flat_map(|j| l.indices().map(move |l| (j, l))) {
            assert_eq!(plane[(j, l)], cube[(three, j, two, l)]);
        }
        assert_eq!(i.get(4), None);
    });
}

#[test]
fn one_number_bounds_both_modes_of_a_square() {
    let (data, n) = ([1, 2, 3, 4, 5, 6, 7, 8, 9], 3);
    let a = View::new(&data, row_major((n, n))).unwrap();
    within(n, |i| {
        let a = a.bounded((i, i)).unwrap();
        for j in i {
            assert!(i.indices().all(|i| a[(i, j)] - a[(j, i)] == 2 * (i.value() as i32 - j.value() as i32)));
        }
    });
    let wide = View::new(&data, row_major((1, n))).unwrap();
    let refused = TensorError::OtherBound { mode: 0, extent: 1, bound: 3 };
    assert_eq!(within(n, |i| wide.bounded((i, i)).err()), Some(refused));
    assert_eq!(refused.to_string(), "mode 0 has extent 1 and is bounded by 3");
}

#[test]
fn one_mode_takes_an_index_or_a_tuple_of_one() {
    let mut data = [0; 12];
    let mut even = ViewMut::new(&mut data, layout!((6):(2))).unwrap();
    within(int!(6), |i| {
        let mut even = even.bounded_mut((i,)).unwrap();
        i.indices().for_each(|i| even[(i,)] = i.value() + 1);
    });
    let even = View::new(&data, layout!(6:2)).unwrap();
    let values: Vec<usize> = within(6, |i| {
        let even = even.bounded(i).unwrap();
        i.indices().rev().map(|i| even[i]).collect()
    });
    assert_eq!(values, [6, 5, 4, 3, 2, 1]);
    assert_eq!(data, [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0]);
}

#[test]
fn ranges_are_cut_without_a_gap() {
    fn values(range: IndexRange<'_>) -> Vec<usize> {
        range.indices().map(Idx::value).collect()
    }
    for size in 0..9 {
        within(size, |i| {
            let all: Vec<usize> = (0..size).collect();
            assert_eq!(
                (values(i.range()), i.range().len(), i.range().is_empty()),
                (all.clone(), size, size == 0)
            );
            for chunk in 1..11 {
                let cut: Vec<Vec<usize>> = i.chunks(chunk).map(values).collect();
                assert_eq!(cut, all.chunks(chunk).map(<[usize]>::to_vec).collect::<Vec<_>>());
                assert_eq!(i.chunks(chunk).len(), cut.len());
            }
            for mid in 0..=size {
                let (head, tail) = i.split_at(mid);
                assert_eq!((values(head), values(tail)), (all[..mid].to_vec(), all[mid..].to_vec()));
                let (_, last) = tail.split_at(tail.len() / 2);
                assert_eq!(values(last), all[mid + (size - mid) / 2..]);
                let nested: Vec<usize> =
                    tail.chunks(2).flat_map(|pair| pair.chunks(1)).flat_map(values).collect();
                assert_eq!(nested, all[mid..]);
                let (threes, rest) = tail.as_chunks::<3>();
                let threes: Vec<[usize; 3]> = threes.map(|three| three.map(Idx::value)).collect();
                assert_eq!((&threes[..], &values(rest)[..]), all[mid..].as_chunks::<3>());
                let windows: Vec<[usize; 3]> = tail.windows().map(|three| three.map(Idx::value)).collect();
                assert_eq!(windows, all[mid..].windows(3).collect::<Vec<_>>());
                assert_eq!(tail.windows::<3>().len(), windows.len());
                let mut skipping = tail.indices();
                assert_eq!(skipping.nth(1).map(Idx::value), all[mid..].get(1).copied());
                assert_eq!(skipping.len(), (size - mid).saturating_sub(2));
            }
        });
    }
}

#[test]
#[should_panic(expected = "split at 4 of 3 indices")]
fn a_range_is_not_split_behind_its_end() {
    within(5, |i| i.split_at(2).1.split_at(4).0.len());
}

#[test]
#[should_panic(expected = "a chunk has at least one index")]
fn chunks_have_indices() {
    within(5, |i| i.chunks(0).len());
}

/// Proofs in a signature: what is to be summed is inside by type.
fn sum_of<'m, 'n, L: Matrix>(
    a: Bounded<View<'_, u32, L>, (Bound<'m>, Bound<'n>)>,
    rows: IndexRange<'m>,
    cols: Bound<'n>,
) -> u32 {
    rows.indices().flat_map(|i| cols.indices().map(move |j| (i, j))).map(|crd| a[crd]).sum()
}

#[test]
fn proofs_go_to_threads() {
    let data: Vec<u32> = (0..96).collect();
    let a = View::new(&data, layout!((8, 12):(12, 1))).unwrap();
    let sum = within((8, 12), |(i, j)| {
        let a = a.bounded((i, j)).unwrap();
        let (head, tail) = i.split_at(3);
        std::thread::scope(|scope| {
            let other = scope.spawn(move || sum_of(a, tail, j));
            sum_of(a, head, j) + other.join().unwrap()
        })
    });
    assert_eq!(sum, 95 * 96 / 2);
}
