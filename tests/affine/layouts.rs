//! Layouts as indexing maps and back, at every coordinate.
use crate::common::shapes;
use crate::map;
use crate::random::{Random, cases};
use proptest::prelude::*;
use tilework::affine::{IndexingMap, Interval};
use tilework::dynamic::{
    self, Axis, DynLayout, Error, Mode, Offset, Stride, Swizzle, Swizzled, Tree, logical_divide,
};
use tilework::prelude::*;

fn indices(map: &IndexingMap) -> Vec<Vec<i64>> {
    map.dims().iter().fold(vec![Vec::new()], |points, variable| {
        let Interval { lower, upper } = variable.bounds;
        points.iter().flat_map(|point| (lower..=upper).map(|value| [&point[..], &[value]].concat())).collect()
    })
}

/// The offset as the results of a map have it.
fn flat(offset: &Offset, results: usize) -> Vec<i64> {
    match offset {
        Offset::Int(value) if results == 1 => vec![*value],
        Offset::Int(_) => vec![0; results],
        Offset::Coordinate(along) => {
            let mut values = vec![0; results];
            along.iter().for_each(|(axis, value)| values[usize::from(axis.path()[0])] = *value);
            values
        }
    }
}

/// The map has the offsets of the layout, at its valid elements and nowhere else.
fn assert_is(layout: &DynLayout, map: &IndexingMap) {
    let mut meant = 0;
    for index in indices(map) {
        let coordinate =
            if layout.view().is_leaf() { Tree::leaf(index[0]) } else { Tree::flat(index.clone()) };
        if !map.contains(&index) {
            assert!(layout.is_padding(&coordinate).unwrap(), "{layout} {map} {index:?}");
            continue;
        }
        meant += 1;
        let offset = layout.offset(&coordinate).unwrap();
        let found = map.evaluate(&index, &[], &[]).unwrap();
        assert_eq!(found[..], flat(&offset, found.len()), "{layout} {map} {index:?}");
    }
    assert_eq!(meant, layout.logical_size(), "{layout} {map}");
}

fn assert_returns(layout: &DynLayout) {
    let map = IndexingMap::try_from(layout).unwrap();
    assert_is(layout, &map);
    let back = map.to_layout().unwrap_or_else(|error| panic!("{layout} {map}: {error}"));
    assert_is(&back, &map);
}

/// Of tiles of a matrix, whose modes go along both axes: inside is what is inside along each.
#[test]
fn extents_of_tiles_are_those_of_both_axes() {
    let text = "((4,(3,2)),(2,2)):((3,(1,24)),(12,48)) of (7,11) by ((1@0,(1@1,3@1)),(4@0,6@1))";
    let layout: DynLayout = text.parse().unwrap();
    let map = IndexingMap::try_from(&layout).unwrap();
    assert_is(&layout, &map);
    assert_eq!(map.constraints().len(), 2, "{map}");
}

