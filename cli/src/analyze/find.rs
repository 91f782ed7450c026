//! What is found to free accesses of conflicts, as layouts to paste.
use super::report::Report;
use crate::failure::Failure;
use tilework::access::ConflictSearch;
use tilework::dynamic::Swizzled;

/// The smallest swizzle, and the exchange of bits with the fewest XORs.
pub(super) fn swizzle(search: &ConflictSearch, layout: &Swizzled) -> Result<Report, Failure> {
    let mut report = begun(search)?;
    match search.swizzle() {
        Ok(swizzle) => {
            let swizzled = swizzle.compose(layout.clone());
            report.fact("swizzle", &swizzled, swizzled.to_string())?;
            let turns = search.wavefronts_by(|place| {
                let put = i64::try_from(place).ok().and_then(|place| swizzle.apply(place).ok());
                put.and_then(|put| usize::try_from(put).ok()).unwrap_or(place)
            });
            after(&mut report, turns)?;
        }
        Err(reason) => refused(&mut report, "swizzle", &reason)?,
    }
    match search.exchange() {
        Ok(exchange) => {
            let xors = exchange.xors();
            match exchange.to_layout(layout) {
                Ok(exchanged) => report.fact("over F2", &exchanged, exchanged.to_string())?,
                Err(_) => report.fact("over F2", &exchange, exchange.to_string())?,
            }
            report.fact("XORs", format!("{xors}, no exchange of bits has fewer"), xors)?;
        }
        Err(reason) => refused(&mut report, "over F2", &reason)?,
    }
    Ok(report)
}

/// The least padding, and the least rotation.
pub(super) fn skew(search: &ConflictSearch, layout: &Swizzled) -> Result<Report, Failure> {
    let mut report = begun(search)?;
    if !layout.swizzles.is_empty() {
        refused(&mut report, "padding", &"a swizzled layout is not padded: say it without its swizzle")?;
        return Ok(report);
    }
    match search.padding(&layout.layout) {
        Ok(padding) => {
            let padded = padding.to_layout(&layout.layout)?;
            report.fact("padding", &padded, padded.to_string())?;
            let more = padding.apply(search.places().saturating_sub(1)) + 1 - search.places().max(1);
            let (every, by) = (padding.every, padding.by);
            let said =
                if by == 0 { "none".to_string() } else { format!("{by} after every {every}, {more} in all") };
            report.fact("free places", said, more)?;
            after(&mut report, search.wavefronts_by(|place| padding.apply(place)))?;
        }
        Err(reason) => refused(&mut report, "padding", &reason)?,
    }
    match search.rotation(&layout.layout) {
        Ok(rotation) if rotation.by == 0 => report.fact("rotation", "none", "p")?,
        Ok(rotation) => {
            report.fact("rotation", format!("{rotation}, of a place p"), rotation.to_string())?;
            report.line(format!("{:<16}rows of {} turned by {} more each", "", rotation.row, rotation.by))?;
        }
        Err(reason) => refused(&mut report, "rotation", &reason)?,
    }
    Ok(report)
}

fn begun(search: &ConflictSearch) -> Result<Report, Failure> {
    let mut report = Report::default();
    let (before, least) = (search.wavefronts(), search.least_wavefronts());
    report.fact("before", format!("{before} wavefronts, at least {least} for the bytes"), before)?;
    report.value("least", least);
    Ok(report)
}

fn after(report: &mut Report, turns: Option<usize>) -> Result<(), Failure> {
    match turns {
        Some(turns) => report.fact("after", format!("{turns} wavefronts"), turns),
        None => Ok(()),
    }
}

fn refused(report: &mut Report, what: &str, reason: &dyn std::fmt::Display) -> Result<(), Failure> {
    report.fact(what, reason, serde_json::Value::Null)?;
    report.value(&format!("{what} reason"), reason.to_string());
    Ok(())
}
