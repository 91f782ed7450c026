//! What a layout by itself is like: its places, its cycles, and the box that hardware copies of it.
use super::report::Report;
use crate::facts::yes_or_no;
use crate::failure::Failure;
use serde_json::{Value, json};
use tilework::access::{BoxCopy, BoxSwizzle, Cycles, Image};
use tilework::dynamic::{DynLayout, MAX_ENUMERATED, Swizzled, idx2crd};

/// Which places the layout reaches, and how it moves elements if it is a permutation.
pub(super) fn of_layout(layout: &Swizzled, bits: u32) -> Result<Report, Failure> {
    let mut report = Report::default();
    let size = layout.layout.size();
    report.value("layout", layout.to_string());
    report.fact("size", format!("{size} elements of {bits} bits"), size)?;
    report.value("bits", bits);
    if size > MAX_ENUMERATED {
        report.line(format!("more than {MAX_ENUMERATED} elements: their places are not looked at"))?;
        return Ok(report);
    }
    let offsets = layout.offsets().collect::<Result<Vec<i64>, _>>()?;
    let image = Image::of(offsets.iter().copied())?;
    report.fact(
        "places",
        format!("{}, from {} to {}", image.footprint, image.least, image.greatest),
        image.footprint,
    )?;
    report.value("least", image.least as i64);
    report.value("greatest", image.greatest as i64);
    report.fact("holes", image.holes(), image.holes())?;
    let injective = match image.alias {
        None => "yes".to_string(),
        Some(alias) => {
            let coordinate = |index: usize| -> Result<String, Failure> {
                let index = i64::try_from(index).unwrap_or(i64::MAX);
                Ok(idx2crd(index, layout.layout.shape().view())?.view().to_string())
            };
            let (first, second) = (coordinate(alias.first)?, coordinate(alias.second)?);
            report.value("alias", json!([first, second, alias.offset as i64]));
            format!("no: {first} and {second} share offset {}", alias.offset)
        }
    };
    report.fact("injective", injective, image.is_injective())?;
    report.fact("contiguous", yes_or_no(image.is_contiguous()), image.is_contiguous())?;
    report.fact("bijective", yes_or_no(image.is_bijective()), image.is_bijective())?;
    if let Ok(cycles) = Cycles::of(&offsets) {
        let Cycles { count, fixed, longest, .. } = cycles;
        report.fact("cycles", format!("{count}, the longest of {longest}; {fixed} elements stay"), count)?;
        report.value("fixed", fixed);
        report.value("longest_cycle", longest);
        let parity = if cycles.is_even() { "even" } else { "odd" };
        report.fact("parity", parity, parity)?;
    }
    Ok(report)
}

/// Whether hardware copies a box of the layout at once.
pub(super) fn of_box(
    layout: &DynLayout,
    bits: u32,
    extents: &[i64],
    alignment: usize,
    swizzle: BoxSwizzle,
) -> Result<Report, Failure> {
    let mut report = Report::default();
    let alignment = i64::try_from(alignment).unwrap_or(i64::MAX);
    let copy = BoxCopy::of(layout, bits, extents, alignment, swizzle)?;
    match copy.check() {
        Ok(()) => {
            let said = format!("yes: {} dimensions, {} bytes", copy.rank(), copy.bytes());
            report.fact("box copy", said, true)?;
            report.value("box_bytes", copy.bytes());
            report.value("reason", Value::Null);
        }
        Err(reason) => {
            report.fact(
                "box copy",
                format!("no: {}", reason.to_string().replace("no box copy: ", "")),
                false,
            )?;
            report.value("reason", reason.to_string());
        }
    }
    Ok(report)
}
