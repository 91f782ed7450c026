//! Operations of a machine: what an index function is before it is text.
//!
//! Every value is a word of a fixed width, and stands for the integer itself: what is made here never wraps around,
//! as the values of each operation are known to be in an interval that the word holds. What is the same is made once.
use super::word::Word;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use hashbrown::{HashMap, HashSet};

/// A value: an input, a number, or what an operation gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Node(u32);

/// How a value is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Op {
    /// The argument of that number.
    Input(usize),
    Constant(i64),
    Add(Node, Node),
    Sub(Node, Node),
    Mul(Node, Node),
    /// Of numbers that are not negative.
    Div(Node, Node),
    /// Likewise.
    Rem(Node, Node),
    /// Towards the higher bits.
    Left(Node, u32),
    /// Towards the lower bits, with copies of the sign.
    Right(Node, u32),
    And(Node, i64),
    /// Of numbers without a common bit.
    Or(Node, Node),
    Xor(Node, Node),
    Min(Node, Node),
    Max(Node, Node),
}

/// What is known of a value.
#[derive(Debug, Clone, Copy)]
struct KnownValue {
    op: Op,
    lower: i128,
    upper: i128,
    /// The bits that may be set, if it is not negative.
    bits: u128,
}

/// The operations of some values, each behind its operands.
#[derive(Debug)]
pub(super) struct Machine {
    word: Word,
    nodes: Vec<KnownValue>,
    places: HashMap<Op, Node>,
    /// The first values that no word of this width holds.
    too_wide: Option<(i128, i128)>,
}

/// The bits of the numbers `0..=upper`.
fn bits_up_to(upper: i128) -> u128 {
    match upper {
        ..=0 => 0,
        upper => u128::MAX >> upper.leading_zeros(),
    }
}

fn log2(value: i64) -> Option<u32> {
    (value > 0 && value.count_ones() == 1).then(|| value.trailing_zeros())
}

impl Op {
    /// The values that it is made of.
    pub(super) fn operands(self) -> impl Iterator<Item = Node> {
        let (a, b) = match self {
            Op::Input(_) | Op::Constant(_) => (None, None),
            Op::Left(a, _) | Op::Right(a, _) | Op::And(a, _) => (Some(a), None),
            Op::Add(a, b)
            | Op::Sub(a, b)
            | Op::Mul(a, b)
            | Op::Div(a, b)
            | Op::Rem(a, b)
            | Op::Or(a, b)
            | Op::Xor(a, b)
            | Op::Min(a, b)
            | Op::Max(a, b) => (Some(a), Some(b)),
        };
        a.into_iter().chain(b)
    }

    /// Whether it takes an instruction.
    pub(super) fn is_operation(self) -> bool {
        !matches!(self, Op::Input(_) | Op::Constant(_))
    }

    /// What it costs, by which one way is chosen among several: a division by a number that is no power of two is a
    /// product of twice the width and more.
    fn cost(self) -> usize {
        match self {
            Op::Input(_) | Op::Constant(_) => 0,
            Op::Mul(..) => 9,
            Op::Div(..) | Op::Rem(..) => 30,
            _ => 8,
        }
    }
}

impl Machine {
    pub(super) fn new(word: Word) -> Self {
        Machine { word, nodes: Vec::new(), places: HashMap::new(), too_wide: None }
    }

    pub(super) fn word(&self) -> Word {
        self.word
    }

    pub(super) fn op(&self, node: Node) -> Op {
        self.known(node).op
    }

    /// The values that it may have.
    pub(super) fn range(&self, node: Node) -> RangeInclusive<i128> {
        let known = self.known(node);
        known.lower..=known.upper
    }

    /// The first values that were too wide.
    pub(super) fn too_wide(&self) -> Option<(i128, i128)> {
        self.too_wide
    }

    fn known(&self, node: Node) -> KnownValue {
        self.nodes[node.0 as usize]
    }

