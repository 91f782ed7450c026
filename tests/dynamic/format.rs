//! The formats of TLA at run time.
use proptest::prelude::*;
use tilework::dynamic::format::*;
use tilework::dynamic::*;

fn element(bits: i64) -> ElementBits {
    ElementBits::new(bits).unwrap()
}

fn at(layout: &DynLayout, row: i64, column: i64) -> i64 {
    layout.offset_unchecked(&Tree::flat([row, column])).unwrap().as_int().unwrap()
}

const FRACTAL: [Format; 6] =
    [Format::zN, Format::nZ, Format::zZ, Format::nN, Format::L0C, Format::Weight4BitnZ];

proptest! {
    #[test]
    fn fractal_formats_are_bijections(which in 0..6_usize, bits in 2..7_u32, rows in 1..70_i64, columns in 1..70_i64) {
        let (format, element) = (FRACTAL[which], element(1 << bits));
        let layout = make_layout(format, rows, columns, element).unwrap();
        prop_assert_eq!(layout.is_contiguous(), Ok(true));
        prop_assert_eq!(layout.extents().to_string(), format!("({rows},{columns})"));
        prop_assert_eq!(capacity(&layout).unwrap(), layout.size());
        prop_assert!(matches_format(&layout, Predicate::Format(format), element).unwrap());
        let fractal = format.fractal(element).unwrap();
        let padded = [fractal.rows, fractal.columns].map(|n| n as u64);
        prop_assert!((layout.size() as u64).is_multiple_of(padded[0] * padded[1]));
    }

    #[test]
    fn tiles_reach_what_the_matrix_has_there(
        which in 0..6_usize, at_tile in (0..40_i64, 0..40_i64), tile in (1..30_i64, 1..30_i64), inside in (0..30_i64, 0..30_i64),
    ) {
        let matrix = make_layout(FRACTAL[which], 45, 37, element(16)).unwrap();
        let (shape, coordinate) = (Tree::flat([tile.0, tile.1]), Tree::flat([at_tile.0, at_tile.1]));
        let layout = tile_layout(&matrix, &shape, &coordinate).unwrap();
        prop_assert_eq!(layout.clone(), {
            let extent = [tile.0.min((45 - at_tile.0).max(0)), tile.1.min((37 - at_tile.1).max(0))];
            make_layout_tile(&matrix, &shape).unwrap().with_extent(&extent).unwrap()
        });
        // Strides are those of the matrix: the tile tensor adds its own coordinate first.
        let (row, column) = (at_tile.0 + inside.0, at_tile.1 + inside.1);
        prop_assert_eq!(at(&layout, row, column), at(&matrix, row, column));
    }

    #[test]
    fn slices_are_exact_or_refused(
        which in 0..6_usize, base in (0..20_i64, 0..20_i64), fixed in 0..12_i64, keep_rows in any::<bool>(),
    ) {
        let matrix = make_layout(FRACTAL[which], 45, 37, element(16)).unwrap();
        let coordinate = Tree::flat(if keep_rows { [None, Some(fixed)] } else { [Some(fixed), None] });
        let result = slice_tile(&matrix, &coordinate, Some(&Tree::flat([base.0, base.1])));
        let whole = |i: i64| match keep_rows {
            true => at(&matrix, base.0 + i, base.1 + fixed),
            false => at(&matrix, base.0 + fixed, base.1 + i),
        };
        let kept = matrix.get(&[usize::from(!keep_rows)]).unwrap();
        let exact = (0..kept.size()).all(|i| {
            let own = kept.offset_unchecked(&Tree::leaf(i)).unwrap().as_int().unwrap();
            whole(0) + own == whole(i)
        });
        prop_assert_eq!(result.is_ok(), exact);
        if let Ok(slice) = result {
            prop_assert_eq!(slice.offset, Offset::Int(whole(0)));
        }
    }
}

