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
