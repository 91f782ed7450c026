//! Every composition of two two-mode layouts of extents to 6 and strides to 12, and a sample of three-mode ones: what
//! is accepted equals the definition everywhere, and what is refused is no layout.
//!
//! The release profile takes them all, the debug profile every 41st. `--nocapture` shows the counts. So it is for the
//! `const fn` that decides; of typed layouts there are a sample with dynamic leaves and some of static ones.
use crate::random::Random;
use tilework::admissible::{FlatMode, Obstacle, Refinement, Refusal, refine};
use tilework::algebra::{self, Refused};
use tilework::dynamic;
use tilework::{algebra::try_composition, prelude::*};

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

/// Whether the values are those of some layout of as many elements: for some first mode, tried one by one, the values
/// are linear in it, additive over it, and those at its multiples are again those of a layout.
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
                    Obstacle::Split => self.split += 1,
                    Obstacle::Carry => self.carry += 1,
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
    let mut random = Random(2_026);
    let mut counts = Counts::default();
    for sample in 0..samples {
        // Strides that continue one another with a small defect bring about carries that cancel.
        let (a, b, c) = (random.within(2, 6), random.within(2, 6), random.within(2, 6));
        let d = random.within(0, 4);
        let (e, f) = if sample % 2 == 0 {
            let defect = random.within(-3, 3);
            (a * d + defect, (a * d + defect) * b - defect)
        } else {
            (random.within(0, 40), random.within(0, 40))
        };
        let lhs = [(a, d), (b, e), (c, f)].map(|(extent, stride)| FlatMode { extent, stride });
        let rhs = [(); 2].map(|()| FlatMode { extent: random.within(2, 6), stride: random.within(0, 30) });
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
    assert_eq!(reason(&[(2, HUGE)], &[(2, HUGE)]), Err(Obstacle::Overflow));
    assert_eq!(reason(&[(HUGE, 1)], &[(HUGE, 1)]), Ok(1));
    assert_eq!(reason(&[(3, 1), (HUGE / 3, 5)], &[(HUGE - 1, 1)]), Err(Obstacle::Split));
    assert_eq!(reason(&[(4, 1), (8, 9)], &[(3, -1)]), Err(Obstacle::Negative));
    assert_eq!(reason(&[(4, 1), (8, 9)], &[(3, -4)]), Ok(1));
    assert_eq!(reason(&[(24, 2)], &[(5, -1)]), Ok(1));
    assert_eq!(reason(&[(0, 1), (4, 2)], &[(2, 1)]), Err(Obstacle::Empty));
    assert_eq!(reason(&[(0, 1), (4, 2)], &[(1, 1)]), Ok(0));
    assert_eq!(reason(&[(4, 1), (4, 9)], &[(0, 1), (7, 3)]), Ok(0));
    assert_eq!(reason(&[], &[(4, 1)]), Ok(1));
    // Two places that carry alike over a large box: more to look at than is allowed.
    let large = [(1 << 20, 1), (3, (1 << 20) + 1), (1 << 20, 3 * (1 << 20))];
    assert!(matches!(reason(&large, &[(1 << 10, 3), (1 << 10, 1 << 9), (1 << 10, 7)]), Ok(_) | Err(_)));
}

type Modes = Layout<(usize, usize), (usize, usize)>;

fn typed([a, b]: [FlatMode; 2]) -> Modes {
    let word = |number: i64| usize::try_from(number).unwrap();
    Layout::new((word(a.extent), word(b.extent)), (word(a.stride), word(b.stride)))
}

#[derive(Debug, Default, PartialEq, Eq)]
struct TypedCounts {
    accepted: u64,
    refused: u64,
    no_room: u64,
}

impl TypedCounts {
    /// What is accepted equals the definition; what is refused is no layout, or not one of the result type: then the
    /// runtime twin finds it.
    fn judge<S: Shape, D: Stride<S>, A: Copy, B: Copy>(
        &mut self,
        modes: [[FlatMode; 2]; 2],
        lhs: &[i64],
        result: Result<Layout<S, D>, Refused<A, B>>,
    ) {
        let [_, rhs] = modes;
        match result {
            Ok(layout) => {
                self.accepted += 1;
                assert_eq!(
                    mode_sizes(layout.shape()),
                    rhs.map(|mode| mode.extent as usize),
                    "{modes:?}: {layout}"
                );
                for (i, j) in coordinates(&rhs) {
                    let (index, offset) = (
                        i * rhs[0].stride + j * rhs[1].stride,
                        layout.offset((i + j * rhs[0].extent) as usize),
                    );
                    assert_eq!(
                        offset.to_isize() as i64,
                        lhs[index as usize],
                        "{modes:?}: {layout} at {i},{j}"
                    );
                }
            }
            Err(Refused { reason: algebra::Reason::NoRoom, .. }) => {
                self.no_room += 1;
                let [lhs, rhs] = modes.map(|modes| typed(modes).to_dynamic());
                assert!(
                    dynamic::composition(&lhs, &rhs).is_ok(),
                    "{lhs} o {rhs}: no room for what is no layout"
                );
            }
            Err(Refused { reason, .. }) => {
                self.refused += 1;
                assert!(!is_representable(lhs, &rhs), "{modes:?} is a layout: {reason:?}");
            }
        }
    }
}

