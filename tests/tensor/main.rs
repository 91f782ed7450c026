//! The algebra on views: the elements are those that the layouts say, and none outside is reached.

// extents of 2^61 are types of 62 levels
#![recursion_limit = "256"]

#[cfg(feature = "ndarray")]
mod arrays;
mod bounded;
mod generic;
#[cfg(feature = "bytemuck")]
mod recast;
mod soundness;
mod tiles;

use tilework::algebra::try_zipped_divide;
use tilework::prelude::*;
use tilework::tensor::TensorError;

/// Whether tiles are whole is asked of the tiler, and is what the extents of the divided layout say.
#[test]
fn views_are_divided_where_the_divided_layout_is_exact() {
    let data = [0_u8; 400];
    let mut whole = 0;
    for (rows, cols, a, b) in (0..3000).map(|i| (i % 15 + 1, i / 15 % 10 + 1, i / 150 % 5 + 1, i / 750 + 1)) {
        let view = View::new(&data, layout!((rows, cols):(cols, 1))).unwrap();
        macro_rules! alike {
            ($($tiler:expr),*) => { $({
                let exact = try_zipped_divide(view.layout(), $tiler).ok().and_then(|tiles| tiles.exact().ok());
                let divided = view.zipped_divide($tiler).ok();
                let (exact, divided) = (exact.map(|l| l.to_string()), divided.map(|v| v.layout().to_string()));
                assert_eq!(exact, divided, "{} by {}", view.layout(), $tiler);
                whole += usize::from(exact.is_some());
            })* };
        }
        alike!(
            tiler!(a, b),
            tiler!(4, b),
            tiler!(_, b),
            tiler!(a:2, b),
            tiler!(2:a, (2, 2):(1, b)),
            a,
            layout!(a:b)
        );
    }
    assert!(whole > 2000, "{whole}");
}

#[test]
fn divided_views_hold_the_elements_of_the_divided_layouts() {
    let data: Vec<u32> = (0..96).collect();
    let (rows, cols) = (8, 12);
    let a = View::new(&data, layout!((rows, cols):(1, {rows}))).unwrap();
    let layout = zipped_divide(a.layout(), tiler!(4, 3)).exact().unwrap();
    let tiles = a.zipped_divide(tiler!(4, 3)).unwrap();
    for (x, y, i, j) in (0..4 * 3 * 2 * 4).map(|n| (n % 4, n / 4 % 3, n / 12 % 2, n / 24)) {
        assert_eq!(tiles[((x, y), (i, j))], a[(4 * i + x, 3 * j + y)]);
        assert_eq!(tiles[((x, y), (i, j))] as usize, layout.offset(((x, y), (i, j))));
    }
    assert_eq!(a.logical_divide(tiler!(4, _)).unwrap()[((3, 1), 11)], a[(7, 11)]);
    assert_eq!(a.tiled_divide(tiler!(4, 3)).unwrap()[((3, 2), 1, 3)], a[(7, 11)]);
    assert_eq!(a.flat_divide(tiler!(4, 3)).unwrap()[(3, 2, 1, 3)], a[(7, 11)]);
    assert_eq!(a.composition(layout!((2, 2):(1, 8))).unwrap()[(1, 1)], a[(1, 1)]);
    // what the operation refuses, and what would lead outside
    let refused = a.zipped_divide(tiler!(5, 3)).unwrap_err();
    assert!(matches!(refused, TensorError::Refused { operation: "zipped_divide", .. }));
    assert_eq!(refused.to_string(), "zipped_divide: whole tiles have 120 elements instead of 96");
    let three = 3;
    assert_eq!(
        View::new(&data, layout!((6, rows):(1, 7)))
            .unwrap()
            .composition(layout!((three, 2):(2, 3)))
            .unwrap_err()
            .to_string(),
        "composition: no layout equals the result: element 5 needs 8, modes give 7"
    );
    let beyond = a.composition(layout!(2:96)).unwrap_err();
    assert_eq!(beyond, TensorError::TooSmall { cosize: 97, len: 96 });
}

