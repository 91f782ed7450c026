//! Layouts over F2, by their definition: bits of a coordinate are multiplied without carry and added by XOR.
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tilework::dynamic::*;

fn layout(text: &str) -> DynLayout {
    text.parse().unwrap()
}

/// A product without carry.
fn times(coordinate: i64, stride: u64) -> u64 {
    (0..63).filter(|bit| coordinate >> bit & 1 == 1).fold(0, |sum, bit| sum ^ stride << bit)
}

/// The offset of an index, first leaf fastest; the last one takes the rest.
fn offset(modes: &[(i64, u64)], index: i64) -> i64 {
    let (mut rest, mut sum) = (index, 0);
    for (place, &(extent, stride)) in modes.iter().enumerate() {
        let coordinate = if place + 1 == modes.len() { rest } else { rest % extent };
        rest /= extent;
        sum ^= times(coordinate, stride);
    }
    sum as i64
}

fn over_bits(modes: &[(i64, u64)]) -> DynLayout {
    let modes = modes.iter().map(|&(extent, stride)| Mode::new(extent, Stride::F2(stride)));
    DynLayout::from_modes(Tree::flat(modes)).unwrap()
}

fn modes(most: i64, strides: u64) -> impl Strategy<Value = Vec<(i64, u64)>> {
    prop::collection::vec((1..=most, 0..strides), 1..4)
}

/// Modes whose extents are powers of two.
fn whole_bits(strides: u64) -> impl Strategy<Value = Vec<(i64, u64)>> {
    prop::collection::vec(((1..4_u32).prop_map(|bits| 1 << bits), 0..strides), 1..5)
}

