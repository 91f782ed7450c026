//! The answer for people.
use super::entry::{Entry, Operand, source};
use crate::failure::Failure;
use crate::table::{Column, cut, table};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many operands of an opcode there are, and of how many something is known.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) instructions: u64,
    pub(super) operands: u64,
    pub(super) known: u64,
    pub(super) coalesced: u64,
}

/// The counts of each opcode, by its name.
pub(super) fn by_opcode<'m>(entries: &[Entry<'m>]) -> BTreeMap<&'m str, Counts> {
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for entry in entries {
        let own = counts.entry(entry.instruction.opcode).or_default();
        own.instructions += 1;
        for operand in &entry.operands {
            own.operands += 1;
            own.known += u64::from(operand.is_known());
            own.coalesced += u64::from(operand.is_coalesced() == Some(true));
        }
    }
    counts
}

/// One line for each map; of a single instruction everything there is to say.
pub(super) fn write(entries: &[Entry<'_>], is_single: bool) -> Result<String, Failure> {
    const NAME: usize = 32;
    let mut rows = Vec::new();
    let mut details = String::new();
    for entry in entries {
        let name = cut(entry.instruction.name, NAME);
        if entry.operands.is_empty() {
            rows.push(vec![
                name.clone(),
                entry.instruction.opcode.into(),
                String::new(),
                "reads nothing".into(),
            ]);
        }
        for (place, operand) in entry.operands.iter().enumerate() {
            let mut facts = [used(operand), coalesced(operand)];
            for (line, text) in texts(operand).into_iter().enumerate() {
                let is_first = (place, line) == (0, 0);
                let own = |text: &str| if is_first { text.to_string() } else { String::new() };
                let input = if line == 0 { cut(operand.instruction.name, NAME) } else { String::new() };
                let [used, coalesced] = std::mem::take(&mut facts);
                rows.push(vec![own(&name), own(entry.instruction.opcode), input, text, used, coalesced]);
            }
            if is_single {
                write_details(&mut details, operand)?;
            }
        }
    }
    let columns = [
        Column::Left("instruction"),
        Column::Left("opcode"),
        Column::Left("operand"),
        Column::Left("reads"),
        Column::Right("used"),
        Column::Left("coalesced"),
    ];
    let mut text = table(
        &columns,
        rows.into_iter().map(|mut row| {
            row.resize(columns.len(), String::new());
            row
        }),
    );
    if !details.is_empty() {
        write!(text, "\n{details}")?;
    }
    if !is_single {
        write!(text, "\n{}", summary(entries))?;
    }
    Ok(text)
}

/// The maps of an operand, a line each.
fn texts(operand: &Operand<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (output, maps) in operand.maps.iter().enumerate() {
        let prefix = if operand.maps.len() > 1 { format!("to output {output}: ") } else { String::new() };
        match maps {
            Ok(maps) if maps.is_empty() => lines.push(format!("{prefix}nothing")),
            Ok(maps) => lines.extend(maps.iter().map(|indexing| format!("{prefix}{}", indexing.map))),
            Err(reason) => lines.push(format!("{prefix}unknown: {reason}")),
        }
    }
    lines
}

fn used(operand: &Operand<'_>) -> String {
    match &operand.utilization {
        Some(Ok(found)) => format!("{:.1} %", 100.0 * found.fraction()),
        Some(Err(_)) => "?".into(),
        None => String::new(),
    }
}

fn coalesced(operand: &Operand<'_>) -> String {
    match operand.is_coalesced() {
        Some(true) => "yes".into(),
        Some(false) => "no".into(),
        None => String::new(),
    }
}

/// What does not fit in a row.
fn write_details(text: &mut String, operand: &Operand<'_>) -> Result<(), Failure> {
    let name = operand.instruction.name;
    for indexing in operand.maps.iter().flatten().flatten() {
        for (place, variable) in indexing.runtime.iter().enumerate() {
            let from = source(operand.module, variable);
            writeln!(text, "{name}: rt{place} is read from {from} at {}", variable.map)?;
        }
        if let Some(replica) = &indexing.replica {
            writeln!(text, "{name}: of the replica {replica}")?;
        }
    }
    match &operand.utilization {
        Some(Ok(found)) => writeln!(text, "{name}: {} of {} elements are read", found.read, found.elements)?,
        Some(Err(reason)) => writeln!(text, "{name}: how much is read is not known: {reason}")?,
        None => {}
    }
    match &operand.accesses {
        Some(Ok(accesses)) => {
            for access in accesses {
                writeln!(
                    text,
                    "{name}: a warp reads {} bytes in {} sectors and {} transactions, where {} would do",
                    access.bytes, access.sectors, access.transactions, access.ideal_transactions
                )?;
            }
        }
        Some(Err(reason)) => writeln!(text, "{name}: what a warp reads is not known: {reason}")?,
        None => {}
    }
    Ok(())
}

/// Of how many operands something is known, by opcode.
fn summary(entries: &[Entry<'_>]) -> String {
    let counts = by_opcode(entries);
    let total = counts.values().fold(Counts::default(), |sum, own| Counts {
        instructions: sum.instructions + own.instructions,
        operands: sum.operands + own.operands,
        known: sum.known + own.known,
        coalesced: sum.coalesced + own.coalesced,
    });
    let row = |(opcode, counts): (&str, Counts)| {
        let answered = match counts.operands {
            0 => "reads nothing".into(),
            operands => format!("{:.1} %", 100.0 * counts.known as f64 / operands as f64),
        };
        vec![
            opcode.to_string(),
            counts.instructions.to_string(),
            counts.operands.to_string(),
            counts.known.to_string(),
            answered,
        ]
    };
    let columns = [
        Column::Left("opcode"),
        Column::Right("instructions"),
        Column::Right("operands"),
        Column::Right("known"),
        Column::Right("answered"),
    ];
    table(&columns, counts.into_iter().chain([("all", total)]).map(row))
}
