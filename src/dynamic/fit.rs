//! The leaves of a layout that is data, cut as a type asks for them.
use super::coalesce::{FlatLayout, coalesced};
use super::mode::Mode;
use super::stride::Stride;
use super::tree::{Builder, Tree};
use super::{DynLayout, Error, invalid};
use crate::int::word;
use crate::tuple::{self, Shape, Step};
use alloc::format;
use alloc::vec::Vec;

/// The shape and the stride of a type that are the layout: leaf by leaf, or else mode by mode once these are
/// coalesced.
pub(crate) fn fitted<S: Shape, D: tuple::Stride<S>>(layout: &DynLayout) -> Result<(S, D), Misfit> {
    if let Some(mode) = layout.leaves().iter().find(|mode| mode.stride.as_int().is_none()) {
        return Err(Misfit::Stride(mode.stride));
    }
    let wanted = wanted::<S, D>();
    let is_same = |(wanted, leaf): (&Wanted, &Mode)| wanted.takes(leaf.extent, leaf.stride.as_int());
    let leaves = layout.leaves();
    if wanted.view().congruent(layout.view()) && wanted.leaves().iter().zip(leaves).all(is_same) {
        return tuples(leaves);
    }
    if wanted.rank() != layout.rank() {
        return Err(Misfit::Rank(wanted.rank()));
    }
    let mut cut = FlatLayout::new();
    for (number, (wanted, mode)) in wanted.modes().zip(layout.modes()).enumerate() {
        if !cut_leaves(wanted.leaves(), Mode::UNIT, &coalesced(mode.leaves()), &mut cut) {
            return Err(Misfit::Mode(number));
        }
    }
    tuples(&cut)
}

/// Why a layout is not one of a type.
pub(crate) enum Misfit {
    Stride(Stride),
    Rank(usize),
    Mode(usize),
    Leaf,
}

impl Misfit {
    /// The same in words, of the layout and the type.
    pub(crate) fn error<S: Shape, D: tuple::Stride<S>>(self, layout: &DynLayout) -> Error {
        let (shape, stride) = (S::TEXT, D::TEXT);
        let target = format!("the type {}:{}", shape.as_str(), stride.as_str());
        match self {
            Misfit::Stride(stride) => {
                invalid!("conversion", "stride {stride} of {layout} is not one of {target}")
            }
            Misfit::Rank(rank) => {
                invalid!("conversion", "{layout} has rank {}, and {target} has rank {rank}", layout.rank())
            }
            Misfit::Mode(number) => {
                let mode = layout.modes().nth(number).map(|mode| Tree::flat_of(coalesced(mode.leaves())));
                let mode = mode.map_or_else(
                    || format!("mode {number}"),
                    |mode| format!("mode {number}, coalesced {}", mode.view()),
                );
                invalid!("conversion", "{mode}, of {layout} is not one of {target}")
            }
            Misfit::Leaf => {
                invalid!("conversion", "a leaf of {layout} has a value that {target} cannot have")
            }
        }
    }
}

/// The leaves of a type, each as far as it is static.
#[derive(Clone, Copy)]
struct Wanted {
    extent: Option<i64>,
    stride: Option<i64>,
}

impl Wanted {
    fn takes(&self, extent: i64, stride: Option<i64>) -> bool {
        self.extent.is_none_or(|wanted| wanted == extent) && self.takes_stride(stride)
    }

    fn takes_stride(&self, stride: Option<i64>) -> bool {
        self.stride.is_none() || self.stride == stride
    }
}

/// The tree of a type, of which every leaf is asked for once.
fn wanted<S: Shape, D: tuple::Stride<S>>() -> Tree<Wanted> {
    let (mut tree, mut place) = (Builder::new(), 0);
    S::build(&mut |step| {
        match step {
            Step::Open(_) => tree.open().ok()?,
            Step::Close => tree.close(),
            Step::Leaf(_) => {
                let leaf = |value: Option<isize>| value.map(|value| value as i64);
                tree.leaf(Wanted { extent: leaf(S::LEAVES.get(place)), stride: leaf(D::LEAVES.get(place)) });
                place += 1;
                return Some(S::LEAVES.get(place - 1).unwrap_or(0));
            }
        }
        Some(0)
    })
    .expect("a type has its own static leaves, and takes 0 for the others");
    tree.finish()
}

/// The shape and the stride of these leaves.
fn tuples<S: Shape, D: tuple::Stride<S>>(leaves: &[Mode]) -> Result<(S, D), Misfit> {
    let mut extents = leaves.iter().map(|leaf| word::steps(leaf.extent));
    let mut strides = leaves.iter().map(|leaf| leaf.stride.as_int().map_or(0, word::steps));
    let shape = S::build(&mut |step| if let Step::Leaf(_) = step { extents.next() } else { Some(0) });
    let stride = D::build(&mut |step| if let Step::Leaf(_) = step { strides.next() } else { Some(0) });
    shape.zip(stride).ok_or(Misfit::Leaf)
}

/// Cuts what is left of a leaf, and those behind it, into the leaves that are wanted; whether that can be done.
///
/// A leaf is cut in front: `12:s` into `4:s` and `3:4s`. A dynamic leaf takes all that is left of one; or leaves what
/// the static leaves behind it need; or nothing.
fn cut_leaves(wanted: &[Wanted], left: Mode, behind: &[Mode], cut: &mut FlatLayout) -> bool {
    if left.extent == 1
        && let Some((next, behind)) = behind.split_first()
    {
        return cut_leaves(wanted, *next, behind, cut);
    }
    let Some((first, rest)) = wanted.split_first() else { return left.extent == 1 };
    if behind.len() > rest.len() {
        return false;
    }
    let done = cut.len();
    candidates(first, rest, left.extent).into_iter().any(|extent| {
        cut.truncate(done);
        // one element does not move
        let stride = if extent == 1 { first.stride.unwrap_or(0).into() } else { left.stride };
        let Some(left) = behind_front(left, extent) else { return false };
        cut.push(Mode { extent, stride });
        first.takes_stride(stride.as_int()) && cut_leaves(rest, left, behind, cut)
    })
}

/// The extents to try for a leaf, of a leaf of which `left` elements are left.
fn candidates(first: &Wanted, rest: &[Wanted], left: i64) -> Vec<i64> {
    if let Some(extent) = first.extent {
        return Vec::from([extent]);
    }
    let mut candidates = Vec::from([left]);
    let mut needed = 1_i64;
    for extent in rest.iter().map_while(|leaf| leaf.extent) {
        needed = needed.saturating_mul(extent);
        if left.checked_rem(needed) == Some(0) {
            candidates.push(left / needed);
        }
    }
    candidates.push(1);
    candidates
}

/// What is left of a leaf behind its first elements, if it can be cut there.
fn behind_front(leaf: Mode, extent: i64) -> Option<Mode> {
    if extent == leaf.extent {
        return Some(Mode::UNIT);
    }
    match leaf.extent.checked_rem(extent) {
        Some(0) => Some(Mode { extent: leaf.extent / extent, stride: leaf.stride.scaled(extent).ok()? }),
        _ => None,
    }
}
