//! Expressions as deep as one likes, and expressions whose parts are shared again and again: nothing overflows the
//! stack of a thread of 2 MiB, and nothing takes exponential time.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::{Duration, Instant};
use tilework::affine::{Constraint, Expr, IndexingMap, Interval, Points};

/// Deeper than a thread of 2 MiB could go by recursion, in any build.
const DEPTH: usize = if cfg!(debug_assertions) { 30_000 } else { 100_000 };
const DOUBLINGS: usize = 60;
/// Compositions.
const TIMES: usize = if cfg!(debug_assertions) { 400 } else { 1000 };
const BOUNDS: [Interval; 2] = [Interval::of_size(100), Interval::of_size(7)];

/// Runs on a thread with a small stack, in a few seconds.
fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap();
    thread.join().unwrap();
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
}

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

fn v(number: u32) -> Expr {
    Expr::variable(number)
}

/// Chains that cannot be shortened while they are made.
fn chains(depth: usize) -> Vec<Expr> {
    let chain = |step: &dyn Fn(Expr) -> Expr| (0..depth).fold(v(0), |expr, _| step(expr));
    vec![
        chain(&|expr| expr.add(c(1))),
        chain(&|expr| c(1).add(expr)),
        chain(&|expr| expr.add(v(1).mul(v(0))).modulo(c(97))),
        chain(&|expr| expr.floor_div(c(2)).add(v(1))),
        chain(&|expr| v(1).sub(expr.max(v(1)))),
        chain(&|expr| expr.mul(c(3)).add(v(1)).modulo(c(96)).floor_div(c(5))),
    ]
}

/// Expressions of few parts that are trees of 2^60.
fn doubled() -> Vec<Expr> {
    let double = |step: &dyn Fn(Expr) -> Expr| (0..DOUBLINGS).fold(v(0), |expr, _| step(expr));
    vec![
        double(&|expr| expr.clone().add(expr.floor_div(c(2)))),
        double(&|expr| expr.clone().modulo(c(96)).add(expr.floor_div(c(5)))),
        double(&|expr| expr.clone().add(c(1)).min(expr.mul(c(2)).add(v(1))).modulo(c(1000))),
        double(&|expr| expr.clone().add(v(1)).mul(expr.add(c(3))).modulo(c(64))),
        double(&|expr| expr.clone().max(v(1)).add(expr.neg().max(v(1))).modulo(c(64))),
    ]
}

fn each(run: impl Fn(&Expr) + Send + Copy + 'static) {
    on_small_stack(move || chains(DEPTH).iter().for_each(run));
    on_small_stack(move || doubled().iter().for_each(run));
}

fn map_of(expr: &Expr) -> IndexingMap {
    let constraint = Constraint { expr: expr.clone(), bounds: Interval::new(0, 50) };
    IndexingMap::new(&BOUNDS, &[], &[], vec![expr.clone()], vec![constraint]).unwrap()
}

#[test]
fn dropping() {
    each(|_| {});
}

#[test]
fn evaluating() {
    each(|expr| assert!(expr.evaluate(&[5]).is_none() || !expr.uses(1)));
}

#[test]
fn ranges() {
    each(|expr| assert!(!expr.range(&BOUNDS).is_empty()));
}

#[test]
fn substituting() {
    each(|expr| drop(expr.substitute(&|number| v(1 - number).add(c(1)))));
}

#[test]
fn counting() {
    each(|expr| {
        assert!(expr.operations() >= DEPTH && expr.uses(0) && !expr.uses(2));
        expr.is_multiple_of(2);
    });
}

#[test]
fn comparing() {
    each(|expr| {
        let copy = expr.substitute(&|number| v(number + 1)).substitute(&|number| v(number - 1));
        let other = expr.substitute(&|number| v(number + 1));
        assert!(*expr == copy && *expr != other);
        assert!(expr.cmp(&copy).is_eq() && expr.cmp(&other).is_ne());
        assert!(expr.cmp(&other) == other.cmp(expr).reverse());
        let hash = |expr: &Expr| {
            let mut hasher = DefaultHasher::new();
            expr.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(expr), hash(&copy));
    });
}

#[test]
fn printing() {
    each(|expr| assert!(!expr.to_string().is_empty() && !format!("{expr:?}").is_empty()));
}

#[test]
fn simplifying() {
    each(|expr| {
        let short = expr.simplify(&BOUNDS);
        for point in [[5, 3], [99, 0], [0, 6], [42, 1]] {
            if let Some(value) = expr.evaluate(&point) {
                assert_eq!(short.evaluate(&point), Some(value));
            }
        }
        expr.canonicalize();
    });
}

#[test]
fn maps() {
    let run = |expr: &Expr| {
        let map = map_of(expr);
        let short = map.simplify(Points::Replace);
        for point in [[5, 3], [99, 0], [0, 6], [42, 1]] {
            assert_eq!(map.contains(&point), short.contains(&point));
        }
        assert!(map == map.clone() && !map.to_string().is_empty());
        drop(map.to_layout());
        drop(map.image_len());
        map.rescale_symbols();
        map.remove_unused_variables();
        map.symbols_to_dimensions();
    };
    // the image has hundreds of points
    on_small_stack(move || chains(2000).iter().for_each(run));
    on_small_stack(move || doubled().iter().for_each(run));
}

#[test]
fn composing_again_and_again() {
    on_small_stack(|| {
        let steps = [
            "(d0) -> (d0 + 1), domain: d0 in [-100000, 100000]",
            "(d0) -> (d0 floordiv 2 + 5), domain: d0 in [0, 1000]",
            "(d0) -> ((d0 * 5 + 3) mod 128), domain: d0 in [0, 127]",
            "(d0) -> (d0 + d0 floordiv 2), domain: d0 in [0, 1000]",
        ];
        for step in steps {
            let step: IndexingMap = step.parse().unwrap();
            let mut long = step.clone();
            for _ in 0..TIMES {
                long = long.then(&step).unwrap();
            }
            let mut expected = 64;
            let mut inside = true;
            for _ in 0..=TIMES {
                inside &= step.contains(&[expected]);
                expected = step.results()[0].evaluate(&[expected]).unwrap_or(0);
            }
            assert_eq!(long.contains(&[64]), inside, "{step}");
            if inside {
                assert_eq!(long.results()[0].evaluate(&[64]), Some(expected));
            }
            let short = long.simplify(Points::Replace);
            assert_eq!(short.contains(&[64]), inside, "{step}");
            if inside {
                assert_eq!(short.results()[0].evaluate(&[64]), Some(expected));
            }
            assert!(!long.to_string().is_empty());
        }
    });
}
