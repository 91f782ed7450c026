//! Layouts over F2 strides: typed, runtime twin and definition are one function, and tensors and kernels work through
//! it.

use std::collections::HashMap;
use tilework::layout::Overlap;
use tilework::prelude::*;
use tilework::tuple::AllStatic;

/// The product without carries, bit by bit: no code of the library in it.
fn carryless(a: usize, b: usize) -> usize {
    (0..64).fold(0, |sum, bit| if a >> bit & 1 == 1 { sum ^ (b << bit) } else { sum })
}

/// Extents and strides in the order of the notation.
fn leaves(text: &str) -> Vec<usize> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().unwrap())
        .collect()
}

fn definition(shape: &[usize], stride: &[usize], mut index: usize) -> usize {
    shape.iter().zip(stride).fold(0, |sum, (&extent, &stride)| {
        let crd = index % extent;
        index /= extent;
        sum ^ carryless(crd, stride)
    })
}

/// Everything that is said of one layout.
fn check<S: Shape + AllStatic, D: Stride<S> + AllStatic>(layout: XorLayout<S, D>) {
    let (text, twin) = (layout.to_string(), layout.to_dynamic());
    assert_eq!(twin.to_string(), text.replace('_', ""));
    assert_eq!(size_of_val(&layout), 0);
    let (shape, stride) = text.split_once(':').unwrap();
    let (shape, stride) = (leaves(shape), leaves(stride));
    let size: usize = shape.iter().product();
    assert_eq!((layout.size().value(), twin.size()), (size, size as i64));
    assert_eq!((layout.rank(), layout.depth()), (twin.rank(), twin.depth()), "{text}");

    let mut seen = HashMap::new();
    let mut offsets = layout.offsets();
    for index in 0..size {
        let offset = definition(&shape, &stride, index);
        assert_eq!(layout.offset(index), offset, "{index} of {text}");
        assert_eq!(layout.try_offset(index), Ok(offset));
        assert_eq!(offsets.next(), Some(offset));
        assert_eq!(
            twin.offset(&index.to_string().parse().unwrap()).unwrap(),
            offset as i64,
            "{index} of {text}"
        );
        seen.entry(offset).or_insert(index);
    }
    assert!(layout.try_offset(size).is_err());
    let last = seen.keys().max().unwrap();
    assert_eq!(layout.cosize().value(), (last + 1).next_power_of_two(), "{text}");
    assert_eq!(twin.cosize() as usize, last + 1, "{text}");

    assert_eq!(layout.is_injective(), seen.len() == size, "{text}");
    match layout.overlap() {
        Overlap::None => assert_eq!(seen.len(), size, "{text}"),
        Overlap::Between { first, second, offset } => {
            assert!(first < size && second < size && first != second && seen.len() < size, "{text}");
            assert_eq!(
                (layout.offset(first) as isize, layout.offset(second) as isize),
                (offset, offset),
                "{text}"
            );
        }
        Overlap::Undecided => panic!("decided for every F2 layout"),
    }
}

macro_rules! check_all {
    ($($layout:expr),* $(,)?) => { $( check($layout); )* };
}

#[test]
fn xor_layouts_are_their_twins_and_their_definition() {
    check_all! {
        xor_layout!((8, 8):(F1, F9)),
        xor_layout!(64:F1),
        xor_layout!((4):(F3)),
        xor_layout!(():()),
        xor_layout!((1, 4):(F7, F2)),
        xor_layout!(((2, 4), (2, 8)):((F16, F33), (F1, F2))),
        xor_layout!((4, 4):(F1, F1)),
        xor_layout!((2, 2, 2):(F3, F5, F6)),
        xor_layout!((2, 2, 2):(F3, F5, F7)),
        xor_layout!((4, 8):(F0, F5)),
        xor_layout!((4, 4):(F3, F2)),
        xor_layout!((16, 16):(F17, F1)),
        xor_layout!((2, (2, (2, 2)), 4):(F8, (F12, (F10, F9)), F16)),
        xor_layout!((8, 2, 8):(F9, F512, F64)),
        Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))).to_xor_layout(),
    }
}

