//! What the algebra must give: the definitions, on plain numbers, and the runtime twin beside them.

use crate::random::Random;
use std::collections::HashSet;
use tilework::algebra::{Reason, Refused};
use tilework::dynamic::{self, DynLayout};
use tilework::layout::{Layout, Validity};
use tilework::tuple::{IntTuple, Shape, Step, Stride};

/// More elements are not looked at one by one.
pub(crate) const MANY: i64 = 3000;

/// A tuple of this type; dynamic leaves take what is drawn, without the sign where the type has none. `None` if one is
/// to be a multiple, and what is drawn is not.
fn tuple<T: IntTuple>(draw: &mut dyn FnMut() -> i64) -> Option<T> {
    let mut leaves = Vec::new();
    for place in 0..T::LEAVES.len() {
        leaves.push(T::LEAVES.get(place).unwrap_or_else(|| draw() as isize));
    }
    let built = |leaves: &[isize]| {
        let mut leaves = leaves.iter();
        T::build(&mut |step| match step {
            Step::Leaf(_) => leaves.next().copied(),
            _ => Some(0),
        })
    };
    let unsigned: Vec<isize> = leaves.iter().map(|leaf| leaf.abs()).collect();
    built(&leaves).or_else(|| built(&unsigned))
}

/// What a random layout may have.
pub(crate) struct Drawn<'a> {
    pub(crate) extents: &'a [i64],
    pub(crate) strides: &'a [i64],
}

/// A layout of this type, unless its offsets overflow.
pub(crate) fn layout<S: Shape, D: Stride<S>>(random: &mut Random, drawn: &Drawn<'_>) -> Option<Layout<S, D>> {
    let drawn = (0..1000).find_map(|_| parts::<S, D>(random, drawn));
    let (shape, stride) = drawn.expect("some of what is drawn is of the type");
    Layout::try_new(shape, stride).ok()
}

/// Shape and stride of a layout: some compact, some scaled, most of any strides.
fn parts<S: Shape, D: Stride<S>>(random: &mut Random, drawn: &Drawn<'_>) -> Option<(S, D)> {
    let shape: S = tuple(&mut || random.of(drawn.extents))?;
    let (kind, scale) = (random.below(4), random.of(&[1_i64, 1, 2, 3]));
    let (mut next, mut extents) = (scale, Vec::new());
    shape.visit(&mut |step| {
        if let Step::Leaf(extent) = step {
            extents.push(extent as i64);
        }
    });
    let mut extents = extents.into_iter();
    let stride: D = tuple(&mut || {
        let own = next;
        next = next.saturating_mul(extents.next().unwrap_or(1));
        if kind == 0 { own } else { random.of(drawn.strides) }
    })?;
    Some((shape, stride))
}

/// The value of a layout at an index, by definition: first leaf fastest, the last one takes the rest.
pub(crate) fn at(layout: &DynLayout, index: i64) -> i128 {
    let leaves = layout.leaves();
    let (mut rest, mut sum) = (index, 0);
    for (place, mode) in leaves.iter().enumerate() {
        let last = place + 1 == leaves.len();
        // a layout without elements is asked for index 0 at most
        let coordinate = if last { rest } else { rest.checked_rem_euclid(mode.extent).unwrap_or(0) };
        rest = if last { 0 } else { rest.checked_div_euclid(mode.extent).unwrap_or(0) };
        sum +=
            i128::from(coordinate) * i128::from(mode.stride.as_int().expect("typed layouts have integers"));
    }
    sum
}

/// What became of operations on operands with dynamic leaves.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
    pub(crate) no_room: u64,
}

impl Tally {
    pub(crate) fn share_without_room(&self) -> f64 {
        100.0 * self.no_room as f64 / (self.accepted + self.no_room).max(1) as f64
    }