    /// The number, if it is one.
    pub(super) fn as_constant(&self, node: Node) -> Option<i64> {
        match self.op(node) {
            Op::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The value of an operation, if the word holds all that it may have.
    fn push(&mut self, op: Op, lower: i128, upper: i128, bits: u128) -> Option<Node> {
        if !self.word.holds(lower, upper) {
            self.too_wide.get_or_insert((lower, upper));
            return None;
        }
        if op.is_operation() && lower == upper {
            return self.constant(i64::try_from(lower).ok()?);
        }
        if let Some(&node) = self.places.get(&op) {
            return Some(node);
        }
        let node = Node(u32::try_from(self.nodes.len()).ok()?);
        let bits = if lower < 0 { u128::MAX } else { bits & bits_up_to(upper) };
        self.nodes.push(KnownValue { op, lower, upper, bits });
        self.places.insert(op, node);
        Some(node)
    }

    /// Says of a value what follows from more than its operands.
    pub(super) fn narrow(&mut self, node: Node, lower: i128, upper: i128) {
        let known = &mut self.nodes[node.0 as usize];
        known.lower = known.lower.max(lower);
        known.upper = known.upper.min(upper);
        if known.lower >= 0 {
            known.bits &= bits_up_to(known.upper);
        }
    }

    /// An argument with these values.
    pub(super) fn input(&mut self, number: usize, lower: i64, upper: i64) -> Option<Node> {
        self.push(Op::Input(number), lower.into(), upper.into(), u128::MAX)
    }

    pub(super) fn constant(&mut self, value: i64) -> Option<Node> {
        let wide = i128::from(value);
        self.push(Op::Constant(value), wide, wide, wide.cast_unsigned())
    }

    /// The sum; of numbers without a common bit, their union.
    pub(super) fn add(&mut self, a: Node, b: Node) -> Option<Node> {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(0), _) => return Some(b),
            (_, Some(0)) => return Some(a),
            (_, Some(value @ i64::MIN..0)) => {
                let value = self.constant(value.checked_neg()?)?;
                return self.sub(a, value);
            }
            (_, Some(value)) => {
                if let Op::Add(inner, number) = self.op(a)
                    && let Some(sum) = self.as_constant(number).and_then(|number| number.checked_add(value))
                {
                    let sum = self.constant(sum)?;
                    return self.add(inner, sum);
                }
            }
            _ => {}
        }
        let (left, right) = (self.known(a), self.known(b));
        let (lower, upper) = (left.lower + right.lower, left.upper + right.upper);
        let both = left.bits & right.bits;
        if left.lower >= 0 && right.lower >= 0 && both == 0 {
            return self.commuted(Op::Or, a, b, lower, upper, left.bits | right.bits);
        }
        let low = (left.bits | right.bits).trailing_zeros();
        self.commuted(Op::Add, a, b, lower, upper, u128::MAX.checked_shl(low).unwrap_or(0))
    }

    /// The value of an operation for which the order of the operands does not count.
    fn commuted(
        &mut self,
        op: fn(Node, Node) -> Op,
        a: Node,
        b: Node,
        lower: i128,
        upper: i128,
        bits: u128,
    ) -> Option<Node> {
        match self.places.get(&op(b, a)) {
            Some(&node) => Some(node),
            None => self.push(op(a, b), lower, upper, bits),
        }
    }

    /// The difference.
    pub(super) fn sub(&mut self, a: Node, b: Node) -> Option<Node> {
        let (left, right) = (self.known(a), self.known(b));
        self.sub_within(a, b, left.lower - right.upper, left.upper - right.lower)
    }

    /// The difference, which is known to be in these bounds.
    pub(super) fn sub_within(&mut self, a: Node, b: Node, lower: i128, upper: i128) -> Option<Node> {
        if self.as_constant(b) == Some(0) {
            return Some(a);
        }
        let (left, right) = (self.known(a), self.known(b));
        let lower = lower.max(left.lower - right.upper);
        let upper = upper.min(left.upper - right.lower);
        self.push(Op::Sub(a, b), lower, upper, u128::MAX)
    }

