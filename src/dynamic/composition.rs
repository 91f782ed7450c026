//! One layout after another.
use super::coalesce::{FlatLayout, push_coalesced};
use super::coordinate::{crd2offset, idx2crd};
use super::error::{Error, Result, Witness, invalid};
use super::layout::DynLayout;
use super::layout_add::add_flat;
use super::mode::{LayoutRef, Mode, StrideKind, kind};
use super::modes;
use super::stride::{Axis, Offset, Stride};
use super::tiler::{Tiler, Untouched, by_mode};
use super::tree::{Builder, INLINE, Tree};
use super::tuple::size;
use crate::admissible::{FlatMode, Obstacle, Piece, Refusal, refine};
use crate::int::word;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use smallvec::{SmallVec, smallvec};

/// The most coordinates that are looked at over F2 strides.
const MAX_OVER_BITS: i64 = 1 << 18;

/// `lhs` after `rhs`.
///
/// Post-condition: the shape of the result refines that of `rhs`, and `result(c) = lhs(rhs(c))` for every coordinate
/// `c` of `rhs`. An index beyond the size of `lhs` extends its last mode.
///
/// Over integer strides every composition that is a layout is found, and a refusal shows a coordinate at which no
/// layout of that shape is right (see [`admissible`](crate::admissible); a domain too large to decide is refused with
/// words to that effect). Source: CuTe `composition`, whose checks let wrong results pass.
///
/// # Errors
/// If a layout overhangs or has strides of different kinds, or if no layout equals the composition or none is found.
///
/// ```
/// # use tilework::dynamic::{DynLayout, composition};
/// let after = |lhs: &str, rhs: &str| composition(&lhs.parse()?, &rhs.parse()?);
/// assert_eq!(after("(6,2):(8,2)", "(4,3):(3,1)")?.to_string(), "((2,2),3):((24,2),8)");
/// assert_eq!(
///     after("(6,2):(1,7)", "(3,2):(2,3)").unwrap_err().to_string(),
///     "composition: no layout over (3,2) equals (6,2):(1,7) o (3,2):(2,3), digits carry in mode 1 of (3,2):(2,3): \
///      coordinate (2,1) needs 8, modes give 7",
/// );
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn composition(lhs: &DynLayout, rhs: &DynLayout) -> Result<DynLayout> {
    lhs.require_exact("composition")?;
    rhs.require_exact("composition")?;
    let mut result = Builder::new();
    compose_into("composition", lhs.view(), rhs.view(), &mut result)?;
    DynLayout::from_modes(result.finish())
}

/// The parts of a layout a tiler picks: [`composition`] with the tiler, by mode. Modes the tiler does not name are
/// dropped.
///
/// # Errors
/// As [`composition`], for each mode; and if the tiler has more modes than the layout.
///
/// ```
/// # use tilework::dynamic::{DynLayout, composition_by};
/// let layout: DynLayout = "(8,12):(1,8)".parse()?;
/// assert_eq!(composition_by(&layout, &"<4,3:2>".parse()?)?.to_string(), "(4,3):(1,16)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn composition_by(lhs: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
    lhs.require_exact("composition")?;
    let mut result = Builder::new();
    by_mode("composition", lhs.view(), tiler, Untouched::Drop, &mut result, &mut |mode, tiler, result| {
        match tiler {
            Some(tiler) => compose_into("composition", mode, tiler.view(), result),
            None => result.push(mode),
        }
    })?;
    DynLayout::from_modes(result.finish())
}

/// Writes the composition, or refuses in the name of an operation that needs it.
pub(crate) fn compose_into(
    operation: &'static str,
    lhs: LayoutRef<'_>,
    rhs: LayoutRef<'_>,
    result: &mut Builder<Mode>,
) -> Result<()> {
    let composition = Composition { operation, lhs, rhs };
    match (composition.kind_of_lhs()?, kind(rhs.leaves())) {
        (StrideKind::Int, StrideKind::Int) => composition.of_integers(result),
        (_, StrideKind::Basis) => composition.assemble(&composition.with_coordinates()?, result),
        (StrideKind::Basis, StrideKind::Int) => composition.assemble(&composition.of_coordinates()?, result),
        (StrideKind::F2, _) | (_, StrideKind::F2) => composition.assemble(&composition.over_bits()?, result),
    }
}

/// A mode of the result, and the leaf of `rhs` it is part of.
#[derive(Debug, Clone, Copy)]
struct LeafPart {
    leaf: usize,
    mode: Mode,
}

type LeafParts = SmallVec<[LeafPart; INLINE]>;
type FlatModes = SmallVec<[FlatMode; INLINE]>;

struct Composition<'a> {
    operation: &'static str,
    lhs: LayoutRef<'a>,
    rhs: LayoutRef<'a>,
}

