//! The layout algebra: for each operation its post-condition, by brute force over random nested layouts.
use crate::common::{offset, offsets, shapes};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use tilework::dynamic::*;

fn layout(text: &str) -> DynLayout {
    text.parse().unwrap()
}

/// Layouts over small nested shapes. Half of them are compact in a random order, as most in practice are; the others
/// have any strides.
fn layouts() -> impl Strategy<Value = DynLayout> {
    let compact = (shapes(5), prop::collection::vec(0..6_i64, 16)).prop_map(|(shape, order)| {
        let shape = shape.to_dyn();
        let mut order = order.into_iter().cycle();
        let order = shape.map(|_| order.next().unwrap());
        DynLayout::new(&shape, &compact_order(shape.view(), order.view()).unwrap().map(Stride::Int)).unwrap()
    });
    prop_oneof![compact, positive()]
}

/// Layouts of positive strides, overlapping or not.
fn positive() -> impl Strategy<Value = DynLayout> {
    (shapes(5), prop::collection::vec(0..20_i64, 16)).prop_map(|(shape, strides)| {
        let shape = shape.to_dyn();
        let mut strides = strides.into_iter().cycle();
        let stride = shape.map(|_| Stride::Int(strides.next().unwrap()));
        DynLayout::new(&shape, &stride).unwrap()
    })
}

fn of_modes(modes: &[(i64, i64)]) -> DynLayout {
    DynLayout::from_modes(Tree::flat(modes.iter().map(|&(extent, stride)| Mode::new(extent, stride))))
        .unwrap()
}

/// How far the indices of the offsets `0, 1, 2, ...` of two injective layouts are the same, and a layout.
fn longest_common(lhs: &DynLayout, rhs: &DynLayout) -> i64 {
    let index_of =
        |layout: &DynLayout| -> BTreeMap<i64, i64> { offsets(layout).into_iter().zip(0..).collect() };
    let (lhs, rhs) = (index_of(lhs), index_of(rhs));
    let indices: Vec<i64> =
        (0..).map_while(|at| lhs.get(&at).filter(|index| rhs.get(&at) == Some(index))).copied().collect();
    (1..=indices.len()).rev().find(|&length| is_layout(&indices[..length])).unwrap_or(1) as i64
}

/// Whether a function of `0, 1, 2, ...` is a layout.
fn is_layout(values: &[i64]) -> bool {
    let [first, second, ..] = *values else { return values == [0] };
    let run = (1..values.len()).find(|&at| values[at] != at as i64 * second).unwrap_or(values.len());
    let starts: Vec<i64> = values.iter().copied().step_by(run).collect();
    first == 0
        && values.len().is_multiple_of(run)
        && values
            .chunks(run)
            .all(|part| part.iter().zip(values).all(|(value, within)| *value == part[0] + within))
        && (run == values.len() || is_layout(&starts))
}

fn extended(layout: &DynLayout, indices: i64) -> Vec<i64> {
    (0..indices).map(|index| offset(layout, index)).collect()
}

