//! Index functions: from a coordinate to an offset, and back.
use super::condition::{compared, sides_of};
use super::error::EmitError;
use super::exclusive::ExclusiveSum;
use super::language::Language;
use super::lower::Lowering;
use super::machine::{Machine, Node};
use super::names::check_name;
use super::print::{Function, FunctionBody, print};
use super::swizzle::{swizzled, xored};
use super::word::Word;
use crate::affine::{Constraint, Expr, IndexingMap, Interval, Points};
use crate::dynamic::{DynLayout, Error, Swizzle, Swizzled, invalid};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The most operations of a result before it is made shorter.
pub const MOST_OPERATIONS: usize = 256;

/// What becomes the functions of a text: an [`IndexingMap`], or a layout with swizzles behind it.
///
/// Post-condition: [`emit`](IndexFunction::emit) prints functions that give, for every coordinate of the domain, what
/// the layout or the map gives; and one that says whether a coordinate is in the domain, whatever it is.
///
/// ```
/// use tilework::dynamic::DynLayout;
/// use tilework::emit::{IndexFunction, Language};
/// let layout: DynLayout = "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)".parse()?;
/// let text = IndexFunction::try_from(&layout)?.emit(Language::Wgsl, "zn")?.text;
/// assert_eq!(text, "\
/// // d0 in [0, 99], d1 in [0, 49]
/// fn zn(d0: u32, d1: u32) -> u32 {
///     return (d0 << 4u) + d1 + (d1 >> 4u) * 1776;
/// }
///
/// // Whether this is inside.
/// fn zn_contains(d0: u32, d1: u32) -> bool {
///     return d0 < 100 && d1 < 50;
/// }
/// ");
/// # Ok::<(), tilework::emit::EmitError>(())
/// ```
#[derive(Debug, Clone)]
pub struct IndexFunction {
    /// What the function is for.
    title: String,
    arguments: Vec<String>,
    /// What the arguments are, before `undone`.
    given: Vec<Interval>,
    /// What is undone with the first argument before anything else, the outermost swizzle first.
    undone: Vec<(Swizzle, i64)>,
    /// Over the arguments; its domain is that of the function.
    domain: IndexingMap,
    /// Ways to compute the same.
    forms: Vec<Evaluation>,
    /// Swizzled, where the whole is the inverse of something else.
    back: Option<(IndexingMap, Vec<(Swizzle, i64)>, Option<ExclusiveSum>)>,
}

/// A way to compute the results.
#[derive(Debug, Clone)]
enum Evaluation {
    /// Sums, the first of which is swizzled then; the innermost swizzle is the last one.
    Sums(Vec<(Swizzle, i64)>),
    /// Without carries.
    Exclusive(Vec<ExclusiveSum>),
}

/// Functions as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emitted {
    /// The text: the function, and behind it the one that says whether a coordinate is inside.
    pub text: String,
    /// What coordinates and offsets are held in.
    pub word: Word,
    /// The number of operations of the function: sums, products, quotients, shifts, and operations on bits.
    pub operations: usize,
}

impl From<IndexingMap> for IndexFunction {
    /// The function of a map: its arguments are the dimensions, range symbols and runtime symbols.
    fn from(map: IndexingMap) -> Self {
        let map = map.into_simplified(Points::Replace);
        let forms = Vec::from([Evaluation::Sums(Vec::new())]);
        IndexFunction { back: Some((map.clone(), Vec::new(), None)), ..IndexFunction::of(map, forms) }
    }
}

impl TryFrom<&DynLayout> for IndexFunction {
    type Error = EmitError;

    /// The function from the indices of the top-level modes to the offset; over basis strides, to coordinates.
    ///
    /// # Errors
    /// If the layout gives nested coordinates.
    fn try_from(layout: &DynLayout) -> Result<Self, EmitError> {
        let map = IndexingMap::try_from(layout)?;
        Ok(IndexFunction::of_layout(map, Vec::new(), ExclusiveSum::of_layout(layout)))
    }
}