/// A kept mode begins and ends inside a block: its first elements are enough.
#[test]
fn slices_inside_a_block_are_kept() {
    for which in FRACTAL {
        let whole = make_layout(which, 45, 37, element(16)).unwrap();
        for base in 0..20 {
            for count in 0..20 {
                let matrix = whole.clone().padded().with_extent(&[count, 37]).unwrap();
                let result = slice_tile(&matrix, &"(_,3)".parse().unwrap(), Some(&"(0,2)".parse().unwrap()));
                assert!(result.is_ok());
                let result = slice_tile(&matrix, &"(_,3)".parse().unwrap(), Some(&Tree::flat([base, 2])));
                let (first, kept) = (at(&whole, base, 5), matrix.get(&[0]).unwrap());
                let own = |i| kept.offset_unchecked(&Tree::leaf(i)).unwrap().as_int().unwrap();
                // where all of the blocks are one run, any part of it is
                let is_exact = (0..count).all(|i| first + own(i) == at(&whole, base + i, 5));
                assert_eq!(result.is_ok(), is_exact, "{which} from {base} on, {count} rows");
                if let Ok(slice) = result {
                    assert_eq!((slice.offset, slice.layout.logical_size()), (Offset::Int(first), count));
                }
            }
        }
    }
}

#[test]
fn worked_examples() {
    let text = |format, bits| make_layout(format, 100, 50, element(bits)).unwrap().view().to_string();
    assert_eq!(text(Format::zN, 8), "((16,7),(32,2)):((32,512),(1,3584))");
    assert_eq!(text(Format::nZ, 16), "((16,7),(16,4)):((1,1024),(16,256))");
    assert_eq!(text(Format::zZ, 16), "((16,7),(16,4)):((16,1024),(1,256))");
    assert_eq!(text(Format::nN, 8), "((32,4),(16,4)):((1,512),(32,2048))");
    assert_eq!(text(Format::L0C, 32), "((16,7),(16,4)):((16,256),(1,1792))");
    assert_eq!(text(Format::RowMajor, 4), "(100,50):(50,1)");
    assert_eq!(text(Format::VectorLayout, 4), "(50):(1)");
    let zn = make_layout(Format::zN, 100, 50, element(16)).unwrap();
    assert_eq!((at(&zn, 17, 20), at(&zn, 99, 49)), (2068, 6961));
}

#[test]
fn sizes_and_blocks_that_make_no_sense_are_refused() {
    assert!(ElementBits::new(12).is_err());
    assert!(make_layout(Format::zN, -1, 5, element(16)).is_err());
    assert!(make_layout(Format::PaddingRowMajor, 4, 5, element(16)).is_err());
    assert!(make_padding_layout(Format::PaddingColumnMajor, 4, 5, (0, 16)).is_err());
    assert!(make_padding_layout(Format::zN, 4, 5, (4, 16)).is_err());
    assert!(make_layout(Format::zN, i64::MAX, i64::MAX, element(16)).is_err());
    assert!(make_layout(Format::nN, i64::MAX, 1, element(4)).is_err());
    assert_eq!(make_layout(Format::zN, 0, 5, element(16)).unwrap().size(), 0);
}

/// The layout `((a,b),(c,d)):((e,f),(g,h))`.
fn in_blocks([a, b, c, d, e, f, g, h]: [i64; 8]) -> DynLayout {
    format!("(({a},{b}),({c},{d})):(({e},{f}),({g},{h}))").parse().unwrap()
}

