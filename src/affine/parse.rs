//! Expressions and maps from text.
//!
//! Linear time, bounded nesting. Source of the grammar: XLA, `indexing_map_serialization.cc`.
use super::expr::{Expr, variable};
use super::interval::Interval;
use super::map::{Constraint, IndexingMap, Names, VarKind, Variable};
use super::operation::ExprOp;
use crate::dynamic::cursor::{Cursor, read_all};
use crate::dynamic::{Error, Parsed, Result};
use alloc::format;
use alloc::vec::Vec;
use core::str::FromStr;
use hashbrown::HashMap;

/// How deep an expression may nest: an operator in a chain counts one level, parentheses and a minus count four.
pub const MAX_DEPTH: usize = 512;

/// What parentheses, a minus or an operand count: reading them takes as much more of the stack.
const PARENTHESIS: usize = 4;

impl FromStr for Expr {
    type Err = Error;

    /// Reads an expression over `v0, v1, …`.
    fn from_str(text: &str) -> Result<Self> {
        let number =
            |name: &str| name.strip_prefix('v').filter(|digits| !digits.starts_with('+'))?.parse().ok();
        read_all(text, |cursor| Ok(ExprParser { cursor, variable: &number, depth: 0 }.sum()?))
    }
}

/// Reads expressions whose variables have these names.
struct ExprParser<'r, 'a, V> {
    cursor: &'r mut Cursor<'a>,
    variable: &'r V,
    depth: usize,
}

impl<V: Fn(&str) -> Option<u32>> ExprParser<'_, '_, V> {
    fn sum(&mut self) -> Parsed<Expr> {
        let depth = self.depth;
        let mut sum = self.product()?;
        loop {
            let negative = match self.cursor.peek() {
                Some(b'+') => false,
                Some(b'-') => true,
                _ => break,
            };
            self.cursor.eat(if negative { b'-' } else { b'+' });
            self.deeper(1)?;
            let term = self.product()?;
            sum = if negative { sum.sub(term) } else { sum.add(term) };
        }
        self.depth = depth;
        Ok(sum)
    }

    fn product(&mut self) -> Parsed<Expr> {
        let depth = self.depth;
        let mut product = self.factor()?;
        while let Some(operation) = self.operator() {
            self.deeper(1)?;
            product = Expr::binary(operation, product, self.factor()?);
        }
        self.depth = depth;
        Ok(product)
    }

    /// Takes an operator that binds as `*` does, if one follows.
    fn operator(&mut self) -> Option<ExprOp> {
        if self.cursor.eat(b'*') {
            return Some(ExprOp::Mul);
        }
        let mut ahead = self.cursor.clone();
        let operation = match ahead.identifier() {
            "floordiv" | "floorDiv" => ExprOp::FloorDiv,
            "ceildiv" | "ceilDiv" => ExprOp::CeilDiv,
            "mod" => ExprOp::Mod,
            _ => return None,
        };
        *self.cursor = ahead;
        Some(operation)
    }

    fn factor(&mut self) -> Parsed<Expr> {
        self.deeper(PARENTHESIS)?;
        let factor = match self.cursor.peek() {
            Some(b'(') => {
                self.cursor.expect(b'(')?;
                let inner = self.sum()?;
                self.cursor.expect(b')')?;
                inner
            }
            Some(b'0'..=b'9') => Expr::Constant(self.cursor.integer()?),
            Some(b'-') if self.cursor.is_negative_number() => Expr::Constant(self.cursor.integer()?),
            Some(b'-') => {
                self.cursor.expect(b'-')?;
                self.factor()?.neg()
            }
            _ => self.name()?,
        };
        self.depth -= PARENTHESIS;
        Ok(factor)
    }

    /// A variable, or `min` or `max` of two expressions.
    fn name(&mut self) -> Parsed<Expr> {
        let start = self.cursor.token_start();
        let name = self.cursor.identifier();
        if let Some(number) = (self.variable)(name) {
            return Ok(Expr::Variable(number));
        }
        let operation = match name {
            "min" => ExprOp::Min,
            "max" => ExprOp::Max,
            "" => return Err(self.cursor.unexpected("a number, a variable or `(`")),
            _ => return Err(self.cursor.error(start..self.cursor.at(), "a variable of the map")),
        };
        self.cursor.expect(b'(')?;
        let lhs = self.sum()?;
        self.cursor.expect(b',')?;
        let rhs = self.sum()?;
        self.cursor.expect(b')')?;
        Ok(Expr::binary(operation, lhs, rhs))
    }

    fn deeper(&mut self, levels: usize) -> Parsed<()> {
        self.depth += levels;
        if self.depth > MAX_DEPTH {
            return Err(self.cursor.unexpected(format!("no more than {MAX_DEPTH} levels of an expression")));
        }
        Ok(())
    }
}

impl FromStr for IndexingMap {
    type Err = Error;