/// What the protocol asks of a composition: a shape that refines that of `rhs`, and the offsets of the definition.
fn is_composition(result: &DynLayout, lhs: &DynLayout, rhs: &DynLayout) -> bool {
    compatible(rhs.shape().view(), result.shape().view()).unwrap()
        && offsets(result).into_iter().eq(offsets(rhs).into_iter().map(|index| offset(lhs, index)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn coalescing_keeps_the_function(layout in layouts()) {
        let flat = coalesce(&layout).unwrap();
        prop_assert_eq!(offsets(&flat), offsets(&layout));
        prop_assert!(flat.depth() <= 1);
        prop_assert_eq!(coalesce(&flat).unwrap(), flat.clone());
        for pair in flat.leaves().windows(2) {
            prop_assert_ne!(pair[0].stride.scaled(pair[0].extent).unwrap(), pair[1].stride);
        }
        let everywhere = coalesce_z(&layout).unwrap();
        prop_assert_eq!(extended(&everywhere, 2 * layout.size() + 3), extended(&layout, 2 * layout.size() + 3));
        let by_mode = coalesce_by(&layout, &layout.shape().map(|_| 1)).unwrap();
        prop_assert_eq!(offsets(&by_mode), offsets(&layout));
        prop_assert_eq!(offsets(&layout.flatten().unwrap()), offsets(&layout));
    }

    /// The modes that a profile names are coalesced, the others stay; one with more modes than the layout is refused.
    #[test]
    fn coalescing_by_mode_keeps_the_modes_that_are_not_named(layout in layouts(), named in 1..6_usize) {
        prop_assume!(layout.depth() > 0);
        let profile: DynTuple = format!("({})", vec!["1"; named].join(",")).parse().unwrap();
        let result = coalesce_by(&layout, &profile);
        prop_assert_eq!(result.is_ok(), named <= layout.rank(), "{} by {}", layout, profile);
        let Ok(result) = result else { return Ok(()) };
        prop_assert_eq!(result.rank(), layout.rank());
        for mode in 0..layout.rank() {
            let (before, after) = (layout.get(&[mode]).unwrap(), result.get(&[mode]).unwrap());
            prop_assert_eq!(if mode < named { coalesce(&before).unwrap() } else { before }, after);
        }
    }

    /// Over bits, a run goes on only where its extent is a power of two.
    #[test]
    fn coalescing_over_bits_keeps_the_function(
        modes in prop::collection::vec((1..6_i64, (0..8_u64).prop_map(Stride::F2)), 1..4),
    ) {
        let modes = modes.into_iter().map(|(extent, stride)| Mode::new(extent, stride));
        let layout = DynLayout::from_modes(Tree::flat(modes)).unwrap();
        prop_assert!(coalesce(&layout).unwrap().offsets().eq(layout.offsets()), "{}", layout);
    }

    #[test]
    fn filtering_keeps_the_offsets(layout in layouts()) {
        let set = |layout: &DynLayout| offsets(layout).into_iter().collect::<BTreeSet<_>>();
        for filtered in [filter(&layout).unwrap(), filter_zeros(&layout).unwrap()] {
            prop_assert_eq!(set(&filtered), set(&layout));
            prop_assert!(filtered.leaves().iter().all(|mode| mode.extent == 1 || !mode.stride.is_zero()));
        }
    }

    #[test]
    fn composition_is_exact_or_refused_with_a_witness(lhs in layouts(), rhs in layouts()) {
        match composition(&lhs, &rhs) {
            Ok(result) => prop_assert!(is_composition(&result, &lhs, &rhs), "{lhs} o {rhs} = {result}"),
            Err(Error::Inexact { witness: Some(witness), .. }) => {
                let through = rhs.offset(&witness.coordinate).unwrap().as_int().unwrap();
                prop_assert_eq!(&witness.needed, &offset(&lhs, through));
                prop_assert_ne!(&witness.needed, &witness.given);
            }
            Err(error) => prop_assert!(false, "{lhs} o {rhs}: {error}"),
        }
    }

    #[test]
    fn composition_with_an_identity(layout in layouts()) {
        let domain = column_major(&layout.shape()).unwrap();
        prop_assert_eq!(offsets(&composition(&layout, &domain).unwrap()), offsets(&layout));
        let codomain = column_major(&Tree::leaf(layout.cosize().max(1))).unwrap();
        let same = composition(&codomain, &layout).unwrap();
        prop_assert_eq!(offsets(&same), offsets(&layout));
    }

    #[test]
    fn composition_is_associative_inside_the_domains(a in layouts(), b in layouts(), c in layouts()) {
        if b.cosize() > a.size() || c.cosize() > b.size() {
            return Ok(());
        }
        if let (Ok(ab), Ok(bc)) = (composition(&a, &b), composition(&b, &c)) {
            match (composition(&ab, &c), composition(&a, &bc)) {
                (Ok(left), Ok(right)) => prop_assert_eq!(offsets(&left), offsets(&right)),
                (left, right) => prop_assert_eq!(left.is_err(), right.is_err()),
            }
        }
    }

    #[test]
    fn complements_are_disjoint_and_fill(layout in layouts(), cotarget in 1..600_i64) {
        let Ok(rest) = complement(&layout, cotarget) else { return Ok(()) };
        let distinct: BTreeSet<i64> = offsets(&layout).into_iter().collect();
        let both: Vec<i64> = offsets(&rest).into_iter().flat_map(|r| distinct.iter().map(move |o| r + o)).collect();
        let reached: BTreeSet<i64> = both.iter().copied().collect();
        prop_assert_eq!(reached.len(), both.len(), "{} and {} overlap", layout, rest);
        let strides: Vec<i64> = rest.leaves().iter().map(|mode| mode.stride.as_int().unwrap()).collect();
        prop_assert!(strides.is_sorted() && (rest.size() == 1 || strides[0] > 0));
        let mut modes: Vec<(i64, i64)> = filter(&layout).unwrap().leaves().iter()
            .filter(|mode| mode.extent > 1)
            .map(|mode| (mode.stride.as_int().unwrap(), mode.extent)).collect();
        modes.sort_unstable();
        let mut span = 1;
        let whole = modes.iter().all(|(stride, extent)| {
            let whole = stride % span == 0;
            span = stride * extent;
            whole
        });
        if whole {
            prop_assert!((0..cotarget).all(|place| reached.contains(&place)));
            if cotarget % span == 0 {
                prop_assert_eq!(reached.len() as i64, cotarget);
            }
        }
    }

    #[test]
    fn inverses(layout in layouts()) {
        let right = right_inverse(&layout).unwrap();
        for (index, place) in offsets(&right).into_iter().enumerate() {
            prop_assert!(place < layout.size());
            prop_assert_eq!(offset(&layout, place), index as i64);
        }
        if layout.is_contiguous().unwrap() {
            prop_assert_eq!(right.size(), layout.size());
        }
        if let Ok(left) = left_inverse(&layout) {
            for (index, at) in offsets(&layout).into_iter().enumerate() {
                let back = offset(&left, at);
                prop_assert!(at < left.size());
                prop_assert_eq!(offset(&layout, back), at);
                if layout.is_injective().unwrap() {
                    prop_assert_eq!(back, index as i64);
                }
            }
        }
        // what steps over whole runs, smaller strides first, leads back, whatever else does not move
        let mut moving: Vec<(i64, i64)> = coalesce(&layout).unwrap().leaves().iter()
            .map(|mode| (mode.stride.as_int().unwrap(), mode.extent)).filter(|mode| mode.0 > 0).collect();
        moving.sort_unstable();
        if moving.windows(2).all(|two| two[1].0 % two[0].0 == 0 && two[1].0 >= two[0].0 * two[0].1) {
            let span = moving.last().map_or(1, |(stride, extent)| stride * extent);
            prop_assert_eq!(left_inverse(&layout).map(|left| left.size()), Ok(span), "{}", layout);
        }
        let null = nullspace(&layout).unwrap();
        prop_assert!(offsets(&null).into_iter().all(|index| offset(&layout, index) == 0));
        let zeros: i64 = layout.leaves().iter().filter(|mode| mode.stride.is_zero()).map(|mode| mode.extent).product();
        prop_assert_eq!(null.size(), zeros);
    }

    #[test]
    fn divisions_reach_every_element_once(layout in layouts(), tile in positive()) {
        let tiler = Tiler::from(tile.clone());
        let Ok(divided) = logical_divide(&layout, &tiler) else { return Ok(()) };
        let first = divided.get(&[0]).unwrap();
        prop_assert_eq!(offsets(&first), offsets(&tile).into_iter().map(|i| offset(&layout, i)).collect::<Vec<_>>());
        let mut reached = BTreeMap::<i64, i64>::new();
        for index in 0..divided.size() {
            let coordinate = idx2crd(index, divided.shape().view()).unwrap();
            let padding = divided.is_padding(&coordinate).unwrap();
            prop_assert_eq!(divided.offset(&coordinate).is_err(), padding);
            if !padding {
                *reached.entry(offset(&divided, index)).or_default() += 1;
            }
        }
        let repeats: i64 = tile.leaves().iter().filter(|mode| mode.stride.is_zero()).map(|mode| mode.extent).product();
        let mut expected = BTreeMap::<i64, i64>::new();
        for at in offsets(&layout) {
            *expected.entry(at).or_default() += repeats;
        }
        prop_assert_eq!(reached, expected, "{} / {} = {}", layout, tile, divided);
    }

    #[test]
    fn divisions_by_mode_know_their_edges(
        rows in 1..12_i64, columns in 1..12_i64, tile in (1..6_i64, 1..6_i64), row_major in any::<bool>(),
    ) {
        let strides = if row_major { [columns, 1] } else { [1, rows] };
        let matrix = DynLayout::from_modes(Tree::flat([Mode::new(rows, strides[0]), Mode::new(columns, strides[1])])).unwrap();
        let tiler: Tiler = format!("<{},{}>", tile.0, tile.1).parse().unwrap();
        for divided in [
            logical_divide(&matrix, &tiler), zipped_divide(&matrix, &tiler), tiled_divide(&matrix, &tiler), flat_divide(&matrix, &tiler),
        ] {
            let divided = divided.unwrap();
            let meant: Vec<i64> = (0..divided.size())
                .filter(|&index| !divided.is_padding(&idx2crd(index, divided.shape().view()).unwrap()).unwrap())
                .map(|index| offset(&divided, index))
                .collect();
            prop_assert_eq!(meant.len() as i64, rows * columns);
            prop_assert_eq!(divided.logical_size(), rows * columns);
            prop_assert_eq!(meant.into_iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>(), (0..rows * columns).collect::<Vec<_>>());
            prop_assert_eq!(divided.is_exact(), rows % tile.0 == 0 && columns % tile.1 == 0);
        }
    }

    #[test]
    fn products_are_copies_that_do_not_overlap(block in layouts(), tiler in layouts()) {
        let Ok(product) = logical_product(&block, &Tiler::from(tiler.clone())) else { return Ok(()) };
        prop_assert_eq!(product.get(&[0]).unwrap(), block.clone());
        let copies = product.get(&[1]).unwrap();
        prop_assert!(compatible(tiler.shape().view(), copies.shape().view()).unwrap());
        let room = complement(&block, 1 << 40).unwrap();
        prop_assert!(is_composition(&copies, &room, &tiler));
        if block.is_injective().unwrap() && tiler.is_injective().unwrap() {
            prop_assert!(product.is_injective().unwrap(), "{product}");
        }
        for paired in [blocked_product(&block, &tiler), raked_product(&block, &tiler)] {
            let sorted = |layout: &DynLayout| { let mut all = offsets(layout); all.sort_unstable(); all };
            match paired {
                Ok(paired) => prop_assert_eq!(sorted(&paired), sorted(&product)),
                Err(_) => prop_assert!(tiler.depth() == 0 && copies.depth() > 0, "{block} x {tiler}"),
            }
        }
    }

    #[test]
    fn sums(lhs in layouts(), rhs in layouts()) {
        if let Ok(sum) = layout_add(&lhs, &rhs) {
            let expected: Vec<i64> = offsets(&lhs).into_iter().zip(offsets(&rhs)).map(|(l, r)| l + r).collect();
            prop_assert_eq!(offsets(&sum), expected);
        }
        prop_assert_eq!(offsets(&layout_add(&lhs, &lhs).unwrap()), offsets(&lhs).into_iter().map(|o| 2 * o).collect::<Vec<_>>());
    }

    #[test]
    fn common_runs(lhs in layouts(), rhs in layouts()) {
        let common = max_common_layout(&lhs, &rhs).unwrap();
        for (index, place) in offsets(&common).into_iter().enumerate() {
            prop_assert_eq!(offset(&lhs, place), index as i64);
            prop_assert_eq!(offset(&rhs, place), index as i64);
        }
        prop_assert_eq!(max_common_vector(&lhs, &rhs).unwrap(), common.size());
        let aligned = max_alignment(&lhs).unwrap();
        let run = right_inverse(&lhs).unwrap().size();
        prop_assert_eq!(run % aligned, 0);
    }

    #[test]
    fn domains(a in shapes(12), b in shapes(12), n in 1..200_i64) {
        let (x, y) = (a.to_dyn(), b.to_dyn());
        let picked = domain_distribute(x.view(), n).unwrap();
        prop_assert_eq!(n % picked.size(), 0);
        prop_assert!(offsets(&picked).into_iter().all(|index| index < a.size()));
        let common = greatest_common_domain(x.view(), y.view()).unwrap();
        for shape in [&x, &y] {
            // Both shapes split cleanly: the coordinates of the common indices are a layout.
            let coordinates = column_major(shape).unwrap();
            prop_assert!(composition(&coordinates, &common).is_ok());
            prop_assert!(offsets(&common).into_iter().all(|index| index < size(shape.view()).unwrap()));
        }
        let whole = greatest_common_domain(x.view(), x.view()).unwrap();
        prop_assert_eq!(whole.size(), a.size());
    }

    #[test]
    fn recasts(layout in layouts(), n in prop::sample::select(vec![2_i64, 4, 8])) {
        if let Ok(narrow) = downcast(&layout, n) {
            prop_assert_eq!(offsets(&upcast(&narrow, n).unwrap()), offsets(&layout));
        }
        prop_assert_eq!(recast(&layout, 16, 16).unwrap(), layout);
    }

    #[test]
    fn recasts_name_the_same_memory(
        modes in prop::collection::vec((1..=8_i64, prop::sample::select(vec![1_i64, 2, 3, 4, 6, 8, 16, 24, 32, 48, -1, -2, -8, 5, 0])), 1..4),
        old in prop::sample::select(vec![2_i64, 3, 4, 6, 8, 12, 16, 24, 32, 64]),
        new in prop::sample::select(vec![2_i64, 3, 4, 6, 8, 12, 16, 24, 32, 64]),
    ) {
        let layout = of_modes(&modes);
        if let Ok(result) = recast(&layout, old, new) {
            let bits: BTreeSet<i64> = offsets(&layout).into_iter().flat_map(|at| at * old..(at + 1) * old).collect();
            let units: BTreeSet<i64> = bits.iter().map(|bit| bit.div_euclid(new)).collect();
            prop_assert_eq!(offsets(&result).into_iter().collect::<BTreeSet<_>>(), units.clone(), "{} is {}", layout, result);
            // Only whole units can be used in part.
            prop_assert!(new % old == 0 || bits.len() as i64 == units.len() as i64 * new, "{} is {}", layout, result);
        }
    }

    #[test]
    fn common_runs_are_the_longest(
        modes in prop::collection::vec((1..=5_i64, 0..6_usize), 1..5),
        others in prop::collection::vec((1..=5_i64, 0..12_i64), 1..5),
        changes in prop::collection::vec(-1..2_i64, 5),
    ) {
        let layout = {
            let shape: DynTuple = Tree::flat(modes.iter().map(|mode| mode.0));
            let order: DynTuple = Tree::flat(modes.iter().map(|mode| mode.1 as i64));
            ordered(&shape, &order).unwrap()
        };
        let changed: Vec<(i64, i64)> = layout.leaves().iter().zip(&changes)
            .map(|(mode, change)| ((mode.extent + change).max(1), mode.stride.as_int().unwrap())).collect();
        for other in [of_modes(&changed), of_modes(&others)] {
            for (lhs, rhs) in [(&layout, &other), (&other, &layout)] {
                let common = max_common_layout(lhs, rhs).unwrap();
                for (index, at) in offsets(&common).into_iter().enumerate() {
                    prop_assert!(at < lhs.size() && at < rhs.size(), "{} and {}: {}", lhs, rhs, common);
                    prop_assert_eq!((offset(lhs, at), offset(rhs, at)), (index as i64, index as i64), "{} and {}: {}", lhs, rhs, common);
                }
                prop_assert_eq!(max_common_vector(lhs, rhs).unwrap(), common.size());
                if lhs.is_injective().unwrap() && rhs.is_injective().unwrap() {
                    prop_assert_eq!(common.size(), longest_common(lhs, rhs), "{} and {}", lhs, rhs);
                }
            }
        }
    }

    #[test]
    fn swizzles(bits in 0..5_i64, base in 0..4_i64, shift in prop::sample::select(vec![-6_i64, -5, 5, 6]), offset in 0..1_i64 << 20) {
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        prop_assert_eq!(swizzle.apply(swizzle.apply(offset).unwrap()), Ok(offset));
        prop_assert_eq!(swizzle.to_string().parse::<Swizzle>(), Ok(swizzle));
        let layout = swizzle.to_layout(12).unwrap();
        let all: Vec<Offset> = (0..1 << 12).map(|i| Offset::Int(swizzle.apply(i).unwrap())).collect();
        prop_assert!(layout.offsets().eq(all));
    }

    #[test]
    fn slices_of_swizzled_layouts(layout in layouts(), row in 0..5_i64) {
        let layout = if layout.rank() < 2 { layout.append_to(2).unwrap() } else { layout };
        let swizzled = "Sw<2,1,3>".parse::<Swizzle>().unwrap().compose(layout);
        let extents = product_each(swizzled.layout.shape().view()).unwrap();
        let row = row % extents.leaves()[0];
        let mut coordinate: Vec<Option<i64>> = vec![None; extents.leaves().len()];
        coordinate[0] = Some(row);
        let part = swizzled.slice(&Tree::flat(coordinate)).unwrap();
        let expected: Vec<i64> = (0..swizzled.layout.size())
            .map(|index| idx2crd(index, extents.view()).unwrap())
            .filter(|c| c.leaves()[0] == row)
            .map(|c| swizzled.offset(&c).unwrap())
            .collect();
        prop_assert_eq!(part.offsets().collect::<Result<Vec<_>>>().unwrap(), expected);
    }

    #[test]
    fn swizzled_layouts_read_back_and_are_searched(layout in layouts(), offset in 0..20_i64, twice: bool) {
        let (swizzle, second): (Swizzle, Swizzle) = ("Sw<2,1,3>".parse().unwrap(), "Sw<1,2,-1>".parse().unwrap());
        let bare = format!("{swizzle} o {layout}");
        prop_assert_eq!(bare.parse::<Swizzled>(), Ok(swizzle.compose(layout.clone())));
        let swizzled = swizzle.compose_at(offset, layout);
        let swizzled = if twice { second.compose_at(3, swizzled) } else { swizzled };
        prop_assert_eq!(swizzled.to_string().parse::<Swizzled>(), Ok(swizzled.clone()));
        let places: Vec<i64> = swizzled.offsets().collect::<Result<_>>().unwrap();
        for target in -2..places.iter().max().unwrap() + 3 {
            let found = swizzled.coordinates_of(target).unwrap();
            prop_assert_eq!(found.len(), places.iter().filter(|place| **place == target).count());
            for coordinate in found {
                prop_assert_eq!(swizzled.offset(&coordinate).unwrap(), target);
            }
        }
    }

    #[test]
    fn f2_layouts(rows in 0..4_u32, columns in 0..4_u32, strides in (0..40_u64, 0..40_u64), picked in 0..3_usize) {
        let mode = |bits: u32, stride| Mode::new(1 << bits, Stride::F2(stride));
        let layout = DynLayout::from_modes(Tree::flat([mode(rows, strides.0), mode(columns, strides.1)])).unwrap();
        let at = |layout: &DynLayout, index: i64| layout.offset_unchecked(&Tree::leaf(index)).unwrap();
        let flat = coalesce(&layout).unwrap();
        prop_assert!(flat.offsets().eq(layout.offsets()));
        let inverse = right_inverse(&layout).unwrap();
        for (index, place) in inverse.offsets().enumerate() {
            prop_assert_eq!(at(&layout, place.as_int().unwrap()), index as i64);
        }
        let most = layout.offsets().max().unwrap();
        prop_assert_eq!(layout.cosize(), most.as_int().unwrap() + 1);
        let rhs = ["4:1", "(2,2):(2,1)", "(2,4):(4,1)"][picked].parse::<DynLayout>().unwrap();
        let result = composition(&layout, &rhs);
        // Bits stay bits, as long as the layout has them.
        prop_assert!(result.is_ok() || layout.size() < rhs.cosize(), "{layout} o {rhs}: {result:?}");
        if let Ok(result) = result {
            for index in 0..rhs.size() {
                let through = at(&rhs, index).as_int().unwrap();
                prop_assert_eq!(at(&result, index), at(&layout, through));
            }
        }
    }

    /// A layout over bits is swizzles of one over integers wherever each bit of a coordinate counts for itself.
    #[test]
    fn layouts_over_bits_are_swizzled_ones(
        shape in shapes(9), strides in prop::collection::vec(0..64_u64, 16), kept in 0..3_i64,
    ) {
        let shape = shape.to_dyn();
        let mut strides = strides.into_iter().cycle();
        let stride = shape.map(|_| Stride::F2(strides.next().unwrap()));
        let layout = DynLayout::new(&shape, &stride).unwrap();
        let extents = layout.extents();
        let fewer: Vec<i64> = extents.leaves().iter().map(|extent| (extent - kept).max(1)).collect();
        let overhanging = layout.clone().with_extent(&fewer).unwrap();
        for layout in [layout, overhanging] {
            let swizzled = layout.to_swizzled();
            let moves = layout.leaves().iter().filter(|leaf| leaf.extent > 1 && !leaf.stride.is_zero());
            let bits = moves.clone().map(|leaf| i64::BITS - (leaf.extent - 1).leading_zeros());
            let of_two = DynLayout::from_modes(Tree::flat(moves.clone().zip(bits).map(|(leaf, bits)| {
                Mode::new(1 << bits, leaf.stride)
            })));
            let is_independent = of_two.unwrap().is_injective().unwrap();
            let is_of_two = moves.clone().all(|leaf| leaf.extent.count_ones() == 1);
            match swizzled {
                Ok(swizzled) => {
                    prop_assert!(is_independent);
                    prop_assert!(swizzled.layout.leaves().iter().all(|leaf| leaf.stride.as_int().is_some()));
                    prop_assert_eq!(swizzled.layout.rank(), layout.rank());
                    prop_assert_eq!(swizzled.layout.extents(), layout.extents());
                    for index in 0..layout.logical_size() {
                        let coordinate = match layout.depth() {
                            0 => Tree::leaf(index),
                            _ => idx2crd(index, layout.extents().view()).unwrap(),
                        };
                        let expected = layout.offset(&coordinate).unwrap().as_int();
                        prop_assert_eq!(swizzled.offset(&coordinate).ok(), expected, "{} is {}", layout, swizzled);
                    }
                }
                Err(error) => {
                    let is_nested = layout.depth() > 1;
                    prop_assert!(!is_independent || !is_of_two && is_nested, "{}: {}", layout, error);
                }
            }
        }
    }

    /// Over bits a right inverse leads to an index of each place.
    #[test]
    fn right_inverses_over_bits(modes in prop::collection::vec((1..5_i64, 0..16_u64), 1..4)) {
        let modes = modes.into_iter().map(|(extent, stride)| Mode::new(extent, Stride::F2(stride)));
        let layout = DynLayout::from_modes(Tree::flat(modes)).unwrap();
        let inverse = right_inverse(&layout).unwrap();
        for (place, index) in inverse.offsets().enumerate() {
            let index = Tree::leaf(index.as_int().unwrap());
            prop_assert_eq!(layout.offset_unchecked(&index).unwrap(), place as i64, "{}: {}", layout, inverse);
        }
    }

    /// Of layouts over bits, whatever is given is the composition; or none is.
    #[test]
    fn compositions_over_bits_are_exact_or_refused(
        lhs in prop::collection::vec((1..5_i64, (0..8_u64).prop_map(Stride::F2)), 1..4),
        rhs in prop::collection::vec((1..5_i64, 0..6_i64), 1..3),
        over_bits: bool,
    ) {
        let of = |modes: &mut dyn Iterator<Item = Mode>| DynLayout::from_modes(Tree::flat(modes)).unwrap();
        let lhs = of(&mut lhs.into_iter().map(|(extent, stride)| Mode::new(extent, stride)));
        let stride = |value: i64| if over_bits { Stride::F2(value as u64) } else { Stride::Int(value) };
        let rhs = of(&mut rhs.into_iter().map(|(extent, value)| Mode::new(extent, stride(value))));
        let Ok(result) = composition(&lhs, &rhs) else { return Ok(()) };
        let at = |layout: &DynLayout, index: i64| layout.offset_unchecked(&Tree::leaf(index)).unwrap();
        for index in 0..rhs.size() {
            let through = at(&rhs, index).as_int().unwrap();
            prop_assert_eq!(at(&result, index), at(&lhs, through), "{} o {} = {}", lhs, rhs, result);
        }
    }

    #[test]
    fn basis_layouts(lhs in layouts(), shape in shapes(4), tile in (1..5_i64, 1..5_i64)) {
        // Coordinates of an identity layout are the coordinates that were picked.
        let shape = product_each(shape.to_dyn().view()).unwrap();
        let axes: Vec<Mode> = shape.leaves().iter().enumerate()
            .map(|(axis, &extent)| Mode::new(extent, Stride::Basis(1, Axis::new(&[axis]).unwrap()))).collect();
        let identity = DynLayout::from_modes(Tree::flat(axes)).unwrap();
        let picked = |through: i64| identity.offset_unchecked(&Tree::leaf(through)).unwrap();
        match composition(&identity, &lhs) {
            Ok(result) => for index in 0..lhs.size() {
                let through = offset(&lhs, index);
                prop_assert_eq!(result.offset_unchecked(&Tree::leaf(index)).unwrap(), picked(through));
            },
            Err(Error::Inexact { witness: Some(witness), .. }) => {
                let through = lhs.offset(&witness.coordinate).unwrap().as_int().unwrap();
                // along one axis
                let is_there = match (&witness.needed, &picked(through)) {
                    (Offset::Coordinate(along), Offset::Coordinate(all)) =>
                        along.iter().all(|one| one.1 != 0 && all.contains(one)),
                    (needed, _) => *needed == 0,
                };
                prop_assert!(is_there, "{} o {}: {}", identity, lhs, witness);
                prop_assert_ne!(&witness.needed, &witness.given);
            }
            Err(_) => {}
        }
        let mut span = 1;
        let columns: Vec<(i64, i64)> = shape.leaves().iter()
            .map(|&extent| { let stride = span; span *= extent; (extent, stride) }).collect();
        let whole = composition(&identity, &of_modes(&columns)).unwrap();
        prop_assert!(whole.offsets().eq(identity.offsets()), "{}", identity);
        // A tile by mode is a layout over basis strides.
        let matrix = lhs.flatten().unwrap().append_to(lhs.leaves().len().max(2)).unwrap();
        let tiler: Tiler = format!("<{},{}>", tile.0, tile.1).parse().unwrap();
        let by_basis: DynLayout = format!("({},{}):(1@0,1@1)", tile.0, tile.1).parse().unwrap();
        prop_assert_eq!(composition_by(&matrix, &tiler).ok(), composition(&matrix, &by_basis).ok());
    }

    /// Coordinates as strides: each leaf picks along the mode that it names, however that one is nested.
    #[test]
    fn coordinates_pick_along_modes(rows in layouts(), columns in layouts(), picked in (1..7_i64, 1..4_i64, 1..7_i64, 1..4_i64)) {
        let (height, step, width, stride) = picked;
        let lhs = layout(&format!("({},{}):({},{})", rows.shape(), columns.shape(), rows.stride(), columns.stride()));
        let rhs = layout(&format!("({height},{width}):({step}@0,{stride}@1)"));
        let along = (composition(&rows, &of_modes(&[(height, step)])), composition(&columns, &of_modes(&[(width, stride)])));
        let result = composition(&lhs, &rhs);
        prop_assert_eq!(result.is_ok(), along.0.is_ok() && along.1.is_ok(), "{} o {}: {:?}", lhs, rhs, result);
        if let (Ok(result), (Ok(rows), Ok(columns))) = (result, along) {
            for index in 0..height * width {
                let expected = offset(&rows, index % height) + offset(&columns, index / height);
                prop_assert_eq!(offset(&result, index), expected, "{} o {} = {}", lhs, rhs, result);
            }
        }
    }
}

#[test]
fn composition_examples() {
    let after =
        |lhs: &str, rhs: &str| composition(&layout(lhs), &layout(rhs)).map(|result| result.to_string());
    for (lhs, rhs, result) in [
        ("20:2", "5:4", "5:8"),
        ("(6,2):(8,2)", "(4,3):(3,1)", "((2,2),3):((24,2),8)"),
        ("(10,2):(16,4)", "(5,4):(1,5)", "(5,(2,2)):(16,(80,4))"),
        ("(4,8):(8,1)", "(2,4):(1,8)", "(2,4):(8,2)"),
        ("(6,8):(1,10)", "12:2", "(3,4):(2,10)"),
        ("(32,128):(1,32)", "30:1", "30:1"),
        ("(5,3):(7,1)", "2:3", "2:21"),
        ("(4,2,8):(3,12,97)", "3:3", "3:9"),
        ("24:2", "5:-1", "5:-2"),
        ("(6,4):(1,10)", "(3,4):(2,6)", "(3,4):(2,10)"),
        // Carries at two places that cancel.
        ("(6,3,4):(1,9,24)", "(2,4):(2,8)", "(2,4):(2,11)"),
        // Beyond the size the last mode goes on, also one of a single element.
        ("(4,1):(1,9)", "8:1", "(4,2):(1,9)"),
    ] {
        assert_eq!(after(lhs, rhs).as_deref(), Ok(result), "{lhs} o {rhs}");
    }
    for (lhs, rhs, needed, given) in [
        ("(6,2):(1,7)", "(3,2):(2,3)", 8, 7),
        ("(3,2):(1,10)", "(2,2):(1,2)", 10, 3),
        ("(4,6,8):(2,3,5)", "6:3", 9, 14),
        ("(6,4):(1,10)", "4:2", 10, 6),
    ] {
        match composition(&layout(lhs), &layout(rhs)) {
            Err(Error::Inexact { witness: Some(witness), .. }) => {
                assert_eq!(
                    (witness.needed, witness.given),
                    (Offset::Int(needed), Offset::Int(given)),
                    "{lhs} o {rhs}"
                );
            }
            other => panic!("{lhs} o {rhs}: {other:?}"),
        }
    }
    assert!(after("(4,2):(1,5)", "(2,2):(-1,4)").is_err());
}

#[test]
fn f2_composition_examples() {
    let after =
        |lhs: &str, rhs: &str| composition(&layout(lhs), &layout(rhs)).map(|result| result.to_string());
    for (lhs, rhs, result) in [
        ("(8,8):(F1,F9)", "(8,8):(8,1)", "(8,8):(F9,F1)"),
        ("(8,8):(F1,F9)", "64:1", "(8,8):(F1,F9)"),
        ("(8,12):(F1,F9)", "24:4", "(2,12):(F4,F9)"),
        ("64:1", "(8,8):(F1,F9)", "(8,8):(F1,F9)"),
        ("(4,4):(F1,F5)", "3:1", "3:F1"),
    ] {
        assert_eq!(after(lhs, rhs).as_deref(), Ok(result), "{lhs} o {rhs}");
    }
    // Integers carry where bits do not.
    assert!(matches!(after("64:3", "(8,8):(F1,F9)"), Err(Error::Inexact { .. })));
}

#[test]
fn what_overhangs_is_never_lost_in_silence() {
    let matrix =
        format::make_layout(format::Format::zN, 100, 50, format::ElementBits::new(16).unwrap()).unwrap();
    assert!(coalesce(&matrix).is_err());
    assert!(composition(&matrix, &layout("4:1")).is_err());
    assert_eq!(coalesce(&matrix.clone().padded()).unwrap().to_string(), "(112,16,4):(16,1,1792)");

    let tiles = zipped_divide(&matrix, &"<32,32>".parse().unwrap()).unwrap();
    assert_eq!(
        tiles.to_string(),
        "((32,(16,2)),(4,2)):((16,(1,1792)),(512,3584)) of (100,50) by ((1@0,(1@1,16@1)),(32@0,32@1))"
    );
    assert_eq!(tiles.logical_size(), 5000);
    // Row 3 of tile 3 is row 99; row 4 is not there.
    assert!(!tiles.is_padding(&"((3,0),(3,0))".parse().unwrap()).unwrap());
    assert!(tiles.is_padding(&"((4,0),(3,0))".parse().unwrap()).unwrap());
    assert!(tiles.flatten().unwrap().is_padding(&"(4,0,0,3,0)".parse().unwrap()).unwrap());
    assert!(tiles.select(&[0]).is_err());
}

#[test]
fn inverses_that_are_looked_for() {
    for (overlapping, inverse) in [
        ("(63,2):(1,1)", "(63,2):(1,125)"),
        ("(3,3):(1,1)", "(3,2):(1,7)"),
        ("(16,4):(1,8)", "(16,2,2):(1,32,56)"),
        ("((1,6,5),(4)):((3,5,1),(1))", "(5,6,2):(6,1,107)"),
        // No overlap, but strides that do not divide each other.
        ("(3,2):(2,3)", "(2,4):(2,1)"),
        ("(2,4):(3,2)", "(2,5):(-1,2)"),
        ("(6,3):(7,2)", "(7,6):(3,1)"),
    ] {
        let (layout, inverse) = (layout(overlapping), layout(inverse));
        assert_eq!(left_inverse(&layout).as_ref(), Ok(&inverse), "{overlapping}");
        for at in offsets(&layout) {
            assert!((0..layout.size()).contains(&offset(&inverse, at)), "{overlapping} at {at}");
            assert_eq!(offset(&layout, offset(&inverse, at)), at, "{overlapping}");
        }
    }
    // Too many elements to look for one, in bounded time.
    assert!(left_inverse(&layout("(1000000,1000000):(2,3)")).is_err());
    for far in [
        "(16,16,16,16):(12,4,12,7)",
        "(8,1,(1000)):(184152,1000000007,(65536))",
        "(4,(127,4)):(4,(1000003,1))",
        "(256,256):(1000003,999983)",
    ] {
        let start = Instant::now();
        assert!(left_inverse(&layout(far)).is_err(), "{far}");
        assert!(start.elapsed() < Duration::from_secs(30), "{far} took {:?}", start.elapsed());
    }
}

#[test]
fn compositions_over_bits_of_any_size() {
    for (lhs, rhs, result) in [
        ("1048576:F3", "4194304:1", "4194304:F3"),
        (
            "(1024,1024,1024):(F1,F1025,F1048577)",
            "(1048576,1024):(1,1048576)",
            "((1024,1024),1024):((F1,F1025),F1048577)",
        ),
        ("(8,8):(F0,F3)", "(9,8,12):(1,256,16)", ""),
        ("6:3000009", "(400,500000):(F3,F1)", ""),
    ] {
        let start = Instant::now();
        let found = composition(&layout(lhs), &layout(rhs)).map_or(String::new(), |found| found.to_string());
        assert_eq!(found, result, "{lhs} o {rhs}");
        assert!(start.elapsed() < Duration::from_secs(30), "{lhs} o {rhs} took {:?}", start.elapsed());
    }
}

#[test]
fn inverses_over_bits() {
    for (bits, inverse) in [
        ("(2,2,4):(F8,F1,F3)", "(2,2,2,2):(F2,F6,F14,F1)"),
        ("(8,8):(F1,F9)", "(8,8):(F1,F9)"),
        ("(8,8):(F1,F13)", "(8,2,2,2):(F1,F13,F31,F59)"),
        ("(4,4):(F4,F16)", "(4,16):(F0,F1)"),
        ("(4,2):(F1,F1)", "4:F1"),
        ("(4,3):(F1,F8)", "(4,2,4):(F1,F0,F4)"),
    ] {
        let (layout, inverse) = (layout(bits), layout(inverse));
        let values = |layout: &DynLayout| -> Vec<usize> {
            layout.offsets().map(|offset| offset.as_int().unwrap() as usize).collect()
        };
        assert_eq!(left_inverse(&layout).map(|found| found.to_string()), Ok(inverse.to_string()), "{bits}");
        let (there, back) = (values(&layout), values(&inverse));
        assert!(there.iter().all(|&at| there[back[at]] == at), "{bits}");
    }
    assert!(left_inverse(&layout("(3,4):(F1,F4)")).is_err());
    assert!(left_inverse(&layout("(4,3):(F1,F1)")).is_err());
    assert!(left_inverse(&layout("(3,4):(F0,F1)")).is_err());
}

#[test]
fn common_runs_end_with_the_shorter_layout() {
    for (lhs, rhs, common) in [
        ("2:1", "8:1", "2:1"),
        ("(3,9,1):(1,3,3)", "(3,5,2):(1,3,15)", "27:1"),
        ("(3,2):(2,1)", "(4,4):(4,1)", "1:0"),
        ("(2,9,10):(1,1,3)", "(2,9,10):(1,1,3)", "(3,10):(2,18)"),
        ("(8,4):(F1,F8)", "16:F1", "16:F1"),
        ("(4,8):(F8,F1)", "(4,8):(8,1)", "(8,4):(4,1)"),
    ] {
        for (lhs, rhs) in [(lhs, rhs), (rhs, lhs)] {
            assert_eq!(
                max_common_layout(&layout(lhs), &layout(rhs)).unwrap().to_string(),
                common,
                "{lhs} and {rhs}"
            );
        }
    }
}

#[test]
fn recasts_that_would_name_other_memory_are_refused() {
    assert!(downcast(&layout("3:-1"), 4).is_err());
    assert!(upcast(&layout("8:-1"), 4).is_err());
    assert!(recast(&layout("5:1"), 6, 64).is_err());
    assert!(recast(&layout("4:8"), 12, 64).is_err());
    assert_eq!(downcast(&layout("1:-1"), 4).unwrap().to_string(), "4:1");
    assert_eq!(downcast(&layout("(1,3):(-1,1)"), 4).unwrap().to_string(), "(1,12):(-4,1)");
    assert_eq!(recast(&layout("(2,32,3):(-64,1,64)"), 6, 64).unwrap().to_string(), "(2,3,3):(-6,1,6)");
}

#[test]
fn a_tiler_that_is_an_integer_is_a_mode_along_one() {
    for (block, blocked, raked) in [
        ("(8):(3)", "((8,(3,2))):((3,(1,24)))", "(((3,2),8)):(((1,24),3))"),
        ("8:1", "((8,6)):((1,8))", "((6,8)):((8,1))"),
        ("(8):(1)", "((8,6)):((1,8))", "((6,8)):((8,1))"),
    ] {
        assert_eq!(blocked_product(&layout(block), &layout("6:1")).unwrap().to_string(), blocked);
        assert_eq!(raked_product(&layout(block), &layout("6:1")).unwrap().to_string(), raked);
    }
}

#[test]
fn flat_forms_keep_pairs() {
    let flat = |a: &str, tiler: &str| flat_divide(&layout(a), &tiler.parse().unwrap()).unwrap().to_string();
    assert_eq!(flat("((4,5),2,2):((1,4),20,40)", "<_>"), "((4),5,2,2):((1),4,20,40)");
    assert_eq!(flat("(6,(2,3)):(6,(3,1))", "<2,_>"), "(2,2,3,3):(6,3,12,1)");
    let tiles = flat_divide(&layout("(5,(2,3)):(6,(3,1))"), &"<2,_>".parse().unwrap()).unwrap();
    assert_eq!(tiles.logical_size(), 30);
    assert!(tiles.is_padding(&"(1,0,2,0)".parse().unwrap()).unwrap());
    let copies = flat_product(&layout("(1,(4,2)):(8,(2,1))"), &"<2:1,_>".parse().unwrap()).unwrap();
    assert_eq!(copies.to_string(), "(1,4,2,2):(8,2,1,1)");
}

#[test]
fn one_mode_is_in_no_tuple() {
    for (moving, still) in [("4:1", "1:0"), ("(4,2):(1,0)", "2:4"), ("(4,2,3):(0,1,0)", "(4,3):(1,8)")] {
        assert_eq!(nullspace(&layout(moving)).unwrap().to_string(), still, "{moving}");
    }
}

#[test]
fn left_inverses_of_what_runs_backwards_are_refused() {
    let refusal = left_inverse(&layout("(2,4):(8,-1)")).unwrap_err().to_string();
    assert_eq!(refusal, "left_inverse: (2,4):(8,-1) has the stride -1");
    assert!(composition(&layout("4:-1"), &layout("(2,2):(F1,F2)")).is_err());
}

#[test]
fn alignment_counts_the_places_that_are_reached_from_the_first_on() {
    for (text, alignment) in [("(5,16):(16,1)", 80), ("(4,12):(48,4)", 1), ("(4,2):(1,6)", 2), ("8:1", 8)] {
        assert_eq!(max_alignment(&layout(text)), Ok(alignment), "{text}");
    }
}

#[test]
fn over_bits_so_many_coordinates_are_looked_at_and_no_more() {
    let lhs = layout("(3,4):(F1,F4)");
    assert_eq!(composition(&lhs, &layout("262144:0")).map(|all| all.size()), Ok(262_144));
    let refusal = composition(&lhs, &layout("262145:0")).unwrap_err().to_string();
    assert!(refusal.contains("no more than 262144 coordinates are looked at"), "{refusal}");
}

#[test]
fn zeros_of_all_kinds_are_one_mode() {
    let axis = Stride::Basis(0, Axis::new(&[1]).unwrap());
    for zeros in [[Stride::Int(0), axis], [axis, Stride::F2(0)], [Stride::F2(0), Stride::Int(0)]] {
        let modes = zeros.into_iter().zip(2..).map(|(stride, extent)| Mode::new(extent, stride));
        let zeros = DynLayout::from_modes(Tree::flat(modes)).unwrap();
        assert_eq!(coalesce(&zeros).unwrap().leaves().len(), 1, "{zeros}");
    }
}

#[test]
fn what_nothing_is_left_out_of_has_a_complement_of_one_element() {
    for (whole, cotarget) in [("8:1", 8), ("(2,4):(4,1)", 8), ("(2,4):(4,1)", 3), ("1:0", 1)] {
        assert_eq!(complement(&layout(whole), cotarget).unwrap().to_string(), "1:0", "{whole} in {cotarget}");
    }
}

#[test]
fn refusals_name_what_is_wrong() {
    let message = |result: Result<DynLayout>| result.unwrap_err().to_string();
    assert_eq!(
        message(left_inverse(&layout("(3,3):(3,5)"))),
        "left_inverse: the stride 5 in (3,3):(3,5) does not step over whole runs of 9 places, and no inverse is found"
    );
    assert_eq!(
        message(complement(&layout("(4,4):(1,2)"), 32)),
        "complement: the stride 2 in (4,4):(1,2) overlaps with smaller ones, which span 4"
    );
    assert_eq!(
        message(logical_product(&layout("4:2"), &"3:1".parse().unwrap())),
        "logical_product: no layout over 3 equals (2,6):(1,8) o 3:1, mode 0 of 3:1 would be split unevenly: \
         coordinate 2 needs 8, modes give 2"
    );
    assert_eq!(
        message(logical_product(&layout("5:4"), &"8:5".parse().unwrap())),
        "logical_product: the stride 5 in 8:5 is unaligned with copies of 5:4, which are (4,62):(1,20)"
    );
    assert_eq!(
        message(raked_product(&layout("3:2"), &layout("4:1"))),
        "raked_product: 4:1 is split into (2,2):(1,6), which are no single mode; in a tuple it would be one"
    );
    assert_eq!(
        message(flat_divide(&layout("(5,4):(4,1)"), &"<5,_>".parse().unwrap())),
        "flat_divide: a mode is no pair of tile and rest"
    );
    assert_eq!(
        message(layout_add(&layout("(2,3):(1,9)"), &layout("(3,2):(5,1)"))),
        "add: the mode 3:5 cannot be cut after 2 elements"
    );
    assert_eq!(
        message(logical_divide(&layout("20:1"), &"(4,2):(1,6)".parse().unwrap())),
        "logical_divide: copies of (4,2):(1,6) leave gaps in 20:1"
    );
}

#[test]
fn tilers_are_read_and_printed() {
    for text in ["8:1", "<4,(2,4):(1,8),_,<2,3:2>>", "_", "<>"] {
        let tiler: Result<Tiler> = text.parse();
        if text == "<>" {
            assert!(tiler.is_err());
        } else {
            assert_eq!(tiler.unwrap().to_string(), text.replace("<4,", "<4:1,").replace("<2,", "<2:1,"));
        }
    }
    let deep = format!("{}4{}", "<".repeat(1000), ">".repeat(1000));
    assert!(matches!(deep.parse::<Tiler>(), Err(Error::Parse(_))));
}

#[test]
fn the_text_of_tiles_that_overhang_reads_back() {
    let layout: DynLayout = "((10,3),7):((1,10),30)".parse().unwrap();
    for tiler in ["<4,2>", "<4:2,3>", "<16,7>", "4", "8:3", "<_,4>", "<(4,2):(1,4),3>"] {
        let tiler: Tiler = tiler.parse().unwrap();
        for divide in [logical_divide, zipped_divide, tiled_divide] {
            let tiles = divide(&layout, &tiler).unwrap();
            assert_eq!(tiles.to_string().parse::<DynLayout>().unwrap(), tiles, "{tiles}");
        }
    }
    assert_eq!("(4,3):(1,4) of (12) by (1@0,4@0)".parse(), "(4,3):(1,4)".parse::<DynLayout>());
    for (text, reason) in [
        ("(4,3):(1,4) of (13) by (1@0,4@0)", "13 is not within the 12 places of axis 0"),
        ("(4,3):(1,4) of (-1) by (1@0,4@0)", "-1 is not within the 12 places of axis 0"),
        ("(4,3):(1,4) of (10) by (1@0,3@0)", "the steps along axis 0 are not digits of its places"),
        ("(4,3):(1,4) of (10) by (1@0,4@1)", "10 is not within the 4 places of axis 0"),
        ("(4,3):(1,4) of (4) by (1@0,4@1)", "there is no extent for axis 1"),
        ("(4,3):(1,4) of (10) by (1@0)", "the steps are not one for each leaf of (4,3):(1,4)"),
        ("(4,3):(1,4) of 10 by (1@0,4@0)", "10 is no number for each axis"),
    ] {
        let error = text.parse::<DynLayout>().unwrap_err().to_string();
        assert!(error.ends_with(reason), "{text}: {error}");
    }
}

/// Storage ends with a whole block of the bits that a swizzle changes, and no offset is beyond it.
#[test]
fn storage_of_swizzled_layouts_is_whole_blocks() {
    for (text, cosize) in [
        ("Sw<2,0,3> o (5):(1)", 8),
        ("Sw<2,1,-3> o (5):(1)", 64),
        ("Sw<0,4,3> o (5):(1)", 5),
        ("Sw<1,0,3> o 7 o (3):(4)", 16),
        ("Sw<1,3,3> o 8 o Sw<2,0,3> o 4 o (5):(1)", 32),
        ("Sw<2,0,3> o (0):(1)", 0),
        ("(5):(3)", 13),
    ] {
        let layout: Swizzled = text.parse().unwrap();
        assert_eq!(layout.cosize(), Ok(cosize), "{text}");
        assert!(layout.offsets().all(|offset| (0..cosize).contains(&offset.unwrap())), "{text}");
    }
    // of 62 bits and of 63
    assert_eq!("Sw<1,60,-1> o (4):(1)".parse::<Swizzled>().unwrap().cosize(), Ok(1 << 62));
    for far in ["Sw<1,61,-1> o (4):(1)", "Sw<1,0,3> o 9223372036854775807 o (4):(1)"] {
        let refusal = far.parse::<Swizzled>().unwrap().cosize();
        assert_eq!(refusal, Err(Error::Overflow { quantity: "cosize of the layout" }), "{far}");
    }
}
