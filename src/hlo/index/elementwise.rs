//! Operations on the same element of each operand.
use super::builder::{all_elements, d, plain, ranged, to_scalar};
use super::operand::{OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use super::scope::Scope;
use crate::affine::IndexingMap;

/// The element itself; of a scalar operand, its only element.
pub(super) fn elementwise(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let sizes = at.output_sizes()?;
    // one map for all operands
    let same = IndexingMap::identity(&sizes);
    Some(at.each(|operand| {
        let own = at.array(operand)?;
        if !sizes.is_empty() && own.rank() == 0 {
            return one(to_scalar(&sizes));
        }
        let fits = at.scope == Scope::Xla || own.sizes().is_ok_and(|own| own == sizes);
        fits.then(|| one(same.clone()))?
    }))
}

/// The element itself; of a scalar, all elements.
pub(super) fn input_to_output(at: &OutputAt<'_, '_>, operand: usize) -> Option<IndexingMap> {
    let (input, output) = (at.sizes(operand)?, at.output_sizes()?);
    Some(match input.is_empty() {
        true => all_elements(&[], &output),
        false => IndexingMap::identity(&input),
    })
}

/// The bits of an element, as an element of another type: of a smaller one, the last dimension counts its parts.
pub(super) fn bitcast_convert(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, input) = (at.output_sizes()?, at.sizes(0)?);
    let maps: OperandMaps = if input == output {
        one(IndexingMap::identity(&output))
    } else if output.split_last().is_some_and(|(_, whole)| *whole == input[..]) {
        one(plain(&output, (0..input.len()).map(d)))
    } else if input.split_last().is_some_and(|(_, whole)| *whole == output[..]) {
        one(ranged(&output, &input[output.len()..], (0..input.len()).map(d)))
    } else {
        None
    };
    at.only(0, maps)
}

/// Whether an element of the output is computed from the same element of each operand.
pub(super) fn is_elementwise(opcode: &str) -> bool {
    match opcode {
        "abs" | "acos" | "acosh" | "add" | "all-reduce" | "and" | "asin" | "asinh" | "atan2" | "atanh"
        | "bitcast-convert" | "cbrt" | "ceil" | "clamp" | "compare" | "complex" | "convert" | "copy"
        | "cosh" | "cosine" | "divide" | "erf" | "exponential" | "floor" | "imag" | "is-finite" | "log"
        | "log-plus-one" | "logistic" | "map" | "maximum" | "minimum" | "multiply" | "negate" | "not"
        | "or" | "popcnt" | "power" | "real" | "reduce-precision" | "remainder" | "round-nearest-afz"
        | "round-nearest-even" | "rsqrt" | "select" | "shift-left" | "sign" | "sine" | "sinh" | "sqrt"
        | "stochastic-convert" | "subtract" | "tan" | "tanh" | "xor" => true,
        // the longest names, which a list of patterns would write a line each
        _ => {
            ["count-leading-zeros", "exponential-minus-one", "shift-right-arithmetic", "shift-right-logical"]
                .contains(&opcode)
        }
    }
}
