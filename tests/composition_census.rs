//! Every composition of two two-mode layouts of extents to 6 and strides to 12, and a sample of three-mode ones: what is
//! accepted equals the definition everywhere, and what is refused is no layout.
//!
//! The release profile takes them all, the debug profile every 41st. `--nocapture` shows the counts.
use tilework::admissible::{FlatMode, Reason, Refinement, Refusal, refine};

/// `lhs(index)` for all indices below a bound, first mode fastest; the last mode takes what is left.
fn table(lhs: &[FlatMode], bound: i64) -> Vec<i64> {
    let at = |index: i64| {
        let mut rest = index;
        let mut sum = 0;
        for (t, mode) in lhs.iter().enumerate() {
            let coordinate = if t + 1 == lhs.len() { rest } else { rest % mode.extent };
            rest /= mode.extent;
            sum += coordinate * mode.stride;
        }
        sum
    };
    (0..bound).map(at).collect()
}

/// Whether the values are those of some layout of as many elements: for some first mode, tried one by one, the values are
/// linear in it, additive over it, and those at its multiples are again those of a layout.
fn is_layout(values: &[i64]) -> bool {
    let size = values.len();
    values[0] == 0
        && (size == 1
            || (2..=size).filter(|first| size.is_multiple_of(*first)).any(|first| {
                (0..first).all(|i| values[i] == i as i64 * values[1])
                    && (0..size).all(|i| values[i] == values[i % first] + values[i - i % first])
                    && is_layout(&values.iter().step_by(first).copied().collect::<Vec<_>>())
            }))
}

/// Whether `lhs o rhs` is a layout whose shape refines that of `rhs`, by definition.
fn is_representable(lhs: &[i64], rhs: &[FlatMode; 2]) -> bool {
    let at = |i: i64, j: i64| lhs[(i * rhs[0].stride + j * rhs[1].stride) as usize];
    let first: Vec<i64> = (0..rhs[0].extent).map(|i| at(i, 0)).collect();
    let second: Vec<i64> = (0..rhs[1].extent).map(|j| at(0, j)).collect();
    (0..rhs[0].extent).all(|i| (0..rhs[1].extent).all(|j| at(i, j) == first[i as usize] + second[j as usize]))
        && is_layout(&first)
        && is_layout(&second)
}

/// Whether the pieces split the modes of `rhs` and give the offsets of the definition.
fn is_exact(lhs: &[i64], rhs: &[FlatMode; 2], refinement: &Refinement) -> bool {
    let mut through = vec![(0, 0)];
    for (leaf, mode) in rhs.iter().enumerate() {
        let mut step = mode.stride;
        for piece in refinement.pieces().iter().filter(|piece| piece.leaf == leaf) {
            if piece.step != step {
                return false;
            }
            step *= piece.extent;
            through = (0..piece.extent)
                .flat_map(|c| through.iter().map(move |(i, o)| (i + c * piece.step, o + c * piece.stride)))
                .collect();
        }
        if step != mode.stride * mode.extent {
            return false;
        }
    }
    through.len() as i64 == rhs[0].extent * rhs[1].extent
        && through.iter().all(|&(i, o)| lhs[i as usize] == o)
}

/// Whether the witness is a coordinate of `rhs` at which the definition gives what is needed, and that is not what is
/// given.
fn is_witness(lhs: &[i64], rhs: &[FlatMode; 2], refusal: Refusal) -> bool {
    let (i, j) = (refusal.index % rhs[0].extent, refusal.index / rhs[0].extent);
    j < rhs[1].extent
        && i128::from(lhs[(i * rhs[0].stride + j * rhs[1].stride) as usize]) == refusal.needed
        && refusal.needed != refusal.given
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    pairs: u64,
    accepted: u64,
    split: u64,
    carry: u64,
}

impl Counts {
    fn judge(&mut self, modes: &[FlatMode], lhs: &[i64], rhs: &[FlatMode; 2]) {
        self.pairs += 1;
        match refine(modes, rhs) {
            Ok(refinement) => {
                self.accepted += 1;
                assert!(is_exact(lhs, rhs, &refinement), "{modes:?} o {rhs:?}: {:?}", refinement.pieces());
            }
            Err(refusal) => {
                match refusal.reason {
                    Reason::Split => self.split += 1,
                    Reason::Carry => self.carry += 1,
                    reason => panic!("{modes:?} o {rhs:?}: {reason:?}"),
                }
                assert!(!is_representable(lhs, rhs), "{modes:?} o {rhs:?} is a layout: {refusal:?}");
                assert!(is_witness(lhs, rhs, refusal), "{modes:?} o {rhs:?}: {refusal:?} is no witness");
            }
        }
    }
}

fn modes(extents: std::ops::RangeInclusive<i64>, strides: std::ops::RangeInclusive<i64>) -> Vec<FlatMode> {
    extents.flat_map(|extent| strides.clone().map(move |stride| FlatMode { extent, stride })).collect()
}

