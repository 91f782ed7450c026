//! Places, vectors and cycles: by the definition, place by place.
use crate::CASES;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tilework::access::{
    AccessedPlaces, Alias, Cycles, Image, NoPermutation, PlaceRuns, ThreadAccess, aliases,
    contiguous_threads_of, cycles, cycles_of, image, thread_stride_of, widest_vector_of,
};
use tilework::dynamic::{DynLayout, Swizzled};
use tilework::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_image_is_what_is_reached(offsets in prop::collection::vec(-9_i64..20, 0..20)) {
        let image = Image::of(offsets.iter().copied()).unwrap();
        let reached: BTreeSet<i64> = offsets.iter().copied().collect();
        let between = reached.first().zip(reached.last()).map_or(0, |(first, last)| last - first + 1);
        prop_assert_eq!((image.size, image.footprint), (offsets.len(), reached.len()));
        prop_assert_eq!(image.holes() as i64, between - reached.len() as i64);
        let second = (0..offsets.len()).find(|second| offsets[..*second].contains(&offsets[*second]));
        let alias = second.map(|second| {
            let first = offsets.iter().position(|offset| *offset == offsets[second]).unwrap();
            Alias { first, second, offset: offsets[second] as isize }
        });
        prop_assert_eq!(image.alias, alias);
        let counts: Vec<i64> = (0..offsets.len() as i64).collect();
        prop_assert_eq!(image.is_bijective(), reached.into_iter().collect::<Vec<_>>() == counts);

        let mut by_offset: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
        offsets.iter().enumerate().for_each(|(index, offset)| by_offset.entry(*offset).or_default().push(index));
        by_offset.retain(|_, indices| indices.len() > 1);
        prop_assert_eq!(aliases(offsets).unwrap(), by_offset.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn runs_have_each_place_once(
        drawn in prop::collection::vec((-40_i64..40, -2_i64..9), 0..12), gap in 1_i64..4,
        (bits, block) in (1_u64..40, 1_u64..9),
    ) {
        let runs = PlaceRuns::of(drawn.iter().map(|(first, more)| (*first, first + more)), gap);
        let taken: BTreeSet<i64> = drawn.iter().flat_map(|(first, more)| *first..=first + more).collect();
        let within: BTreeSet<i64> = runs.as_slice().iter().flat_map(|(first, last)| *first..=*last).collect();
        // what is between is nearer than the gap to both sides
        let joined = taken.iter().flat_map(|place| {
            let next = (1..=gap).map(|step| place + step).find(|next| taken.contains(next)).unwrap_or(*place);
            *place..=next
        });
        prop_assert_eq!(&within, &joined.collect::<BTreeSet<i64>>());
        prop_assert_eq!(runs.places(), within.len() as u64);
        let (bits, block) = (bits as i64, block as i64);
        let touched = within.iter().flat_map(|place| place * bits..(place + 1) * bits);
        let touched: BTreeSet<i64> = touched.map(|bit| bit.div_euclid(8 * block)).collect();
        prop_assert_eq!(runs.blocks(bits as u64, block as u64), touched.len() as u64);
    }

    #[test]
    fn vectors_are_aligned_and_in_one_piece(
        layout in 0_usize..LAYOUTS.len(), (threads, values) in (1_usize..5, 0_u32..4),
        (thread_stride, value_stride) in (1_i64..9, 1_i64..3),
        (bits, alignment) in (prop::sample::select(vec![4_u32, 8, 16, 24, 32]), 0_u32..6),
    ) {
        let layout: Swizzled = LAYOUTS[layout].parse().unwrap();
        let (values, alignment) = (1_usize << values, 1_usize << alignment);
        let access = format!("({threads},{values}):({thread_stride},{value_stride})");
        let access: DynLayout = access.parse().unwrap();
        let taken = AccessedPlaces::of(&layout, &access, bits).unwrap();
        let is_safe = |width: usize| {
            let bits = bits as usize;
            values.is_multiple_of(width)
                && (width == 1
                    || (width * bits).is_multiple_of(8)
                        && alignment.is_multiple_of(width * bits / 8)
                        && (0..threads * values).all(|i| {
                            let (thread, value) = (i % threads, i / threads);
                            let place = |value: usize| taken.as_slice()[value * threads + thread];
                            let first = place(value / width * width);
                            place(value) == first + value % width
                                && (first * bits).is_multiple_of(width * bits)
                        }))
        };
        let widest = [1, 2, 4, 8].into_iter().filter(|width| is_safe(*width)).max();
        prop_assert_eq!(Some(taken.widest_vector(alignment)), widest);
        prop_assert_eq!(widest_vector_of(taken.as_slice(), threads, bits as usize, alignment), widest.unwrap());
        if let Some(width) = widest && (width as u32 * bits).is_multiple_of(8) && bits.is_multiple_of(8) {
            let steps = ThreadAccess::in_vectors(&taken, width).unwrap();
            let bytes: Vec<usize> = steps.iter().flat_map(|step| {
                step.addresses().iter().flat_map(|first| *first..first + step.bytes())
            }).collect();
            let all = taken.as_slice().iter().flat_map(|place| {
                let bytes = bits as usize / 8;
                place * bytes..(place + 1) * bytes
            });
            let (mut all, mut found): (Vec<usize>, Vec<usize>) = (all.collect(), bytes);
            all.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, all);
        }
    }

    #[test]
    fn runs_of_threads_are_those_of_bytes(
        pieces in prop::collection::vec(0_usize..6, 1..9), (length, bytes) in (0_u32..4, 1_usize..5),
    ) {
        let length = 1_usize << length;
        let addresses: Vec<usize> = pieces.iter().flat_map(|piece| {
            (0..length).map(move |thread| piece * 8 * bytes + thread * bytes)
        }).collect();
        let is_run = |count: usize| {
            addresses.len().is_multiple_of(count)
                && addresses.chunks(count).all(|run| run.windows(2).all(|two| two[1] == two[0] + bytes))
        };
        let most = (0..8).map(|bit| 1 << bit).filter(|count| is_run(*count)).max();
        prop_assert_eq!(Some(contiguous_threads_of(&addresses, bytes)), most);
        let strides: BTreeSet<i64> = addresses.windows(2).map(|two| two[1] as i64 - two[0] as i64).collect();
        let only = strides.first().filter(|_| strides.len() == 1).map(|stride| *stride as isize);
        prop_assert_eq!(thread_stride_of(&addresses), only);
        let profile = ThreadAccess::new(addresses.clone(), bytes).thread_strides();
        prop_assert_eq!(profile.iter().map(|(_, count)| count).sum::<usize>(), addresses.len() - 1);
        prop_assert_eq!(profile.iter().map(|(stride, _)| *stride).collect::<BTreeSet<i64>>(), strides);
    }

    #[test]
    fn cycles_are_a_permutation_s_own(
        order in Just((0_i64..12).collect::<Vec<i64>>()).prop_shuffle(), size in 0_usize..13,
        (at, other) in (0_usize..12, -3_i64..15),
    ) {
        let mut offsets: Vec<i64> = order.into_iter().filter(|offset| *offset < size as i64).collect();
        let found = cycles_of(&offsets).unwrap();
        let mut seen: Vec<usize> = found.concat();
        seen.sort_unstable();
        prop_assert_eq!(seen, (0..size).collect::<Vec<_>>());
        for cycle in &found {
            for (index, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                prop_assert_eq!(offsets[*index], *next as i64);
            }
        }
        let exchanged = (0..size).flat_map(|i| (0..i).map(move |j| (j, i)));
        let inversions = exchanged.filter(|(i, j)| offsets[*i] > offsets[*j]).count();
        let counted = Cycles::of(&offsets).unwrap();
        prop_assert_eq!(counted.is_even(), inversions % 2 == 0);
        prop_assert_eq!((counted.size, counted.count), (size, found.len()));
        prop_assert_eq!(counted.fixed, found.iter().filter(|cycle| cycle.len() == 1).count());
        prop_assert_eq!(counted.longest, found.iter().map(Vec::len).max().unwrap_or(0));

        // any other offset at any place makes it none
        if at < size && offsets[at] != other {
            offsets[at] = other;
            match Cycles::of(&offsets) {
                Err(NoPermutation::Outside { index, offset }) => {
                    prop_assert!(offsets[index] == offset && !(0..size as i64).contains(&offset));
                }
                Err(NoPermutation::Twice { offset }) => {
                    let many = offsets.iter().filter(|place| **place == offset as i64).count();
                    prop_assert_eq!(many, 2);
                }
                Ok(_) => prop_assert!(false, "{:?} is no permutation", offsets),
            }
        }
    }
}