impl Composition<'_> {
    /// What the strides of `lhs` are made of; the last one counts even if it has one element, because it goes on beyond
    /// the size.
    fn kind_of_lhs(&self) -> Result<StrideKind> {
        let leaves = self.lhs.leaves();
        let Some(last) = leaves.last() else { return Ok(StrideKind::Int) };
        let beyond = kind(&[Mode { extent: 2, ..*last }]);
        match kind(leaves) {
            _ if leaves.iter().all(|mode| mode.extent <= 1 || mode.stride.is_zero()) => Ok(beyond),
            own if own == beyond || last.stride.is_zero() => Ok(own),
            _ => Err(invalid!(self.operation, "{} has strides of different kinds", self.lhs)),
        }
    }

    /// Writes each leaf of `rhs` with the parts it was split into; one without parts does not move.
    fn assemble(&self, parts: &[LeafPart], result: &mut Builder<Mode>) -> Result<()> {
        assemble(self.rhs, &mut 0, &mut &*parts, result)
    }

    fn of_integers(&self, result: &mut Builder<Mode>) -> Result<()> {
        let lhs = integers(self.lhs.leaves(), Stride::as_int);
        let rhs = integers(self.rhs.leaves(), Stride::as_int);
        // By reference: a refinement is large.
        match &refine(&lhs, &rhs) {
            Ok(refinement) => assemble(self.rhs, &mut 0, &mut refinement.pieces(), result),
            Err(refusal) => Err(self.refused(*refusal, None)),
        }
    }

    /// `lhs` gives coordinates: one composition along each axis, over a common refinement.
    fn of_coordinates(&self) -> Result<LeafParts> {
        let lhs = self.lhs.leaves();
        let rhs = integers(self.rhs.leaves(), Stride::as_int);
        let mut result: Option<LeafParts> = None;
        for axis in axes(lhs) {
            let along = |stride: Stride| match stride {
                Stride::Basis(value, own) if own == axis => Some(value),
                _ => None,
            };
            let parts: LeafParts = match &refine(&integers(lhs, along), &rhs) {
                Ok(refinement) => {
                    let along = |piece: &Piece| Mode::new(piece.extent, Stride::Basis(piece.stride, axis));
                    refinement
                        .pieces()
                        .iter()
                        .map(|piece| LeafPart { leaf: piece.leaf, mode: along(piece) })
                        .collect()
                }
                Err(refusal) => return Err(self.refused(*refusal, Some(axis))),
            };
            result = Some(match result {
                None => parts,
                Some(others) => self.joined(&others, &parts)?,
            });
        }
        Ok(result.unwrap_or_default())
    }

    /// The sum of two layouts over the same `rhs`.
    fn joined(&self, a: &[LeafPart], b: &[LeafPart]) -> Result<LeafParts> {
        let mut result = LeafParts::new();
        for leaf in 0..self.rhs.leaves().len() {
            let of_leaf = |parts: &[LeafPart]| -> FlatLayout {
                parts.iter().filter(|part| part.leaf == leaf).map(|part| part.mode).collect()
            };
            let sum = add_flat(&of_leaf(a), &of_leaf(b)).map_err(|reason| self.inexact(reason))?;
            result.extend(sum.into_iter().map(|mode| LeafPart { leaf, mode }));
        }
        Ok(result)
    }

    /// `rhs` gives coordinates of `lhs`: one composition with each mode of `lhs` that is reached, over the leaves
    /// along it.
    fn with_coordinates(&self) -> Result<LeafParts> {
        let mut result = LeafParts::new();
        for axis in axes(self.rhs.leaves()) {
            let path: SmallVec<[usize; Axis::MAX_LENGTH]> =
                axis.path().iter().map(|&index| index.into()).collect();
            let mode = modes::get(self.lhs, &path)?;
            let along = |mode: &Mode| match mode.stride {
                Stride::Basis(value, own) if own == axis => Mode::new(mode.extent, value),
                _ => Mode::UNIT,
            };
            let rhs = self.rhs.with_leaves(self.rhs.leaves().iter().map(along));
            let mut composed = Builder::new();
            compose_into(self.operation, mode, rhs.view(), &mut composed)?;
            result.extend(self.parts_along(composed.view(), axis));
        }
        result.sort_by_key(|part| part.leaf);
        Ok(result)
    }

    /// The parts of a composition over the leaves of `rhs` that are along an axis.
    fn parts_along(&self, composed: LayoutRef<'_>, axis: Axis) -> LeafParts {
        let mut modes = composed.leaves().iter().copied();
        let mut parts = LeafParts::new();
        for (leaf, rhs) in self.rhs.leaves().iter().enumerate() {
            let own = matches!(rhs.stride, Stride::Basis(_, own) if own == axis);
            let mut left = if own { rhs.extent } else { 1 };
            for mode in modes.by_ref() {
                parts.extend(own.then_some(LeafPart { leaf, mode }));
                left /= mode.extent.max(1);
                if left <= 1 {
                    break;
                }
            }
        }
        parts
    }

    /// F2 strides on either side: candidates from the longest runs, checked at every coordinate; or only at those of a
    /// single bit, where all the others are sums of these.
    fn over_bits(&self) -> Result<LeafParts> {
        let shape = self.rhs.shape();
        let total = size(shape.view())?;
        let is_linear = self.is_linear_over_bits();
        if total > MAX_OVER_BITS && !is_linear {
            let reason = format!("over F2 strides no more than {MAX_OVER_BITS} coordinates are looked at");
            return Err(self.inexact(reason));
        }
        let mut parts = LeafParts::new();
        if total == 0 {
            return Ok(parts);
        }
        for (leaf, mode) in self.rhs.leaves().iter().enumerate() {
            let runs = self.runs_over_bits(mode, is_linear)?;
            parts.extend(runs.into_iter().map(|mode| LeafPart { leaf, mode }));
        }
        // where runs are whole bits, all of which go on, nothing is left to look at
        if is_linear {
            return Ok(parts);
        }
        let candidate = {
            let mut modes = Builder::new();
            self.assemble(&parts, &mut modes)?;
            DynLayout::from_modes(modes.finish())?
        };
        let rhs = DynLayout::from_modes(self.rhs.to_tree())?;
        for (index, (given, through)) in candidate.offsets().zip(rhs.offsets()).enumerate() {
            let through = through.as_int().unwrap_or(0);
            let needed = Offset::Int(self.value(Stride::Int(through))?.cast_signed());
            if needed != given {
                let coordinate = idx2crd(word::wide(index), shape.view())?;
                let witness = Box::new(Witness { coordinate, needed, given });
                return Err(self.no_layout("", Some(witness)));
            }
        }
        Ok(parts)
    }

    /// Whether both layouts add the bits of their coordinates by XOR: `lhs` because its digits are whole bits, `rhs`
    /// because it is over F2 or its modes are bits of their own.
    fn is_linear_over_bits(&self) -> bool {
        let lhs = self.lhs.leaves();
        let whole_bits =
            lhs.iter().take(lhs.len().saturating_sub(1)).all(|mode| mode.extent.count_ones() == 1);
        let over_bits = lhs.iter().all(|mode| mode.stride.is_zero() || matches!(mode.stride, Stride::F2(_)));
        let mut taken = 0_u64;
        let bits_apart =
            self.rhs.leaves().iter().filter(|mode| mode.extent > 1).all(|mode| match mode.stride {
                Stride::F2(_) => true,
                Stride::Int(0) => true,
                Stride::Int(stride @ 1..) if stride.count_ones() == 1 => {
                    // the construction of the layout has found its offsets to fit
                    let bits = mode.extent.cast_unsigned().next_power_of_two().saturating_sub(1)
                        << stride.trailing_zeros();
                    let apart = taken & bits == 0;
                    taken |= bits;
                    apart
                }
                _ => false,
            });
        whole_bits && over_bits && bits_apart
    }

    /// Modes that `lhs` after one leaf of `rhs` may have: each the longest run that can be one; where bits are added,
    /// in whole bits if the leaf is not used up.
    fn runs_over_bits(&self, leaf: &Mode, is_linear: bool) -> Result<FlatLayout> {
        let mut runs = FlatLayout::new();
        let (mut rest, mut step) = (leaf.extent, leaf.stride);
        while rest > 1 {
            let at = |i: i64| self.value(step.scaled(i)?);
            let stride = Stride::F2(at(1)?);
            let mut run = 2;
            while run < rest && stride.scaled(run) == Ok(Stride::F2(at(run)?)) {
                run = if is_linear { run.saturating_mul(2) } else { run + 1 };
            }
            run = run.min(rest);
            if run < rest {
                let divisor = match is_linear {
                    true => Some(1 << rest.trailing_zeros().min(run.ilog2())).filter(|run| *run > 1),
                    false => (2..=run).rev().find(|run| rest % run == 0),
                };
                run = divisor.ok_or_else(|| self.no_layout("", None))?;
            }
            push_coalesced(&mut runs, Mode::new(run, stride));
            step = step.scaled(run)?;
            rest /= run;
        }
        Ok(runs)
    }

    /// The offset of an index of `lhs`.
    fn value(&self, index: Stride) -> Result<u64> {
        let index = match index {
            Stride::Int(index) => index,
            Stride::F2(index) => index.cast_signed(),
            Stride::Basis(..) => return Err(self.inexact(String::from("coordinates mixed with F2 strides"))),
        };
        match crd2offset(Tree::leaf(index).view(), self.lhs)? {
            Offset::Int(value) if value >= 0 => Ok(value.cast_unsigned()),
            _ => Err(self.inexact(String::from("an offset that is no F2 element"))),
        }
    }

    fn inexact(&self, reason: String) -> Error {
        Error::inexact(self.operation, reason)
    }

    fn no_layout(&self, because: &str, witness: Option<Box<Witness>>) -> Error {
        let reason =
            format!("no layout over {} equals {} o {}{because}", self.rhs.shape(), self.lhs, self.rhs);
        Error::Inexact { operation: self.operation, reason, witness }
    }

    fn refused(&self, refusal: Refusal, axis: Option<Axis>) -> Error {
        let mode = format!("mode {} of {}", refusal.leaf, self.rhs);
        match refusal.reason {
            Obstacle::Empty => {
                invalid!(self.operation, "{} has no elements for {}", self.lhs, self.rhs)
            }
            Obstacle::Overflow => Error::overflow("stride of the composition"),
            Obstacle::Undecided => {
                let reason = format!(
                    "whether {} o {} is a layout would take too long to decide; digits carry in {mode}",
                    self.lhs, self.rhs
                );
                self.inexact(reason)
            }
            Obstacle::Negative => self.no_layout(&format!(", {mode} goes below index 0"), None),
            Obstacle::Split => {
                self.no_layout(&format!(", {mode} would be split unevenly"), self.witness(refusal, axis))
            }
            Obstacle::Carry => {
                self.no_layout(&format!(", digits carry in {mode}"), self.witness(refusal, axis))
            }
        }
    }

    /// The coordinate of a refusal, and what differs there; over basis strides only what differs along the axis.
    fn witness(&self, refusal: Refusal, axis: Option<Axis>) -> Option<Box<Witness>> {
        let value = |value: i128| {
            let value = i64::try_from(value).ok()?;
            Some(match axis {
                Some(axis) if value != 0 => Offset::Coordinate(smallvec![(axis, value)]),
                _ => Offset::Int(value),
            })
        };
        let (needed, given) = (value(refusal.needed)?, value(refusal.given)?);
        let coordinate = idx2crd(refusal.index, self.rhs.shape().view()).ok()?;
        Some(Box::new(Witness { coordinate, needed, given }))
    }
}

