//! Plans of copies between swizzled layouts, and those over F2 strides: each element at its coordinate.

use super::relayout::{in_pieces, joined};
use proptest::prelude::*;
use std::num::NonZero;
use tilework::dynamic::{DynLayout, Swizzle, Swizzled, Tree};
use tilework::kernel::relayout::{Plan, PlanError};
use tilework::placed::Swizzle as Typed;
use tilework::prelude::{Integer, View, ViewMut, int, layout};

/// A swizzle of low bits, and what is added before it.
fn swizzle() -> impl Strategy<Value = (Swizzle, i64)> {
    let start = prop_oneof![3 => Just(0), 1 => (0..20_i64).prop_map(|n| n * 8), 1 => 0..50_i64];
    (0..4_i64, 0..5_i64, 0..3_i64, any::<bool>(), start).prop_map(|(bits, base, more, is_down, start)| {
        let shift = (bits + more).max(1);
        (Swizzle::new(bits, base, if is_down { -shift } else { shift }).unwrap(), start)
    })
}

/// No swizzle, one, or one behind another.
fn swizzles() -> impl Strategy<Value = Vec<(Swizzle, i64)>> {
    let twice = (swizzle(), swizzle(), 0..4).prop_map(|(first, (second, start), often)| {
        vec![(second, if often == 0 { start } else { 0 }), first]
    });
    prop_oneof![1 => Just(Vec::new()), 4 => swizzle().prop_map(|one| vec![one]), 1 => twice]
}

/// Modes of leaves, the first one the fastest, and in which order the leaves lie in memory.
#[derive(Clone, Debug)]
struct Drawn {
    modes: Vec<Vec<i64>>,
    extents: Vec<i64>,
    keys: Vec<u32>,
    /// Over F2, with bits of the strides below their highest ones.
    noise: Option<Vec<u64>>,
    swizzles: Vec<(Swizzle, i64)>,
}

impl Drawn {
    fn layout(&self) -> Swizzled {
        let all = || {
            self.modes
                .iter()
                .enumerate()
                .flat_map(|(mode, leaves)| (0..leaves.len()).map(move |leaf| (mode, leaf)))
        };
        let mut order: Vec<(u32, usize, usize)> = all()
            .zip(self.keys.iter().cycle())
            .map(|((mode, leaf), key)| (key.rotate_left(mode as u32), mode, leaf))
            .collect();
        order.sort_unstable();
        let mut strides: Vec<Vec<i64>> = self.modes.iter().map(|mode| vec![0; mode.len()]).collect();
        let mut stride = 1_i64;
        for &(key, mode, leaf) in &order {
            let extent = self.modes[mode][leaf];
            strides[mode][leaf] = match &self.noise {
                None => stride,
                Some(noise) => stride | (noise[(key % 5) as usize] & (stride - 1) as u64) as i64,
            };
            stride *=
                if self.noise.is_some() { extent.cast_unsigned().next_power_of_two() as i64 } else { extent };
            // a hole now and then
            stride *= if key % 7 == 0 { 2 } else { 1 };
        }
        let prefix = if self.noise.is_some() { "F" } else { "" };
        let list = |leaves: &[i64], prefix: &str| {
            let leaves: Vec<String> = leaves.iter().map(|leaf| format!("{prefix}{leaf}")).collect();
            format!("({})", leaves.join(","))
        };
        let tuple = |modes: &[Vec<i64>], prefix: &str| {
            let modes: Vec<String> = modes.iter().map(|leaves| list(leaves, prefix)).collect();
            format!("({})", modes.join(","))
        };
        let text = format!("{}:{}", tuple(&self.modes, ""), tuple(&strides, prefix));
        let layout = text.parse::<DynLayout>().unwrap().with_extent(&self.extents).unwrap();
        Swizzled { swizzles: self.swizzles.clone(), layout }
    }
}

