//! The functions of a kernel: where a unit is, in the order in which threads come to it.
use super::digits::{CommonDigit, JointDigits};
use super::side::{CopySide, IndexBound};
use super::stage::{StageSkew, TileStage};
use super::tile::{BlockTile, DigitRun, TileOrder};
use crate::affine::{Expr, Interval};
use crate::dynamic::{Stride, Swizzle};
use crate::emit::condition::compared;
use crate::emit::error::EmitError;
use crate::emit::exclusive::ExclusiveSum;
use crate::emit::function::why;
use crate::emit::language::Language;
use crate::emit::lower::Lowering;
use crate::emit::machine::{Machine, Node};
use crate::emit::print::{Comparison, Function, FunctionBody, print};
use crate::emit::swizzle::swizzled;
use crate::emit::word::Word;
use crate::int::word;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A function without its name: what it is over, and what it gives.
#[derive(Debug)]
pub(super) struct IndexText {
    arguments: Vec<String>,
    ranges: Vec<Interval>,
    result: IndexValue,
}

#[derive(Debug)]
enum IndexValue {
    /// A sum that is swizzled then.
    Place(PlaceSum, Vec<(Swizzle, i64)>),
    /// Whether sums are below numbers.
    Inside(Vec<(Expr, i64)>),
}

#[derive(Debug)]
enum PlaceSum {
    Int(Expr),
    /// Over F2.
    Bits(ExclusiveSum),
}

/// How threads come to the units of a tile: in this order, so many at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct TileWalk<'a> {
    pub(super) joint: &'a JointDigits,
    pub(super) tile: &'a BlockTile,
    pub(super) order: TileOrder,
    pub(super) width: i64,
}

/// The variables of places.
const BLOCK: u32 = 0;
const ITEM: u32 = 1;
const VECTOR: u32 = 2;