fn mode_sizes<S: Shape>(shape: S) -> [usize; 2] {
    [0, 1].map(|mode| shape.mode_size(mode))
}

fn coordinates(rhs: &[FlatMode; 2]) -> impl Iterator<Item = (i64, i64)> {
    let [first, second] = rhs.map(|mode| mode.extent);
    (0..second).flat_map(move |j| (0..first).map(move |i| (i, j)))
}

#[test]
fn a_sample_of_typed_pairs_with_dynamic_leaves() {
    let every = if cfg!(debug_assertions) { 977 } else { 23 };
    let single = modes(1..=6, 0..=12);
    let pairs: Vec<[FlatMode; 2]> =
        single.iter().flat_map(|&a| single.iter().map(move |&b| [a, b])).collect();
    let mut counts = TypedCounts::default();
    for (number, lhs) in pairs.iter().enumerate() {
        let offsets = table(lhs, 5 * 12 * 2 + 1);
        for rhs in pairs.iter().skip(number % every).step_by(every) {
            counts.judge([*lhs, *rhs], &offsets, try_composition(typed(*lhs), typed(*rhs)));
        }
    }
    println!("typed, two modes after two modes: {counts:?}");
    assert!(counts.accepted > 0 && counts.refused > 0);
}

/// Static layouts and the same with one dynamic stride, in two-mode pairs.
macro_rules! static_pairs {
    (
        $counts:ident
        accepted { $(($a:tt, $b:tt):($d:tt, $e:tt) o ($m:tt, $n:tt):($x:tt, $y:tt);)* }
        refused { $(($ra:tt, $rb:tt):($rd:tt, $re:tt) o ($rm:tt, $rn:tt):($rx:tt, $ry:tt);)* }
    ) => {
        $(
            let modes = [[($a, $d), ($b, $e)], [($m, $x), ($n, $y)]];
            let modes = modes.map(|modes| modes.map(|(extent, stride)| FlatMode { extent, stride }));
            let offsets = table(&modes[0], 5 * 12 * 2 + 1);
            let (lhs, rhs) = (layout!(($a, $b):($d, $e)), layout!(($m, $n):($x, $y)));
            $counts.judge(modes, &offsets, try_composition(lhs, rhs));
            $counts.judge(modes, &offsets, try_composition(layout!(($a, $b):({$d}, $e)), rhs));
            $counts.judge(modes, &offsets, try_composition(lhs, layout!(($m, $n):($x, {$y}))));
        )*
        $(
            let modes = [[($ra, $rd), ($rb, $re)], [($rm, $rx), ($rn, $ry)]];
            let modes = modes.map(|modes| modes.map(|(extent, stride)| FlatMode { extent, stride }));
            let offsets = table(&modes[0], 5 * 12 * 2 + 1);
            let (lhs, rhs) = (layout!(($ra, $rb):($rd, $re)), layout!(($rm, $rn):($rx, $ry)));
            $counts.judge(modes, &offsets, try_composition(layout!(($ra, $rb):({$rd}, $re)), rhs));
            $counts.judge(modes, &offsets, try_composition(lhs, layout!(($rm, $rn):($rx, {$ry}))));
        )*
    };
}