fn size(modes: &[(i64, u64)]) -> i64 {
    modes.iter().map(|mode| mode.0).product()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, ..ProptestConfig::default() })]

    #[test]
    fn offsets_are_sums_over_bits(modes in modes(6, 32), target in 0..64_i64) {
        let layout = over_bits(&modes);
        let all: Vec<i64> = (0..size(&modes)).map(|index| offset(&modes, index)).collect();
        prop_assert!(layout.offsets().eq(all.iter().map(|&at| Offset::Int(at))));
        let image: BTreeSet<i64> = all.iter().copied().collect();
        prop_assert_eq!(layout.is_injective(), Ok(image.len() == all.len()));
        prop_assert_eq!(layout.holes(), Ok(layout.cosize() - image.len() as i64));
        let found = layout.coordinates_of(&Offset::Int(target)).unwrap();
        let found: Vec<i64> = found.iter().map(|c| crd2idx(c.view(), layout.shape().view()).unwrap()).collect();
        let expected: Vec<i64> = (0..all.len()).filter(|&index| all[index] == target).map(|index| index as i64).collect();
        prop_assert_eq!(found, expected);
        // rounded up to whole bits, the greatest offset is the last place
        let rounded: Vec<(i64, u64)> = modes.iter().map(|&(extent, stride)| (extent.unsigned_abs().next_power_of_two() as i64, stride)).collect();
        let most = (0..size(&rounded)).map(|index| offset(&rounded, index)).max().unwrap();
        prop_assert_eq!(layout.cosize(), most + 1);
    }

    /// A right inverse is made of whole modes by ascending strides: the highest bit of a stride comes next, and what is
    /// below it the modes so far take away, for each multiple.
    #[test]
    fn right_inverses_go_on_as_long_as_whole_modes_do(modes in whole_bits(16)) {
        let layout = over_bits(&modes);
        let mut rest: Vec<(u64, i64, i64)> = Vec::new();
        let mut index = 1;
        for mode in coalesce(&layout).unwrap().leaves() {
            if let Stride::F2(stride) = mode.stride {
                rest.push((stride, mode.extent, index));
            }
            index *= mode.extent;
        }
        rest.sort_by_key(|mode| mode.0);
        // the index that leads to each offset reached
        let mut indices = vec![0];
        for (stride, extent, index) in rest {
            let reached = indices.len() as u64;
            if stride < reached || stride >= 2 * reached {
                continue;
            }
            // twice what is below the bit is reached too, at twice the index, and so on
            let (below, digits) = (stride - reached, 0..extent.trailing_zeros());
            let back = indices[below as usize];
            if !digits.into_iter().all(|digit| indices.get((below << digit) as usize) == Some(&(back << digit))) {
                continue;
            }
            let step = (back ^ index) as u64;
            indices = (0..extent)
                .flat_map(|c| indices.iter().map(move |&own| own ^ times(c, step) as i64).collect::<Vec<_>>())
                .collect();
            for (place, &index) in indices.iter().enumerate() {
                prop_assert_eq!(offset(&modes, index), place as i64, "{}", layout);
            }
        }
        let inverse = right_inverse(&layout).unwrap();
        prop_assert!(inverse.offsets().eq(indices.iter().map(|&index| Offset::Int(index))), "{}: {}", layout, inverse);
    }

    /// A bit that does not add up from others goes back to its own index.
    #[test]
    fn left_inverses_lead_back(modes in modes(5, 32)) {
        let layout = over_bits(&modes);
        let places: Vec<i64> = (0..size(&modes)).map(|index| offset(&modes, index)).collect();
        match left_inverse(&layout) {
            Ok(inverse) => {
                for (index, &at) in places.iter().enumerate() {
                    let back = inverse.offset_unchecked(&Tree::leaf(at)).unwrap().as_int().unwrap();
                    prop_assert_eq!(places[back as usize], at, "{}: {}", layout, inverse);
                    prop_assert!(!layout.is_injective().unwrap() || back == index as i64);
                }
            }
            Err(_) => prop_assert!(modes.iter().any(|mode| mode.0.count_ones() != 1), "{}", layout),
        }
    }

    #[test]
    fn common_runs_of_bits_and_numbers(
        bits in whole_bits(8), order in prop::collection::vec(0..4_i64, 4), is_mixed: bool,
    ) {
        let lhs = over_bits(&bits);
        let shape: DynTuple = Tree::flat(bits.iter().map(|mode| mode.0));
        let rhs = ordered(&shape, &Tree::flat(order[..bits.len()].iter().copied())).unwrap();
        let rhs = if is_mixed { rhs } else { lhs.clone() };
        for (lhs, rhs) in [(&lhs, &rhs), (&rhs, &lhs)] {
            let common = max_common_layout(lhs, rhs).unwrap();
            for (place, index) in common.offsets().enumerate() {
                let index = Tree::leaf(index.as_int().unwrap());
                for side in [lhs, rhs] {
                    prop_assert_eq!(side.offset(&index).unwrap(), place as i64, "{} and {}: {}", lhs, rhs, common);
                }
            }
        }
        prop_assert_eq!(max_common_layout(&lhs, &lhs), right_inverse(&lhs).and_then(|all| coalesce(&all)));
    }

    /// What is fixed is added by XOR to what is kept, so that the two must not share bits.
    #[test]
    fn slices_of_swizzled_bits(modes in modes(6, 32), fixed in 0..6_i64, kept in 0..3_usize) {
        let swizzled = Swizzle::new(2, 0, 3).unwrap().compose_at(8, over_bits(&modes));
        let kept = kept % modes.len();
        let coordinate: Coordinate = Tree::flat((0..modes.len()).map(|mode| (mode != kept).then_some(fixed % modes[mode].0)));
        let (extent, stride) = modes[kept];
        let fixed = coordinate.leaves().iter().zip(&modes).fold(0, |sum, (c, mode)| sum ^ times(c.unwrap_or(0), mode.1));
        let bits = (0..extent).fold(0, |bits, c| bits | times(c, stride));
        let slice = swizzled.slice(&coordinate);
        prop_assert_eq!(slice.is_ok(), fixed & bits == 0, "{} of {}", coordinate, swizzled);
        let Ok(slice) = slice else { return Ok(()) };
        for (c, found) in slice.offsets().enumerate() {
            let whole = coordinate.map(|fixed| fixed.unwrap_or(c as i64));
            prop_assert_eq!(found, swizzled.offset(&whole));
        }
    }

    #[test]
    fn sums_over_bits(modes in modes(4, 16), strides in prop::collection::vec(0..16_u64, 3)) {
        let others: Vec<(i64, u64)> = modes.iter().zip(strides).map(|(mode, stride)| (mode.0, stride)).collect();
        let Ok(sum) = layout_add(&over_bits(&modes), &over_bits(&others)) else { return Ok(()) };
        let expected = (0..size(&modes)).map(|index| Offset::Int(offset(&modes, index) ^ offset(&others, index)));
        prop_assert!(sum.offsets().eq(expected), "{}", sum);
    }

    #[test]
    fn swizzles_of_many_bits_are_done_in_their_order(
        modes in whole_bits(1 << 12), indices in prop::collection::vec(0..1_i64 << 12, 64),
    ) {
        let layout = over_bits(&modes);
        let Ok(swizzled) = layout.to_swizzled() else { return Ok(()) };
        for index in indices.into_iter().map(|index| index % size(&modes)) {
            let coordinate = idx2crd(index, layout.shape().view()).unwrap();
            prop_assert_eq!(swizzled.offset(&coordinate), Ok(offset(&modes, index)), "{}: {}", layout, swizzled);
        }
    }

    /// Each leaf spans as few more elements as its last run must, and only the last of a mode.
    #[test]
    fn swizzled_ones_span_no_more_than_they_must(modes in modes(9, 16)) {
        let layout = over_bits(&modes);
        let Ok(swizzled) = layout.to_swizzled() else { return Ok(()) };
        for (own, mode) in layout.modes().zip(swizzled.layout.modes()) {
            let extents = mode.shape();
            let (last, front) = extents.leaves().split_last().unwrap();
            let front: i64 = front.iter().product();
            prop_assert_eq!(*last, (own.leaves()[0].extent + front - 1) / front, "{}: {}", layout, swizzled);
        }
        for index in 0..layout.size() {
            let coordinate = idx2crd(index, layout.shape().view()).unwrap();
            prop_assert_eq!(swizzled.offset(&coordinate).ok(), layout.offset(&coordinate).unwrap().as_int());
        }
    }
}