impl TileWalk<'_> {
    /// How many times threads come to units.
    pub(super) fn items(&self) -> i64 {
        self.tile.units() / self.units_of_an_item()
    }

    /// Of each digit, which value of its part a unit is at.
    fn parts(&self, unit: &Expr) -> Vec<Expr> {
        let mut parts = alloc::vec![Expr::constant(0); self.tile.digits.len()];
        let mut weight = 1;
        for DigitRun { digit, every, count } in self.tile.runs(self.order) {
            let part = unit.clone().floor_div(Expr::constant(weight)).modulo(Expr::constant(count));
            parts[digit] = parts[digit].clone().add(part.mul(Expr::constant(every)));
            weight *= count;
        }
        parts
    }

    fn units_of_an_item(&self) -> i64 {
        self.width * self.order.vectors()
    }

    /// The first unit of an item.
    fn first_unit(&self, item: u32) -> Expr {
        Expr::variable(item).mul(Expr::constant(self.units_of_an_item()))
    }

    /// The digits that an item of a block begins at, or a vector of it.
    fn digits(&self) -> Vec<Expr> {
        let vector = match self.order.vectors() {
            1 => Expr::constant(0),
            _ => Expr::variable(VECTOR).mul(Expr::constant(self.width)),
        };
        let mut digits = self.parts(&self.first_unit(ITEM).add(vector));
        let mut weight = 1;
        for number in self.tile.order(CopySide::Destination) {
            let digit = &self.tile.digits[number];
            let block = Expr::variable(BLOCK).floor_div(Expr::constant(weight));
            let first = block.modulo(Expr::constant(digit.outer)).mul(Expr::constant(digit.inner));
            digits[number] = digits[number].clone().add(first);
            weight *= digit.outer;
        }
        digits
    }

    /// The values of blocks, items, and, where there are several, vectors of an item.
    fn ranges(&self) -> Vec<Interval> {
        let blocks = self.tile.blocks().unwrap_or(i64::MAX);
        let sizes = [blocks, self.items(), self.order.vectors()].map(Interval::of_size);
        sizes.into_iter().take(self.arguments().len()).collect()
    }

    /// What places are functions of.
    pub(super) fn arguments(&self) -> &'static [&'static str] {
        match self.order.vectors() {
            1 => &["block", "item"],
            _ => &["block", "item", "vector"],
        }
    }

    fn over_blocks(&self, result: IndexValue) -> IndexText {
        let arguments = self.arguments().iter().map(ToString::to_string).collect();
        IndexText { arguments, ranges: self.ranges(), result }
    }

    /// From a block and an item to its place on a side, counted in what is taken at once.
    pub(super) fn place(&self, side: CopySide) -> IndexText {
        let (digits, number) = (self.digits(), side.number());
        let mut sum = Expr::constant(self.joint.origins[number]);
        let mut bits = Vec::new();
        for (place, mode) in self.joint.modes.iter().enumerate() {
            let own = digits.iter().zip(&self.tile.digits).filter(|(_, digit)| digit.mode == place);
            let total = |of: fn(&CommonDigit, usize) -> i64| {
                own.clone().fold(Expr::constant(0), |sum, (value, digit)| {
                    sum.add(value.clone().mul(Expr::constant(of(&digit.joint, number))))
                })
            };
            if mode.leaves[number].is_empty() {
                sum = sum.add(total(|digit, side| digit.steps[side]));
                continue;
            }
            let index = total(|digit, _| digit.weight);
            for leaf in &mode.leaves[number] {
                let own = leaf.index(&index);
                match leaf.stride {
                    Stride::F2(_) => bits.push((own.simplify(&self.ranges()), leaf.columns(self.width))),
                    _ => sum = sum.add(own.mul(Expr::constant(leaf.step()))),
                }
            }
        }
        let of_vector = |(swizzle, offset): &(Swizzle, i64)| {
            (swizzle.of_units(self.width.ilog2()).unwrap_or(*swizzle), offset / self.width)
        };
        let swizzles: Vec<(Swizzle, i64)> = self.joint.swizzles[number].iter().map(of_vector).collect();
        if !bits.is_empty() {
            let place = PlaceSum::Bits(ExclusiveSum::of_terms(bits));
            return self.over_blocks(IndexValue::Place(place, swizzles));
        }
        let mut place = sum.floor_div(Expr::constant(self.width));
        if let Some((_, offset)) = swizzles.last() {
            // items beyond an edge may be below place 0, where nothing is swizzled
            place = place.max(Expr::constant(-offset));
        }
        self.over_blocks(IndexValue::Place(PlaceSum::Int(place), swizzles))
    }

    /// Whether an item of a block is read or written, if there is any that is not.
    pub(super) fn inside(&self, side: CopySide) -> Option<IndexText> {
        let digits = self.digits();
        let sum = |IndexBound { terms, below }: IndexBound| {
            let term = |(digit, weight): (usize, i64)| digits[digit].clone().mul(Expr::constant(weight));
            (terms.into_iter().map(term).fold(Expr::constant(0), Expr::add), below)
        };
        let bounds: Vec<(Expr, i64)> = self.tile.bounds(self.joint, side).into_iter().map(sum).collect();
        (!bounds.is_empty()).then(|| self.over_blocks(IndexValue::Inside(bounds)))
    }

    /// From an item to the cell of the stage that it is put into: along the source.
    pub(super) fn put(&self, stage: &TileStage) -> IndexText {
        let result = in_stage(self.first_unit(0), stage.skew, stage.units_of_a_cell);
        IndexText {
            arguments: Vec::from(["item".to_string()]),
            ranges: Vec::from([Interval::of_size(self.items())]),
            result,
        }
    }

    /// From an item, and the number of a unit in it, to where the unit is in the stage, or its word: along the
    /// destination.
    pub(super) fn get(&self, stage: &TileStage) -> IndexText {
        let parts = self.parts(&self.first_unit(0).add(Expr::variable(1)));
        let places = self.tile.places_in_order_of_source();
        let terms = parts.into_iter().zip(places).map(|(part, place)| part.mul(Expr::constant(place)));
        let place = terms.fold(Expr::constant(0), Expr::add);
        IndexText {
            arguments: Vec::from(["item".to_string(), "unit".to_string()]),
            ranges: Vec::from([Interval::of_size(self.items()), Interval::of_size(self.width)]),
            result: in_stage(place, stage.skew, self.order.vectors()),
        }
    }
}

/// A place of the stage after its skew, in cells of so many units.
fn in_stage(place: Expr, skew: StageSkew, cell: i64) -> IndexValue {
    let cells = Expr::constant(cell);
    if let StageSkew::Padding(padding) = skew {
        let row = place.clone().floor_div(Expr::constant(word::wide(padding.every)));
        let padded = place.add(row.mul(Expr::constant(word::wide(padding.by))));
        return IndexValue::Place(PlaceSum::Int(padded.floor_div(cells)), Vec::new());
    }
    let of_cells = |swizzle: &Swizzle| (swizzle.of_units(cell.ilog2()).unwrap_or(*swizzle), 0);
    // the outermost stands first
    let swizzles = skew.swizzles().iter().rev().map(of_cells).collect();
    IndexValue::Place(PlaceSum::Int(place.floor_div(cells)), swizzles)
}

