//! The typed layout and its runtime twin are one function.

use tilework::dynamic::{self, DynLayout, Offset, Tree};
use tilework::{
    format::Weight4BitnZ,
    layout::{Strided, ordered, tile_layout},
    prelude::*,
};

/// Same facts, same text up to static marks, same offset at every index; and the way back gives the same layout.
fn check<S, D>(typed: Layout<S, D>)
where
    S: Shape,
    D: Stride<S>,
{
    let data = typed.to_dynamic();
    let text = typed.to_string();
    assert_eq!(data.to_string(), text.replace('_', ""));
    assert_eq!(text.parse::<DynLayout>().unwrap(), data, "static marks are read and dropped");
    assert_eq!(data.size(), typed.size().value() as i64, "{text}");
    assert_eq!(data.cosize(), typed.cosize().value() as i64, "{text}");
    assert_eq!((data.rank(), data.depth()), (rank(typed), depth(typed)), "{text}");
    assert_eq!(data.is_injective().unwrap(), typed.is_injective(), "{text}");
    assert_eq!(data.is_contiguous().unwrap(), typed.is_contiguous(), "{text}");
    let offsets = data.offsets();
    for (index, offset) in offsets.enumerate() {
        assert_eq!(offset.as_int(), Some(typed.offset(index).to_isize() as i64), "{index} of {text}");
    }
    let back = Layout::<S, D>::try_from(&data).unwrap();
    assert_eq!(back, typed);
}

macro_rules! check_all {
    ($($layout:expr),* $(,)?) => { $( check($layout); )* };
}

#[test]
fn typed_layouts_and_their_twins_agree() {
    let (two, three, seven) = (2, 3, 7);
    check_all! {
        layout!(8:1),
        layout!(seven:3),
        layout!((5):(-1)),
        layout!(():()),
        layout!((2, 3):(3, 1)),
        layout!((two, 3):(1, two)),
        layout!(((4, 2), (4, 3)):((4, 16), (1, 32))),
        layout!(((4, two), (4, three)):((4, 16), (1, 32))),
        layout!((4, (2, (3, 2))):(1, (4, ({Signed(-8)}, 48)))),
        layout!((4, 2):(1, 3)),
        layout!((3, 5):(0, 1)),
        layout!((0, 5):(5, 1)),
        layout!((2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)),
        layout!((((((2))))):(((((3)))))),
        row_major(shape!(three, (4, two), 5)),
        ordered(shape!((4, 2), (4, three)), shape!((1, 2), (0, 3))),
    }
}

/// The same extent, elements and padding; and the text is read back as the same layout.
fn check_extent(typed: impl Strided) {
    let layout = typed.layout();
    let (data, text) = (layout.to_dynamic(), layout.to_string());
    assert_eq!(data.to_string(), text.replace('_', ""));
    assert_eq!(data.to_string().parse::<DynLayout>().unwrap(), data, "{text}");
    assert_eq!(text.parse::<DynLayout>().unwrap(), data, "static marks are read and dropped");
    assert_eq!(data.is_exact(), layout.is_exact(), "{text}");
    let extents: Vec<i64> = (0..layout.rank()).map(|mode| typed.mode_extent(mode) as i64).collect();
    assert_eq!(data.extents().leaves(), extents, "{text}");
    assert_eq!(data.logical_size(), extents.iter().product::<i64>(), "{text}");
    assert_eq!(data.padded(), layout.padded().to_dynamic());
    let data = layout.to_dynamic();
    // the first ones, and more and more seldom further ones
    for index in (0..).map(|step| step + step * step / 16).take_while(|&index| index < layout.size().value())
    {
        let coordinate = Tree::leaf(index as i64);
        assert_eq!(data.contains(&coordinate), layout.contains(index), "{index} of {text}");
        assert_eq!(data.is_padding(&coordinate).unwrap(), layout.is_padding(index), "{index} of {text}");
        let offset = layout.try_offset(index).map(|offset| Offset::Int(offset.to_isize() as i64)).ok();
        assert_eq!(data.offset(&coordinate).ok(), offset, "{index} of {text}");
    }
}

#[test]
fn the_extent_of_each_format_and_each_edge_tile_goes_along() {
    macro_rules! check {
        ($format:ident $element:ty: $rows:expr, $cols:expr) => {{
            let matrix = $format::layout::<$element, _, _>($rows, $cols);
            check_extent(matrix);
            for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
                let (i, j) = (32 * i, 16 * j);
                check_extent(tile_layout(matrix, shape!(32, 16), (i, j)));
                check_extent(tile_layout(matrix, (i + 1, j + 1), (i, j)));
            }
            for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                if let Ok(tile) = matrix.tile(int!(32), int!(32), i, j) {
                    check_extent(tile);
                }
            }
        }};
    }
    macro_rules! formats {
        ($($format:ident)*) => { $(
            let (rows, cols) = (50, 37);
            check!($format u8: rows, cols);
            check!($format f16: rows, int!(37));
            check!($format f32: int!(50), cols);
            check!($format f64: int!(50), int!(37));
            check!($format f16: int!(64), int!(64));
        )* };
    }
    formats! { RowMajor ColumnMajor zN nZ zZ nN L0C Weight4BitnZ }
    check_extent(VectorLayout::layout::<f16, _, _>(1, 7));

    // by hand: an integer as shape, an empty extent, nested modes, tiles of a division, parts of a slice
    let (four, seven) = (4, 7);
    check_extent(Layout::try_with_extent(8, 1, 5).unwrap());
    check_extent(Layout::try_with_extent((8,), (1,), (5,)).unwrap());
    check_extent(Layout::try_with_extent(shape!(8, four), stride!(4, 1), (0, 3)).unwrap());
    let padded =
        Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), shape!({ seven }, 3)).unwrap();
    check_extent(padded);
    check_extent(padded.slice(crd!((_, 1), _)).0);
    check_extent(logical_divide(layout!((10, seven):(1, 10)), tiler!(4, 2)));
}

#[test]
fn the_extent_of_a_swizzled_layout_goes_along() {
    let padded = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 12), 4), (7, 3)).unwrap();
    let swizzled = Swizzle::<2, 0, 2>::new().compose(padded);
    let data = swizzled.to_dynamic();
    assert_eq!(data.layout, padded.to_dynamic());
    assert_eq!(data.to_string(), swizzled.to_string().replace('_', ""));
    assert_eq!(data.to_string().parse::<dynamic::Swizzled>().unwrap(), data);
}

#[test]
fn data_that_is_not_of_the_type_is_refused() {
    type Tiled = Layout!(((16, usize), 8):((8, 128), 1));
    let refuse = |text: &str| Tiled::try_from(&text.parse::<DynLayout>().unwrap()).unwrap_err().to_string();
    assert!(Tiled::try_from(&"((16,3),8):((8,128),1)".parse::<DynLayout>().unwrap()).is_ok());
    assert_eq!(
        refuse("((4,3),8):((8,128),1)"),
        "conversion: mode 0, coalesced (4,3):(8,128), of ((4,3),8):((8,128),1) is not one of the type \
         ((16,?),8):((8,128),1)"
    );
    assert!(refuse("((16,3),8):((8,128),2)").contains("mode 1, coalesced (8):(2), of"));
    assert!(refuse("(16,3,8):(8,128,1)").contains("has rank 3, and the type"));
    assert!(refuse("((16,3),8):((8@0,128@0),1@0)").contains("stride 8@0 of"));
}