    /// Whether both have a result; otherwise both refuse, or there is no room.
    pub(crate) fn both<T>(
        &mut self,
        case: &dyn Fn() -> String,
        typed: &Result<T, (Reason, String)>,
        twin: &dynamic::Result<DynLayout>,
    ) -> bool {
        match (typed, twin) {
            (Ok(_), Ok(_)) => {
                self.accepted += 1;
                return true;
            }
            (Err((Reason::NoRoom, _)), Ok(_)) => self.no_room += 1,
            (Err((Reason::NoRoom, _)), Err(refusal)) => panic!("{}: room is missed, but: {refusal}", case()),
            (Err(_), Err(_)) => self.refused += 1,
            (Ok(_), Err(refusal)) => panic!("{}: accepted, but the twin: {refusal}", case()),
            (Err((reason, text)), Ok(twin)) => {
                panic!("{}: refused, {reason:?}: {text}, but the twin: {twin}", case())
            }
        }
        false
    }
}

/// The result as data, or why there is none with the words for it.
pub(crate) fn told<S: Shape, D: Stride<S>, E: Validity<S>, A, B>(
    result: Result<Layout<S, D, E>, Refused<A, B>>,
) -> Result<DynLayout, (Reason, String)>
where
    Refused<A, B>: std::fmt::Display,
{
    match result {
        Ok(layout) => Ok(layout.to_dynamic()),
        Err(refused) => Err((refused.reason, refused.to_string())),
    }
}

/// `result` is `lhs` after `rhs`.
pub(crate) fn is_composition(result: &DynLayout, lhs: &DynLayout, rhs: &DynLayout) {
    let refines = dynamic::compatible(rhs.shape().view(), result.shape().view());
    assert!(refines.unwrap_or(false), "{lhs} o {rhs} = {result}: another shape");
    assert_eq!(result.size(), rhs.size(), "{lhs} o {rhs} = {result}");
    let step = 1 + rhs.size() / MANY;
    for index in (0..rhs.size()).step_by(step as usize) {
        let through = at(rhs, index) as i64;
        assert_eq!(at(result, index), at(lhs, through), "{lhs} o {rhs} = {result}: at {index}");
    }
}

/// `result` is `layout` as a function of the index, in one level of modes.
pub(crate) fn is_coalesced(result: &DynLayout, layout: &DynLayout) {
    assert!(result.depth() <= 1, "{layout} to {result}");
    assert_eq!(result.size(), layout.size(), "{layout} to {result}");
    for index in 0..layout.size().min(MANY) {
        assert_eq!(at(result, index), at(layout, index), "{layout} to {result}: at {index}");
    }
}

/// `rest` is the twin's complement up to modes of one element, and repeats `layout` without overlap.
pub(crate) fn is_complement(rest: &DynLayout, twin: &DynLayout, layout: &DynLayout, cotarget: i64) {
    let moving = |layout: &DynLayout| -> Vec<_> {
        layout.leaves().iter().filter(|mode| mode.extent != 1).copied().collect()
    };
    let (rest_text, simple) = (rest.to_string(), dynamic::coalesce(twin).unwrap());
    assert_eq!(dynamic::coalesce(rest).unwrap(), simple, "{layout} in {cotarget}: {rest_text}");
    let ascends = moving(rest).is_sorted_by_key(|mode| mode.stride.as_int());
    assert!(ascends, "{layout} in {cotarget}: {rest_text}");
    if layout.size() > 64 || rest.size() > 64 {
        return;
    }
    let own: HashSet<i128> = (0..layout.size()).map(|index| at(layout, index)).collect();
    let both: HashSet<i128> =
        (0..rest.size()).flat_map(|copy| own.iter().map(move |offset| offset + at(rest, copy))).collect();
    assert_eq!(both.len(), own.len() * rest.size() as usize, "{layout} in {cotarget}: {rest_text} overlaps");
    let mut modes: Vec<_> =
        moving(layout).iter().map(|mode| (mode.stride.as_int().unwrap(), mode.extent)).collect();
    modes.retain(|&(stride, _)| stride != 0);
    modes.sort_unstable();
    let mut span = 1;
    let is_chain = modes.iter().all(|&(stride, extent)| {
        let whole = stride % span == 0;
        span = stride * extent;
        whole
    });
    if is_chain {
        assert!(
            (0..i128::from(cotarget)).all(|place| both.contains(&place)),
            "{layout} in {cotarget}: {rest_text}"
        );
        assert!(cotarget % span != 0 || both.len() as i64 == cotarget, "{layout} in {cotarget}: {rest_text}");
    }
}