impl TryFrom<&Swizzled> for IndexFunction {
    type Error = EmitError;

    /// The function from the indices of the top-level modes to the offset.
    ///
    /// # Errors
    /// If the layout gives coordinates, or an offset may be negative.
    fn try_from(swizzled: &Swizzled) -> Result<Self, EmitError> {
        if swizzled.swizzles.is_empty() {
            return IndexFunction::try_from(&swizzled.layout);
        }
        // refuses what has no place to be put at
        IndexingMap::try_from(swizzled)?;
        let map = IndexingMap::try_from(&swizzled.layout)?;
        let sum = ExclusiveSum::of_swizzled(swizzled);
        Ok(IndexFunction::of_layout(map, swizzled.swizzles.clone(), sum))
    }
}

impl IndexFunction {
    fn of(domain: IndexingMap, forms: Vec<Evaluation>) -> Self {
        let count = domain.variables().len();
        let arguments = (0..count).map(|variable| domain.variable_name(variable)).collect();
        let given = domain.bounds().to_vec();
        IndexFunction {
            title: String::new(),
            arguments,
            given,
            undone: Vec::new(),
            domain,
            forms,
            back: None,
        }
    }

    fn of_layout(map: IndexingMap, swizzles: Vec<(Swizzle, i64)>, sum: Option<ExclusiveSum>) -> Self {
        let exclusive = sum.iter().map(|sum| Evaluation::Exclusive(Vec::from([sum.clone()])));
        let forms = [Evaluation::Sums(swizzles.clone())].into_iter().chain(exclusive).collect();
        IndexFunction { back: Some((map.clone(), swizzles, sum)), ..IndexFunction::of(map, forms) }
    }

    /// The same with a line above it that says what it is for.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The arguments of the function, in order.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The function from an offset back to the coordinate.
    ///
    /// # Errors
    /// If several coordinates have the same offset, no inverse is found, or this is one already.
    ///
    /// ```
    /// use tilework::dynamic::Swizzled;
    /// use tilework::emit::{IndexFunction, Language};
    /// let swizzled: Swizzled = "Sw<3,0,3> o (8,8):(8,1)".parse()?;
    /// let back = IndexFunction::try_from(&swizzled)?.inverse()?.emit(Language::Rust, "back")?;
    /// assert!(back.text.contains("    let t0 = place >> 3;\n    [t0, (place ^ t0) & 7]\n"), "{}", back.text);
    /// # Ok::<(), tilework::emit::EmitError>(())
    /// ```
    pub fn inverse(&self) -> Result<Self, EmitError> {
        let Some((map, swizzles, sum)) = &self.back else {
            return Err(invalid!("emit", "the inverse of an inverse is what it was made of").into());
        };
        // without padding
        let size = map.dims().iter().map(|dimension| u128::from(dimension.bounds.len())).product::<u128>();
        let is_whole = |bits: u32| map.constraints().is_empty() && size == 1 << bits;
        let exclusive = sum.as_ref().and_then(ExclusiveSum::inverse).filter(|(bits, _)| is_whole(*bits));
        let mut inverse = match (map.inverse(), &exclusive) {
            (Ok(domain), _) => IndexFunction {
                undone: swizzles.clone(),
                ..IndexFunction::of(domain, [Evaluation::Sums(Vec::new())].into())
            },
            (Err(error), None) => return Err(error.into()),
            // what is no sum has no inverse among sums
            (Err(_), Some((bits, _))) => IndexFunction::of(IndexingMap::identity(&[1 << bits]), Vec::new()),
        };
        inverse.forms.extend(exclusive.map(|(_, sums)| Evaluation::Exclusive(sums)));
        if !swizzles.is_empty() {
            inverse.given[0] = self.places_of(map, swizzles)?;
        }
        let results = map.results().len();
        let place = |number: usize| if results == 1 { "place".to_string() } else { format!("i{number}") };
        for (number, argument) in inverse.arguments.iter_mut().take(results).enumerate() {
            *argument = place(number);
        }
        inverse.title.clone_from(&self.title);
        Ok(inverse)
    }

