//! What memory does for many threads: counted again thread by thread, bytes by bytes.
use crate::CASES;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tilework::access::{Banks, ThreadAccess, blocks_touched};
use tilework::dynamic::{DynLayout, Swizzled};

/// The words of each phase, by bank, each with the threads that ask for it.
fn asked(
    banks: Banks,
    group: usize,
    addresses: &[usize],
    bytes: usize,
) -> Vec<BTreeMap<usize, BTreeMap<usize, BTreeSet<usize>>>> {
    let words = bytes.div_ceil(banks.width()).max(1);
    let mut phases = vec![BTreeMap::new(); addresses.len()];
    for (thread, address) in addresses.iter().enumerate() {
        let phase: &mut BTreeMap<usize, BTreeMap<usize, BTreeSet<usize>>> =
            &mut phases[thread / (group / words).max(1)];
        for byte in *address..address + bytes {
            let word = byte / banks.width();
            phase.entry(word % banks.count()).or_default().entry(word).or_default().insert(thread);
        }
    }
    phases
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counts_are_those_of_bytes(
        addresses in prop::collection::vec(0_usize..600, 0..40),
        (bytes, scale) in (0_usize..20, 1_usize..9),
        (count, width, group) in (1_usize..65, 1_usize..9, 1_usize..65),
        block in 1_usize..200,
    ) {
        let addresses: Vec<usize> = addresses.into_iter().map(|address| address * scale).collect();
        let banks = Banks::new(count, width, group);
        let phases = asked(banks, group, &addresses, bytes);
        let turns = phases.iter().map(|phase| phase.values().map(BTreeMap::len).max().unwrap_or(0));
        prop_assert_eq!(banks.ways(&addresses, bytes), turns.clone().max().unwrap_or(0));
        prop_assert_eq!(banks.wavefronts(&addresses, bytes), turns.sum::<usize>());

        let taken: BTreeSet<usize> = addresses.iter().flat_map(|first| *first..first + bytes).collect();
        let blocks: BTreeSet<usize> = taken.iter().map(|byte| byte / block).collect();
        prop_assert_eq!(blocks_touched(&addresses, bytes, block), blocks.len());

        let access = ThreadAccess::new(addresses, bytes);
        prop_assert_eq!(access.footprint(), taken.len() as u64);
        prop_assert_eq!(access.blocks_touched(block), Ok(blocks.len() as u64));
        let found: Vec<_> = access
            .collisions(banks)
            .into_iter()
            .map(|collision| (collision.phase, collision.bank, collision.words))
            .collect();
        let crowded: Vec<_> = phases
            .iter()
            .enumerate()
            .flat_map(|(phase, asked)| asked.iter().map(move |(bank, words)| (phase, *bank, words)))
            .filter(|(_, _, words)| words.len() > 1)
            .map(|(phase, bank, words)| {
                (phase, bank, words.values().map(|threads| threads.iter().copied().collect()).collect())
            })
            .collect::<Vec<(usize, usize, Vec<Vec<usize>>)>>();
        prop_assert_eq!(found, crowded);
    }
}

/// The access of threads to a layout.
fn access(layout: &str, threads: &str, bits: u32) -> ThreadAccess {
    ThreadAccess::of(&layout.parse::<Swizzled>().unwrap(), &threads.parse::<DynLayout>().unwrap(), bits)
        .unwrap()
}

#[test]
fn threads_take_what_their_layout_says() {
    // four threads with two halves each, in the second row of four
    let taken = access("(4,8):(8,1)", "(4,2):(8,4)", 16);
    assert_eq!((taken.addresses(), taken.bytes()), (&[0, 4, 8, 12][..], 4));
    // over basis strides, the coordinate itself
    let taken = access("(4,8):(8,1)", "(4,2):(2@1,1@1)", 16);
    assert_eq!((taken.addresses(), taken.bytes()), (&[0, 4, 8, 12][..], 4));
    let column = access("(32,33):(33,1)", "32:1@0", 32);
    assert_eq!(column.ways(Banks::NVIDIA), Ok(1));
    assert_eq!(column.blocks_touched(32), Ok(32));
}