/// A part of a leaf of `rhs`.
trait PartOfLeaf {
    fn leaf(&self) -> usize;
    fn mode(&self) -> Mode;
}

impl PartOfLeaf for LeafPart {
    fn leaf(&self) -> usize {
        self.leaf
    }

    fn mode(&self) -> Mode {
        self.mode
    }
}

impl PartOfLeaf for Piece {
    fn leaf(&self) -> usize {
        self.leaf
    }

    fn mode(&self) -> Mode {
        Mode::new(self.extent, self.stride)
    }
}

/// Writes a tree of leaves that begins with this one, each with its parts, which are the next ones.
fn assemble<P: PartOfLeaf>(
    rhs: LayoutRef<'_>,
    leaf: &mut usize,
    parts: &mut &[P],
    result: &mut Builder<Mode>,
) -> Result<()> {
    let Some(mode) = rhs.as_leaf() else {
        result.open()?;
        for mode in rhs.modes() {
            assemble(mode, leaf, parts, result)?;
        }
        result.close();
        return Ok(());
    };
    let count = parts.iter().take_while(|part| part.leaf() == *leaf).count();
    let (own, others) = parts.split_at(count);
    match own {
        [] => result.leaf(Mode { extent: mode.extent, ..Mode::UNIT }),
        [part] => result.leaf(part.mode()),
        _ => {
            result.open()?;
            own.iter().for_each(|part| result.leaf(part.mode()));
            result.close();
        }
    }
    *parts = others;
    *leaf += 1;
    Ok(())
}

/// Modes with one number for each stride, 0 where there is none.
fn integers(leaves: &[Mode], value: impl Fn(Stride) -> Option<i64>) -> FlatModes {
    let flat = |mode: &Mode| FlatMode { extent: mode.extent, stride: value(mode.stride).unwrap_or(0) };
    leaves.iter().map(flat).collect()
}

/// The axes that strides are along.
fn axes(leaves: &[Mode]) -> SmallVec<[Axis; 4]> {
    let mut axes = SmallVec::new();
    for mode in leaves {
        if let Stride::Basis(_, axis) = mode.stride
            && !mode.stride.is_zero()
            && !axes.contains(&axis)
        {
            axes.push(axis);
        }
    }
    axes
}