#[test]
fn coordinates_of_any_depth() {
    let layout = xor_layout!(((2, 4), (2, 8)):((F16, F33), (F1, F2)));
    for (a, b, c, d) in (0..128).map(|x| (x % 2, x / 2 % 4, x / 8 % 2, x / 16)) {
        let offset = carryless(a, 16) ^ carryless(b, 33) ^ c ^ carryless(d, 2);
        assert_eq!(layout.offset(((a, b), (c, d))), offset);
        assert_eq!(layout.offset((a + 2 * b, (c, d))), offset);
        assert_eq!(layout.offset((a + 2 * b, c + 2 * d)), offset);
    }
    assert_eq!(layout.offset(crd!(3, (1, 7))), 16 ^ 33 ^ 1 ^ 14);
    assert!(layout.contains((7, 15)) && !layout.contains((8, 0)) && !layout.contains(((2, 0), 0)));
}

/// A swizzled layout and its F2 layout are one function.
macro_rules! unswizzle {
    ($($swizzle:ident <$b:literal, $m:literal, $s:literal>: $layout:expr => $text:literal;)*) => { $({
        let swizzled = $swizzle::<$b, $m, $s>::new().compose($layout);
        let layout = swizzled.to_xor_layout();
        assert_eq!(layout.to_string().replace('_', ""), $text);
        assert!(layout.offsets().eq(swizzled.offsets()), "{swizzled}");
        check(layout);
    })* };
}

#[test]
fn swizzled_layouts_become_xor_layouts() {
    unswizzle! {
        Swizzle<3, 0, 3>: layout!(64:1) => "(8,8):(F1,F9)";
        Swizzle<3, 0, 3>: layout!((8, 8):(1, 8)) => "(8,8):(F1,F9)";
        Swizzle<3, 0, 3>: layout!((8, 8):(8, 1)) => "(8,8):(F9,F1)";
        Swizzle<2, 0, 3>: layout!(512:1) => "(8,4,16):(F1,F9,F32)";
        Swizzle<2, 0, -3>: layout!(512:1) => "(4,128):(F9,F4)";
        Swizzle<2, 1, -3>: layout!((4, 64):(64, 1)) => "(4,(2,4,8)):(F64,(F1,F18,F8))";
        Swizzle<0, 0, 3>: layout!((8, 8):(8, 1)) => "(8,8):(F8,F1)";
        Swizzle<3, 3, 3>: layout!((64, 64):(64, 1)) => "((8,8),64):((F72,F512),F1)";
        Swizzle<3, 4, 3>: layout!((8, (2, 16)):(16, (128, 256))) => "(8,(2,(4,4))):(F16,(F144,(F288,F1024)))";
        Swizzle<2, 0, 2>: layout!((1, 4, 2, 4):(3, 4, 0, 1)) => "(1,4,2,4):(F0,F5,F0,F1)";
        Swizzle<2, 3, 4>: layout!((4, 4):(1, 4)) => "(4,4):(F1,F4)";
    }
}

#[test]
fn slices_are_parts() {
    let layout = xor_layout!(((2, 4), (2, 8)):((F16, F33), (F1, F2)));
    for (i, j) in (0..8).flat_map(|i| (0..16).map(move |j| (i, j))) {
        let (row, start) = layout.slice(crd!(i, _));
        assert_eq!(row.to_string(), "((_2,_8)):((F1,F2))");
        assert_eq!(start ^ row.offset((j,)), layout.offset((i, j)));
        let (blocks, start) = layout.slice(crd!((_, { i / 2 }), (_, { j / 2 })));
        assert_eq!(blocks.to_string(), "(_2,_2):(F16,F1)");
        assert_eq!(start ^ blocks.offset((i % 2, j % 2)), layout.offset((i, j)));
        let twin =
            tilework::dynamic::slice(&format!("({i},_)").parse().unwrap(), &layout.to_dynamic()).unwrap();
        assert_eq!(row.to_dynamic(), twin);
    }
    assert!(layout.try_slice(crd!({ 8 }, _)).is_err());
    assert!(std::panic::catch_unwind(|| layout.slice(crd!({ 8 }, _))).is_err());
}

