//! Maps that share their variables: that of an operand, those of its runtime variables, that of the replica.
//!
//! A number that is read at a place which depends on a range symbol is another one for each value of the symbol. So the
//! maps of runtime variables have either no symbols, or the symbols of the map in which the number stands, in the same
//! order; and what is done to one of them is done to all. XLA keeps the symbols of each map apart, and
//! [`Scope::Xla`](super::Scope::Xla), too.
use super::builder::{d, substituted};
use super::operand::OperandIndexing;
use super::runtime_variable::RuntimeVariable;
use crate::affine::{Expr, IndexingMap, Interval, Points};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl OperandIndexing {
    /// Whether there is one map only.
    pub(super) fn is_alone(&self) -> bool {
        self.runtime.is_empty() && self.replica.is_none()
    }

    /// All results in one map: of the operand, of the replica, of the runtime variables.
    pub(super) fn joined(&self) -> IndexingMap {
        let others = self.replica.iter().map(|replica| &**replica);
        let others = others.chain(self.runtime.iter().map(|variable| &variable.map));
        let results = self.map.results().iter().chain(others.flat_map(IndexingMap::results));
        let results: Vec<Expr> = results.cloned().collect();
        self.map.clone().with_results(results)
    }

    /// The same with other maps, of which all results are in one: as many for the operand as it says, the others as
    /// they were.
    pub(super) fn split(&self, operand: usize, joined: IndexingMap) -> Self {
        let mut first = operand;
        let mut next = |old: &IndexingMap| {
            let results = joined.results()[first..first + old.results().len()].to_vec();
            first += results.len();
            part(&joined, results)
        };
        let replica = self.replica.as_ref().map(|replica| Box::new(next(replica)));
        let runtime = self
            .runtime
            .iter()
            .map(|variable| RuntimeVariable { map: next(&variable.map), ..*variable })
            .collect();
        let map = joined.clone().with_results(joined.results()[..operand].to_vec());
        OperandIndexing { map, runtime, replica, element: self.element.clone() }
    }

    /// The same with simplified maps, without symbols that no result needs, and the runtime variables of such symbols.
    pub(super) fn simplified_together(&self) -> Self {
        let results = self.map.results().len();
        let simple = self.joined().into_simplified(Points::Replace);
        self.split(results, simple.remove_unused_symbols()).with_runtime_of(&simple)
    }

    /// First this one, then another: all maps at once. The replica is that of one of both.
    pub(super) fn then_together(&self, second: &Self) -> Option<Self> {
        let (first, inner) = (self.joined(), second.joined());
        let passed = first.results().len() - self.map.results().len();
        let composed = first.then(&with_passed(&inner, passed)).ok()?;
        // the results of the second, then those of the first
        let mut results = composed.results().to_vec();
        let of_first = results.split_off(inner.results().len());
        let replicas = self.replica.iter().map(|replica| replica.results().len()).sum();
        let of_operand = second.map.results().len();
        results.splice(of_operand..of_operand, of_first[..replicas].iter().cloned());
        results.extend_from_slice(&of_first[replicas..]);
        let both = OperandIndexing {
            map: second.map.clone(),
            runtime: second.runtime.iter().chain(&self.runtime).cloned().collect(),
            replica: self.replica.clone().or_else(|| second.replica.clone()),
            element: second.element.clone(),
        };
        Some(both.split(of_operand, composed.with_results(results)))
    }
}

/// A map with some of the results of a larger one: without symbols, if it needs none.
fn part(joined: &IndexingMap, results: Vec<Expr>) -> IndexingMap {
    let dims = joined.dims().len();
    match results.iter().any(|result| result.uses_any(|variable| variable as usize >= dims)) {
        true => joined.clone().with_results(results),
        false => IndexingMap::over(&joined.bounds()[..dims], &[], &[], results, Vec::new()),
    }
}

/// The map with more dimensions, behind those it has, that are further results.
fn with_passed(map: &IndexingMap, passed: usize) -> IndexingMap {
    let (dims, range) = (map.dims().len(), map.range_symbols().len());
    let at = |variable: u32| match (variable as usize) < dims {
        true => Expr::variable(variable),
        false => d(variable as usize + passed),
    };
    let bounds = map.bounds();
    let all: Vec<Interval> =
        bounds[..dims].iter().copied().chain((0..passed).map(|_| Interval::ALL)).collect();
    let passed_on = (dims..dims + passed).map(d);
    let map = substituted(map, [&all, &bounds[dims..dims + range], &bounds[dims + range..]], &at);
    let results: Vec<Expr> = map.results().iter().cloned().chain(passed_on).collect();
    map.with_results(results)
}