#[test]
fn other_layouts_stay_inside() {
    let data: Vec<u32> = (0..12).collect();
    // backwards: offset 0 is the last element
    let back = View::new(&data, Layout::new(int!(12), -int!(1))).unwrap();
    assert_eq!((back[0], back[11]), (11, 0));
    let pairs = back.with_layout(Layout::new(shape!(2, 6), (-int!(1), -int!(2)))).unwrap();
    assert_eq!((pairs[(1, 0)], pairs[(1, 5)]), (10, 0));
    // forwards from the last element there is nothing
    assert!(back.with_layout(layout!(2:1)).is_err());
    let middle = View::new(&data[3..7], layout!(4:1)).unwrap();
    assert!(middle.with_layout(Layout::new(int!(2), -int!(1))).is_err());
    assert!(middle.with_layout(layout!(5:1)).is_err());
    assert!(middle.with_layout(layout!((2, 2):(2, 1))).is_ok());
    assert!(middle.with_layout(layout!((4, 0):(100, 1))).is_ok());
}

#[test]
fn slices_are_parts() {
    let data: Vec<u32> = (0..96).collect();
    let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
    for i in 0..8 {
        let row = zn.slice(crd!(i, _)).unwrap();
        assert!((0..12).all(|j| row[j] == zn[(i, j)]));
    }
    let block = zn.slice(crd!((_, 1), (_, 2))).unwrap();
    assert_eq!(block[(3, 3)], zn[(7, 11)]);
    assert!(zn.slice(crd!({ 8 }, _)).is_err());
    // padding stays out of reach
    let padded: Vec<u32> = (0..9).collect();
    let rows = Layout::try_with_extent(shape!((4, 2), 1), stride!((1, 4), 0), shape!(7, 1)).unwrap();
    assert!(View::new(&padded, rows).is_ok());
    let last = View::new(&padded, rows).unwrap().slice(crd!((_, 1), _)).unwrap();
    assert_eq!((last.get((2, 0)), last.get((3, 0))), (Some(&6), None));
    // no element, no place
    let none = View::new(&data[..0], layout!((0, 4):(1, 0))).unwrap();
    assert!(none.slice(crd!(_, 3)).unwrap().get(0).is_none());
}

#[test]
fn writing_through_another_layout_keeps_to_the_view() {
    let mut data = [0; 12];
    let mut dense = ViewMut::new(&mut data, layout!((3, 4):(4, 1))).unwrap();
    dense.with_layout_mut(layout!((4, 3):(1, 4))).unwrap()[(3, 1)] = 5;
    dense.slice_mut(crd!(2, _)).unwrap()[0] = 6;
    let twice = 2;
    assert!(matches!(
        dense.with_layout_mut(layout!((twice, 2):(1, 1))).unwrap_err(),
        TensorError::Overlap { .. }
    ));
    assert_eq!((data[7], data[8]), (5, 6));
    // every second element: the others may belong to somebody else
    let mut sparse = ViewMut::new(&mut data, layout!(6:2)).unwrap();
    assert_eq!(
        sparse.with_layout_mut(layout!(11:1)).unwrap_err(),
        TensorError::Skips { size: 6, cosize: 11 }
    );
}

/// A view that skips offsets is divided where it stands: every element once, and no other.
#[test]
fn views_with_gaps_are_divided_to_be_written() {
    fn step<L: Mapping>(divided: Result<ViewMut<'_, u32, L>, TensorError>) {
        let mut view = divided.unwrap();
        let layout = view.layout();
        assert_eq!(layout.len(), 32);
        tilework::kernel::transform_in_place(&mut view, |x| x + 1);
    }
    let (n, pitch) = (8, 6);
    let mut data = [0u32; 48];
    let mut a = ViewMut::new(&mut data, layout!((n, 4):(pitch, 1))).unwrap();
    step(a.zipped_divide_mut(tiler!(4, 2)));
    step(a.logical_divide_mut(tiler!(2, 4)));
    step(a.tiled_divide_mut(tiler!(8, 1)));
    step(a.flat_divide_mut(tiler!(1, 1)));
    step(a.with_layout_mut(layout!((4, (2, 4)):(1, (24, 6)))));
    // a tile that overhangs would be written over the gaps
    assert!(a.zipped_divide_mut(tiler!(4, 3)).is_err());
    for (offset, x) in data.iter().enumerate() {
        assert_eq!(*x, if offset % 6 < 4 { 5 } else { 0 }, "offset {offset}");
    }
}