/// Pairs drawn at random, most of them such that a mode is split. What is static and refused would not compile: one
/// stride is dynamic.
#[test]
fn some_typed_pairs_of_static_leaves() {
    let mut counts = TypedCounts::default();
    static_pairs! {
        counts
        accepted {
            (1, 2):(7, 10) o (1, 1):(2, 5);
            (2, 4):(1, 8) o (2, 4):(10, 5);
            (6, 3):(11, 5) o (6, 5):(2, 0);
            (4, 3):(8, 5) o (6, 4):(4, 4);
            (2, 3):(11, 4) o (4, 4):(9, 8);
            (2, 2):(12, 5) o (4, 4):(11, 2);
            (1, 1):(1, 8) o (5, 2):(7, 6);
            (2, 3):(7, 4) o (1, 6):(11, 7);
            (2, 2):(12, 2) o (6, 1):(3, 10);
            (5, 6):(6, 4) o (1, 1):(7, 7);
            (4, 6):(0, 3) o (6, 4):(0, 6);
            (5, 6):(1, 3) o (5, 4):(0, 8);
            (2, 4):(4, 1) o (3, 3):(6, 2);
            (4, 5):(4, 0) o (2, 4):(8, 2);
            (2, 5):(6, 6) o (5, 6):(10, 9);
            (6, 1):(9, 3) o (1, 6):(6, 6);
            (2, 1):(6, 5) o (2, 4):(6, 3);
            (3, 4):(2, 5) o (3, 6):(0, 10);
            (1, 2):(12, 12) o (4, 1):(1, 10);
            (5, 6):(3, 2) o (4, 3):(8, 5);
            (3, 6):(7, 11) o (6, 1):(1, 11);
            (1, 1):(5, 1) o (6, 5):(4, 2);
            (2, 1):(0, 12) o (6, 4):(8, 1);
            (2, 4):(8, 4) o (4, 2):(5, 4);
            (6, 6):(3, 0) o (1, 2):(7, 4);
            (6, 6):(6, 1) o (4, 6):(6, 3);
            (3, 3):(3, 7) o (1, 6):(0, 1);
            (2, 6):(1, 4) o (1, 1):(3, 10);
            (2, 4):(9, 0) o (6, 1):(11, 9);
            (6, 3):(4, 8) o (6, 3):(2, 6);
            (1, 2):(4, 6) o (4, 5):(7, 11);
            (4, 5):(5, 4) o (4, 2):(6, 9);
            (2, 6):(7, 3) o (1, 6):(0, 5);
            (6, 2):(5, 9) o (5, 5):(0, 1);
            (2, 6):(2, 10) o (2, 4):(4, 7);
            (3, 6):(6, 0) o (6, 3):(1, 12);
            (1, 4):(11, 12) o (3, 5):(2, 5);
            (5, 3):(3, 8) o (4, 2):(8, 0);
            (4, 1):(7, 5) o (2, 6):(1, 2);
            (6, 3):(10, 11) o (5, 2):(6, 6);
            (6, 3):(8, 9) o (6, 2):(3, 8);
            (6, 4):(12, 7) o (4, 2):(9, 7);
            (2, 2):(2, 12) o (2, 2):(12, 8);
            (6, 1):(5, 8) o (4, 2):(3, 8);
            (6, 5):(10, 6) o (1, 6):(8, 8);
            (3, 5):(11, 1) o (1, 4):(10, 0);
            (2, 5):(5, 1) o (4, 2):(11, 12);
            (4, 4):(3, 0) o (6, 6):(12, 10);
        }
        refused {
            (5, 6):(4, 5) o (6, 6):(11, 8);
            (6, 4):(3, 4) o (2, 4):(12, 2);
            (3, 3):(0, 6) o (2, 3):(2, 1);
            (3, 5):(4, 9) o (1, 6):(9, 11);
            (3, 3):(1, 5) o (3, 6):(7, 5);
            (6, 4):(5, 0) o (5, 4):(12, 5);
            (3, 4):(12, 1) o (5, 3):(11, 4);
            (2, 3):(5, 11) o (5, 3):(1, 10);
            (5, 1):(6, 3) o (6, 3):(9, 4);
            (4, 2):(5, 2) o (6, 2):(9, 10);
            (4, 2):(1, 6) o (3, 1):(2, 6);
            (3, 4):(2, 9) o (2, 4):(8, 7);
            (6, 3):(11, 7) o (3, 4):(4, 6);
            (3, 3):(1, 11) o (5, 1):(10, 12);
            (3, 5):(5, 11) o (6, 4):(4, 4);
            (3, 4):(11, 5) o (2, 4):(11, 5);
            (3, 1):(11, 11) o (6, 4):(11, 2);
            (5, 5):(12, 8) o (6, 3):(6, 9);
            (5, 5):(7, 10) o (2, 6):(3, 2);
            (4, 4):(5, 10) o (5, 5):(1, 3);
            (2, 4):(6, 9) o (6, 3):(8, 7);
            (2, 5):(2, 6) o (5, 2):(7, 2);
            (4, 2):(6, 7) o (3, 6):(7, 6);
            (4, 5):(2, 9) o (3, 3):(11, 7);
        }
    }
    println!("typed, static leaves: {counts:?}");
    // steps that are not aligned with a mode of dynamic stride split where their type has no room
    assert_eq!(counts, TypedCounts { accepted: 120, refused: 48, no_room: 24 });
}
