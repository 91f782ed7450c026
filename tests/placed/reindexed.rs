//! Divisions and compositions of placed layouts, against those of the layouts of their indices, element by element.

use tilework::algebra::{flat_divide, logical_divide, tiled_divide};
use tilework::kernel::{copy, fold};
use tilework::layout::{Accepts, SplitMode, column_major};
use tilework::prelude::*;

/// A layout whose elements have numbers, and each of these a dynamic offset.
trait Numbered: Mapping + Accepts<usize, Offset = usize> {}
impl<L: Mapping + Accepts<usize, Offset = usize>> Numbered for L {}

/// Every element is where the placed layout has the element of that index, and views are read so.
fn check<L: Numbered, M: Numbered, I: Numbered>(of: L, made: M, indices: I) {
    assert_eq!(
        (made.len(), made.extents().notation().to_string()),
        (indices.len(), indices.extents().notation().to_string())
    );
    assert_eq!(made.is_injective(), of.is_injective() && indices.is_injective(), "{made}");
    for i in 0..made.len() {
        assert_eq!(made.offset_of(i), of.offset_of(indices.offset_of(i)), "{i} of {made}");
    }
    let len = of.checked_cosize().unwrap();
    let data: Vec<u32> = (0..len as u32).collect();
    let view = View::new(&data, made).unwrap();
    let sum = fold(&view, 0_u64, |sum, element| sum + u64::from(element));
    assert_eq!(sum, (0..made.len()).map(|i| made.offset_of(i) as u64).sum::<u64>(), "{made}");
}

macro_rules! check_all {
    ($layout:expr => $($verb:ident $tiler:expr),* $(,)?) => { $({
        let layout = $layout;
        let indices = column_major(layout.shape());
        check(layout, $verb(layout, $tiler), $verb(indices, $tiler));
    })* };
}

#[test]
fn operations_on_placed_layouts_are_those_on_their_indices() {
    check_all!(xla!(f32[20,30]{1,0:T(8,16)(3,1)}) =>
        zipped_divide tiler!(4, 3), zipped_divide tiler!(5:4, 10), zipped_divide tiler!((2, 2):(1, 10), _),
        logical_divide tiler!(4, 3), logical_divide tiler!(10, _), tiled_divide tiler!(4, 3),
        flat_divide tiler!(20, 15), zipped_divide int!(5), composition layout!((2, 3):(1, 40)),
        composition layout!((30, 20):(20, 1)),
    );
    check_all!(xla!(f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}) =>
        zipped_divide tiler!(2, 7, 4, 11, 5), flat_divide tiler!(1, 7, 2, 1, 2),
    );
    check_all!(xor_layout!((8, 8):(F1, F9)) =>
        zipped_divide tiler!(4, 2), logical_divide tiler!(2:4, 8), zipped_divide int!(16),
        composition layout!((8, 8):(8, 1)), composition layout!(8:9),
    );
    // a matrix that is no bijection, and its elements with some of them
    check_all!(xor_layout!((2, 2, 2):(F3, F5, F6)) => composition layout!((2, 2):(1, 2)));
    // more than once
    let twice = zipped_divide(zipped_divide(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), tiler!(4, 3)), tiler!(4, 10));
    let indices = zipped_divide(column_major(shape!(20, 30)), tiler!(4, 3));
    check(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), twice, zipped_divide(indices, tiler!(4, 10)));
}

fn check_copies<L: Numbered, M: Numbered<Extents = L::Extents>>(layout: L, dense: M) {
    let numbers = |len: usize| (0..len as u32).collect::<Vec<_>>();
    let (src, there) = (numbers(dense.checked_cosize().unwrap()), numbers(layout.checked_cosize().unwrap()));
    let mut data = vec![u32::MAX; layout.checked_cosize().unwrap()];
    let mut dst = ViewMut::new(&mut data, layout).unwrap();
    copy(&View::new(&src, dense).unwrap(), &mut dst).unwrap();
    for i in 0..layout.len() {
        assert_eq!(data[layout.offset_of(i)], dense.offset_of(i) as u32, "{i} of {layout}");
    }
    assert_eq!(data.iter().filter(|&&element| element == u32::MAX).count(), data.len() - layout.len());
    let mut back = vec![0; dense.checked_cosize().unwrap()];
    copy(&View::new(&there, layout).unwrap(), &mut ViewMut::new(&mut back, dense).unwrap()).unwrap();
    for i in 0..layout.len() {
        assert_eq!(back[dense.offset_of(i)], layout.offset_of(i) as u32, "{i} of {layout}");
    }
}

#[test]
fn divided_placed_layouts_are_copied_element_by_element() {
    let tiles = zipped_divide(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), tiler!(4, 3));
    check_copies(tiles, layout!((12, 50):(1, 12)));
    check_copies(tiles, layout!((12, 50):(50, 1)));
    let tiles = zipped_divide(xor_layout!((16, 32):(F1, F48)), tiler!(4, 8));
    check_copies(tiles, layout!((32, 16):(1, 32)));
    check_copies(tiles, layout!((32, 16):(16, 1)));
}

#[test]
fn views_of_placed_layouts_are_divided() {
    let mut data = [0_u32; 864];
    let mut array = ViewMut::new(&mut data, xla!(u32[20,30]{1,0:T(8,16)(3,1)})).unwrap();
    array.zipped_divide_mut(tiler!(4, 3)).unwrap()[((1, 2), (3, 4))] = 7;
    assert_eq!(array[(13, 14)], 7);
    let array = array.view();
    assert_eq!(array.logical_divide(tiler!(4, 3)).unwrap()[((1, 3), (2, 4))], 7);
    assert_eq!(array.flat_divide(tiler!(4, 3)).unwrap()[(1, 2, 3, 4)], 7);
    // tiles are sliced and cut on
    let tiles = array.zipped_divide(tiler!(4, 3)).unwrap();
    assert_eq!(tiles.slice(crd!(_, 23)).unwrap()[9], 7);
    assert_eq!(tiles.tile((int!(12), int!(1)), (0, 23)).unwrap()[(9, 0)], 7);
}

#[test]
fn parts_of_divided_placed_layouts_are_cut_where_they_lie_as_one() {
    fn check<L: Mapping + SplitMode<0> + Accepts<(usize, usize), Offset = usize>>(layout: L)
    where
        L::Part: Accepts<(usize, usize), Offset = usize>,
    {
        let (rows, cols) = (layout.mode_extent(0), layout.mode_extent(1));
        let mut cuts = 0;
        for (start, len) in (0..rows).flat_map(|start| (1..=rows - start).map(move |len| (start, len))) {
            let Ok(part) = layout.part(start, len) else { continue };
            cuts += 1;
            for (i, j) in (0..len).flat_map(|i| (0..cols).map(move |j| (i, j))) {
                assert_eq!(
                    part.offset_of((i, j)),
                    layout.offset_of((start + i, j)),
                    "{start}, {len} of {layout}"
                );
            }
        }
        assert!(cuts >= rows, "{cuts} cuts of {layout}");
    }
    check(zipped_divide(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), tiler!(4, 3)));
    check(zipped_divide(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), tiler!((2, 2):(1, 10), 5)));
    check(zipped_divide(xor_layout!((16, 32):(F1, F48)), tiler!(4, 8)));
    check(logical_divide(xor_layout!((16, 32):(F1, F48)), tiler!(4:4, 8)));
}