/// `dst[c] == src[c]`, and the way back restores the data.
fn check_copy<A: Matrix, B: Matrix>(a: A, b: B) {
    let (rows, cols) = (a.rows(), a.cols());
    let data: Vec<u32> = (1..).take(a.cosize().value()).collect();
    let src = View::new(&data, a).unwrap();
    let mut dst = VecTensor::filled(b, 0).unwrap();
    copy(&src, &mut dst.view_mut()).unwrap();
    let mut back = VecTensor::filled(a, 0).unwrap();
    copy(&dst.view(), &mut back.view_mut()).unwrap();
    for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))) {
        assert_eq!((dst[(i, j)], back[(i, j)]), (src[(i, j)], src[(i, j)]), "({i},{j}) of {a} and {b}");
    }
    assert_eq!(dst.as_slice().iter().filter(|&&x| x != 0).count(), rows * cols);
}

macro_rules! for_pairs {
    ($check:ident: $($layout:expr),* $(,)?) => { for_pairs!(@ $check [$($layout),*] [$($layout),*]) };
    (@ $check:ident [$($src:expr),*] $all:tt) => { $( for_pairs!(@@ $check $src, $all); )* };
    (@@ $check:ident $src:expr, [$($dst:expr),*]) => { $( $check($src, $dst); )* };
}

#[test]
fn copies_between_layouts() {
    let (rows, cols) = (16, 32);
    for_pairs!(check_copy:
        layout!((16, 32):(32, 1)),
        layout!(((4, 4), (8, 4)):((8, 32), (1, 128))),
        layout!((rows, cols):(1, rows)),
        Swizzle::<3, 0, 5>::new().compose(layout!((16, 32):(32, 1))),
        xor_layout!((16, 32):(F33, F1)),
        xor_layout!((16, 32):(F1, F17)),
        xor_layout!(((1, 16), (2, 1, 16)):((F5, F33), (F1, F3, F2))),
        xor_layout!(((1), 16, 32):((F7), F33, F1)).slice(crd!((0), _, _)).0,
        xor_layout!(((2, 8), (4, 8)):((F24, F132), (F1, F64))),
        xor_layout!((16, (2, 4, 4)):(F2, (F1, F34, F130))),
    );
}

#[test]
fn kernels_of_other_ranks() {
    let data: Vec<u32> = (0..128).collect();
    let src = View::new(&data, row_major(shape!(4, 2, 4, 4))).unwrap();
    let mut dst = VecTensor::filled(xor_layout!((4, 2, (2, 2), 4):(F32, F17, (F9, F4), F1)), 0).unwrap();
    copy(&src, &mut dst.view_mut()).unwrap();
    for (i, j, k, l) in (0..128).map(|x| (x / 32, x / 16 % 2, x / 4 % 4, x % 4)) {
        assert_eq!(dst[(i, j, k, l)], src[(i, j, k, l)]);
    }
    let mut line = VecTensor::filled(xor_layout!((128):(F3)), 0).unwrap();
    copy(&View::new(&data, layout!((128):(1))).unwrap(), &mut line.view_mut()).unwrap();
    assert!((0..128).all(|i| line[(i,)] == i as u32 && line.as_slice()[carryless(i, 3)] == i as u32));
    let mut one = VecTensor::filled(xor_layout!(():()), 0).unwrap();
    fill(&mut one.view_mut(), 3);
    assert_eq!(one.as_slice(), [3]);

    let (a_rows, b_rows) = (row_major(shape!(16, 8)), row_major(shape!(8, 32)));
    let (a, b) = (View::new(&data, a_rows).unwrap(), (0..256).collect::<Vec<u32>>());
    let b = View::new(&b, b_rows).unwrap();
    let mut a_xor = VecTensor::filled(xor_layout!((16, 8):(F9, F1)), 0).unwrap();
    let mut b_xor = VecTensor::filled(xor_layout!((8, 32):(F36, F1)), 0).unwrap();
    copy(&a, &mut a_xor.view_mut()).unwrap();
    copy(&b, &mut b_xor.view_mut()).unwrap();
    let mut plain = VecTensor::filled(row_major(shape!(16, 32)), 0).unwrap();
    let mut xor = VecTensor::filled(xor_layout!((16, 32):(F33, F1)), 0).unwrap();
    matmul(&a, &b, &mut plain.view_mut()).unwrap();
    matmul(&a_xor.view(), &b_xor.view(), &mut xor.view_mut()).unwrap();
    assert!((0..16).all(|i| (0..32).all(|j| plain[(i, j)] == xor[(i, j)])));
}