    /// Reads a map: `(d0, d1)[s0]{rt0} -> (d0 + s0, d1), domain: d0 in [0, 9], …`, with an interval for each variable
    /// in order and then for constraints.
    fn from_str(text: &str) -> Result<Self> {
        read_all(text, read_map)
    }
}

/// The names of the variables of a map, in order.
struct NameTable<'a> {
    names: Vec<&'a str>,
    /// Those behind the first ones, of which there are so few that they are looked at one by one.
    numbers: HashMap<&'a str, usize>,
}

const FEW_NAMES: usize = 16;

impl<'a> NameTable<'a> {
    /// A list of new names between two marks; none if the first mark does not follow.
    fn read(&mut self, cursor: &mut Cursor<'a>, [open, close]: [u8; 2]) -> Parsed<usize> {
        let before = self.names.len();
        if cursor.peek() != Some(open) {
            return Ok(0);
        }
        let () = cursor.list([open, close], |cursor| {
            let start = cursor.token_start();
            let name = cursor.identifier();
            if name.is_empty() {
                return Err(cursor.unexpected("the name of a variable"));
            }
            let is_word = matches!(name, "min" | "max" | "mod" | "floordiv" | "ceildiv");
            if is_word || self.number(name).is_some() {
                return Err(cursor.error(start..cursor.at(), "a name that no other variable has"));
            }
            if self.names.len() >= FEW_NAMES {
                self.numbers.insert(name, self.names.len());
            }
            self.names.push(name);
            Ok(())
        })?;
        Ok(self.names.len() - before)
    }

    fn number(&self, name: &str) -> Option<usize> {
        let first = self.names.iter().take(FEW_NAMES).position(|known| *known == name);
        first.or_else(|| self.numbers.get(name).copied())
    }
}

fn read_map(cursor: &mut Cursor<'_>) -> Result<IndexingMap> {
    let mut names = NameTable { names: Vec::new(), numbers: HashMap::new() };
    if cursor.peek() != Some(b'(') {
        return Err(cursor.unexpected("`(` and the dimensions of a map").into());
    }
    let dims = names.read(cursor, *b"()")?;
    let range = names.read(cursor, *b"[]")?;
    let runtime = names.read(cursor, *b"{}")?;
    cursor.expect(b'-')?;
    cursor.expect_next(b'>')?;
    let results: Vec<Expr> = cursor.list(*b"()", |cursor| read_expr(cursor, &names))?;
    let mut bounds = Vec::with_capacity(names.names.len());
    let mut constraints = Vec::new();
    if cursor.eat(b',') {
        let start = cursor.token_start();
        if cursor.identifier() != "domain" {
            return Err(cursor.error(start..cursor.at(), "`domain:`").into());
        }
        cursor.expect(b':')?;
        read_domain(cursor, &names, &mut bounds, &mut constraints)?;
    }
    if bounds.len() < names.names.len() {
        return Err(cursor.unexpected(format!("the interval of `{}`", names.names[bounds.len()])).into());
    }
    let kinds = [(VarKind::Dimension, dims), (VarKind::Range, range), (VarKind::Runtime, runtime)];
    let places = kinds.into_iter().flat_map(|(kind, count)| (0..count).map(move |place| (kind, place)));
    let own = places.zip(names.names).map(|((kind, place), name)| Names::unusual(kind, place, name));
    let own = Names::of(own);
    let variables = bounds.into_iter().map(Variable::new);
    Ok(IndexingMap::from_parts(variables, dims, range, own, results, constraints))
}

fn read_expr(cursor: &mut Cursor<'_>, names: &NameTable<'_>) -> Parsed<Expr> {
    ExprParser { cursor, variable: &|name: &str| names.number(name).map(variable), depth: 0 }.sum()
}

/// The intervals of the variables in order, and of expressions.
fn read_domain(
    cursor: &mut Cursor<'_>,
    names: &NameTable<'_>,
    bounds: &mut Vec<Interval>,
    constraints: &mut Vec<Constraint>,
) -> Result<()> {
    while cursor.peek().is_some() {
        let start = cursor.token_start();
        let expr = read_expr(cursor, names)?;
        let end = cursor.at();
        let word = cursor.token_start();
        if cursor.identifier() != "in" {
            return Err(cursor.error(word..cursor.at(), "`in` and an interval").into());
        }
        let interval = read_interval(cursor)?;
        if bounds.len() == names.names.len() {
            constraints.push(Constraint { expr, bounds: interval });
        } else if expr == Expr::variable_at(bounds.len()) {
            bounds.push(interval);
        } else {
            let expected = format!("`{}`, whose interval comes next", names.names[bounds.len()]);
            return Err(cursor.error(start..end, expected).into());
        }
        if !cursor.eat(b',') {
            break;
        }
    }
    Ok(())
}

fn read_interval(cursor: &mut Cursor<'_>) -> Parsed<Interval> {
    cursor.expect(b'[')?;
    let lower = cursor.integer()?;
    cursor.expect(b',')?;
    let upper = cursor.integer()?;
    cursor.expect(b']')?;
    Ok(Interval { lower, upper })
}