/// Whatever a small view is written through instead keeps to its offsets; transposed, refined or cut it is never
/// refused.
#[test]
fn what_a_view_skips_is_never_written() {
    let strides = [-6isize, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 8];
    let (mut through, mut refused) = (0, 0);
    for (m, n, p, q) in [(2, 2, 2, 2), (3, 2, 2, 3), (4, 1, 2, 2), (2, 3, 3, 1)] {
        for (s, t) in strides.into_iter().flat_map(|s| strides.map(|t| (s, t))) {
            let mut data = [0u32; 64];
            let outer = layout!((m, n):({ Signed(s) }, { Signed(t) }));
            let Ok(mut view) = ViewMut::new(&mut data, outer) else { continue };
            assert!(view.with_layout_mut(layout!((n, m):({ Signed(t) }, { Signed(s) }))).is_ok(), "{outer}");
            assert!(view.with_layout_mut(Layout::new(m, Signed(s))).is_ok(), "{outer}");
            let offsets: Vec<isize> = (0..m * n).map(|i| outer.offset((i % m, i / m)).0).collect();
            let (first, last) = (offsets.iter().min().unwrap(), offsets.iter().max().unwrap());
            let dense = (last - first) as usize + 1 == m * n;
            for (u, v) in strides.into_iter().flat_map(|u| strides.map(|v| (u, v))) {
                let inner = layout!((p, q):({ Signed(u) }, { Signed(v) }));
                let within = (0..p * q).all(|i| offsets.contains(&inner.offset((i % p, i / p)).0));
                match view.with_layout_mut(inner) {
                    Ok(_) => {
                        assert!(within, "{outer} through {inner}");
                        through += usize::from(!dense);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(through > 200 && refused > 1000, "{through} went through, {refused} were refused");
}

/// Diagonals of a view with gaps, whatever the signs of its strides: all of them, and nothing that is none.
#[test]
fn diagonals_of_views_with_gaps_are_written() {
    let (mut diagonals, mut refused) = (0, 0);
    for (m, n, p) in [(2, 2, 3), (3, 4, 2), (4, 2, 3)] {
        // so far from each other that no diagonal is carried from one mode into another
        for (s, t, u) in
            [(500, 23, 2), (-500, 23, -2), (500, -23, 2), (-500, -23, -2), (2, 500, -23), (-23, 2, 500)]
        {
            let outer = layout!((m, n, p):({ Signed(s) }, { Signed(t) }, { Signed(u) }));
            let offsets: Vec<isize> = outer.offsets().map(|offset| offset.0).collect();
            let base = offsets.iter().min().unwrap().unsigned_abs();
            let mut data = [0u32; 1600];
            let mut view = ViewMut::new(&mut data, outer).unwrap();
            for (extent, stride) in (2..5).flat_map(|extent| (-560..=560).map(move |stride| (extent, stride)))
            {
                let inner = Layout::new(extent, Signed(stride));
                let within = (0..extent as isize).all(|i| offsets.contains(&(i * stride)));
                let Ok(mut diagonal) = view.with_layout_mut(inner) else {
                    assert!(!within || stride == 0, "{outer} through {inner}");
                    refused += 1;
                    continue;
                };
                assert!(within, "{outer} through {inner}");
                diagonals +=
                    usize::from(![s, t, u].iter().any(|step| stride % step == 0 && stride / step > 0));
                fill(&mut diagonal, 1);
            }
            for (offset, x) in data.iter().enumerate() {
                assert!(
                    *x == 0 || offsets.contains(&(offset as isize - base as isize)),
                    "{outer} at {offset}"
                );
            }
        }
    }
    assert!(diagonals > 100 && refused > 1000, "{diagonals} diagonals, {refused} refused");
    // the blocks of the diagonal, each a tile of its own
    let mut data = [0; 64];
    let mut corner = ViewMut::new(&mut data, layout!((6, 6):(8, 1))).unwrap();
    let mut blocks = corner.with_layout_mut(layout!((2, 2, 3):(8, 1, 18))).unwrap();
    for (i, mut block) in (1..).zip(blocks.chunks_mut::<2>(1).unwrap()) {
        fill(&mut block, i);
    }
    // one column further each would leave the rows of the corner
    assert!(corner.with_layout_mut(layout!((2, 2, 3):(8, 1, 19))).is_err());
    for (offset, x) in data.into_iter().enumerate() {
        let (row, col) = (offset / 8, offset % 8);
        assert_eq!(x, if row < 6 && row / 2 == col / 2 { 1 + row / 2 } else { 0 }, "offset {offset}");
    }
}

#[test]
fn cells_and_what_holds_no_value() {
    let mut data = [0u32; 24];
    // an exact layout with gaps has no cells; a tile, which nobody sees through another layout, has
    let mut a = ViewMut::new(&mut data, layout!((4, 3):(6, 1))).unwrap();
    assert_eq!(a.view_mut().cells().err(), Some(TensorError::Skips { size: 12, cosize: 21 }));
    let tile = a.tile_mut((2, 2), (1, 0)).unwrap().cells().unwrap();
    let again = tile;
    tile[(1, 1)].set(7);
    again[(1, 1)].set(again[(1, 1)].get() + 1);
    assert_eq!(data[19], 8);
    // one element written through many coordinates
    let cells = ViewMut::new(&mut data, layout!(24:1)).unwrap().cells().unwrap();
    let sums = cells.with_layout(layout!((2, 12):(0, 1))).unwrap();
    sums.elements().for_each(|(_, cell)| cell.set(cell.get() + 1));
    assert_eq!((data[0], data[19], data[12]), (2, 8, 0));

    let dropped = std::rc::Rc::new(());
    let mut storage: Vec<std::mem::MaybeUninit<_>> =
        (0..30).map(|_| std::mem::MaybeUninit::uninit()).collect();
    let gaps = ViewMut::new(&mut storage, layout!((4, 3):(6, 1))).unwrap();
    assert_eq!(
        gaps.init_with(|_| Some(dropped.clone())).err(),
        Some(TensorError::Skips { size: 12, cosize: 21 })
    );
    assert_eq!(std::rc::Rc::strong_count(&dropped), 1);
    let padded = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), (7, 3)).unwrap();
    let mut values =
        ViewMut::new(&mut storage, padded).unwrap().init_with(|_| Some(dropped.clone())).unwrap();
    assert_eq!((values.layout().len(), std::rc::Rc::strong_count(&dropped)), (21, 22));
    assert!(
        values
            .view()
            .elements()
            .all(|(_, value)| value.as_ref().is_some_and(|it| std::rc::Rc::ptr_eq(it, &dropped)))
    );
    // nobody drops what a `MaybeUninit` holds
    (0..7).for_each(|i| (0..3).for_each(|j| values[(i, j)] = None));
    assert_eq!(std::rc::Rc::strong_count(&dropped), 1);
}

/// The algebra on views whose layout is swizzled, on parts, and on parts of swizzled ones.
#[test]
fn swizzled_views_and_parts_are_divided() {
    let data: Vec<u32> = (0..1024).collect();
    let n = 32;
    let swizzle = Swizzle::<3, 2, 3>::new();
    let stage = View::new(&data, swizzle.compose(layout!((n, 32):(32, 1)))).unwrap();
    let plain = View::new(&data, layout!((n, 32):(32, 1))).unwrap();
    let quarter = stage.tile((int!(16), int!(16)), (1, 0)).unwrap();
    let plain_quarter = plain.tile((int!(16), int!(16)), (1, 0)).unwrap();
    let (left, right) = plain.split_at_mode::<1>(16).unwrap();
    for (i, j) in (0..256).map(|x| (x / 16, x % 16)) {
        let tile = ((i % 4, j % 8), (i / 4, j / 8));
        assert_eq!(stage.zipped_divide(tiler!(4, 8)).unwrap()[tile], stage[(i, j)]);
        assert_eq!(quarter.zipped_divide(tiler!(4, 8)).unwrap()[tile], stage[(16 + i, j)]);
        assert_eq!(plain_quarter.zipped_divide(tiler!(4, 8)).unwrap()[tile], plain[(16 + i, j)]);
        assert_eq!(left.zipped_divide(tiler!(4, 8)).unwrap()[tile], plain[(i, j)]);
        assert_eq!(right.logical_divide(tiler!(4, _)).unwrap()[((i % 4, i / 4), j)], plain[(i, 16 + j)]);
        assert_eq!(quarter.composition(layout!((16, 16):(16, 1))).unwrap()[(j, i)], quarter[(i, j)]);
    }
    let refused = stage.zipped_divide(tiler!(5, 8)).unwrap_err();
    assert_eq!(refused.to_string(), "zipped_divide: whole tiles have 1120 elements instead of 1024");
    // a tile at the edge is divided as far as it goes: eight rows
    let edge = plain.tile((24, 32), (1, 0)).unwrap().zipped_divide(tiler!(4, 8)).unwrap();
    assert_eq!((edge.layout().len(), edge[((3, 7), (1, 3))]), (256, plain[(31, 31)]));
    // and a part that ends within a block is no layout of whole ones
    let blocks = Layout::try_with_extent(shape!((4, 3), 8), stride!((8, 32), 1), shape!(10, 8)).unwrap();
    assert_eq!(
        View::new(&data, blocks).unwrap().zipped_divide(tiler!(2, 8)).unwrap_err().to_string(),
        "zipped_divide: mode 0 holds 10 elements of 12: the layout has padding and cannot be taken as exact"
    );
}

/// Two parts of one tensor are divided and written at once, each by a thread.
#[test]
fn parts_are_divided_to_be_written() {
    fn mark<L: Mapping>(divided: Result<ViewMut<'_, u32, L>, TensorError>, by: u32) {
        tilework::kernel::transform_in_place(&mut divided.unwrap(), |x| x + by);
    }
    let mut data = [0u32; 256];
    let mut stage =
        ViewMut::new(&mut data, Swizzle::<2, 2, 2>::new().compose(layout!((16, 16):(16, 1)))).unwrap();
    mark(stage.zipped_divide_mut(tiler!(4, 8)), 4);
    let (mut front, mut back) = stage.split_at_mode_mut::<1>(8).unwrap();
    std::thread::scope(|threads| {
        threads.spawn(|| mark(front.logical_divide_mut(tiler!(4, 4)), 1));
        threads.spawn(|| mark(back.composition_mut(tiler!(16, 8)), 2));
    });
    for (i, j) in (0..256).map(|x| (x / 16, x % 16)) {
        assert_eq!(stage[(i, j)], if j < 8 { 5 } else { 6 });
    }
}

/// An index beyond the size of a part goes on in its last mode: to elements between its own, which are another's.
#[test]
fn what_lies_between_the_elements_of_a_part_is_not_reached() {
    let mut data = [0u32; 32];
    let mut whole = ViewMut::new(&mut data, layout!((4, 8):(8, 1))).unwrap();
    let (mut left, mut right) = whole.split_at_mode_mut::<1>(2).unwrap();
    let beyond = TensorError::Skips { size: 8, cosize: 26 };
    // index 8 leads to offset 2, the first element of the other part
    assert_eq!(left.view().composition(layout!(3:4)).unwrap_err(), beyond);
    assert_eq!(left.composition_mut(layout!(3:4)).unwrap_err(), beyond);
    assert!(left.view().composition(layout!(2:4)).is_ok());
    right[(0, 0)] = 7;
    assert_eq!(whole[(0, 2)], 7);
    // of an open layout what lies between its elements is its own
    let data: Vec<u32> = (0..32).collect();
    let open = View::new(&data, layout!((4, 2):(8, 1))).unwrap();
    assert_eq!(open.composition(layout!(3:4)).unwrap()[2], 2);
}