/// Digits of one index that stay together under F2 strides are one remainder.
#[test]
fn digits_that_stay_together_are_one() {
    let layout: DynLayout = "(4):(F709)".parse().unwrap();
    let map = IndexingMap::try_from(&layout).unwrap();
    assert_is(&layout, &map);
    let together = "(d0) -> (d0 * 517 + (d0 floordiv 2) * 256 + ((-d0) mod 4) * 64), domain: d0 in [0, 3]";
    assert_eq!(map.to_string(), together);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn integer_layouts_return(shape in shapes(5), strides in prop::collection::vec(-9..20_i64, 16)) {
        let shape = shape.to_dyn();
        let mut strides = strides.into_iter().cycle();
        let stride = shape.map(|_| Stride::Int(strides.next().unwrap()));
        assert_returns(&DynLayout::new(&shape, &stride).unwrap());
    }

    #[test]
    fn compact_layouts_with_padding_return(shape in shapes(5), cut in prop::collection::vec(0..3_i64, 8)) {
        let layout = dynamic::column_major(&shape.to_dyn()).unwrap();
        let extent = layout.extents();
        let extent: Vec<i64> = extent.leaves().iter().zip(&cut).map(|(extent, cut)| (extent - cut).max(0)).collect();
        let layout = layout.with_extent(&extent).unwrap();
        let map = IndexingMap::try_from(&layout).unwrap();
        assert_is(&layout, &map);
        assert_is(&map.to_layout().unwrap(), &map);
    }

    #[test]
    fn layouts_over_f2_are_maps(shape in shapes(5), strides in prop::collection::vec(0..40_u64, 16)) {
        let shape = shape.to_dyn();
        let mut strides = strides.into_iter().cycle();
        let layout = DynLayout::new(&shape, &shape.map(|_| Stride::F2(strides.next().unwrap()))).unwrap();
        assert_is(&layout, &IndexingMap::try_from(&layout).unwrap());
    }

    #[test]
    fn modes_of_one_element_may_have_any_stride(
        kind in 0..3_u8,
        leaves in prop::collection::vec((1..5_i64, 0..3_u8, 0..20_i64), 1..5),
    ) {
        let stride = |kind: u8, value: i64, axis: usize| match kind {
            0 => Stride::Int(value),
            1 => Stride::F2(value.cast_unsigned()),
            _ => Stride::Basis(value, Axis::new(&[axis]).unwrap()),
        };
        let modes = leaves.iter().enumerate().map(|(axis, &(extent, own, value))| {
            Mode::new(extent, stride(if extent == 1 { own } else { kind }, value, axis))
        });
        let layout = DynLayout::from_modes(Tree::flat(modes)).unwrap();
        assert_is(&layout, &IndexingMap::try_from(&layout).unwrap());
    }
}

#[test]
fn layouts_of_coordinates_return() {
    for text in ["((4,3),(2,4)):((1@0,1@1),(4@0,3@1))", "(2,3):(1@1,2@0)", "(2,3,4):(1@0,5@2,0)"] {
        assert_returns(&text.parse().unwrap());
    }
    let nested: DynLayout = "(2,3):(1@0@1,1@1)".parse().unwrap();
    assert!(matches!(IndexingMap::try_from(&nested), Err(Error::Invalid { .. })));
}

#[test]
fn divisions_that_overhang_have_their_domain() {
    for (layout, tile) in [("(10,6):(6,1)", "<4,4>"), ("(7):(3)", "<2>"), ("(5,5):(1,5)", "<2,3>")] {
        let divided = logical_divide(&layout.parse().unwrap(), &tile.parse().unwrap()).unwrap();
        assert_is(&divided, &IndexingMap::try_from(&divided).unwrap());
    }
}

#[test]
fn layouts_without_elements_return() {
    for text in ["(0,3):(1,2)", "((2,0),3):((1,2),7)", "0:1"] {
        let layout: DynLayout = text.parse().unwrap();
        let back = IndexingMap::try_from(&layout).unwrap().to_layout().unwrap();
        assert_eq!((back.size(), back.extents()), (0, layout.extents()));
    }
}

#[test]
fn typed_layouts_are_maps() {
    let typed = layout!(((4, 2), 3):((1, 12), 4)).to_dynamic();
    assert_returns(&typed);
    let swizzled = tilework::placed::Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1))).to_dynamic();
    assert_is_swizzled(&swizzled);
}

fn assert_is_swizzled(swizzled: &Swizzled) {
    let map = IndexingMap::try_from(swizzled).unwrap();
    for index in indices(&map) {
        let offset = swizzled.offset(&Tree::flat(index.clone())).unwrap();
        assert_eq!(map.evaluate(&index, &[], &[]).unwrap()[..], [offset], "{swizzled} {map} {index:?}");
    }
}