/// Layouts of 64 elements or more, whose vectors are of all widths.
const LAYOUTS: [&str; 6] = [
    "(8,8):(8,1)",
    "(8,8):(1,8)",
    "(8,8):(10,1)",
    "Sw<2,1,3> o (8,8):(8,1)",
    "((2,4),(4,2)):((4,8),(1,32))",
    "Sw<3,0,3> o 4 o (8,8):(1,8)",
];

#[test]
fn static_layouts_have_the_images_of_their_twins() {
    macro_rules! agrees {
        ($layout:ty, $text:literal) => {{
            const IMAGE: Image = image::<$layout>();
            let offsets = || $text.parse::<Swizzled>().unwrap();
            let offsets: Vec<i64> = offsets().offsets().map(Result::unwrap).collect();
            assert_eq!(Image::of(offsets.iter().copied()).unwrap(), IMAGE, "{}", $text);
            if IMAGE.is_bijective() {
                assert_eq!(Cycles::of(&offsets).unwrap().is_even(), cycles::<$layout>().is_even());
                assert_eq!(Cycles::of(&offsets), Ok(cycles::<$layout>()), "{}", $text);
            }
        }};
    }
    agrees!(Layout!((8, 12):(12, 1)), "(8,12):(12,1)");
    agrees!(Layout!((4, 2):(1, 3)), "(4,2):(1,3)");
    agrees!(Layout!((4, 6):(-3, 5)), "(4,6):(-3,5)");
    agrees!(Layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), "((4,2),(4,3)):((4,16),(1,32))");
    agrees!(tilework::placed::Swizzled<Swizzle<2, 0, 3>, Layout!((8, 8):(8, 1))>, "Sw<2,0,3> o (8,8):(8,1)");
    agrees!(XorLayout!((8, 8):(F1, F9)), "(8,8):(F1,F9)");
    agrees!(XorLayout!((2, 2, 2):(F3, F5, F6)), "(2,2,2):(F3,F5,F6)");
    agrees!(Xla!(f32[6,8]{1,0:T(2,4)}), "((2,3),(4,2)):((4,16),(1,8))");
}

#[cfg(feature = "xla")]
#[test]
fn static_arrays_have_the_images_of_their_twins() {
    use tilework::xla::{ArrayShape, LinearIndex, Shape, Tiling};
    macro_rules! agrees {
        ($($text:tt)*) => {{
            const IMAGE: Image = image::<Xla!($($text)*)>();
            let text = stringify!($($text)*).replace(' ', "");
            let shape: Shape = text.parse().unwrap();
            let array: &ArrayShape = shape.array("test").unwrap();
            let index = LinearIndex::new(array, Tiling::All).unwrap();
            let sizes = array.sizes().unwrap();
            let elements: i64 = sizes.iter().product();
            let offsets = (0..elements).map(|number| {
                let mut rest = number;
                let place: Vec<i64> = sizes.iter().map(|size| (rest % size, rest /= size).0).collect();
                index.at(&place).unwrap()
            });
            assert_eq!(Image::of(offsets).unwrap(), IMAGE, "{text}");
        }};
    }
    agrees!(f32[20,30]{1,0:T(8,16)(3,1)});
    agrees!(s32[5,1]{1,0:T(4,1)(3,1)});
}
