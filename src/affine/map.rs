//! Indexing maps: which elements are needed for an element.
use super::expr::{Expr, variable};
use super::interval::Interval;
use super::print::write_expr;
use crate::dynamic::{Result, invalid};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// A map from the indices of one array to those of another: `(d0, d1)[s0]{rt0} -> (d0 + s0, d1 + rt0)` on a domain.
///
/// For each value of the dimensions `d`, all values of the range symbols `s` together give the elements that are
/// needed; a runtime symbol `rt` has one value, known only when the program runs. The domain is an interval for each
/// variable, and constraints: expressions with an interval. Variables are numbered through, dimensions first, then
/// range symbols, then runtime symbols. Source: XLA, *Indexing analysis*.
///
/// ```
/// use tilework::affine::IndexingMap;
/// // the rows of a matrix that a sum over windows of three reads
/// let map: IndexingMap = "(d0, d1)[s0] -> (d0 + s0, d1), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 2]".parse()?;
/// assert_eq!(map.evaluate(&[4, 1], &[2], &[])?[..], [6, 1]);
/// assert!(map.contains(&[9, 4, 2]) && !map.contains(&[10, 4, 2]));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct IndexingMap(Arc<MapParts>);

/// What a map consists of. Maps are passed on and copied more often than they are changed, so they share it.
#[derive(Debug)]
struct MapParts {
    variables: SmallVec<[Variable; 4]>,
    dims: u32,
    range: u32,
    names: Names,
    results: SmallVec<[Expr; 4]>,
    constraints: Vec<Constraint>,
}

/// A variable of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variable {
    /// The values it has.
    pub bounds: Interval,
}

/// The names that variables have instead of the usual `d0`, `s0`, `rt0`; most maps have none.
#[derive(Debug, Clone, Default)]
pub(super) struct Names(Option<Arc<[Option<Arc<str>>]>>);

impl Names {
    /// The names of variables in order.
    pub(super) fn of(names: impl Iterator<Item = Option<Arc<str>>>) -> Self {
        let names: Arc<[Option<Arc<str>>]> = names.collect();
        Names(names.iter().any(Option::is_some).then_some(names))
    }

    fn get(&self, variable: usize) -> Option<&Arc<str>> {
        self.0.as_ref()?.get(variable)?.as_ref()
    }

    /// The name of a variable, in its place among those of its kind; none for the usual one.
    pub(super) fn unusual(kind: VarKind, place: usize, name: &str) -> Option<Arc<str>> {
        let usual = name.strip_prefix(kind.prefix()).is_some_and(|digits| digits == format!("{place}"));
        (!usual).then(|| name.into())
    }

    /// The names of variables that come from several maps, each with its number there.
    pub(super) fn picked<'a>(from: impl Iterator<Item = (&'a Names, usize)> + Clone) -> Self {
        if from.clone().all(|(names, _)| names.0.is_none()) {
            return Names(None);
        }
        Names::of(from.map(|(names, number)| names.get(number).cloned()))
    }
}

/// What a variable of a map stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VarKind {
    /// A dimension of the index that is mapped.
    Dimension,
    /// A symbol whose values are all needed.
    Range,
    /// A symbol with one value, known at run time.
    Runtime,
}

/// An expression whose value is in an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The expression.
    pub expr: Expr,
    /// The interval.
    pub bounds: Interval,
}

impl Constraint {
    /// Whether the expression has a value in the interval at a point.
    pub(super) fn holds(&self, point: &[i64]) -> bool {
        self.expr.evaluate(point).is_some_and(|value| self.bounds.contains(value))
    }

    /// The constraint with each variable replaced.
    pub fn substitute(&self, replacement: &impl Fn(u32) -> Expr) -> Self {
        Constraint { expr: self.expr.substitute(replacement), bounds: self.bounds }
    }
}

impl VarKind {
    fn prefix(self) -> &'static str {
        match self {
            VarKind::Dimension => "d",
            VarKind::Range => "s",
            VarKind::Runtime => "rt",
        }
    }
}

impl Variable {
    /// A variable with these values.
    pub const fn new(bounds: Interval) -> Self {
        Variable { bounds }
    }
}