/// Two sides of a copy; their modes are cut alike but for leaves that are joined. `inner` are the leaves but for the
/// last one of each mode.
fn pairs(inner: &'static [i64]) -> impl Strategy<Value = (Swizzled, Swizzled)> {
    let mode = (
        proptest::collection::vec(proptest::sample::select(inner), 0..4),
        1..12_i64,
        any::<[bool; 6]>(),
        0..3_i64,
    );
    let side = || {
        (
            proptest::collection::vec(any::<u32>(), 9),
            proptest::option::weighted(0.3, any::<[u64; 5]>()),
            swizzles(),
        )
    };
    (proptest::collection::vec(mode, 1..4), side(), side()).prop_map(|(modes, src, dst)| {
        let mut drawn: [Drawn; 2] = [src, dst].map(|(keys, noise, swizzles)| Drawn {
            modes: Vec::new(),
            extents: Vec::new(),
            keys,
            noise: noise.map(|noise| noise.to_vec()),
            swizzles,
        });
        let most = [2000, 60, 16][modes.len() - 1];
        for (mut leaves, last, joins, short) in modes {
            while leaves.iter().product::<i64>() * last > most {
                leaves.pop();
            }
            let extent = (leaves.iter().product::<i64>() * last - short).max(1);
            for (side, joins) in drawn.iter_mut().zip([&joins[..3], &joins[3..]]) {
                side.modes.push(joined(&leaves, last, joins));
                side.extents.push(extent);
            }
        }
        let [src, dst] = drawn.map(|side| side.layout());
        (src, dst)
    })
}

/// The offsets of all elements, by the definition.
fn places(layout: &Swizzled) -> Vec<usize> {
    let extents = layout.layout.extents().leaves().to_vec();
    let coordinate = |mut index: i64| {
        let digits = extents.iter().map(|extent| (index % extent, index /= extent).0);
        Tree::flat(digits.collect::<Vec<_>>())
    };
    let all = (0..extents.iter().product()).map(|index| layout.offset(&coordinate(index)).unwrap());
    all.map(|offset| usize::try_from(offset).unwrap()).collect()
}

/// Element number `place` of storage, in so many bits.
fn read(storage: &[u8], place: usize, bits: usize) -> &[u8] {
    &storage[place * bits / 8..][..bits / 8]
}

/// All elements are copied and nothing else is written: whole, in pieces and by threads. Whether there is a plan.
fn check((src, dst): (&Swizzled, &Swizzled), bits: usize, piece: usize) -> Result<bool, TestCaseError> {
    let plan = match Plan::from_swizzled(src, dst, bits as u32) {
        Ok(plan) => plan,
        Err(PlanError::Digits | PlanError::Starts) => return Ok(false),
        Err(error) => return Err(TestCaseError::fail(format!("{src} to {dst}: {error}"))),
    };
    let (from, to) = plan.len_bytes();
    let source: Vec<u8> = (0..from).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13) as u8).collect();
    let mut expected = vec![0xa5; to];
    for (read_at, write_at) in places(src).into_iter().zip(places(dst)) {
        match bits {
            4 => {
                let (from, to) = (read_at % 2 * 4, write_at % 2 * 4);
                let value = source[read_at / 2] >> from & 15;
                expected[write_at / 2] = expected[write_at / 2] & !(15 << to) | value << to;
            }
            _ => expected[write_at * bits / 8..][..bits / 8].copy_from_slice(read(&source, read_at, bits)),
        }
    }
    let mut target = vec![0xa5; to];
    plan.run_bytes(&source, &mut target).unwrap();
    prop_assert_eq!(&target, &expected, "{} to {}, {} bits\n{}", src, dst, bits, &plan);
    let pieces = in_pieces(&plan, &source, piece)?;
    prop_assert_eq!(&pieces, &expected, "{} to {}, {} bits, pieces of {}\n{}", src, dst, bits, piece, &plan);
    Ok(true)
}

fn bits() -> impl Strategy<Value = usize> {
    prop_oneof![Just(4), Just(8), Just(16), Just(32), Just(64), Just(128)]
}

