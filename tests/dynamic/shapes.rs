//! Shapes in relation, layouts made for a shape, and tiles, by their definitions.
use crate::common::{Model, offset, offsets, shapes};
use proptest::prelude::*;
use std::collections::BTreeSet;
use tilework::dynamic::*;

fn layout(text: &str) -> DynLayout {
    text.parse().unwrap()
}

fn tuple(text: &str) -> DynTuple {
    text.parse().unwrap()
}

/// The products of the first extents: where modes end.
fn ends(extents: impl IntoIterator<Item = i64>) -> BTreeSet<i64> {
    extents
        .into_iter()
        .scan(1, |end, extent| {
            *end *= extent;
            Some(*end)
        })
        .collect()
}

/// Whether extents that end there can be cut out of one another: each end is a multiple of the one before.
fn is_factorisation(ends: &BTreeSet<i64>) -> bool {
    ends.iter().zip(ends.iter().skip(1)).all(|(end, next)| next % end == 0)
}

fn flat(extents: &[i64], strides: &[i64]) -> DynLayout {
    let modes = extents.iter().zip(strides).map(|(&extent, &stride)| Mode::new(extent, stride));
    DynLayout::from_modes(Tree::flat(modes)).unwrap()
}

/// Extents of the same product, in any order.
fn of_one_size() -> impl Strategy<Value = [Vec<i64>; 2]> {
    prop::collection::vec(prop::sample::select(vec![2_i64, 2, 3]), 1..6).prop_flat_map(|factors| {
        let side = (Just(factors).prop_shuffle(), any::<[bool; 6]>()).prop_map(|(factors, joins)| {
            let mut extents = vec![1];
            for (factor, join) in factors.into_iter().zip(joins) {
                match join {
                    true => *extents.last_mut().unwrap() *= factor,
                    false => extents.push(factor),
                }
            }
            extents
        });
        [side.clone(), side]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn layouts_with_a_common_factorisation_have_a_sum(
        [a, b] in of_one_size(), strides in prop::collection::vec((0..9_i64, 0..9_i64), 6),
    ) {
        let (lhs, rhs): (Vec<i64>, Vec<i64>) = strides.into_iter().unzip();
        let (lhs, rhs) = (flat(&a, &lhs), flat(&b, &rhs));
        let of_modes = |layout: &DynLayout| -> Vec<i64> {
            coalesce(layout).unwrap().leaves().iter().map(|mode| mode.extent).collect()
        };
        let ends = &ends(of_modes(&lhs)) | &ends(of_modes(&rhs));
        match layout_add(&lhs, &rhs) {
            Ok(sum) => {
                prop_assert!(is_factorisation(&ends), "{} + {} = {}", lhs, rhs, sum);
                let expected: Vec<i64> = offsets(&lhs).iter().zip(offsets(&rhs)).map(|(l, r)| l + r).collect();
                prop_assert_eq!(offsets(&sum), expected);
            }
            Err(error) => {
                prop_assert!(!is_factorisation(&ends), "{} + {}: {}", lhs, rhs, error);
            }
        }
    }

    #[test]
    fn the_greatest_common_domain_is_whole_where_there_is_a_common_factorisation([a, b] in of_one_size()) {
        let common = greatest_common_domain(Tree::flat(a.clone()).view(), Tree::flat(b.clone()).view()).unwrap();
        let size: i64 = a.iter().product();
        let is_whole = is_factorisation(&(&ends(a.clone()) | &ends(b.clone())));
        prop_assert_eq!(common.size() == size, is_whole, "{:?} and {:?}: {}", a, b, common);
        prop_assert!(common.size() == 1 || common.leaves().iter().all(|mode| mode.extent > 1));
        for extents in [&a, &b] {
            for mode in common.leaves().iter().filter(|mode| mode.extent > 1) {
                // it lies in one mode, at a multiple of its stride, and divides what is left
                let stride = mode.stride.as_int().unwrap();
                let starts = extents.iter().scan(1, |end, extent| { *end *= extent; Some((*end / extent, *end)) });
                let holds = |(start, end): (i64, i64)| {
                    stride % start == 0 && start <= stride && stride < end && end / stride % mode.extent == 0
                };
                prop_assert!(starts.into_iter().any(holds), "{:?} and {:?}: {}", a, b, common);
            }
        }
        // as few as both have, and no more than are there
        let reached: BTreeSet<i64> = offsets(&common).into_iter().collect();
        prop_assert!(reached.len() as i64 == common.size() && reached.iter().all(|index| *index < size));
    }

    #[test]
    fn weakly_congruent_is_a_coarser_tree(a in shapes(3), b in shapes(3)) {
        fn is_coarser(lhs: &Model, rhs: &Model) -> bool {
            match (lhs, rhs) {
                (Model::Leaf(_), _) => true,
                (Model::Tuple(_), Model::Leaf(_)) => false,
                (Model::Tuple(l), Model::Tuple(r)) => l.len() == r.len() && l.iter().zip(r).all(|(l, r)| is_coarser(l, r)),
            }
        }
        let (x, y) = (a.to_dyn(), b.to_dyn());
        prop_assert_eq!(weakly_congruent(x.view(), y.view()), is_coarser(&a, &b));
        prop_assert_eq!(congruent(x.view(), y.view()), is_coarser(&a, &b) && is_coarser(&b, &a));
    }

    /// A layout over another shape has the same offset at each index, where there is such a layout.
    #[test]
    fn another_shape_keeps_the_function([a, b] in of_one_size(), strides in prop::collection::vec(0..9_i64, 6)) {
        let (layout, shape) = (flat(&a, &strides), Tree::flat(b));
        if let Ok(other) = with_shape(&layout, &shape) {
            prop_assert_eq!(offsets(&other), offsets(&layout));
            prop_assert!(compatible(shape.view(), other.shape().view()).unwrap());
        }
        let more = append(shape.view(), Tree::leaf(2).view()).unwrap();
        prop_assert!(with_shape(&layout, &more).is_err());
        // a compact one has every shape
        let compact = column_major(&Tree::flat(a)).unwrap();
        prop_assert_eq!(with_shape(&compact, &shape).map(|other| offsets(&other)), Ok(offsets(&compact)));
    }

    /// The coordinate of an offset, for each offset of a compact layout.
    #[test]
    fn offsets_of_a_compact_layout_lead_back(shape in shapes(5), order in prop::collection::vec(0..4_i64, 16)) {
        let shape = shape.to_dyn();
        let mut order = order.into_iter();
        let stride = compact_order(shape.view(), shape.map(|_| order.next().unwrap()).view()).unwrap();
        let layout = DynLayout::new(&shape, &stride.map(Stride::Int)).unwrap();
        for (index, at) in offsets(&layout).into_iter().enumerate() {
            let coordinate = idx2crd(index as i64, shape.view()).unwrap();
            prop_assert_eq!(offset2crd(at, &shape, &stride), Ok(coordinate));
        }
    }

    /// A product is there where each step of the tiler goes along one mode of the room, and the composition is one.
    #[test]
    fn products_are_found_where_steps_go_along_one_mode(
        [extents, copies] in of_one_size(), gap in 1..4_i64, strides in prop::collection::vec(0..9_i64, 6),
    ) {
        let mut stride = gap;
        let steps: Vec<i64> = extents.iter().map(|extent| (stride, stride *= extent).0).collect();
        let (block, tiler) = (flat(&extents, &steps), flat(&copies, &strides));
        let room = complement(&block, 1 << 40).unwrap();
        let along_one = |mode: &Mode| {
            let digits = idx2crd(mode.stride.as_int().unwrap(), room.shape().view()).unwrap();
            mode.extent == 1 || digits.leaves().iter().filter(|digit| **digit != 0).count() <= 1
        };
        let is_aligned = tiler.leaves().iter().all(along_one);
        let product = logical_product(&block, &tiler.clone().into());
        let is_found = is_aligned && composition(&room, &tiler).is_ok();
        prop_assert_eq!(product.is_ok(), is_found, "{} x {}: {:?}", block, tiler, product);
        if let Ok(product) = product {
            let expected: Vec<i64> = offsets(&tiler).iter()
                .flat_map(|copy| offsets(&block).into_iter().map(|own| own + offset(&room, *copy)).collect::<Vec<_>>())
                .collect();
            prop_assert_eq!(offsets(&product), expected);
        }
    }

    /// Each element of a filled shape is that of the block, in the copy in which it is.
    #[test]
    fn a_filled_shape_is_copies_of_the_block(
        block in (1..4_i64, 1..4_i64), copies in (1..4_i64, 1..4_i64), row_major: bool, turned: bool,
    ) {
        let strides = if row_major { [block.1, 1] } else { [1, block.0] };
        let tile = flat(&[block.0, block.1], &strides);
        let target = Tree::flat([block.0 * copies.0, block.1 * copies.1]);
        let filled = match turned {
            true => tile_to_shape_ordered(&tile, &target, &Tree::flat([1, 0])),
            false => tile_to_shape(&tile, &target),
        };
        let filled = filled.unwrap();
        for (i, j) in (0..target.leaves()[0]).flat_map(|i| (0..target.leaves()[1]).map(move |j| (i, j))) {
            let (up, over) = (i / block.0, j / block.1);
            let copy = if turned { up * copies.1 + over } else { up + over * copies.0 };
            let own = i % block.0 * strides[0] + j % block.1 * strides[1];
            let found = filled.offset(&Tree::flat([i, j])).unwrap();
            prop_assert_eq!(found, copy * block.0 * block.1 + own, "({},{}) of {}", i, j, filled);
        }
    }
}

#[test]
fn coordinates_move_mode_by_mode_where_all_are_tuples() {
    let moved = |c: &str, source: &str, target: &str| {
        let [c, source, target] = [c, source, target].map(tuple);
        crd2crd(c.view(), source.view(), target.view()).map(|moved| moved.to_string())
    };
    for (c, source, target, expected) in [
        ("(1,2)", "(2,3)", "6", "5"),
        ("5", "6", "(2,3)", "(1,2)"),
        ("5", "(2,3)", "(3,2)", "(2,1)"),
        ("(1,2)", "(2,3)", "(4,9)", "(1,2)"),
        ("(1,(2,1))", "(2,(3,2))", "((2),6)", "((1),5)"),
        ("(1,5)", "(2,(3,2))", "(2,(2,3))", "(1,(1,2))"),
        ("()", "()", "()", "()"),
    ] {
        assert_eq!(moved(c, source, target).as_deref(), Ok(expected), "{c} of {source} in {target}");
    }
    for (c, source, target) in
        [("(1,2)", "(2,3)", "(2,3,1)"), ("(1,2,0)", "(2,3)", "(2,3)"), ("(1)", "(2,3)", "(2,3)")]
    {
        let reason = format!("crd2crd: {c}, {source} and {target} differ in rank");
        assert_eq!(moved(c, source, target).unwrap_err().to_string(), reason);
    }
}

#[test]
fn an_offset_has_a_coordinate_where_modes_go_forward() {
    let coordinate = |offset, shape: &str, stride: &str| {
        offset2crd(offset, &tuple(shape), &tuple(stride))
            .map(|c| c.to_string())
            .map_err(|error| error.to_string())
    };
    assert_eq!(coordinate(5, "(4,1,(2))", "(1,-7,(4))").as_deref(), Ok("(1,0,(1))"));
    assert_eq!(coordinate(0, "(4,2)", "(1,4)").as_deref(), Ok("(0,0)"));
    for (offset, shape, stride, reason) in [
        (-1, "(4,2)", "(1,4)", "the offset -1 is negative"),
        (1, "(4,2)", "(1,(4))", "shape (4,2) and stride (1,(4)) are not congruent"),
        (1, "(4,2)", "(1,0)", "the mode 2:0 gives no coordinate"),
        (1, "(4,2)", "(-1,4)", "the mode 4:-1 gives no coordinate"),
        (1, "(0,2)", "(1,4)", "the mode 0:1 gives no coordinate"),
    ] {
        assert_eq!(coordinate(offset, shape, stride), Err(format!("idx2crd: {reason}")));
    }
}

/// What is coarser than both shapes, and no coarser than it must be.
#[test]
fn the_common_coarsening_keeps_the_modes_that_agree() {
    let coarse = |a: &str, b: &str| common_coarsening(tuple(a).view(), tuple(b).view());
    for (a, b, expected) in [
        ("(2,3)", "(2,3)", "(2,3)"),
        ("(2,(3,4))", "(2,(2,6))", "(2,12)"),
        ("((2,3),4)", "(6,(2,2))", "(6,4)"),
        ("((2,3),(2,2))", "((2,3),4)", "((2,3),4)"),
        ("(2,3)", "(3,2)", "6"),
        ("(2,3,1)", "(2,3)", "6"),
        ("6", "(6)", "6"),
        ("(6)", "(6)", "(6)"),
        ("()", "1", "1"),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            assert_eq!(coarse(a, b), Ok(tuple(expected)), "{a} and {b}");
        }
    }
    assert_eq!(
        coarse("(2,3)", "(2,4)").unwrap_err().to_string(),
        "common_coarsening: (2,3) and (2,4) differ in size"
    );
}

#[test]
fn an_order_has_a_number_for_each_mode_or_for_several() {
    let strides = |shape: &str, order: &str| compact_order(tuple(shape).view(), tuple(order).view());
    assert_eq!(strides("((2,3),4)", "(1,0)"), Ok(tuple("((4,8),1)")));
    assert_eq!(strides("((2,3),4)", "7"), Ok(tuple("((1,2),6)")));
    for (shape, order) in [("4", "(1)"), ("(4,2)", "(1)"), ("((2,2),3)", "((1),0)"), ("(2,3)", "((1),0)")] {
        assert!(
            strides(shape, order).unwrap_err().to_string().starts_with("ordered: the order "),
            "{shape}: {order}"
        );
    }
}

#[test]
fn what_has_no_elements_or_goes_backwards_is_not_completed() {
    let refused = |text: &str, cotarget| complement(&layout(text), cotarget).unwrap_err().to_string();
    assert_eq!(refused("4:1", 0), "complement: 4:1 cannot be completed to 0 elements");
    assert_eq!(refused("(4,0):(1,4)", 8), "complement: (4,0):(1,4) cannot be completed to 8 elements");
    assert_eq!(refused("4:-1", 8), "complement: 4:-1 has the stride -1");
    assert_eq!(refused("4:F1", 8), "complement: 4:F1 has the stride F1");
    for zero in ["(4,2):(1,0)", "(4,2):(1,0@0)", "(4,1):(1,-3)"] {
        if let Ok(zero) = zero.parse::<DynLayout>() {
            assert_eq!(complement(&zero, 8).map(|rest| rest.to_string()).as_deref(), Ok("2:4"));
        }
    }
}

#[test]
fn domains_are_of_shapes_with_elements() {
    for shape in ["(4,0)", "(-1)", "0"] {
        let shape = tuple(shape);
        let one = Tree::leaf(4);
        assert!(matches!(domain_distribute(shape.view(), 2), Err(Error::Invalid { .. })), "{shape}");
        assert!(
            matches!(greatest_common_domain(shape.view(), one.view()), Err(Error::Invalid { .. })),
            "{shape}"
        );
        assert!(
            matches!(greatest_common_domain(one.view(), shape.view()), Err(Error::Invalid { .. })),
            "{shape}"
        );
    }
    let far = tuple("(9223372036854775807,2)");
    assert!(matches!(domain_distribute(far.view(), 2), Err(Error::Overflow { .. })));
    assert!(
        domain_distribute(Tree::leaf(4).view(), 0).is_err()
            && domain_distribute(Tree::leaf(4).view(), 1).is_ok()
    );
}

#[test]
fn elements_that_are_recast_have_bits() {
    for (old, new, is_fine) in [
        (0, 8, false),
        (8, 0, false),
        (-1, 8, false),
        (8, -1, false),
        (1, 1, true),
        (1, 8, true),
        (8, 1, true),
    ] {
        let result = recast(&layout("8:1"), old, new);
        assert_eq!(result.is_ok(), is_fine, "{old} to {new}");
        if let Err(error) = result {
            assert_eq!(error.to_string(), format!("recast: elements of {old} and {new} bits"));
        }
    }
}

#[test]
fn a_filled_shape_is_whole_blocks() {
    let fill = |block: &str, target: &str| {
        tile_to_shape(&layout(block), &tuple(target))
            .map(|all| all.to_string())
            .map_err(|error| error.to_string())
    };
    assert_eq!(fill("(2):(1)", "(4,3)").as_deref(), Ok("((2,2),(1,3)):((1,2),(0,4))"));
    assert_eq!(
        fill("(2,(2,2)):(1,(2,4))", "(2,(4,2))").as_deref(),
        Ok("((2,1),((2,2),2)):((1,0),((2,4),8))")
    );
    assert_eq!(
        fill("(2,1,1):(1,0,0)", "(4,2)").unwrap_err(),
        "tile_to_shape: (2,1,1):(1,0,0) has more modes than the target (4,2)"
    );
    for (block, target) in [("(2,3):(1,2)", "(4,4)"), ("(2,3):(1,2)", "(3,3)"), ("(0,3):(1,2)", "(4,3)")] {
        let reason = format!("tile_to_shape: the block {block} does not divide the target {target}");
        assert_eq!(fill(block, target), Err(reason));
    }
}

#[test]
fn tiles_of_flat_modes_have_the_strides_of_the_matrix() {
    let tiled =
        |text: &str, tile: &str| make_layout_tile(&layout(text), &tuple(tile)).map(|tile| tile.to_string());
    for (text, tile, expected) in [
        ("(45,37):(37,1)", "(4,50)", "(4,50):(37,1)"),
        ("(45):(2)", "(0)", "(0):(2)"),
        ("45:2", "7", "7:2"),
        ("((16,3),37):((37,592),1)", "(17,5)", "((16,2),5):((37,592),1)"),
        ("((16,3),37):((37,592),1)", "(16,5)", "((16,1),5):((37,592),1)"),
    ] {
        assert_eq!(tiled(text, tile).as_deref(), Ok(expected), "{tile} of {text}");
    }
    for (text, tile) in [
        ("(4,6):(6,1)", "(4)"),
        ("(4,6):(6,1)", "(4,6,1)"),
        ("(4,6):(6,1)", "4"),
        ("(4):(6)", "4"),
        ("4:6", "(4)"),
        ("(4,6):(6,1)", "((4),6)"),
        ("(4,6):(6,1)", "(4,-1)"),
    ] {
        let reason = format!("tile_layout: the tile {tile} is no flat tuple of the rank of {text}");
        assert_eq!(tiled(text, tile).unwrap_err().to_string(), reason);
        let at = tile_layout(&layout(text), &layout(text).shape(), &tuple(tile)).unwrap_err().to_string();
        assert_eq!(at, reason.replace("the tile", "the coordinate"));
    }
    for (mode, text) in [
        ("(2,2,2):(1,2,4)", "((2,2,2),3):((1,2,4),8)"),
        ("((2),2):((1),2)", "(((2),2),3):(((1),2),8)"),
        ("(2):(1)", "((2),3):((1),8)"),
    ] {
        let reason = format!("tile_layout: mode {mode} is neither flat nor (block, count)");
        assert_eq!(tiled(text, "(2,3)").unwrap_err().to_string(), reason);
    }
    assert_eq!(
        tiled("((0,2),3):((1,2),8)", "(2,3)").unwrap_err().to_string(),
        "tile_layout: a mode in blocks of no element"
    );
    // beyond the end a tile is empty, at the start it is as large as the matrix
    let cropped =
        |at: &str| tile_layout(&layout("(5,6):(6,1)"), &tuple("(4,9)"), &tuple(at)).unwrap().to_string();
    assert_eq!([cropped("(0,0)"), cropped("(3,7)")], ["(4,9):(6,1) of (4,6)", "(4,9):(6,1) of (2,0)"]);
}

/// A tiler that reaches into modes would lose the extent of what overhangs.
#[test]
fn a_layout_that_overhangs_is_divided_by_whole_modes() {
    let padded = layout("((4,2),3):((1,4),8) of (7,3)");
    let divided = |tiler: &str| logical_divide(&padded, &tiler.parse().unwrap());
    assert_eq!(divided("<4,_>").map(|tiles| tiles.logical_size()), Ok(21));
    assert_eq!(divided("<_,2>").map(|tiles| tiles.logical_size()), Ok(21));
    for tiler in ["<<4,2>,_>", "4:1", "(2,2):(1,4)", "_"] {
        let reason = "logical_divide: ((4,2),3):((1,4),8) overhangs, only (7,3) of its elements are valid";
        assert_eq!(divided(tiler).unwrap_err().to_string(), reason, "{tiler}");
    }
    let leaf = layout("8:2 of 7");
    assert_eq!(logical_divide(&leaf, &"4:1".parse().unwrap()).map(|tiles| tiles.logical_size()), Ok(7));
}

#[test]
fn parts_are_picked_by_coordinates_that_fit() {
    let matrix = layout("(4,(2,3)):(1,(4,8))");
    let picked = |coordinate: &str| slice(&coordinate.parse().unwrap(), &matrix).map(|part| part.to_string());
    assert_eq!(picked("(_,(1,_))").as_deref(), Ok("(4,3):(1,8)"));
    for coordinate in ["(_)", "(_,_,_)", "((_),1)", "(1,(_))", "((1,_),_)"] {
        assert!(matches!(picked(coordinate), Err(Error::Invalid { operation: "slice", .. })), "{coordinate}");
    }
}

/// Over basis strides of a shape each coordinate is its own value.
#[test]
fn a_basis_leads_to_the_coordinate_itself() {
    for (shape, basis) in
        [("(4,(2,3))", "(1@0,(1@0@1,1@1@1))"), ("4", "1"), ("()", "()"), ("((5))", "((1@0@0))")]
    {
        assert_eq!(make_basis_like(tuple(shape).view()).map(|basis| basis.to_string()).as_deref(), Ok(basis));
    }
    let basis = DynLayout::new(&tuple("(4,5)"), &make_basis_like(tuple("(4,5)").view()).unwrap()).unwrap();
    assert_eq!(basis, identity_layout(&tuple("(4,5)")).unwrap());
    assert_eq!(basis.offset(&tuple("(3,4)")).unwrap().to_string(), "(3,4)");
    // axes are counted to 255
    let ones = |rank: usize| Tree::flat(vec![1; rank]);
    assert!(make_basis_like(ones(256).view()).is_ok() && make_basis_like(ones(257).view()).is_err());
    assert!(Offset::Int(3) == 3 && Offset::Int(3) != 4 && basis.offset(&tuple("(1,1)")).unwrap() != 1);
    // two leaves along one axis reach the box together
    assert_eq!([layout("(2,3):(1@0,2@0)").cosize(), layout("(2,3):(1@0,2@1)").cosize()], [6, 10]);
}

#[test]
fn coordinates_of_a_coordinate_are_all_of_them() {
    for text in ["(4,(2,3)):(1@0,(1@1,2@1))", "(2,2,3):(1@0,1@0,1@1)", "(3,2):(2@0,3@0)", "(2,3):(0@0,1@0)"] {
        let layout = layout(text);
        let all: Vec<Offset> = layout.offsets().collect();
        for target in &all {
            let found = layout.coordinates_of(target).unwrap();
            let expected = (0..).zip(&all).filter(|(_, offset)| *offset == target);
            let expected: Vec<DynTuple> =
                expected.map(|(index, _)| idx2crd(index, layout.shape().view()).unwrap()).collect();
            assert_eq!(found, expected, "{target} of {text}");
        }
    }
    // a coordinate is none of a place in memory, and nothing is looked at to know that
    let coordinate = layout("(4,5):(1@0,1@1)").offset(&tuple("(2,3)")).unwrap();
    let large = layout("(1000000,1000000):(1,1000000)");
    assert_eq!(large.coordinates_of(&coordinate), Ok(vec![]));
}

#[test]
fn a_search_for_coordinates_ends() {
    // what does not move is not gone through where the offset is another one
    let still = layout("(1000000,1000000):(0,0)");
    for target in [5, -5] {
        assert_eq!(still.coordinates_of(&Offset::Int(target)), Ok(vec![]));
    }
    // sums of even strides are even, which only the last mode tells
    let even = layout("(4096,4096,4096):(6,4,2)");
    assert!(matches!(even.coordinates_of(&Offset::Int(24_001)), Err(Error::TooLarge { .. })));
    // a mode of one element is not looked at
    assert_eq!(layout("(1000000,1,1000000):(1,0,1000000)").is_injective(), Ok(true));
}

#[test]
fn common_runs_are_looked_for_in_bounded_time() {
    // four modes at each step to choose from: 4^13 runs
    let (extents, strides): (Vec<i64>, Vec<i64>) = (0..52).map(|mode| (2, 1 << (mode / 4))).unzip();
    let many = flat(&extents, &strides);
    let common = max_common_layout(&many, &many).unwrap();
    assert_eq!(common.size(), 1 << 13);
    for (place, index) in (0..common.size()).zip(offsets(&common)) {
        assert_eq!(offset(&many, index), place);
    }
    // the first 2 of 4 elements, and all of the mode that goes on there
    let parts = layout("(4,8,2):(2,4,1)");
    assert_eq!(max_common_layout(&parts, &parts).unwrap().to_string(), "(2,2,8):(32,1,4)");
    // an index of bits is that of a number where it is one bit, and the same
    for (other, expected) in [("(4,2):(1,4)", "1:0"), ("(2,2,2):(2,1,4)", "2:2")] {
        let common = max_common_layout(&layout("(2,4):(F4,F1)"), &layout(other)).unwrap();
        assert_eq!(common.to_string(), expected, "{other}");
    }
    assert_eq!(max_common_layout(&layout("(2,2):(F1,F3)"), &layout("(3,2,2):(4,1,2)")).unwrap().size(), 1);
}

#[test]
fn left_inverses_of_whole_runs_are_not_looked_for() {
    for (text, inverse) in [
        ("(1000,1000):(1000,1)", "(1000,1000):(1000,1)"),
        ("(1000,300,1000):(300,0,300000)", "(300,1000,1000):(0,1,300000)"),
    ] {
        assert_eq!(
            left_inverse(&layout(text)).map(|inverse| inverse.to_string()).as_deref(),
            Ok(inverse),
            "{text}"
        );
    }
    // 65536 elements are looked at, and no more
    assert!(left_inverse(&layout("(32768,2):(1,1)")).is_ok());
    assert!(left_inverse(&layout("(32769,2):(1,1)")).is_err());
}

#[test]
fn copies_of_no_element_take_no_steps() {
    let copies =
        |tiler: &str| logical_product(&layout("5:4"), &tiler.parse().unwrap()).map(|product| product.size());
    assert!(copies("8:5").is_err());
    assert_eq!(copies("(0,8):(1,5)"), Ok(0));
    assert_eq!(copies("(1,3):(5,1)"), Ok(15));
    let gaps = logical_product(&layout("(2,2):(2,8)"), &"(0,8):(1,3)".parse().unwrap());
    assert_eq!(gaps.map(|product| product.size()), Ok(0));
}

#[test]
fn extents_that_are_those_of_the_modes_stay_so() {
    for text in ["(4,4):(1,4) of (3,4)", "(4,1,4):(1,0,4) of (3,1,4)", "(4,4):(1,4) of (0,4)"] {
        let padded = layout(text);
        assert_eq!(padded.flatten(), Ok(padded.clone()));
        assert_eq!(padded.group(1, 1), Ok(padded.clone()));
        assert!(padded.select(&[0]).is_ok());
        // one more mode has no extent of its own
        assert_ne!(padded.append_to(4).unwrap().extents().rank(), 4);
    }
    for (text, reason) in [
        ("(4,3):(1,4) of ((10)) by (1@0,4@0)", "extent: ((10)) is no number for each axis"),
        ("(4,3):(1,4) of (-1) by (1@0,4@0)", "extent: -1 is not within the 12 places of axis 0"),
    ] {
        assert_eq!(text.parse::<DynLayout>().unwrap_err().to_string(), reason);
    }
    assert_eq!(layout("(4,3):(1,4) of (0) by (1@0,4@0)").logical_size(), 0);
}

#[test]
fn basis_strides_along_one_axis_add_up() {
    let sum = |a: &str, b: &str| layout_add(&layout(a), &layout(b)).map(|sum| sum.to_string());
    assert_eq!(sum("4:1@0", "4:2@0").as_deref(), Ok("4:3@0"));
    assert_eq!(
        sum("(2,2):(1@0,1@1)", "4:2@1").unwrap_err().to_string(),
        "add: the strides 1@0 and 2@1 have no sum in the notation"
    );
    assert_eq!(sum("(4,3):(0,1@1)", "(4,3):(1@0,0)").as_deref(), Ok("(4,3):(1@0,1@1)"));
    assert_eq!(sum("(4,2):(F1,F8)", "8:F3").as_deref(), Ok("(4,2):(F2,F4)"));
}