#[test]
fn inverses_take_away_what_is_below_a_bit() {
    for (bits, inverse) in [
        ("(2,2,2):(F1,F3,F7)", "(2,4):(F1,F3)"),
        ("(2,2,2):(F7,F3,F1)", "(2,2,2):(F4,F6,F3)"),
        // twice 1 is 2, whose index is not twice that of 1
        ("(2,2,4):(F2,F1,F5)", "(2,2):(F2,F1)"),
        ("(2,2,4):(F1,F2,F5)", "(4,4):(F1,F5)"),
        ("(4,4):(F1,F5)", "(4,4):(F1,F5)"),
        // a mode that begins at no power of two
        ("(3,2):(F2,F1)", "1:0"),
    ] {
        let found = right_inverse(&layout(bits)).unwrap();
        for (place, index) in found.offsets().enumerate() {
            let index = Tree::leaf(index.as_int().unwrap());
            assert_eq!(layout(bits).offset(&index).unwrap(), place as i64, "{bits}: {found}");
        }
        assert_eq!(found.to_string(), inverse, "{bits}");
    }
}

/// Additions of bits side by side to as many others are one swizzle.
#[test]
fn bits_side_by_side_are_one_swizzle() {
    for (bits, swizzled) in [
        ("(8,8):(F1,F9)", "Sw<3,0,3> o 0 o (8,8):(1,8)"),
        ("(4,4):(F5,F1)", "Sw<2,0,2> o 0 o (4,4):(4,1)"),
        ("(4,4):(F1,F4)", "(4,4):(1,4)"),
        ("(8,8,16):(F144,F16,F1)", "Sw<3,4,3> o 0 o (8,8,16):(128,16,1)"),
    ] {
        let layout = layout(bits);
        let found = layout.to_swizzled().unwrap();
        for index in 0..layout.size() {
            let coordinate = idx2crd(index, layout.shape().view()).unwrap();
            assert_eq!(
                found.offset(&coordinate).ok(),
                layout.offset(&coordinate).unwrap().as_int(),
                "{bits}"
            );
        }
        assert_eq!(found.to_string(), swizzled);
    }
}

/// Tiles that overhang keep the end of what was divided, also where the bits of a leaf come apart.
#[test]
fn the_end_of_what_was_divided_goes_along_into_swizzles() {
    for text in [
        "(2,4):(F2,F3) of (7) by (1@0,2@0)",
        "(4,4):(F1,F5) of (14) by (1@0,4@0)",
        "(2,4):(F2,F3) of (5) by (4@0,1@0)",
        "((2,4),2):((F2,F3),F8) of (7,2)",
    ] {
        let layout = layout(text);
        let swizzled = layout.to_swizzled().unwrap();
        assert_eq!(
            (swizzled.layout.size(), swizzled.layout.logical_size()),
            (layout.size(), layout.logical_size())
        );
        for index in 0..layout.size() {
            let coordinate = idx2crd(index, layout.shape().view()).unwrap();
            let expected = layout.offset(&coordinate).ok().and_then(|at| at.as_int());
            assert_eq!(swizzled.offset(&coordinate).ok(), expected, "{coordinate} of {swizzled}");
        }
    }
}

