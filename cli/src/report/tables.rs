//! The answer in tables.
use super::counted::{Counted, Location};
use super::relayout::{Outcome, OutcomeCounts, RelayoutKind};
use super::shapes::KnownShape;
use super::totals::Totals;
use crate::bytes::{factor, human};
use crate::explain::space_name;
use crate::failure::Failure;
use crate::table::{Column, cut, table};
use Column::{Left, Right};
use anstyle::Style;
use std::fmt::Write;
use tilework::xla::Chip;

const TITLE: Style = Style::new().bold().underline();
const SHAPE_WIDTH: usize = 56;
const NAME_WIDTH: usize = 36;

pub(super) fn write(answer: &Counted, chip: Chip) -> Result<String, Failure> {
    let mut text = String::new();
    summary(&mut text, answer, chip)?;
    spaces(&mut text, answer)?;
    worst(&mut text, answer, chip)?;
    computations(&mut text, answer)?;
    relayouts(&mut text, answer)?;
    reshardings(&mut text, answer)?;
    Ok(text)
}

fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn summary(text: &mut String, answer: &Counted, chip: Chip) -> Result<(), Failure> {
    let total = answer.spaces.total();
    writeln!(
        text,
        "{}, {}: {}, {}, {}",
        count(answer.files, "file", "files"),
        human(answer.bytes_read.into()),
        count(answer.modules, "module", "modules"),
        count(answer.computations, "computation", "computations"),
        count(answer.instructions, "instruction", "instructions"),
    )?;
    writeln!(
        text,
        "{} with memory of their own take {}: {} of elements, {} of padding",
        count(total.arrays, "array", "arrays"),
        human(total.padded),
        human(total.bytes),
        human(total.waste()),
    )?;
    if answer.tiled == 0 && total.arrays > 0 && chip.tiled().is_none() {
        writeln!(text, "no array is in tiles: for a TPU, this is from before layouts are assigned")?;
    }
    if answer.inlined.arrays > 0 {
        writeln!(
            text,
            "{} inside fusions and the like are not counted",
            count(answer.inlined.arrays, "array", "arrays")
        )?;
    }
    let sharded = &answer.sharded;
    if sharded.arrays > 0 {
        writeln!(
            text,
            "{} cut over up to {} devices: {} of {} on the device that holds most",
            count(sharded.arrays, "array is", "arrays are"),
            sharded.devices,
            human(sharded.device),
            human(sharded.whole),
        )?;
    }
    if answer.is_crowded {
        writeln!(
            text,
            "a module is so large that some of what is inside fusions may be counted, and some of the lists be short"
        )?;
    }
    if answer.unbounded > 0 {
        writeln!(text, "{} of unbounded size not counted", count(answer.unbounded, "array", "arrays"))?;
    }
    if let Some(tiled) = chip.tiled() {
        writeln!(text, "arrays without tiles are counted as {tiled}. {chip}: {}", chip.rule())?;
    }
    if answer.unknown > 0 {
        let arrays = count(answer.unknown, "array", "arrays");
        writeln!(text, "{arrays} counted as they stand: no layout of {chip} is known for them")?;
    }
    if answer.left_out > 0 {
        writeln!(text, "{} left out: not readable, or cut off", count(answer.left_out, "place", "places"))?;
    }
    Ok(())
}

fn title(text: &mut String, title: &str) -> Result<(), Failure> {
    writeln!(text, "\n{TITLE}{title}{TITLE:#}")?;
    Ok(())
}

/// The columns of sums, behind a name.
const SUMS: [Column; 6] =
    [Right("arrays"), Right("bytes"), Right("padded"), Right("waste"), Right("factor"), Right("saving")];

fn sums(name: String, totals: &Totals) -> Vec<String> {
    vec![
        name,
        totals.arrays.to_string(),
        human(totals.bytes),
        human(totals.padded),
        human(totals.waste()),
        factor(totals.padded, totals.bytes),
        human(totals.saving),
    ]
}

fn spaces(text: &mut String, answer: &Counted) -> Result<(), Failure> {
    title(text, "Memory spaces")?;
    let sorted = answer.spaces.sorted();
    let mut rows: Vec<_> = sorted
        .iter()
        .map(|(space, totals)| {
            let name = match space {
                Some(space) => match space_name(*space) {
                    "" => space.to_string(),
                    name => format!("{space}: {name}"),
                },
                None => String::from("others"),
            };
            sums(name, totals)
        })
        .collect();
    if rows.len() > 1 {
        rows.push(sums(String::from("all"), &answer.spaces.total()));
    }
    text.push_str(&table(&[&[Left("space")], &SUMS[..]].concat(), rows));
    Ok(())
}

fn place(at: &Location) -> String {
    format!("{}:{}", at.file, at.line)
}