impl Clone for MapParts {
    fn clone(&self) -> Self {
        MapParts {
            variables: SmallVec::from_slice(&self.variables),
            dims: self.dims,
            range: self.range,
            names: self.names.clone(),
            results: self.results.clone(),
            constraints: self.constraints.clone(),
        }
    }
}

impl IndexingMap {
    /// A map of these dimensions, range symbols and runtime symbols.
    ///
    /// # Errors
    /// If an expression has a variable that is none of these.
    pub fn new(
        dims: &[Interval],
        range: &[Interval],
        runtime: &[Interval],
        results: Vec<Expr>,
        constraints: Vec<Constraint>,
    ) -> Result<Self> {
        let count = dims.len() + range.len() + runtime.len();
        for expr in results.iter().chain(constraints.iter().map(|constraint| &constraint.expr)) {
            let mut unknown = None;
            expr.each_variable(&mut |number| {
                if number as usize >= count {
                    unknown = Some(number);
                }
            });
            if let Some(number) = unknown {
                return Err(invalid!("map", "there is no variable {number} among {count}, in {expr}"));
            }
        }
        Ok(IndexingMap::over(dims, range, runtime, results, constraints))
    }

    /// A map whose expressions have no other variables than these.
    pub(crate) fn over(
        dims: &[Interval],
        range: &[Interval],
        runtime: &[Interval],
        results: impl IntoIterator<Item = Expr>,
        constraints: Vec<Constraint>,
    ) -> Self {
        let mut variables = SmallVec::new();
        for kind in [dims, range, runtime] {
            variables.extend(kind.iter().map(|&bounds| Variable::new(bounds)));
        }
        IndexingMap(Arc::new(MapParts {
            variables,
            dims: variable(dims.len()),
            range: variable(range.len()),
            names: Names(None),
            results: results.into_iter().collect(),
            constraints,
        }))
    }

    /// The map from every index of these sizes to itself.
    pub fn identity(sizes: &[i64]) -> Self {
        IndexingMap(Arc::new(MapParts {
            variables: sizes.iter().map(|&size| Variable::new(Interval::of_size(size))).collect(),
            dims: variable(sizes.len()),
            range: 0,
            names: Names(None),
            results: (0..sizes.len()).map(Expr::variable_at).collect(),
            constraints: Vec::new(),
        }))
    }

    /// Parts that belong together: all variables of the expressions are among `variables`.
    pub(super) fn from_parts(
        variables: impl IntoIterator<Item = Variable>,
        dims: usize,
        range: usize,
        names: Names,
        results: impl IntoIterator<Item = Expr>,
        constraints: Vec<Constraint>,
    ) -> Self {
        IndexingMap(Arc::new(MapParts {
            variables: variables.into_iter().collect(),
            dims: variable(dims),
            range: variable(range),
            names,
            results: results.into_iter().collect(),
            constraints,
        }))
    }

    /// The parts, to be changed: copied, if other maps share them.
    fn parts_mut(&mut self) -> &mut MapParts {
        Arc::make_mut(&mut self.0)
    }

    /// The dimensions: the index that is mapped.
    pub fn dims(&self) -> &[Variable] {
        &self.0.variables[..self.0.dims as usize]
    }

    /// The range symbols.
    pub fn range_symbols(&self) -> &[Variable] {
        &self.0.variables[self.0.dims as usize..self.determined()]
    }

    /// The runtime symbols.
    pub fn runtime_symbols(&self) -> &[Variable] {
        &self.0.variables[self.determined()..]
    }

    /// How many dimensions and range symbols there are: all variables but runtime symbols.
    pub(super) fn determined(&self) -> usize {
        (self.0.dims + self.0.range) as usize
    }

    /// All variables: dimensions, range symbols, runtime symbols.
    pub fn variables(&self) -> &[Variable] {
        &self.0.variables
    }

    /// What a variable stands for, and its place among those of its kind.
    pub fn kind(&self, variable: usize) -> (VarKind, usize) {
        let dims = self.0.dims as usize;
        match variable {
            _ if variable < dims => (VarKind::Dimension, variable),
            _ if variable < self.determined() => (VarKind::Range, variable - dims),
            _ => (VarKind::Runtime, variable - self.determined()),
        }
    }

    /// The name of a variable, if it has one of its own.
    pub fn name(&self, variable: usize) -> Option<&str> {
        self.0.names.get(variable).map(|name| &**name)
    }