#[test]
fn compositions_over_bits_are_found_where_runs_are_no_whole_bits() {
    for (lhs, rhs, result) in [
        ("(6,2):(F1,F8)", "12:1", "(6,2):(F1,F8)"),
        ("(3,2):(F1,F4)", "6:1", "(3,2):(F1,F4)"),
        ("(8,8):(F1,F9)", "(3,2):(1,8)", "(3,2):(F1,F9)"),
        // as far as the leaf goes
        ("1048576:F3", "3000000:1", "3000000:F3"),
        ("1048576:F3", "1048576:F1", "1048576:F3"),
        ("1048576:F3", "(1048576,2):(1,0)", "(1048576,2):(F3,0)"),
        ("1048576:F3", "(1,1048576):(3,1)", "(1,1048576):(0,F3)"),
        ("1048576:F3", "(4,0):(1,1)", "(4,0):(0,0)"),
    ] {
        let (result, found) = (layout(result), composition(&layout(lhs), &layout(rhs)).unwrap());
        assert!(same_by_coordinate(&found, &result).unwrap(), "{lhs} o {rhs} = {found}");
    }
    // a run of 2^40 elements, and no divisor of what there is: nothing to look for
    let (start, far) = (Instant::now(), layout("(1099511627776,4):(F1,F1)"));
    assert!(matches!(composition(&far, &layout("2199023255553:1")), Err(Error::Inexact { .. })));
    assert!(start.elapsed() < Duration::from_secs(30));
    for (lhs, rhs, reason) in [
        ("4:-1", "(2,2):(F1,F2)", "composition: an offset that is no F2 element"),
        ("(4,1):(1,F4)", "2:1", "composition: (4,1):(1,F4) has strides of different kinds"),
        ("(4,1):(F4,1)", "2:1", "composition: (4,1):(F4,1) has strides of different kinds"),
    ] {
        assert_eq!(composition(&layout(lhs), &layout(rhs)).unwrap_err().to_string(), reason);
    }
    assert!(composition(&layout("(4,1):(F4,0)"), &layout("2:1")).is_ok());
}

#[test]
fn alignment_over_bits_is_the_lowest_bit_of_what_goes_not_on() {
    for (text, alignment) in [
        ("(4,2):(F1,F10)", 2),
        ("(4,2):(F1,F8)", 4),
        ("(4,2):(F1,F4)", 8),
        ("(4,2):(F1,F0)", 4),
        ("(2,4,2):(F8,F1,F24)", 4),
    ] {
        assert_eq!(max_alignment(&layout(text)), Ok(alignment), "{text}");
    }
}

/// Where the strides settle it, no element is looked at.
#[test]
fn large_layouts_over_bits_are_judged_by_their_strides() {
    for text in
        ["(4096,4096):(F4097,F4096)", "(1,4096,4096):(0,F4097,F4096)", "(4096,1,4096):(F4097,7,F4096)"]
    {
        assert_eq!(layout(text).is_injective(), Ok(true), "{text}");
        assert_eq!(layout(text).is_contiguous(), Ok(true), "{text}");
    }
    for (text, is_injective) in
        [("(2,2):(F8,0)", false), ("(2,1):(F8,0)", true), ("(4,2,2):(F1,F3,F64)", false)]
    {
        assert_eq!(layout(text).is_injective(), Ok(is_injective), "{text}");
    }
}

#[test]
fn swizzles_as_layouts_have_no_mode_of_one_element() {
    for (swizzle, bits, text) in [
        ("Sw<3,0,3>", 6, "(8,8):(F1,F9)"),
        ("Sw<3,0,3>", 8, "(8,8,4):(F1,F9,F64)"),
        ("Sw<3,0,3>", 4, "(8,2):(F1,F9)"),
        ("Sw<2,0,-3>", 3, "(4,2):(F9,F4)"),
        ("Sw<0,4,3>", 3, "(8):(F1)"),
    ] {
        assert_eq!(swizzle.parse::<Swizzle>().unwrap().to_layout(bits).unwrap().to_string(), text);
    }
    let swizzle: Swizzle = "Sw<2,0,3>".parse().unwrap();
    assert_eq!(swizzle.to_layout(62).map(|layout| layout.size()), Ok(1 << 62));
    assert_eq!(swizzle.to_layout(63), Err(Error::Overflow { quantity: "size of the swizzle" }));
}