/// Whether nothing is added to an offset before it is swizzled.
fn has_no_start(layout: &Swizzled) -> bool {
    layout.swizzles.iter().all(|(_, start)| *start == 0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]
    #[test]
    fn every_element_is_at_its_place((src, dst) in pairs(&[1, 2, 4, 8]), bits in bits(), piece in 0..600_usize) {
        let is_planned = check((&src, &dst), bits, piece)?;
        prop_assert!(is_planned || !has_no_start(&src) || !has_no_start(&dst), "{src} to {dst}");
    }

    #[test]
    fn every_element_of_odd_sizes_is_at_its_place(
        (src, dst) in pairs(&[1, 2, 3, 4, 6]), bits in bits(), piece in 0..600_usize,
    ) {
        check((&src, &dst), bits, piece)?;
    }
}

fn plan(src: &str, dst: &str, bits: u32) -> Result<Plan, PlanError> {
    Plan::from_swizzled(&src.parse().unwrap(), &dst.parse().unwrap(), bits)
}

/// What the swizzle leaves alone stays together: runs, and loops around them.
#[test]
fn free_digits_stay_together() {
    let text = |src: &str, dst: &str| plan(src, dst, 16).unwrap().to_string();
    let stage = "Sw<3,3,3> o (128,(64,2)):(64,(1,8192))";
    assert_eq!(
        text("(128,128):(128,1)", stage),
        "from 64 starts: 16 times (from +2048, to +1024): 2 times (from +128, to +16384): runs of 16 B"
    );
    // a start moves into the sums; 13 rows are 8 and 5
    assert_eq!(
        text("(13,64):(64,1)", "Sw<3,3,3> o 512 o (16,64):(64,1) of (13,64)"),
        "from 24 starts: runs of 16 B\nfrom 40 starts: 2 times (from +1024, to +1024): runs of 16 B"
    );
    // the strides of F2 whose bits no other has are as any others
    assert_eq!(text("(8,8,16):(128,16,1)", "(8,8,16):(F144,F16,F1)"), "from 64 starts: runs of 32 B");
    // what swizzles twice the same swizzles nothing
    assert_eq!(text("(8,8):(8,1)", "Sw<2,0,3> o Sw<2,0,3> o (8,8):(8,1)"), "from 1 starts: runs of 128 B");
}

#[test]
fn each_element_is_a_copy_of_its_own() {
    let layout = |text: &str| text.parse::<Swizzled>().unwrap();
    // a table of all elements
    for dst in ["Sw<7,0,7> o (128,128):(128,1)", "Sw<3,3,3> o (128,128):(129,1)"] {
        let sides = (&layout("(128,128):(128,1)"), &layout(dst));
        assert!(check(sides, 16, 4096).unwrap(), "{dst}");
    }
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let refused = |src: &str, dst: &str| plan(src, dst, 8).unwrap_err();
    let between = "Sw<1,0,3> o 5 o Sw<2,0,3> o 16 o (8,8):(8,1)";
    assert_eq!(refused("(8,8):(8,1)", between), PlanError::Digits);
    // a negative sum
    assert_eq!(refused("(8,8):(8,1)", "Sw<1,0,3> o (8,8):(-8,1)"), PlanError::Digits);
    assert!(plan("(8,8):(8,1)", "Sw<1,0,3> o 56 o (8,8):(-8,1)", 8).is_ok());
    // 512 values of the lower bits for as many of the higher ones
    assert_eq!(refused("(512,512):(512,1)", "Sw<9,0,9> o (512,512):(512,1)"), PlanError::Starts);
    assert_eq!(refused("(8,8):(8,1)", "Sw<2,0,3> o (8,8):(0,1)"), PlanError::Overlap);
    // padding
    let plan = plan("(7,8):(8,1)", "Sw<2,0,3> o (8,8):(8,1) of (7,8)", 8).unwrap();
    assert_eq!((plan.len_bytes(), plan.is_dense(), plan.is_filled()), ((56, 64), false, true));
    assert_eq!(plan.fill_padding(&[0], &mut [0; 64]), Err(PlanError::Digits));
    assert_eq!(plan.run_in_place(&mut [0; 64]), Err(PlanError::NoPermutation));
}

