//! Numbers that are read at run time, clamped by the maps themselves.
use super::builder::substituted;
use super::operand::OperandIndexing;
use super::runtime_variable::OutOfRange;
use crate::affine::{Expr, IndexingMap, Interval, variable};
use alloc::vec::Vec;

impl OperandIndexing {
    /// The same for any numbers that are read: where a number is clamped, the map says so, and its symbol has no
    /// bounds.
    ///
    /// Post-condition: with the numbers as they are read, the maps lead where these lead with what
    /// [`value`](super::RuntimeVariable::value) makes of them.
    ///
    /// ```
    /// use tilework::hlo::{Module, Scope, output_to_input};
    /// let module = Module::parse("ENTRY e {
    ///     p = f32[10] parameter(0)
    ///     at = s32[] parameter(1)
    ///     ROOT s = f32[4] dynamic-slice(p, at), dynamic_slice_sizes={4}
    /// }")?;
    /// let maps = output_to_input(&module, module.entry(), 2, 0, Scope::Extended);
    /// let clamped = maps[0].as_ref().unwrap()[0].with_clamps();
    /// assert_eq!(clamped.map.function_text(), "(d0){rt0} -> (d0 + max(min(rt0, 6), 0))");
    /// assert_eq!(clamped.map.evaluate(&[3], &[], &[i64::MAX])?[..], [9]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn with_clamps(&self) -> Self {
        let mut stated = self.clone();
        stated.map = self.clamped(&self.map);
        stated.others_mut().for_each(|map| *map = self.clamped(map));
        stated
    }

    /// A map, if it has the runtime symbols of this one.
    fn clamped(&self, map: &IndexingMap) -> IndexingMap {
        let bounds = map.bounds();
        let (dims, first) = (map.dims().len(), bounds.len() - map.runtime_symbols().len());
        if bounds.len() != self.map.variables().len() || bounds.len() - first != self.runtime.len() {
            return map.clone();
        }
        let clamp = |number: u32| {
            let symbol = Expr::variable(number);
            match (number as usize).checked_sub(first) {
                Some(place) => self.runtime[place].outside.meaning(symbol),
                None => symbol,
            }
        };
        let mut own_bounds = Vec::new();
        let mut runtime = Vec::with_capacity(self.runtime.len());
        for (place, number) in self.runtime.iter().enumerate() {
            let own = bounds[first + place];
            runtime.push(match number.outside {
                OutOfRange::Dropped => own,
                OutOfRange::Clamped(to) => {
                    if !own.covers(to) {
                        own_bounds.push((clamp(variable(first + place)), own));
                    }
                    Interval::ALL
                }
            });
        }
        let clamped = substituted(map, [&bounds[..dims], &bounds[dims..first], &runtime], &clamp);
        own_bounds.into_iter().fold(clamped, |map, (expr, bounds)| map.with_constraint(expr, bounds))
    }
}