#[test]
fn all_pairs_of_two_modes() {
    let every = if cfg!(debug_assertions) { 41 } else { 1 };
    let single = modes(2..=6, 1..=12);
    let pairs: Vec<[FlatMode; 2]> =
        single.iter().flat_map(|&a| single.iter().map(move |&b| [a, b])).collect();
    let mut counts = Counts::default();
    for (number, lhs) in pairs.iter().enumerate() {
        let offsets = table(lhs, 5 * 12 * 2 + 1);
        for rhs in pairs.iter().skip(number % every).step_by(every) {
            counts.judge(lhs, &offsets, rhs);
        }
    }
    println!("two modes after two modes: {counts:?}");
    if every == 1 {
        assert_eq!(
            counts,
            Counts { pairs: 12_960_000, accepted: 4_118_530, split: 6_190_785, carry: 2_650_685 }
        );
    }
}

#[test]
fn a_sample_of_three_modes() {
    let samples = if cfg!(debug_assertions) { 40_000 } else { 2_000_000 };
    // A linear congruence is random enough, and the same everywhere.
    let mut state = 2_026_u64;
    let mut random = |from: i64, to: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + ((state >> 33) % (to - from + 1) as u64) as i64
    };
    let mut counts = Counts::default();
    for sample in 0..samples {
        // Strides that continue one another with a small defect bring about carries that cancel.
        let (a, b, c) = (random(2, 6), random(2, 6), random(2, 6));
        let d = random(0, 4);
        let (e, f) = if sample % 2 == 0 {
            let defect = random(-3, 3);
            (a * d + defect, (a * d + defect) * b - defect)
        } else {
            (random(0, 40), random(0, 40))
        };
        let lhs = [(a, d), (b, e), (c, f)].map(|(extent, stride)| FlatMode { extent, stride });
        let rhs = [(); 2].map(|()| FlatMode { extent: random(2, 6), stride: random(0, 30) });
        counts.judge(&lhs, &table(&lhs, 5 * 30 * 2 + 1), &rhs);
    }
    println!("two modes after three modes: {counts:?}");
}

#[test]
fn carries_that_cancel() {
    let mode = |(extent, stride)| FlatMode { extent, stride };
    // Rejected by the test that forbids every carry, and a layout all the same.
    let lhs = [(6, 1), (3, 9), (4, 24)].map(mode);
    let refinement = refine(&lhs, &[(2, 2), (4, 8)].map(mode)).unwrap();
    let result: Vec<_> =
        refinement.pieces().iter().map(|piece| (piece.leaf, piece.extent, piece.stride)).collect();
    assert_eq!(result, [(0, 2, 2), (1, 4, 11)]);
}

#[test]
fn decided_in_const_evaluation() {
    const LHS: [FlatMode; 2] = [FlatMode { extent: 6, stride: 8 }, FlatMode { extent: 2, stride: 2 }];
    const RHS: [FlatMode; 2] = [FlatMode { extent: 4, stride: 3 }, FlatMode { extent: 3, stride: 1 }];
    const PIECES: usize = match refine(&LHS, &RHS) {
        Ok(refinement) => refinement.pieces().len(),
        Err(_) => 0,
    };
    const { assert!(PIECES == 3) };
}

#[test]
fn extremes_are_decided_without_overflow() {
    let mode = |(extent, stride)| FlatMode { extent, stride };
    let reason = |lhs: &[(i64, i64)], rhs: &[(i64, i64)]| {
        let flat = |modes: &[(i64, i64)]| modes.iter().copied().map(mode).collect::<Vec<_>>();
        refine(&flat(lhs), &flat(rhs))
            .map_err(|refusal| refusal.reason)
            .map(|refinement| refinement.pieces().len())
    };
    const HUGE: i64 = i64::MAX / 2;
    assert_eq!(reason(&[(1 << 31, 1), (1 << 31, 1 << 31)], &[(1 << 31, 1 << 31)]), Ok(1));
    assert_eq!(reason(&[(2, HUGE)], &[(2, HUGE)]), Err(Reason::Overflow));
    assert_eq!(reason(&[(HUGE, 1)], &[(HUGE, 1)]), Ok(1));
    assert_eq!(reason(&[(3, 1), (HUGE / 3, 5)], &[(HUGE - 1, 1)]), Err(Reason::Split));
    assert_eq!(reason(&[(4, 1), (8, 9)], &[(3, -1)]), Err(Reason::Negative));
    assert_eq!(reason(&[(4, 1), (8, 9)], &[(3, -4)]), Ok(1));
    assert_eq!(reason(&[(24, 2)], &[(5, -1)]), Ok(1));
    assert_eq!(reason(&[(0, 1), (4, 2)], &[(2, 1)]), Err(Reason::Empty));
    assert_eq!(reason(&[(0, 1), (4, 2)], &[(1, 1)]), Ok(0));
    assert_eq!(reason(&[(4, 1), (4, 9)], &[(0, 1), (7, 3)]), Ok(0));
    assert_eq!(reason(&[], &[(4, 1)]), Ok(1));
    // Two places that carry alike over a large box: more to look at than is allowed.
    let large = [(1 << 20, 1), (3, (1 << 20) + 1), (1 << 20, 3 * (1 << 20))];
    assert!(matches!(reason(&large, &[(1 << 10, 3), (1 << 10, 1 << 9), (1 << 10, 7)]), Ok(_) | Err(_)));
}