/// The marks of a format are its block, the unit stride and the step from one block to the next; whatever else changes,
/// a layout still has it.
#[test]
fn each_mark_of_a_format_is_needed_and_nothing_else() {
    for bits in [4, 8, 16, 32, 64] {
        let (element, row) = (element(bits), 256 / bits);
        let check = |predicate, numbers: [i64; 8], marks: [usize; 4]| {
            let is = |layout: &DynLayout| matches_format(layout, predicate, element).unwrap();
            assert!(is(&in_blocks(numbers)), "{predicate:?}, {bits} bits");
            for place in 0..8 {
                let mut other = numbers;
                other[place] += 1;
                let is_kept = !marks.contains(&place);
                assert_eq!(is(&in_blocks(other)), is_kept, "{predicate:?}, {bits} bits: {other:?}");
            }
        };
        // the places of the unit stride and of the step among the eight numbers
        for (format, [rows, columns], unit, step) in [
            (Format::zN, [16, row], 6, 5),
            (Format::nZ, [row, 16], 4, 7),
            (Format::zZ, [16, row], 6, 7),
            (Format::nN, [row, 16], 4, 5),
            (Format::L0C, [16, 16], 6, 5),
            (Format::Weight4BitnZ, [32, 16], 4, 7),
        ] {
            let mut numbers = [rows, 3, columns, 5, 7, 11, 13, 17];
            (numbers[unit], numbers[step]) = (1, rows * columns);
            check(Predicate::Format(format), numbers, [0, 2, unit, step]);
        }
        // rows that are in no block, as long as one of a block
        check(Predicate::ZNUnAlign, [5, 1, row, 3, row, 11, 1, 17], [1, 2, 4, 6]);
    }
}

#[test]
fn a_format_has_one_nesting() {
    let is = |text: &str, predicate: &str| {
        matches_format(&text.parse().unwrap(), predicate.parse().unwrap(), element(16)).unwrap()
    };
    for (text, format) in [
        ("(5,7):(9,1)", "RowMajor"),
        ("(5,7):(1,9)", "ColumnMajor"),
        ("(7):(1)", "VectorLayout"),
        ("((16,3),(16,5)):((16,256),(1,9))", "zN"),
        ("((5,1),(16,3)):((16,0),(1,9))", "zNUnAlign"),
    ] {
        for predicate in ["RowMajor", "ColumnMajor", "VectorLayout", "zN", "nZ", "zNUnAlign"] {
            assert_eq!(is(text, predicate), predicate == format, "{text} as {predicate}");
        }
    }
    assert!(is("(5,7):(1,1)", "RowMajor") && is("(5,7):(1,1)", "ColumnMajor"));
    for (text, format) in [
        ("7:1", "VectorLayout"),
        ("(7):(2)", "VectorLayout"),
        ("((7)):((1))", "VectorLayout"),
        ("(5,7):(9,2)", "RowMajor"),
        ("((5),7):((9),1)", "RowMajor"),
        ("((5,7)):((9,1))", "RowMajor"),
        ("(2,5,7):(63,9,1)", "RowMajor"),
        ("(5,(7)):(1,(9))", "ColumnMajor"),
        ("(16,3,16,5):(16,256,1,9)", "zN"),
        ("((16,3,16),5):((16,256,1),9)", "zN"),
        ("((16,3),(16,5),2):((16,256),(1,9),0)", "zN"),
        ("((16,(3)),(16,5)):((16,(256)),(1,9))", "zN"),
        ("((5,1),(16,3),2):((16,0),(1,9),0)", "zNUnAlign"),
    ] {
        assert!(!is(text, format), "{text} as {format}");
    }
    assert_eq!("zNUnAlign".parse(), Ok(Predicate::ZNUnAlign));
    for format in [Format::PaddingRowMajor, Format::PaddingColumnMajor] {
        let refusal = matches_format(&"(5,7):(9,1)".parse().unwrap(), Predicate::Format(format), element(16));
        let reason = format!("matches_format: the blocks of {format} are not known");
        assert_eq!(refusal.unwrap_err().to_string(), reason);
        assert!(format.has_block());
    }
    assert!(FRACTAL.iter().all(|format| !format.has_block()) && !Format::RowMajor.has_block());
}

#[test]
fn elements_are_of_five_widths() {
    for bits in -1..=129 {
        assert_eq!(ElementBits::new(bits).is_ok(), [4, 8, 16, 32, 64].contains(&bits), "{bits}");
    }
    assert!(ElementBits::new((1 << 32) + 8).is_err());
    for bits in [4, 8, 16, 32, 64] {
        assert_eq!(i64::from(element(bits).bits()), bits);
        assert_eq!(element(bits).in_32_bytes() * bits, 32 * 8);
    }
}