#[test]
fn what_is_no_access_is_refused() {
    let refused = |layout: &str, threads: &str, bits| {
        let layout = layout.parse::<Swizzled>().unwrap();
        ThreadAccess::of(&layout, &threads.parse::<DynLayout>().unwrap(), bits).unwrap_err().to_string()
    };
    assert!(refused("(4,8):(8,1)", "(4,2):(8,1)", 16).contains("does not follow"));
    assert!(refused("8:1", "(2,2,2):(1,2,4)", 16).contains("rank 3"));
    assert!(refused("8:1", "8:1", 4).contains("no whole bytes"));
    assert!(refused("8:-1", "8:1", 8).contains("negative"));
    assert!(refused("70000:1", "70000:1", 8).contains("at most 65536"));
    assert!(ThreadAccess::new(vec![0], 1000).ways(Banks::NVIDIA).is_err());
    assert!(ThreadAccess::new(vec![0], 4).blocks_touched(0).is_err());
}

/// The conflicts of static layouts, counted while compiling, are those of their texts.
macro_rules! agrees {
    ($element:ty, $stage:ty, $stage_text:literal, $access:ty, $access_text:literal, $ways:literal) => {
        const {
            assert!(tilework::access::bank_conflicts::<$element, $stage, $access>() == $ways);
        }
        let bits = <<$element as tilework::format::Element>::Bits as tilework::typenum::Unsigned>::U32;
        assert_eq!(access($stage_text, $access_text, bits).ways(Banks::NVIDIA), Ok($ways));
    };
}

#[test]
fn static_conflicts_are_those_of_the_twin() {
    use tilework::{placed::Swizzled, prelude::*};
    type Rows = Layout!((32, 32):(32, 1));
    type Halves = Layout!((8, 64):(64, 1));
    type Nested = Layout!(((4, 8), (2, 16)):((2, 256), (1, 8)));
    type Once = Swizzled<Swizzle<5, 0, 5>, Rows>;
    type Twice = Swizzled<Swizzle<2, 1, 7>, Once>;
    type Xor = XorLayout!((32, 32):(F33, F1));
    type Tiled = Xla!(f32[32,256]{1,0:T(8,128)});
    // a tile of 3 rows in one of 8: no nested layout
    type Steps = Xla!(f32[20,30]{1,0:T(8,16)(3,1)});
    agrees!(f32, Rows, "(32,32):(32,1)", Layout!(32:1), "32:1", 32);
    agrees!(f32, Rows, "(32,32):(32,1)", Layout!(32:32), "32:32", 1);
    agrees!(f64, Rows, "(32,32):(32,1)", Layout!(32:32), "32:32", 1);
    agrees!(f32, Once, "Sw<5,0,5> o (32,32):(32,1)", Layout!(32:1), "32:1", 1);
    agrees!(f32, Twice, "Sw<2,1,7> o Sw<5,0,5> o (32,32):(32,1)", Layout!(32:1), "32:1", 1);
    agrees!(f32, Xor, "(32,32):(F33,F1)", Layout!(32:1), "32:1", 1);
    agrees!(f32, Swizzled<Swizzle<5, 0, 5>, Xor>, "Sw<5,0,5> o (32,32):(F33,F1)", Layout!(32:1), "32:1", 32);
    agrees!(f32, Tiled, "((8,4),(128,2)):((128,2048),(1,1024))", Layout!(32:1), "32:1", 32);
    agrees!(f32, Tiled, "((8,4),(128,2)):((128,2048),(1,1024))", Layout!(32:32), "32:32", 1);
    const STEPS: [usize; 600] = {
        let (image, offsets) = (tilework::access::image::<Steps>(), [0; 600]);
        assert!(image.is_injective() && image.size == 600);
        offsets
    };
    assert_eq!(STEPS.len(), Steps::STATIC.size().value());
    agrees!(f32, Nested, "((4,8),(2,16)):((2,256),(1,8))", Layout!(32:1), "32:1", 8);
    agrees!(u16, Halves, "(8,64):(64,1)", Layout!(((8, 4), 8):((1, 64), 8)), "((8,4),8):((1,64),8)", 8);
    // the name of a width, which has no values and no bytes of its own
    agrees!(f16, Halves, "(8,64):(64,1)", Layout!(((8, 4), 8):((1, 64), 8)), "((8,4),8):((1,64),8)", 8);
}
