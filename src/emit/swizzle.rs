//! Swizzles of a value: what a sum is put through before it is an offset.
use super::lower::Lowering;
use super::machine::{Machine, Node};
use crate::affine::{Expr, Interval};
use crate::dynamic::Swizzle;

/// The value of a place that is swizzled, the innermost swizzle first; by the bits of its expression, if that is known.
pub(super) fn swizzled(
    lowering: &mut Lowering<'_>,
    mut value: Node,
    mut known: Option<Expr>,
    bounds: &[Interval],
    swizzles: &[(Swizzle, i64)],
    by_bits: bool,
) -> Option<Node> {
    for (swizzle, offset) in swizzles.iter().rev() {
        let (bits, from, to) = swizzle.bits_from_to();
        if *offset != 0 {
            match &known {
                Some(place) => {
                    let moved = place.clone().add(Expr::constant(*offset));
                    value = lowering.value(&moved)?;
                    known = Some(moved);
                }
                None => {
                    let offset = lowering.machine.constant(*offset)?;
                    value = lowering.machine.add(value, offset)?;
                }
            }
        }
        value = match known.take().filter(|_| !by_bits) {
            // the bits that are added may be those of one coordinate
            Some(place) => {
                let power = |bits: u32| Expr::constant(1 << bits);
                let field = place.floor_div(power(from)).modulo(power(bits)).mul(power(to)).simplify(bounds);
                let field = lowering.value(&field)?;
                lowering.machine.xor(value, field)?
            }
            None => xored(&mut lowering.machine, value, (bits, from, to))?,
        };
    }
    Some(value)
}

/// A value whose bits from `to` on are those there XOR those from `from` on.
///
/// Maps have no XOR: `affine` writes the same as sums of bits modulo 2.
pub(super) fn xored(machine: &mut Machine, value: Node, (bits, from, to): (u32, u32, u32)) -> Option<Node> {
    let mask = (1_i64 << bits) - 1;
    let by = i32::try_from(to).ok()? - i32::try_from(from).ok()?;
    let moved = if by < 0 {
        let moved = machine.shifted(value, by)?;
        machine.masked(moved, mask << to)?
    } else {
        let kept = machine.masked(value, mask << from)?;
        machine.shifted(kept, by)?
    };
    machine.xor(value, moved)
}