/// The offset of each element is that of its place by the definition, and the extent is the matrix.
fn assert_places(layout: &DynLayout, [rows, columns]: [i64; 2], place: impl Fn(i64, i64) -> i64) {
    assert_eq!(layout.extents().leaves(), [rows, columns], "{layout}");
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        assert_eq!(at(layout, row, column), place(row, column), "({row},{column}) of {layout}");
    }
}

#[test]
fn flat_formats_are_rows_or_columns_of_whole_bytes() {
    let up = |n: i64, to: i64| (n..).find(|n| n % to == 0).unwrap();
    for bits in [4, 8, 16, 32, 64] {
        let (element, whole) = (element(bits), if bits == 4 { 2 } else { 1 });
        for [rows, columns] in [[0, 3], [1, 1], [2, 3], [3, 2], [5, 9], [4, 8], [3, 65]] {
            let make = |format| make_layout(format, rows, columns, element).unwrap();
            let size = [rows, columns];
            assert_places(&make(Format::RowMajor), size, |row, column| row * up(columns, whole) + column);
            assert_places(&make(Format::ColumnMajor), size, |row, column| column * up(rows, whole) + row);
            assert_eq!(make(Format::VectorLayout), format!("({columns}):(1)").parse().unwrap());
            let aligned = make_aligned_layout(rows, columns, element).unwrap();
            let stride = up(columns, 256 / bits);
            assert_places(&aligned, size, |row, column| row * stride + column);
            // storage is whole rows or columns
            let fill = |runs: i64, length: i64| if rows * columns == 0 { 0 } else { runs * length };
            assert_eq!(capacity(&make(Format::RowMajor)), Ok(fill(rows, up(columns, whole))));
            assert_eq!(capacity(&make(Format::ColumnMajor)), Ok(fill(columns, up(rows, whole))));
            assert_eq!(capacity(&aligned), Ok(fill(rows, stride)));
        }
    }
}

#[test]
fn padding_formats_are_blocks_of_any_shape() {
    for block in [(1, 1), (2, 3), (4, 2), (5, 7)] {
        let (high, wide) = block;
        for [rows, columns] in [[0, 3], [1, 1], [4, 6], [7, 11]] {
            let counts = [(rows + high - 1) / high, (columns + wide - 1) / wide];
            let make = |format| make_padding_layout(format, rows, columns, block).unwrap();
            assert_places(&make(Format::PaddingRowMajor), [rows, columns], |row, column| {
                (row / high * counts[1] + column / wide) * high * wide + row % high * wide + column % wide
            });
            assert_places(&make(Format::PaddingColumnMajor), [rows, columns], |row, column| {
                (column / wide * counts[0] + row / high) * high * wide + column % wide * high + row % high
            });
        }
    }
}

/// Two scales of 8 bits along the reduced dimension are side by side: along the columns of A, the rows of B.
#[test]
fn scales_are_pairs_along_the_reduced_dimension() {
    for [rows, columns] in [[0, 3], [1, 1], [20, 5], [5, 20], [4, 6], [33, 17]] {
        let make = |format, operand| make_mx_scale_layout(format, rows, columns, operand).unwrap();
        let (even_rows, even_columns) = (rows + rows % 2, columns + columns % 2);
        let size = [rows, columns];
        let rows_of_a = make(MxFormat::RowMajor, Operand::A);
        assert_places(&rows_of_a, size, |row, column| row * even_columns + column);
        let rows_of_b = make(MxFormat::RowMajor, Operand::B);
        assert_places(&rows_of_b, size, |row, column| row / 2 * 2 * columns + column * 2 + row % 2);
        let columns_of_a = make(MxFormat::ColumnMajor, Operand::A);
        assert_places(&columns_of_a, size, |row, column| column / 2 * 2 * rows + row * 2 + column % 2);
        let columns_of_b = make(MxFormat::ColumnMajor, Operand::B);
        assert_places(&columns_of_b, size, |row, column| column * even_rows + row);
        for operand in [Operand::A, Operand::B] {
            let across = (columns + 1) / 2;
            assert_places(&make(MxFormat::zZ, operand), size, |row, column| {
                (row / 16 * across + column / 2) * 32 + row % 16 * 2 + column % 2
            });
            let down = (rows + 1) / 2;
            assert_places(&make(MxFormat::nN, operand), size, |row, column| {
                (column / 16 * down + row / 2) * 32 + column % 16 * 2 + row % 2
            });
        }
    }
    assert!(make_mx_scale_layout(MxFormat::RowMajor, -1, 4, Operand::A).is_err());
    assert!(make_mx_scale_layout(MxFormat::nN, 4, -1, Operand::B).is_err());
}