/// Every tile of a grid holds the elements of its place, to be read and to be written.
fn check_tiles<L: Matrix, H: Integer, W: Integer>(layout: L, tile: (H, W), all: bool) {
    let mut data: Vec<u32> = (1000..).take(layout.cosize().value()).collect();
    let (height, width) = (tile.0.value(), tile.1.value());
    let whole = View::new(&data, layout).unwrap();
    let mut seen = 0;
    for (i, j) in (0..17).flat_map(|i| (0..17).map(move |j| (i, j))) {
        let Ok(part) = whole.tile(tile, (i, j)) else { continue };
        let (rows, cols) = (part.layout().rows(), part.layout().cols());
        let mut copied = VecTensor::filled(row_major((rows, cols)), 0).unwrap();
        copy(&part, &mut copied.view_mut()).unwrap();
        for (x, y) in (0..rows).flat_map(|x| (0..cols).map(move |y| (x, y))) {
            let element = whole[(i * height + x, j * width + y)];
            assert_eq!(
                (part[(x, y)], part[x + rows * y], copied[(x, y)]),
                (element, element, element),
                "{}",
                part.layout()
            );
            seen += 1;
        }
        assert_eq!((part.get((rows, 0)), part.get((0, cols)), part.get(rows * cols)), (None, None, None));
        let inner = part.tile((2, 1), (rows.div_ceil(2) - 1, cols - 1)).unwrap();
        assert_eq!(inner[(0, 0)], part[(rows.div_ceil(2) * 2 - 2, cols - 1)]);
        assert_eq!(View::new(&data, part.layout()).unwrap()[(0, 0)], part[(0, 0)]);
    }
    if !all {
        return assert_eq!(seen, 0);
    }
    assert_eq!(seen, layout.rows() * layout.cols(), "{layout}");
    let mut whole = ViewMut::new(&mut data, layout).unwrap();
    fill(&mut whole.tile_mut(tile, (1, 1)).unwrap(), 7);
    for (i, j) in (0..layout.rows()).flat_map(|i| (0..layout.cols()).map(move |j| (i, j))) {
        assert_eq!(whole[(i, j)] == 7, i / height == 1 && j / width == 1, "({i},{j}) of {layout}");
    }
}

#[test]
fn tiles_of_tensors() {
    let flat = xor_layout!((16, 32):(F33, F1));
    check_tiles(flat, (int!(4), int!(8)), true);
    check_tiles(flat, (4, 8), true);
    check_tiles(flat, (3, 5), true);
    check_tiles(xor_layout!((16, 32):(F1, F17)), (int!(5), 7), true);
    let nested = xor_layout!(((2, 8), (4, 8)):((F24, F132), (F1, F64)));
    check_tiles(nested, (2, int!(4)), true);
    check_tiles(nested, (4, 2), true);
    check_tiles(nested, (6, 12), true);
    check_tiles(nested, (3, 4), true);
    let split = xor_layout!((16, (2, 4, 4)):(F2, (F1, F34, F130)));
    check_tiles(split, (8, 4), true);
    check_tiles(split, (5, 6), true);
    check_tiles(split, (8, 3), false);
    check_tiles(xor_layout!((16, 32):(F3, F33)), (2, 4), true);
    let tile = Matrix::tile(&flat, int!(4), int!(8), 0, 0).unwrap();
    assert_eq!((tile.extents(), size_of_val(&tile)), (shape!(4, 8), 8));
}

#[test]
fn storage_is_checked() {
    let layout = xor_layout!((8, 8):(F1, F9));
    assert!(View::new(&[0; 63], layout).is_err());
    let data: Vec<usize> = (0..64).collect();
    let view = View::new(&data, layout).unwrap();
    assert_eq!((view[(5, 6)], view.get((8, 0))), (51, None));
    let message = std::panic::catch_unwind(|| view[(5, 8)]).unwrap_err();
    let message = *message.downcast::<String>().unwrap();
    assert!(
        message.contains("coordinate (5,8) is outside the extent (_8,_8) of layout (_8,_8):(F1,F9)"),
        "{message}"
    );
}