#[test]
fn swizzles_are_maps() {
    let mut random = Random(7);
    for _ in 0..cases(300) {
        let bits = random.within(0, 3);
        let distance = random.within(bits.max(1), 4);
        let shift = if random.once_in(2) { distance } else { -distance };
        let swizzle = Swizzle::new(bits, random.within(0, 3), shift).unwrap();
        let sizes = [random.within(1, 9), random.within(1, 9)];
        let strides = [random.within(0, 16), random.within(0, 16)];
        let layout = format!("({},{}):({},{})", sizes[0], sizes[1], strides[0], strides[1]);
        let layout: DynLayout = layout.parse().unwrap();
        let once = swizzle.compose_at(random.within(0, 9), layout);
        assert_is_swizzled(&once);
        assert_is_swizzled(
            &Swizzle::new(2, random.within(0, 3), 2).unwrap().compose_at(random.within(0, 9), once),
        );
    }
    assert_is_swizzled(&"Sw<2,0,3> o 5 o (8,4):(F9,F2)".parse().unwrap());
    let wide: Swizzled = "Sw<1,0,62> o (3):(5)".parse().unwrap();
    assert_is_swizzled(&wide);
    let negative: Swizzled = "Sw<1,0,62> o (4):(-1)".parse().unwrap();
    assert!(IndexingMap::try_from(&negative).unwrap_err().to_string().contains("-3"));
}

#[test]
fn what_is_no_layout_says_why() {
    let refused = |text: &str| map(text).to_layout().unwrap_err().to_string();
    assert_eq!(
        refused("(d0) -> (d0 * d0), domain: d0 in [0, 5]"),
        "map.to_layout: dimension 0 is not mixed-radix: coordinate (3) needs 9, modes give 5"
    );
    assert_eq!(
        refused("(d0, d1) -> (d0 * d1), domain: d0 in [0, 5], d1 in [0, 3]"),
        "map.to_layout: dimensions 0 and 1 are not additive: coordinate (1,1) needs 1, modes give 0"
    );
    assert_eq!(
        refused("(d0) -> (d0 + 3), domain: d0 in [0, 5]"),
        "map.to_layout: a layout is 0 at the origin: coordinate (0) needs 3, modes give 0"
    );
    assert_eq!(
        refused("(d0) -> (1, d0), domain: d0 in [0, 0]"),
        "map.to_layout: a layout is 0 at the origin: coordinate (0) needs 1@0, modes give 0"
    );
    assert_eq!(
        refused("(d0) -> (d0), domain: d0 in [2, 5]"),
        "map.to_layout: dimension 0 begins at 2, and a layout at 0"
    );
    assert_eq!(
        refused("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 5], s0 in [0, 1]"),
        "map.to_layout: a layout has no symbols, and the map needs 1"
    );
    assert_eq!(
        refused("(d0) -> (d0), domain: d0 in [0, 8], d0 mod 3 in [0, 0]"),
        "map.to_layout: the domain is no box: d0 mod 3 is in [0, 0]"
    );
    assert_eq!(
        refused("(d0) -> (d0, d0), domain: d0 in [0, 8]"),
        "map.to_layout: dimension 0 moves along the axes 0 and 1 at once"
    );
    assert!(
        refused("(d0, d1) -> ((d0 + d1) mod 1000003), domain: d0 in [0, 1000000], d1 in [0, 99999]")
            .contains("additive")
    );
}

#[test]
fn a_map_is_a_layout_or_every_layout_is_wrong() {
    let mut random = Random(11);
    let mut found = 0;
    for _ in 0..cases(2000) {
        let sizes = [random.within(1, 6), random.within(1, 8)];
        let part = |random: &mut Random| {
            let variable = ["d0", "d1", "(d0 * 4 + d1)", "(d0 + d1)"][random.below(4)];
            let divisor = random.within(1, 5);
            match random.below(3) {
                0 => format!("{variable} * {}", random.within(-3, 5)),
                1 => format!("({variable} floordiv {divisor}) * {}", random.within(-3, 9)),
                _ => format!("({variable} mod {divisor}) * {}", random.within(-3, 9)),
            }
        };
        let (a, b) = (part(&mut random), part(&mut random));
        let text = format!(
            "(d0, d1) -> ({a} + {b}), domain: d0 in [0, {}], d1 in [0, {}]",
            sizes[0] - 1,
            sizes[1] - 1
        );
        let original = map(&text);
        match original.to_layout() {
            Ok(layout) => {
                found += 1;
                assert_is(&layout, &original);
            }
            Err(Error::Inexact { witness: Some(witness), .. }) => {
                let index = witness.coordinate.leaves();
                let needed = original.evaluate(index, &[], &[]).unwrap()[0];
                assert!(witness.needed == needed && witness.given != needed, "{text}");
            }
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert!(found > 200, "{found}");
}