/// The number of a coordinate whose last entry is the fastest.
fn number(coordinate: &[i64], extents: &[i64]) -> i64 {
    coordinate.iter().zip(extents).fold(0, |number, (c, extent)| number * extent + c)
}

/// All coordinates of these extents.
fn coordinates(extents: &[i64]) -> Vec<Vec<i64>> {
    let empty = vec![Vec::new()];
    extents.iter().fold(empty, |all, &extent| {
        let with = |c: i64| all.iter().map(move |front| [&front[..], &[c]].concat());
        (0..extent).flat_map(with).collect()
    })
}

#[test]
fn tensors_of_convolutions_are_row_major() {
    for dims in [[2, 3, 4, 5], [1, 2, 3, 20], [3, 1, 2, 16], [1, 1, 1, 1]] {
        for bits in [8, 16, 32] {
            let c0 = 256 / bits;
            let maps = make_feature_map_layout(dims, element(bits)).unwrap();
            let filter = |pad| make_filter_layout(dims, element(bits), pad).unwrap();
            let [a, b, c, co] = dims;
            for (layout, extents) in [
                (maps, [a, b, c, co, c0]),
                (filter(false), [a, b, c, co, c0]),
                (filter(true), [a, b, c, (co + 15) / 16 * 16, c0]),
            ] {
                assert_eq!(layout.shape().leaves(), extents);
                for coordinate in coordinates(&extents).iter().step_by(7) {
                    let found = layout.offset(&Tree::flat(coordinate.iter().copied())).unwrap();
                    assert_eq!(found, number(coordinate, &extents), "{coordinate:?} of {layout}");
                }
            }
        }
    }
    for wrong in [[-1, 3, 4, 5], [2, 3, 4, -5]] {
        assert!(make_feature_map_layout(wrong, element(16)).is_err());
        assert!(make_filter_layout(wrong, element(16), true).is_err());
    }
}

