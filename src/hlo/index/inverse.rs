//! What is read the other way: where it goes.
use super::builder::{d, of_sizes};
use super::operand::OperandIndexing;
use crate::affine::Expr;
use alloc::vec::Vec;

impl OperandIndexing {
    /// From the index of the operand, which has these sizes, to the indices of the output that read it; simplified.
    pub(super) fn inverse(&self, sizes: &[i64]) -> Option<Self> {
        let all = self.map.inverse_with_symbols(&of_sizes(sizes)).ok()?;
        let (dims, range) = (self.map.dims().len(), self.map.range_symbols().len());
        // the variables of this map in the new one: runtime symbols stay the last
        let runtime = all.variables().len() - all.runtime_symbols().len();
        let at = |variable: u32| match all.results().get(variable as usize) {
            Some(value) => value.clone(),
            None => d(variable as usize - dims - range + runtime),
        };
        let joined = self.joined();
        let extra = joined.results()[self.map.results().len()..].iter().map(|result| result.substitute(&at));
        let results: Vec<Expr> = all.results()[..dims].iter().cloned().chain(extra).collect();
        let inverse = self.split(dims, all.clone().with_results(results));
        Some(inverse.simplified_together())
    }
}