    /// All places that a swizzle may put something at: those of as many bits as the greatest.
    fn places_of(&self, map: &IndexingMap, swizzles: &[(Swizzle, i64)]) -> Result<Interval, EmitError> {
        let range = map.results().first().map_or(Interval::point(0), |result| result.range(&map.bounds()));
        let mut upper = range.upper.max(0);
        for (swizzle, offset) in swizzles.iter().rev() {
            let (bits, _, to) = swizzle.bits_from_to();
            upper = upper.saturating_add((*offset).max(0)) | (((1_i64 << bits) - 1) << to);
            upper = i64::MAX >> upper.leading_zeros().saturating_sub(1);
        }
        Ok(Interval::new(0, upper))
    }

    /// The function in a language, and one that says whether a coordinate is in its domain, `NAME_contains`.
    ///
    /// Integers have 32 bits where nothing on the way needs more, without a sign where nothing is negative; and 64 bits
    /// otherwise. Where several results are given, C and its kin take a pointer to them as the last argument. Outside
    /// of the domain the result has no meaning, and may overflow.
    ///
    /// # Errors
    /// If there are no results, a name is none in that language, something does not fit in the widest integers of the
    /// language, a variable is unbounded, a divisor may not be positive, or there are more than [`MOST_OPERATIONS`]
    /// operations.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// use tilework::emit::{IndexFunction, Language};
    /// let text = "(d0, d1) -> (d0 * 3000000 + d1), domain: d0 in [0, 1999], d1 in [0, 2999999]";
    /// let function = IndexFunction::from(text.parse::<IndexingMap>()?);
    /// assert!(function.emit(Language::Cuda, "f")?.text.contains("unsigned long long d0"));
    /// assert_eq!(
    ///     function.emit(Language::Wgsl, "f").unwrap_err().to_string(),
    ///     "values from 0 to 5997000000 do not fit in u32, and WGSL has nothing wider"
    /// );
    /// # Ok::<(), tilework::emit::EmitError>(())
    /// ```
    pub fn emit(&self, language: Language, name: &str) -> Result<Emitted, EmitError> {
        let is_nothing = |form: &Evaluation| match form {
            Evaluation::Sums(_) => self.domain.results().is_empty(),
            Evaluation::Exclusive(sums) => sums.is_empty(),
        };
        if self.forms.iter().all(is_nothing) {
            return Err(invalid!("emit", "the function has no results").into());
        }
        let contains = format!("{name}_contains");
        for name in [name, &contains].into_iter().chain(self.arguments.iter().map(String::as_str)) {
            check_name(name, language)?;
        }
        for (place, argument) in self.arguments.iter().enumerate() {
            if self.arguments[..place].contains(argument) {
                let (name, reason) = (argument.clone(), "two arguments have it");
                return Err(EmitError::Name { name, language, reason });
            }
        }
        if let Some(number) = self.given.iter().position(|bounds| !bounds.is_empty() && !bounds.is_bounded())
        {
            return Err(EmitError::Unbounded { name: self.arguments[number].clone() });
        }
        let mut refusal = None;
        for word in Word::ALL.into_iter().filter(|word| word.bits() <= language.widest().bits()) {
            match self.in_word(word) {
                Ok(function) => return Ok(self.text(&function, word, language, name)),
                // what is too large and not negative says more than the same with a sign
                Err(EmitError::TooWide { .. })
                    if matches!(&refusal, Some(EmitError::TooWide { lower: 0.., word: before, .. })
                        if before.bits() == word.bits()) => {}
                Err(error) => refusal = Some(error),
            }
        }
        Err(match refusal {
            Some(EmitError::TooWide { lower, upper, word, .. }) => {
                EmitError::TooWide { lower, upper, word, language }
            }
            Some(other) => other,
            None => EmitError::TooLong { most: MOST_OPERATIONS },
        })
    }
}

