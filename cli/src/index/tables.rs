//! The answer for people.
use super::counts::OpcodeCounts;
use super::entry::{Direction, Entry, KnownMap, OperandEntry, source_computation};
use super::physical::Movement;
use super::sharded::on_a_device;
use crate::failure::Failure;
use crate::table::{Column, cut, table};
use std::collections::BTreeMap;
use std::fmt::Write;
use tilework::hlo::{Instruction, Module, OutOfRange, Utilization, WarpAccess};

/// One line for each map; of a single instruction everything there is to say.
pub(super) fn write(entries: &[Entry<'_>], direction: Direction, is_single: bool) -> Result<String, Failure> {
    const NAME: usize = 32;
    let mut rows = Vec::new();
    let mut details = String::new();
    for entry in entries {
        let name = cut(entry.instruction.name, NAME);
        if is_single {
            write_part(&mut details, entry.module, entry.instruction)?;
        }
        if entry.operands.is_empty() {
            rows.push(vec![
                name.clone(),
                entry.instruction.opcode.into(),
                String::new(),
                match direction {
                    Direction::OutputToInput => "reads nothing".into(),
                    Direction::InputToOutput => "has no operands".into(),
                },
            ]);
        }
        for (place, operand) in entry.operands.iter().enumerate() {
            let mut facts = [used(operand), coalesced(operand), moves(operand)];
            for (line, text) in texts(operand, direction).into_iter().enumerate() {
                let is_first = (place, line) == (0, 0);
                let own = |text: &str| if is_first { text.to_string() } else { String::new() };
                let input = if line == 0 { cut(operand.instruction.name, NAME) } else { String::new() };
                let [used, coalesced, moves] = std::mem::take(&mut facts);
                let mut row = vec![own(&name), own(entry.instruction.opcode), input, text];
                match direction {
                    Direction::OutputToInput => row.extend([used, coalesced, moves]),
                    Direction::InputToOutput => row.push(moves),
                }
                rows.push(row);
            }
            if is_single {
                write_part(&mut details, operand.module, operand.instruction)?;
                write_details(&mut details, operand)?;
            }
        }
    }
    let mut columns = vec![
        Column::Left("instruction"),
        Column::Left("opcode"),
        Column::Left("operand"),
        Column::Left(match direction {
            Direction::OutputToInput => "reads",
            Direction::InputToOutput => "goes to",
        }),
    ];
    if direction == Direction::OutputToInput {
        columns.extend([Column::Right("used"), Column::Left("coalesced")]);
    }
    if entries.iter().flat_map(|entry| &entry.operands).any(|operand| operand.moves.is_some()) {
        columns.push(Column::Left("moves"));
    }
    let mut text = table(
        &columns,
        rows.into_iter().map(|mut row| {
            row.resize(columns.len(), String::new());
            row
        }),
    );
    if entries.iter().flat_map(|entry| &entry.operands).any(OperandEntry::is_beyond_xla) {
        text.push_str("* not in XLA's own analysis\n");
    }
    if !details.is_empty() {
        write!(text, "\n{details}")?;
    }
    Ok(text)
}

/// What a device holds of an instruction that is cut over several.
fn write_part(text: &mut String, module: &Module<'_>, instruction: &Instruction<'_>) -> Result<(), Failure> {
    let Some(part) = on_a_device(module, instruction) else { return Ok(()) };
    let (name, shape, devices) = (instruction.name, &part.shape, part.devices);
    writeln!(text, "{name}: a device of {devices} holds {shape}, {} bytes with padding", part.padded)?;
    Ok(())
}

/// So many outputs that read alike have lines of their own, each; more have them together.
const MOST_OUTPUTS: usize = 4;

/// The maps of an operand, a line each; of several outputs only those that have any.
fn texts(operand: &OperandEntry<'_>, direction: Direction) -> Vec<String> {
    let word = match direction {
        Direction::OutputToInput => "for",
        Direction::InputToOutput => "to",
    };
    let of_place = |place: usize| -> Vec<String> {
        match &operand.maps[place].maps {
            Ok(maps) => {
                let lines = maps.iter().flat_map(|known| {
                    let places = known.places.as_ref().map(|places| match places {
                        Ok(found) => format!("  in memory {}", found.places),
                        Err(reason) => format!("  in memory unknown: {reason}"),
                    });
                    std::iter::once(line(known)).chain(places)
                });
                lines.collect()
            }
            Err(reason) => vec![format!("unknown: {reason}")],
        }
    };
    // outputs next to each other that have the same maps
    let known: Vec<Vec<String>> = (0..operand.maps.len()).map(of_place).collect();
    let by_output = operand.by_output();
    let is_same = |one: &(usize, usize), next: &(usize, usize)| one.0 + 1 == next.0 && one.1 == next.1;
    let mut lines = Vec::new();
    let mut add = |prefix: &str, place: usize| {
        for line in &known[place] {
            let is_more = line.starts_with(' ');
            lines.push(if is_more { line.clone() } else { format!("{prefix}{line}") });
        }
    };
    for run in by_output.chunk_by(is_same) {
        match run {
            [(_, place), ..] if operand.outputs == 1 => add("", *place),
            [(first, place), .., (last, _)] if run.len() > MOST_OUTPUTS => {
                add(&format!("{word} outputs {first} to {last}: "), *place);
            }
            _ => run.iter().for_each(|(output, place)| add(&format!("{word} output {output}: "), *place)),
        }
    }
    if lines.is_empty() {
        lines.push("nothing".into());
    }
    lines
}

/// A map; of a tuple, behind the array it leads to or comes from.
fn line(KnownMap { indexing, beyond_xla, .. }: &KnownMap) -> String {
    let element = match &indexing.element[..] {
        [] => String::new(),
        path => format!("{{{}}}", path.iter().map(usize::to_string).collect::<Vec<_>>().join(",")) + " ",
    };
    let replica = indexing.replica.as_ref();
    let replica =
        replica.map_or(String::new(), |replica| format!(", of replica {}", replica.function_text()));
    format!("{element}{}{replica}{}", indexing.map, if *beyond_xla { " *" } else { "" })
}

fn used(operand: &OperandEntry<'_>) -> String {
    match &operand.utilization {
        Some(Ok(found)) => format!("{:.1} %", 100.0 * found.fraction()),
        Some(Err(_)) => "?".into(),
        None => String::new(),
    }
}

fn coalesced(operand: &OperandEntry<'_>) -> String {
    match (operand.is_coalesced(), &operand.accesses) {
        (Some(true), _) => "yes".into(),
        (Some(false), _) => "no".into(),
        (None, Some(_)) => "?".into(),
        (None, None) => String::new(),
    }
}

fn moves(operand: &OperandEntry<'_>) -> String {
    operand.moves.as_ref().map_or(String::new(), |moves| moves.word().into())
}

/// What does not fit in a row.
fn write_details(text: &mut String, operand: &OperandEntry<'_>) -> Result<(), Failure> {
    let name = operand.instruction.name;
    for KnownMap { indexing, .. } in operand.known() {
        for (place, variable) in indexing.runtime.iter().enumerate() {
            let (from, within) =
                (variable.source_text(operand.module), source_computation(operand.module, variable));
            let outside = match variable.outside {
                OutOfRange::Clamped(to) => format!("the nearest place in {to} stands for any other number"),
                OutOfRange::Dropped => "other numbers are no place".into(),
            };
            writeln!(
                text,
                "{name}: rt{place} is read from {from} of {within} at {}; {outside}",
                variable.map
            )?;
        }
        if let Some(replica) = &indexing.replica {
            writeln!(text, "{name}: of the replica {replica}")?;
        }
    }
    for places in operand.known().filter_map(|known| known.places.as_ref()?.as_ref().ok()) {
        writeln!(text, "{name}: from index to place: {}", places.offsets)?;
        match &places.bytes {
            Some(Ok(bytes)) => writeln!(text, "{name}: from byte to byte: {bytes}")?,
            Some(Err(reason)) => writeln!(text, "{name}: from byte to byte: none, {reason}")?,
            None => {}
        }
    }
    match &operand.moves {
        Some(Movement::Nothing) => writeln!(text, "{name}: every element stays where it is in memory")?,
        Some(Movement::Element { index, from, to }) => {
            writeln!(text, "{name}: the element for index {index:?} moves from place {from} to place {to}")?;
        }
        Some(Movement::Unknown(reason)) => {
            writeln!(text, "{name}: whether elements move is not known: {reason}")?;
        }
        None => {}
    }
    let read = |found: &Utilization| vec![format!("{} of {} elements are read", found.read, found.elements)];
    write_known(text, name, &operand.utilization, read, "how much is read")?;
    let access = |access: &WarpAccess| {
        format!(
            "a warp reads {} bytes in {} sectors and {} transactions, where {} would do",
            access.bytes, access.sectors, access.transactions, access.ideal_transactions
        )
    };
    let accesses = |accesses: &Vec<WarpAccess>| accesses.iter().map(access).collect();
    write_known(text, name, &operand.accesses, accesses, "what a warp reads")
}

/// What was asked for, a line each, or why it is not known.
fn write_known<T>(
    text: &mut String,
    name: &str,
    found: &Option<Result<T, String>>,
    lines: impl Fn(&T) -> Vec<String>,
    what: &str,
) -> Result<(), Failure> {
    match found {
        Some(Ok(found)) => lines(found).iter().try_for_each(|line| writeln!(text, "{name}: {line}"))?,
        Some(Err(reason)) => writeln!(text, "{name}: {what} is not known: {reason}")?,
        None => {}
    }
    Ok(())
}

/// Of how many operands something is known, by opcode.
pub(super) fn summary(counts: &BTreeMap<&str, OpcodeCounts>) -> String {
    let mut total = OpcodeCounts::default();
    counts.values().for_each(|own| total.add(own));
    let row = |(opcode, counts): (&str, &OpcodeCounts)| {
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
    table(&columns, counts.iter().map(|(opcode, counts)| (*opcode, counts)).chain([("all", &total)]).map(row))
}