fn worst(text: &mut String, answer: &Counted, chip: Chip) -> Result<(), Failure> {
    if answer.worst.is_empty() {
        return Ok(writeln!(text, "\nNo array is padded.")?);
    }
    title(text, "Arrays that waste most")?;
    let columns = [
        Right("waste"),
        Right("padded"),
        Right("factor"),
        Left("shape"),
        Left("instruction"),
        Right("saving"),
        Left("with"),
        Left("where"),
    ];
    let rows = answer.worst.iter().map(|offender| {
        let (padded, bytes, saving, better) = match &offender.known.sizes {
            Some(sizes) => (sizes.padded, sizes.bytes, sizes.saving, sizes.better.as_deref()),
            None => (0, 0, 0, None),
        };
        vec![
            human(offender.known.waste().into()),
            human(padded.into()),
            factor(padded.into(), bytes.into()),
            shape(&offender.known),
            cut(&format!("{} ({})", offender.at.name, offender.at.opcode), NAME_WIDTH),
            if saving > 0 { human(saving.into()) } else { String::new() },
            better.unwrap_or_default().to_string(),
            place(&offender.at),
        ]
    });
    text.push_str(&table(&columns, rows));
    match chip.tiled() {
        None => writeln!(
            text,
            "saving: what the layout that a compiler for {chip} chooses would take less, were the layout free"
        )?,
        Some(_) => {
            writeln!(text, "saving: what another layout of {chip} would take less, were the layout free")?;
        }
    }
    Ok(())
}

fn shape(known: &KnownShape) -> String {
    cut(&known.text, SHAPE_WIDTH)
}

fn computations(text: &mut String, answer: &Counted) -> Result<(), Failure> {
    if answer.by_computation.is_empty() {
        return Ok(());
    }
    title(text, "Computations that waste most")?;
    let columns = [&[Left("computation")], &SUMS[..], &[Left("where")]].concat();
    let rows = answer.by_computation.iter().map(|computation| {
        let mut row = sums(cut(&computation.name, NAME_WIDTH), &computation.totals);
        row.push(format!("{}:{}", computation.file, computation.line));
        row
    });
    text.push_str(&table(&columns, rows));
    Ok(())
}

fn relayouts(text: &mut String, answer: &Counted) -> Result<(), Failure> {
    let rows: Vec<_> = [(&answer.relayouts, ""), (&answer.inlined_relayouts, " in a fusion")]
        .into_iter()
        .flat_map(|(counts, place)| RelayoutKind::ALL.map(|kind| row(counts, kind, place)))
        .flatten()
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    title(text, "Changes of layout")?;
    let columns = [
        Left("operation"),
        Right("bitcast"),
        Right("same layout"),
        Right("moves elements"),
        Right("unknown"),
        Right("bytes moved"),
    ];
    text.push_str(&table(&columns, rows));
    writeln!(
        text,
        "bitcast: nothing moves. unknown: the operand is not known, or the elements are neither reshaped nor transposed"
    )?;
    if !answer.moving.is_empty() {
        title(text, "Largest changes of layout that move elements")?;
        let columns = [Right("padded"), Left("instruction"), Left("from"), Left("to"), Left("where")];
        let rows = answer.moving.iter().map(|moved| {
            vec![
                human(moved.to.sizes.as_ref().map_or(0, |sizes| sizes.padded).into()),
                cut(&moved.at.name, NAME_WIDTH),
                shape(&moved.from),
                shape(&moved.to),
                place(&moved.at),
            ]
        });
        text.push_str(&table(&columns, rows));
    }
    Ok(())
}

fn reshardings(text: &mut String, answer: &Counted) -> Result<(), Failure> {
    let (number, moved) = answer.reshardings;
    if number == 0 {
        return Ok(());
    }
    title(text, "Reshardings that move most")?;
    let columns = [
        Right("moved"),
        Right("messages"),
        Right("replicating"),
        Left("collective"),
        Left("instruction"),
        Left("shape"),
        Left("from"),
        Left("to"),
        Left("where"),
    ];
    let rows = answer.resharded.iter().map(|one| {
        vec![
            human(one.cost.moved.into()),
            one.cost.messages.to_string(),
            human(one.cost.replicated),
            one.cost.collective.map_or("none alone".into(), |collective| collective.to_string()),
            cut(&one.at.name, NAME_WIDTH),
            shape(&one.shape),
            cut(&one.from.to_string(), SHAPE_WIDTH),
            cut(&one.to.to_string(), SHAPE_WIDTH),
            place(&one.at),
        ]
    });
    text.push_str(&table(&columns, rows));
    let all = count(number, "resharding", "reshardings");
    writeln!(
        text,
        "{all}, {} at least. none alone: XLA replicates and slices unless it finds a sequence of collectives",
        human(moved)
    )?;
    Ok(())
}

/// How often an operation had each outcome, if it was there at all.
fn row(counts: &OutcomeCounts, kind: RelayoutKind, place: &str) -> Option<Vec<String>> {
    let found = Outcome::ALL.map(|outcome| counts.of(kind, outcome));
    if found.iter().all(|(count, _)| *count == 0) {
        return None;
    }
    let mut row = vec![format!("{}{place}", kind.name())];
    row.extend(found.iter().map(|(count, _)| count.to_string()));
    row.push(human(counts.of(kind, Outcome::Moves).1));
    Some(row)
}