    /// The names of the variables.
    pub(super) fn names(&self) -> &Names {
        &self.0.names
    }

    /// The index that is needed, an expression for each of its dimensions.
    pub fn results(&self) -> &[Expr] {
        &self.0.results
    }

    /// What else holds on the domain.
    pub fn constraints(&self) -> &[Constraint] {
        &self.0.constraints
    }

    /// The values of all variables.
    pub fn bounds(&self) -> SmallVec<[Interval; 8]> {
        self.0.variables.iter().map(|variable| variable.bounds).collect()
    }

    /// Whether it is known that no point is in the domain.
    pub fn is_known_empty(&self) -> bool {
        self.0.variables.iter().any(|variable| variable.bounds.is_empty())
            || self.0.constraints.iter().any(|constraint| {
                constraint.bounds.is_empty()
                    || constraint.expr.as_constant().is_some_and(|value| !constraint.bounds.contains(value))
            })
    }

    /// The map on a smaller domain: where the expression is in the interval, too.
    pub fn with_constraint(mut self, expr: Expr, bounds: Interval) -> Self {
        self.parts_mut().constraints.push(Constraint { expr, bounds });
        self
    }

    /// The map on a smaller domain: where the variable is in the interval, too.
    ///
    /// # Panics
    /// If there is no such variable.
    pub fn with_bounds(mut self, variable: usize, bounds: Interval) -> Self {
        let known = &mut self.parts_mut().variables[variable].bounds;
        *known = known.intersect(bounds);
        self
    }

    /// The map with other results.
    pub(crate) fn with_results(mut self, results: impl IntoIterator<Item = Expr>) -> Self {
        self.parts_mut().results = results.into_iter().collect();
        self
    }

    pub(super) fn results_mut(&mut self) -> &mut [Expr] {
        &mut self.parts_mut().results
    }

    /// Gives the variables other values.
    pub(super) fn set_bounds(&mut self, bounds: impl IntoIterator<Item = Interval>) {
        for (variable, bounds) in self.parts_mut().variables.iter_mut().zip(bounds) {
            variable.bounds = bounds;
        }
    }

    /// The map with other constraints.
    pub(super) fn with_constraints(mut self, constraints: Vec<Constraint>) -> Self {
        self.parts_mut().constraints = constraints;
        self
    }

    /// The map of one result only.
    ///
    /// # Errors
    /// If there is no such result.
    pub fn of_result(&self, result: usize) -> Result<Self> {
        let Some(expr) = self.0.results.get(result) else {
            return Err(invalid!("map", "there is no result {result} of {}", self.0.results.len()));
        };
        Ok(self.clone().with_results([expr.clone()]))
    }

    /// Whether a point is in the domain: in the intervals of the variables, and of the constraints. Values for all
    /// variables, dimensions first.
    pub fn contains(&self, point: &[i64]) -> bool {
        point.len() == self.0.variables.len()
            && point.iter().zip(&self.0.variables).all(|(value, variable)| variable.bounds.contains(*value))
            && self.0.constraints.iter().all(|constraint| constraint.holds(point))
    }

    /// The results at a point, whether it is in the domain or not.
    ///
    /// # Errors
    /// If there are not as many values as variables, or a result does not fit in 64 bits or is divided by 0.
    pub fn evaluate(&self, dims: &[i64], range: &[i64], runtime: &[i64]) -> Result<SmallVec<[i64; 4]>> {
        let given = [dims.len(), range.len(), runtime.len()];
        let wanted = [self.dims(), self.range_symbols(), self.runtime_symbols()].map(<[Variable]>::len);
        if given != wanted {
            return Err(invalid!(
                "map.evaluate",
                "values for {given:?} dimensions, range and runtime symbols, where there are {wanted:?}"
            ));
        }
        let point: SmallVec<[i64; 8]> = dims.iter().chain(range).chain(runtime).copied().collect();
        let results = self.0.results.iter().map(|result| {
            result.evaluate(&point).ok_or_else(|| {
                invalid!("map.evaluate", "{result} has no value of 64 bits at {:?}", &point[..])
            })
        });
        results.collect()
    }

    /// The name of a variable as it is printed.
    fn name_of(&self, variable: usize, out: &mut impl Write) -> fmt::Result {
        match self.name(variable) {
            Some(name) => out.write_str(name),
            None => {
                let (kind, place) = self.kind(variable);
                write!(out, "{}{place}", kind.prefix())
            }
        }
    }