#[test]
fn offsets_of_convolutions_are_those_of_the_definition() {
    let maps = [2, 3, 2, 4, 5];
    for coordinate in coordinates(&maps) {
        let found = conv_offset(ConvFormat::NC1HWC0, &maps, &coordinate);
        assert_eq!(found, Ok(number(&coordinate, &maps)), "{coordinate:?}");
    }
    // n, d, c1 and the place in the plane; the channel is 0
    for coordinate in coordinates(&[2, 3, 2, 12]) {
        let found = conv_offset(ConvFormat::NDC1HWC0, &[2, 3, 2, 4, 3, 5], &coordinate);
        assert_eq!(found, Ok(number(&coordinate, &[2, 3, 2, 12]) * 5), "{coordinate:?}");
    }
    // output channel n1 * 3 + n0 of kernel position k; the channel is 0
    for coordinate in coordinates(&[4, 6]) {
        let found = conv_offset(ConvFormat::KDC1KHKWN1N0C0, &[4, 2, 3, 5], &coordinate);
        assert_eq!(found, Ok(number(&coordinate, &[4, 6]) * 5), "{coordinate:?}");
    }
    let refused = |format, dims: &[i64], coordinate: &[i64]| {
        conv_offset(format, dims, coordinate).unwrap_err().to_string()
    };
    for (coordinate, text) in
        [(&[4, 0][..], "(4,0)"), (&[0, 6], "(0,6)"), (&[-1, 0], "(-1,0)"), (&[0], "(0)")]
    {
        let reason = refused(ConvFormat::KDC1KHKWN1N0C0, &[4, 2, 3, 5], coordinate);
        assert_eq!(reason, format!("conv_offset: {text} is outside (4,6)"));
    }
    for (format, dims, dim) in [
        (ConvFormat::NC1HWC0, &[1, 1, 1, 1, -1][..], -1),
        (ConvFormat::NDC1HWC0, &[1, 1, 1, -2, -3, 1], -2),
        (ConvFormat::KDC1KHKWN1N0C0, &[1, -2, -1, 1], -2),
        (ConvFormat::KDC1KHKWN1N0C0, &[1, 1, 1, -1], -1),
    ] {
        assert_eq!(refused(format, dims, &[0; 5]), format!("conv_offset: the dimension {dim} is negative"));
    }
    let reason = refused(ConvFormat::KDC1KHKWN1N0C0, &[0, 1, 1, 0], &[0, 0]);
    assert_eq!(reason, "conv_offset: (0,0) is outside (0,1)");
    for (format, dims) in [
        (ConvFormat::NC1HWC0, &[1, 1, 1, 1][..]),
        (ConvFormat::NDC1HWC0, &[1, 1, 1, 1, 1]),
        (ConvFormat::KDC1KHKWN1N0C0, &[1, 1, 1, 1, 1]),
    ] {
        let reason = refused(format, dims, &[0, 0]);
        assert_eq!(reason, format!("conv_offset: {} dimensions for {format:?}", dims.len()));
    }
}

#[test]
fn batches_are_copies_behind_each_other() {
    for (inner, outer) in [
        ("((16,2),(16,3)):((16,256),(1,512))", "4"),
        ("((4,2),(2,3)):((2,8),(1,16)) of (7,5)", "(2,3)"),
        ("(3):(1)", "((2,2),3)"),
        ("(3,2):(2,5)", "()"),
        ("5:3", "2"),
    ] {
        let (layout, copies): (DynLayout, DynTuple) = (inner.parse().unwrap(), outer.parse().unwrap());
        let batch = batched(&layout, &copies).unwrap();
        let outer_extents = match outer {
            "()" => vec![],
            _ => product_each(copies.view()).unwrap().leaves().to_vec(),
        };
        assert_eq!(batch.extents().leaves(), [layout.extents().leaves(), &outer_extents].concat());
        for (copy, place) in (0..size(copies.view()).unwrap()).zip((0..).map(|copy| copy * layout.cosize())) {
            for (index, own) in layout.offsets().enumerate() {
                let found = batch.offset_unchecked(&Tree::leaf(copy * layout.size() + index as i64)).unwrap();
                assert_eq!(found, own.as_int().unwrap() + place, "{batch}");
            }
        }
    }
    assert!(batched(&"(3):(1)".parse().unwrap(), &"-1".parse().unwrap()).is_err());
}

/// What is taken is that of the last run of elements too, as far as the next one would begin.
#[test]
fn storage_ends_with_a_whole_run() {
    for (text, elements) in [
        ("(2,3):(4,1)", 8),
        ("(3,2):(1,4)", 8),
        ("(2,3):(3,1)", 6),
        ("(4):(1)", 4),
        ("(4):(3)", 10),
        ("():()", 1),
        ("(0,4):(9,1)", 0),
        ("((2,3),(4,5)):((4,40),(1,8))", 120),
        // the second run begins inside the first
        ("(2,4):(3,1)", 7),
        // runs may go backwards, and their distance may be beyond all numbers
        ("(4,2):(-1,8)", 16),
        ("(2,1):(4611686018427387904,4611686018427387905)", (1 << 62) + 1),
    ] {
        assert_eq!(capacity(&text.parse().unwrap()), Ok(elements), "{text}");
    }
    let far = format!("(2,2):({},1)", i64::MAX - 2);
    assert_eq!(capacity(&far.parse().unwrap()), Err(Error::Overflow { quantity: "capacity" }));
}