/// A function in a word.
struct InWord {
    machine: Machine,
    values: Vec<Node>,
    /// The operations of the condition.
    inside: Machine,
    condition: FunctionBody,
}

impl IndexFunction {
    fn in_word(&self, word: Word) -> Result<InWord, EmitError> {
        if self.domain.is_known_empty() {
            let mut machine = Machine::new(word);
            let zero = machine.constant(0).ok_or(EmitError::TooLong { most: 0 })?;
            let values = self.domain.results().iter().map(|_| zero).collect();
            return Ok(InWord {
                machine,
                values,
                inside: Machine::new(word),
                condition: FunctionBody::Constant(false),
            });
        }
        let (machine, values) = self.values(word)?;
        let (inside, condition) = self.condition(word)?;
        Ok(InWord { machine, values, inside, condition })
    }

    /// The results, in the form that costs the least.
    fn values(&self, word: Word) -> Result<(Machine, Vec<Node>), EmitError> {
        let mut best: Option<(usize, Machine, Vec<Node>)> = None;
        let mut refusal = EmitError::TooLong { most: MOST_OPERATIONS };
        for form in &self.forms {
            for by_bits in [false, true] {
                match self.form(form, by_bits, word) {
                    Ok((machine, values)) => {
                        let cost = machine.cost(&values);
                        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                            best = Some((cost, machine, values));
                        }
                    }
                    Err(error) => refusal = error,
                }
            }
        }
        best.map(|(_, machine, values)| (machine, values)).ok_or(refusal)
    }

    /// The results in one form; what is swizzled by the bits of the expression, or by those of its value.
    fn form(&self, form: &Evaluation, by_bits: bool, word: Word) -> Result<(Machine, Vec<Node>), EmitError> {
        let bounds = self.domain.bounds();
        // an exclusive sum is over the places themselves
        let is_undone = matches!(form, Evaluation::Sums(_));
        let (mut lowering, _) = self.lowering(word, &bounds, is_undone)?;
        let values: Option<Vec<Node>> = match form {
            Evaluation::Exclusive(sums) => sums.iter().map(|sum| sum.value(&mut lowering)).collect(),
            Evaluation::Sums(swizzles) => {
                check_length(self.domain.results())?;
                match (swizzles.as_slice(), self.domain.results()) {
                    ([], results) => results.iter().map(|result| lowering.value(result)).collect(),
                    (swizzles, [place]) => lowering
                        .value(place)
                        .and_then(|value| {
                            swizzled(&mut lowering, value, Some(place.clone()), &bounds, swizzles, by_bits)
                        })
                        .map(|place| Vec::from([place])),
                    _ => None,
                }
            }
        };
        match values {
            Some(values) => Ok((lowering.machine, values)),
            None => Err(why(&lowering)),
        }
    }

    /// Over the arguments; of an inverse, with the first one as it is before the swizzles, if it is to be undone.
    fn lowering<'a>(
        &self,
        word: Word,
        bounds: &'a [Interval],
        is_undone: bool,
    ) -> Result<(Lowering<'a>, Vec<Node>), EmitError> {
        let mut machine = Machine::new(word);
        let arguments: Option<Vec<Node>> = self
            .given
            .iter()
            .enumerate()
            .map(|(number, given)| machine.input(number, given.lower, given.upper))
            .collect();
        let inputs = arguments.clone().and_then(|mut inputs| {
            for (swizzle, offset) in self.undone.iter().filter(|_| is_undone) {
                let place = xored(&mut machine, inputs[0], swizzle.bits_from_to())?;
                let offset = machine.constant(*offset)?;
                inputs[0] = machine.sub(place, offset)?;
            }
            Some(inputs)
        });
        match arguments.zip(inputs) {
            Some((arguments, inputs)) => Ok((Lowering::new(machine, inputs, bounds), arguments)),
            None => Err(why(&Lowering::new(machine, Vec::new(), bounds))),
        }
    }

    /// Whether all arguments are in their bounds, and the constraints hold.
    fn condition(&self, word: Word) -> Result<(Machine, FunctionBody), EmitError> {
        let bounds = self.domain.bounds();
        let constraints = self.domain.constraints();
        check_length(constraints.iter().map(|constraint| &constraint.expr))?;
        let (mut lowering, arguments) = self.lowering(word, &bounds, true)?;
        let mut first = Vec::new();
        for (argument, given) in arguments.iter().zip(&self.given) {
            // an argument may be anything
            let zero = lowering.machine.constant(0);
            let inside = zero.and_then(|zero| {
                let all = (word.least(), word.greatest());
                compared(&mut lowering.machine, [*argument, zero], all, *given)
            });
            first.extend(inside.ok_or_else(|| why(&lowering))?);
        }
        let place =
            Constraint { expr: Expr::variable(0), bounds: bounds.first().copied().unwrap_or(Interval::ALL) };
        let mut then = Vec::new();
        for Constraint { expr, bounds: inside } in
            (!self.undone.is_empty()).then_some(&place).into_iter().chain(constraints)
        {
            // what is taken away goes to the other side
            let (left, right) = sides_of(expr);
            let sides = lowering.value(&left).zip(lowering.value(&right));
            let compared = sides.and_then(|(left, right)| {
                let all = match expr {
                    Expr::Variable(_) => lowering.machine.range(left).into_inner(),
                    _ => {
                        let range = expr.range(&bounds);
                        (range.lower.into(), range.upper.into())
                    }
                };
                compared(&mut lowering.machine, [left, right], all, *inside)
            });
            then.extend(compared.ok_or_else(|| why(&lowering))?);
        }
        Ok((lowering.machine, FunctionBody::Condition { first, then }))
    }

    fn text(&self, function: &InWord, word: Word, language: Language, name: &str) -> Emitted {
        let needed = function.machine.needed(&function.values);
        let operations = needed.into_iter().filter(|node| function.machine.op(*node).is_operation()).count();
        let mut comment = Vec::new();
        if !self.title.is_empty() {
            comment.push(self.title.clone());
        }
        let bounds: Vec<String> = self
            .arguments
            .iter()
            .zip(&self.given)
            .map(|(name, bounds)| format!("{name} in {bounds}"))
            .collect();
        if self.domain.is_known_empty() {
            comment.push("Nothing is inside.".to_string());
        } else if !bounds.is_empty() {
            comment.push(bounds.join(", "));
        }
        let values = Function {
            name: name.to_string(),
            comment,
            arguments: &self.arguments,
            word,
            machine: &function.machine,
            body: FunctionBody::Values(function.values.clone()),
        };
        let condition = Function {
            name: format!("{name}_contains"),
            comment: Vec::from(["Whether this is inside.".to_string()]),
            arguments: &self.arguments,
            word,
            machine: &function.inside,
            body: function.condition.clone(),
        };
        let text = format!("{}\n{}", print(&values, language), print(&condition, language));
        Emitted { text, word, operations }
    }
}

/// Refuses expressions that are too long.
fn check_length<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> Result<(), EmitError> {
    match exprs.into_iter().any(|expr| expr.operations() > MOST_OPERATIONS) {
        true => Err(EmitError::TooLong { most: MOST_OPERATIONS }),
        false => Ok(()),
    }
}

/// Why there is no value.
pub(super) fn why(lowering: &Lowering<'_>) -> EmitError {
    match (&lowering.unknown_quotient, lowering.machine.too_wide()) {
        (Some(expr), _) => EmitError::Divisor { expr: expr.to_string() },
        (None, Some((lower, upper))) => {
            EmitError::TooWide { lower, upper, word: lowering.machine.word(), language: Language::C }
        }
        (None, None) => Error::overflow("a part of the function").into(),
    }
}