#[test]
fn threads_write_what_one_would() {
    let plan = plan("(512,512):(512,1)", "Sw<3,2,3> o (512,(32,16)):(32,(1,16384))", 32).unwrap();
    let source: Vec<u8> = (0..1_usize << 20).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 13) as u8).collect();
    let (mut one, mut three) = (vec![0; source.len()], vec![0; source.len()]);
    plan.run_bytes(&source, &mut one).unwrap();
    plan.run_bytes_on(NonZero::new(3).unwrap(), &source, &mut three).unwrap();
    assert!(one == three && one != source);
}

#[test]
fn typed_layouts_are_planned_too() {
    let (rows, stage) =
        (layout!((16, 64):(64, 1)), Typed::<3, 3, 3>::new().compose(layout!((16, 64):(64, 1))));
    let len = 16 + 8;
    let shifted = Typed::<2, 3, 3>::new().compose_at(len, layout!((16, {len + 40}):(64, 1)));
    let data: Vec<u16> = (0..16 * 64).collect();
    let mut dst = vec![0; stage.cosize().value()];
    let plan = Plan::new::<u16, _, _>(&rows, &stage).unwrap();
    assert_eq!(plan.to_string(), "from 64 starts: 2 times (from +1024, to +1024): runs of 16 B");
    plan.run(&View::new(&data, rows).unwrap(), &mut ViewMut::new(&mut dst, stage).unwrap()).unwrap();
    let mut back = vec![0; shifted.cosize().value()];
    let other = plan.run(&View::new(&data, rows).unwrap(), &mut ViewMut::new(&mut back, shifted).unwrap());
    assert_eq!(other, Err(PlanError::OtherLayout));
    let plan = Plan::new::<u16, _, _>(&stage, &shifted).unwrap();
    plan.run(&View::new(&dst, stage).unwrap(), &mut ViewMut::new(&mut back, shifted).unwrap()).unwrap();
    for crd in (0..16).flat_map(|row| (0..64).map(move |column| (row, column))) {
        assert_eq!(
            (dst[stage.offset(crd)], back[shifted.offset(crd)]),
            (data[rows.offset(crd)], data[rows.offset(crd)])
        );
    }
    // what is added to a place that is swizzled already
    let twice = Typed::<1, 0, 4>::new().compose_at(int!(8), stage);
    assert_eq!(Plan::new::<u16, _, _>(&rows, &twice).unwrap_err(), PlanError::Digits);
}

/// Digits over F2 that share bits are added by XOR; one whose stride is 0 is read again and again.
#[test]
fn digits_that_share_bits_are_not_summed() {
    let layout = |text: &str| text.parse::<Swizzled>().unwrap();
    for src in ["(4,4):(F1,F2)", "(4,4):(F2,F4)", "(4,4):(F3,F1)", "(4,4):(F1,F0)", "(4,1):(F1,F3)"] {
        let src = layout(src);
        let shape = src.layout.shape();
        let dst = tilework::dynamic::row_major(&shape).unwrap().into();
        assert!(check((&src, &dst), 8, 5).unwrap(), "{src}");
    }
}

/// As many leaves and modes as a tuple has, and no more.
#[test]
fn a_plan_has_as_many_digits_as_a_tuple() {
    let list = |count: usize, item: &str| format!("({})", vec![item; count].join(","));
    for (modes, leaves, is_planned) in
        [(1, 48, true), (1, 49, false), (12, 4, true), (12, 1, true), (13, 1, false), (13, 4, false)]
    {
        let (extents, strides) = (list(modes, &list(leaves, "1")), list(modes, &list(leaves, "0")));
        let text = format!("{extents}:{strides}");
        match plan(&text, &text, 8) {
            Ok(plan) => assert!(is_planned && plan.len_bytes() == (1, 1), "{modes} modes of {leaves} leaves"),
            Err(error) => {
                assert!(!is_planned && error == PlanError::Digits, "{modes} modes of {leaves} leaves");
            }
        }
    }
}