    pub(super) fn mul(&mut self, a: Node, b: Node) -> Option<Node> {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(factor), _) => return self.times(b, factor),
            (_, Some(factor)) => return self.times(a, factor),
            _ => {}
        }
        let (left, right) = (self.known(a), self.known(b));
        let ends = [left.lower, left.upper].map(|x| [right.lower, right.upper].map(|y| x.checked_mul(y)));
        let [[w, x], [y, z]] = ends;
        let (w, x, y, z) = (w?, x?, y?, z?);
        let low = left.bits.trailing_zeros() + right.bits.trailing_zeros();
        let bits = u128::MAX.checked_shl(low).unwrap_or(0);
        self.commuted(Op::Mul, a, b, w.min(x).min(y).min(z), w.max(x).max(y).max(z), bits)
    }

    /// The product with a number; with a power of two of what is not negative, a shift.
    pub(super) fn times(&mut self, a: Node, factor: i64) -> Option<Node> {
        let known = self.known(a);
        if factor == 1 {
            return Some(a);
        }
        let (x, y) = (known.lower.checked_mul(factor.into())?, known.upper.checked_mul(factor.into())?);
        let (lower, upper) = (x.min(y), x.max(y));
        if let Some(shift) = log2(factor).filter(|_| known.lower >= 0) {
            return self.push(Op::Left(a, shift), lower, upper, known.bits << shift);
        }
        let low = known.bits.trailing_zeros() + factor.trailing_zeros();
        let number = self.constant(factor)?;
        self.push(Op::Mul(a, number), lower, upper, u128::MAX.checked_shl(low).unwrap_or(0))
    }

    /// The quotient by a positive number, rounded down.
    pub(super) fn divided(&mut self, a: Node, divisor: i64) -> Option<Node> {
        let known = self.known(a);
        let (lower, upper) = (known.lower.div_euclid(divisor.into()), known.upper.div_euclid(divisor.into()));
        match log2(divisor) {
            Some(0) => Some(a),
            Some(shift) => self.push(Op::Right(a, shift), lower, upper, known.bits >> shift),
            None if known.lower < 0 => {
                // so many multiples more, and it is not negative
                let more = i64::try_from(-lower).ok()?;
                let added = self.constant(more.checked_mul(divisor)?)?;
                let (above, more) = (self.add(a, added)?, self.constant(more)?);
                let quotient = self.divided(above, divisor)?;
                self.sub(quotient, more)
            }
            None => {
                let number = self.constant(divisor)?;
                self.push(Op::Div(a, number), lower, upper, u128::MAX)
            }
        }
    }

    /// The quotient of a number that is not negative by one that is positive.
    pub(super) fn divided_by(&mut self, a: Node, b: Node) -> Option<Node> {
        if let Some(divisor) = self.as_constant(b) {
            return self.divided(a, divisor);
        }
        let (left, right) = (self.known(a), self.known(b));
        self.push(Op::Div(a, b), left.lower / right.upper, left.upper / right.lower, u128::MAX)
    }

    /// The remainder of a division by a positive number, in `0..modulus`.
    pub(super) fn remainder(&mut self, a: Node, modulus: i64) -> Option<Node> {
        let known = self.known(a);
        if known.lower >= 0 && known.upper < modulus.into() {
            return Some(a);
        }
        if log2(modulus).is_some() {
            return self.masked(a, modulus - 1);
        }
        if known.lower < 0 {
            let more = i64::try_from(-known.lower.div_euclid(modulus.into())).ok()?;
            let added = self.constant(more.checked_mul(modulus)?)?;
            let above = self.add(a, added)?;
            return self.remainder(above, modulus);
        }
        let number = self.constant(modulus)?;
        self.push(Op::Rem(a, number), 0, i128::from(modulus) - 1, u128::MAX)
    }

    /// The remainder of a number that is not negative by one that is positive.
    pub(super) fn remainder_by(&mut self, a: Node, b: Node) -> Option<Node> {
        if let Some(modulus) = self.as_constant(b) {
            return self.remainder(a, modulus);
        }
        let (left, right) = (self.known(a), self.known(b));
        let upper = left.upper.min(right.upper - 1);
        self.push(Op::Rem(a, b), 0, upper, u128::MAX)
    }

    /// Some bits of a value; the value, if it has no others.
    pub(super) fn masked(&mut self, a: Node, mask: i64) -> Option<Node> {
        let known = self.known(a);
        let bits = known.bits & i128::from(mask).cast_unsigned();
        if known.lower >= 0 && bits == known.bits {
            return Some(a);
        }
        // of the mask, what can be set
        let mask = i64::try_from(bits).ok()?;
        self.push(Op::And(a, mask), 0, i128::from(mask), bits)
    }

    /// The bits of a number that is not negative, this far towards the higher bits; towards the lower bits, where it
    /// is negative.
    pub(super) fn shifted(&mut self, a: Node, by: i32) -> Option<Node> {
        let power = 1_i64.checked_shl(by.unsigned_abs()).filter(|power| *power > 0)?;
        if by < 0 { self.divided(a, power) } else { self.times(a, power) }
    }

    /// The exclusive sum of numbers that are not negative.
    pub(super) fn xor(&mut self, a: Node, b: Node) -> Option<Node> {
        let (left, right) = (self.known(a), self.known(b));
        if a == b {
            return self.constant(0);
        }
        if left.bits & right.bits == 0 {
            return self.add(a, b);
        }
        let bits = left.bits | right.bits;
        let upper = i128::try_from(bits).unwrap_or(i128::MAX);
        self.commuted(Op::Xor, a, b, 0, upper, bits)
    }

    /// The lesser.
    pub(super) fn min(&mut self, a: Node, b: Node) -> Option<Node> {
        let (left, right) = (self.known(a), self.known(b));
        match () {
            () if left.upper <= right.lower => Some(a),
            () if right.upper <= left.lower => Some(b),
            () => self.commuted(
                Op::Min,
                a,
                b,
                left.lower.min(right.lower),
                left.upper.min(right.upper),
                u128::MAX,
            ),
        }
    }

    /// The greater.
    pub(super) fn max(&mut self, a: Node, b: Node) -> Option<Node> {
        let (left, right) = (self.known(a), self.known(b));
        match () {
            () if left.lower >= right.upper => Some(a),
            () if right.lower >= left.upper => Some(b),
            () => self.commuted(
                Op::Max,
                a,
                b,
                left.lower.max(right.lower),
                left.upper.max(right.upper),
                u128::MAX,
            ),
        }
    }

    /// The values behind which these stand, themselves included, each behind its operands.
    pub(super) fn needed(&self, roots: &[Node]) -> Vec<Node> {
        let mut seen: HashSet<Node> = HashSet::new();
        let mut open: Vec<Node> = roots.to_vec();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                open.extend(self.op(node).operands());
            }
        }
        let mut nodes: Vec<Node> = seen.into_iter().collect();
        nodes.sort_unstable();
        nodes
    }

    /// What all operations behind these values cost together.
    pub(super) fn cost(&self, roots: &[Node]) -> usize {
        self.needed(roots).into_iter().map(|node| self.op(node).cost()).sum()
    }
}