impl IndexText {
    /// The function in a language, over the narrowest integers that hold all on the way, and these. They have a sign
    /// where items beyond an edge would be below the lowest place.
    pub(super) fn print(
        &self,
        language: Language,
        name: &str,
        comment: &str,
    ) -> Result<(String, Word), EmitError> {
        let mut refusal = None;
        for word in Word::ALL.into_iter().filter(|word| word.bits() <= language.widest().bits()) {
            match self.in_word(word) {
                Ok((machine, body)) => {
                    let function = Function {
                        name: name.to_string(),
                        comment: Vec::from([comment.to_string()]),
                        arguments: &self.arguments,
                        word,
                        machine: &machine,
                        body,
                    };
                    return Ok((print(&function, language), word));
                }
                // what is too large and not negative says more than the same with a sign
                Err(EmitError::TooWide { .. })
                    if matches!(&refusal, Some(EmitError::TooWide { lower: 0.., word: before, .. })
                        if before.bits() == word.bits()) => {}
                Err(EmitError::TooWide { lower, upper, word, .. }) => {
                    refusal = Some(EmitError::TooWide { lower, upper, word, language });
                }
                Err(error) => refusal = Some(error),
            }
        }
        Err(refusal.unwrap_or(EmitError::TooLong { most: 0 }))
    }

    fn in_word(&self, word: Word) -> Result<(Machine, FunctionBody), EmitError> {
        match &self.result {
            IndexValue::Place(sum, swizzles) => {
                let mut best: Option<(usize, Machine, Node)> = None;
                let mut refusal = None;
                for by_bits in [false, true] {
                    let mut lowering = self.lowering(word)?;
                    let (value, known) = match sum {
                        PlaceSum::Int(sum) => {
                            let sum = sum.simplify(&self.ranges);
                            (lowering.value(&sum), Some(sum))
                        }
                        PlaceSum::Bits(bits) => (bits.value(&mut lowering), None),
                    };
                    let place = value.and_then(|value| {
                        swizzled(&mut lowering, value, known, &self.ranges, swizzles, by_bits)
                    });
                    match place {
                        Some(place) => {
                            let cost = lowering.machine.cost(&[place]);
                            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                                best = Some((cost, lowering.machine, place));
                            }
                        }
                        None => refusal = Some(why(&lowering)),
                    }
                }
                match (best, refusal) {
                    (Some((_, machine, place)), _) => Ok((machine, FunctionBody::Values(Vec::from([place])))),
                    (None, Some(refusal)) => Err(refusal),
                    (None, None) => Err(EmitError::TooLong { most: 0 }),
                }
            }
            IndexValue::Inside(bounds) => {
                let mut lowering = self.lowering(word)?;
                let mut then: Vec<Comparison> = Vec::new();
                for (sum, below) in bounds {
                    let sum = sum.simplify(&self.ranges);
                    let range = sum.range(&self.ranges);
                    let value = lowering.value(&sum);
                    let zero = lowering.machine.constant(0);
                    let part = value.zip(zero).and_then(|(value, zero)| {
                        let all = (range.lower.into(), range.upper.into());
                        compared(&mut lowering.machine, [value, zero], all, Interval::of_size(*below))
                    });
                    then.extend(part.ok_or_else(|| why(&lowering))?);
                }
                Ok((lowering.machine, FunctionBody::Condition { first: Vec::new(), then }))
            }
        }
    }

    fn lowering(&self, word: Word) -> Result<Lowering<'_>, EmitError> {
        let mut machine = Machine::new(word);
        let inputs: Option<Vec<Node>> = self
            .ranges
            .iter()
            .enumerate()
            .map(|(number, range)| machine.input(number, range.lower, range.upper))
            .collect();
        match inputs {
            Some(inputs) => Ok(Lowering::new(machine, inputs, &self.ranges)),
            None => Err(why(&Lowering::new(machine, Vec::new(), &self.ranges))),
        }
    }
}

/// The name of a function of a kernel.
pub(super) fn named(kernel: &str, part: &str) -> String {
    format!("{kernel}_{part}")
}