#[test]
fn blocks_have_elements_and_matrices_no_less_than_none() {
    for block in [(0, 4), (4, 0), (-1, 4), (4, -1)] {
        let refusal = make_padding_layout(Format::PaddingRowMajor, 4, 5, block).unwrap_err().to_string();
        assert_eq!(refusal, format!("make_layout: a block of {}x{} elements", block.0, block.1));
    }
    assert!(make_padding_layout(Format::PaddingRowMajor, 4, 5, (1, 1)).is_ok());
    for (rows, columns) in [(-1, 5), (5, -1)] {
        for format in [Format::zN, Format::RowMajor, Format::ColumnMajor, Format::VectorLayout] {
            let refusal = make_layout(format, rows, columns, element(16)).unwrap_err().to_string();
            assert_eq!(refusal, format!("make_layout: a matrix of {rows}x{columns}"));
        }
        assert!(make_aligned_layout(rows, columns, element(16)).is_err());
    }
    for (rows, columns) in [(0, 5), (5, 0)] {
        assert_eq!(make_layout(Format::zN, rows, columns, element(16)).map(|layout| layout.size()), Ok(0));
    }
}

#[test]
fn a_slice_fixes_or_keeps_each_mode() {
    let cut = |layout: &str, coordinate: &str, base: Option<&str>| {
        let base = base.map(|base| base.parse::<DynTuple>().unwrap());
        let slice = slice_tile(&layout.parse().unwrap(), &coordinate.parse().unwrap(), base.as_ref());
        slice.map(|slice| (slice.layout.to_string(), slice.offset))
    };
    let refused = |layout: &str, coordinate: &str, base: Option<&str>| {
        cut(layout, coordinate, base).unwrap_err().to_string()
    };
    let matrix = "(4,6):(6,1)";
    assert_eq!(cut(matrix, "(_,5)", None), Ok(("(4):(6)".into(), Offset::Int(5))));
    assert_eq!(cut(matrix, "(3,_)", Some("(0,2)")), Ok(("(6):(1)".into(), Offset::Int(20))));
    assert_eq!(cut(matrix, "(_,_)", Some("(1,2)")), Ok((matrix.into(), Offset::Int(8))));
    assert_eq!(cut(matrix, "(3,5)", None), Ok(("():()".into(), Offset::Int(23))));
    for coordinate in ["_", "(_)", "(_,_,_)", "((_),_)", "((_,_))"] {
        let reason = format!("slice: {coordinate} is no flat coordinate of {matrix}");
        assert_eq!(refused(matrix, coordinate, None), reason);
    }
    assert_eq!(refused("4:1", "_", None), "slice: _ is no flat coordinate of 4:1");
    assert_eq!(refused("4:1", "(_)", None), "slice: (_) is no flat coordinate of 4:1");
    for base in ["1", "(1)", "(1,1,1)", "((1),1)", "((1,1))", "(-1,1)", "(1,-1)"] {
        let reason = format!("slice: the base {base} is no flat coordinate of {matrix}");
        assert_eq!(refused(matrix, "(_,_)", Some(base)), reason);
    }
    for (coordinate, reason) in [
        ("(4,_)", "slice: 4 is outside mode 4:6"),
        ("(-1,_)", "slice: -1 is outside mode 4:6"),
        ("(_,6)", "slice: 6 is outside mode 6:1"),
    ] {
        assert_eq!(refused(matrix, coordinate, None), reason);
    }
    let far = i64::MAX.to_string();
    let refusal = slice_tile(
        &matrix.parse().unwrap(),
        &"(3,_)".parse().unwrap(),
        Some(&format!("({far},0)").parse().unwrap()),
    );
    assert_eq!(refusal, Err(Error::Overflow { quantity: "coordinate" }));
}