    /// The name of a variable: its own, or the usual one.
    pub(crate) fn variable_name(&self, variable: usize) -> String {
        let mut name = String::new();
        // writing to a string does not fail
        let _ = self.name_of(variable, &mut name);
        name
    }

    /// Whether the names of all variables differ.
    fn has_clear_names(&self) -> bool {
        let mut names = HashSet::with_capacity(self.0.variables.len());
        (0..self.0.variables.len()).all(|variable| names.insert(self.variable_name(variable)))
    }

    /// The map with the usual names of its variables.
    pub fn without_names(mut self) -> Self {
        self.parts_mut().names = Names(None);
        self
    }
}

/// Two maps are equal if they have the same variables, results and constraints; names and the order of constraints do
/// not count.
impl PartialEq for IndexingMap {
    fn eq(&self, other: &Self) -> bool {
        let (lhs, rhs) = (&*self.0, &*other.0);
        Arc::ptr_eq(&self.0, &other.0)
            || (lhs.dims, lhs.range) == (rhs.dims, rhs.range)
                && lhs.results == rhs.results
                && lhs.variables == rhs.variables
                && lhs.constraints.len() == rhs.constraints.len()
                && lhs.constraints.iter().all(|constraint| rhs.constraints.contains(constraint))
                && rhs.constraints.iter().all(|constraint| lhs.constraints.contains(constraint))
    }
}

impl Eq for IndexingMap {}

impl fmt::Display for IndexingMap {
    /// As XLA prints it, on one line; `KNOWN EMPTY` if no point is in the domain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_known_empty() {
            return f.write_str("KNOWN EMPTY");
        }
        if self.0.names.0.is_some() && !self.has_clear_names() {
            return self.clone().without_names().fmt(f);
        }
        self.write_function(f)?;
        let mut separator = ", domain: ";
        for (number, variable) in self.0.variables.iter().enumerate() {
            f.write_str(separator)?;
            self.name_of(number, f)?;
            write!(f, " in {}", variable.bounds)?;
            separator = ", ";
        }
        let mut constraints: Vec<String> = Vec::with_capacity(self.0.constraints.len());
        for constraint in &self.0.constraints {
            let mut text = String::new();
            write_expr(&constraint.expr, &mut text, &|number, text: &mut String| {
                self.name_of(number as usize, text)
            })?;
            write!(text, " in {}", constraint.bounds)?;
            constraints.push(text);
        }
        constraints.sort_unstable();
        for constraint in constraints {
            f.write_str(separator)?;
            f.write_str(&constraint)?;
            separator = ", ";
        }
        Ok(())
    }
}

impl IndexingMap {
    /// The map without its domain, `(d0)[s0] -> (d0 + s0)`.
    pub fn function_text(&self) -> String {
        let mut text = String::new();
        // writing to a string does not fail
        let _ = self.write_function(&mut text);
        text
    }

    /// An expression over the variables of the map.
    pub(super) fn expr_text(&self, expr: &Expr) -> String {
        let mut text = String::new();
        // writing to a string does not fail
        let _ = write_expr(expr, &mut text, &|number, text: &mut String| self.name_of(number as usize, text));
        text
    }

    fn write_function(&self, f: &mut impl Write) -> fmt::Result {
        let (dims, symbols) = (self.0.dims as usize, self.determined());
        self.write_names(f, 0..dims, ["(", ")"], true)?;
        self.write_names(f, dims..symbols, ["[", "]"], false)?;
        self.write_names(f, symbols..self.0.variables.len(), ["{", "}"], false)?;
        f.write_str(" -> (")?;
        for (place, result) in self.0.results.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            write_expr(result, f, &|number, f| self.name_of(number as usize, f))?;
        }
        f.write_str(")")
    }

    fn write_names(
        &self,
        f: &mut impl Write,
        variables: core::ops::Range<usize>,
        [open, close]: [&str; 2],
        always: bool,
    ) -> fmt::Result {
        if variables.is_empty() && !always {
            return Ok(());
        }
        f.write_str(open)?;
        let first = variables.start;
        for variable in variables {
            f.write_str(if variable == first { "" } else { ", " })?;
            self.name_of(variable, f)?;
        }
        f.write_str(close)
    }
}
