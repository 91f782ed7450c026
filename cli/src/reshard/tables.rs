//! The answer for people.
use super::Answer;
use crate::bytes::{factor, human};
use crate::failure::Failure;
use crate::table::{Column, cut, print_facts, table};
use std::fmt::Write;
use tilework::shard::plan::{SegmentRepeat, Segments, Transfer};

pub(super) fn write(answer: &Answer<'_>) -> Result<String, Failure> {
    let (figures, plan) = (&answer.figures, &answer.plan);
    let bytes = |elements: i128| human(answer.bytes(elements));
    let (whole, moved) = (i128::from(answer.array), figures.moved);
    let mut text = format!("{} on {} ranks\n\n", answer.shape, plan.ranks());
    let busiest = |out: Option<i64>, into: i64, say: &dyn Fn(i64) -> String| match out {
        Some(out) => format!("{} out, {} in", say(out), say(into)),
        None => format!("{} in", say(into)),
    };
    let seconds = |seconds: f64| {
        if seconds < 1e-3 { format!("{:.1} us", seconds * 1e6) } else { format!("{:.2} ms", seconds * 1e3) }
    };
    let mut facts = vec![
        ("array", bytes(whole)),
        (
            "moved",
            format!(
                "{} in {}, {} of the array: no plan moves less",
                bytes(moved),
                count(figures.messages, "message"),
                factor(moved, whole)
            ),
        ),
        ("kept", bytes(figures.kept)),
        ("collective", answer.collective.map_or("none does it alone".into(), |one| one.to_string())),
        ("busiest rank", busiest(figures.busiest.0, figures.busiest.1, &|elements| bytes(elements.into()))),
        (
            "messages",
            busiest(figures.most_messages.0, figures.most_messages.1, &|messages| messages.to_string()),
        ),
        ("memory", format!("{} of a rank before and after, messages apart", bytes(figures.most_held.into()))),
        (
            "replicating",
            format!(
                "{} moved, {} of the plan; {} of a rank between",
                bytes(figures.replicated),
                factor(figures.replicated, moved),
                bytes(whole)
            ),
        ),
    ];
    if answer.arguments.relabel {
        let before = answer.moved_before;
        facts
            .insert(2, ("relabelled", format!("{} would move between the ranks as they are", bytes(before))));
    }
    let (slowest, replicated) = answer.seconds;
    if let Some(slowest) = slowest {
        let (own, other) = (seconds(slowest), seconds(replicated));
        let (latency, bandwidth) = (answer.arguments.latency, answer.arguments.bandwidth);
        let network = format!("{} a message, {}/s", seconds(latency), human(bandwidth.into()));
        facts.push(("model", format!("{own}; replicating {other}: {network}")));
    }
    let facts: Vec<_> = facts.into_iter().map(|(name, value)| (name.into(), value)).collect();
    print_facts(&mut text, &facts, WIDTH)?;
    if let Some(of_rank) = &answer.rank {
        let part = &of_rank.part;
        writeln!(text, "\nrank {}", part.rank())?;
        if let Some(rounds) = of_rank.rounds {
            writeln!(text, "under the limit it takes {}", count(rounds as i128, "round"))?;
        }
        let top = answer.arguments.top;
        let mut rows = Vec::new();
        let kept = part.kept();
        rows.extend(kept.iter().map(|kept| row(answer, "keeps", "", kept)));
        let sends = part.sends();
        let receives = part.receives();
        let left = sends.len().saturating_sub(top) + receives.len().saturating_sub(top);
        rows.extend(sends.take(top).map(|one| row(answer, "sends", &format!("to {}", one.peer()), &one)));
        rows.extend(
            receives.take(top).map(|one| row(answer, "receives", &format!("from {}", one.peer()), &one)),
        );
        let columns = [
            Column::Left(""),
            Column::Left(""),
            Column::Right("bytes"),
            Column::Left("elements"),
            Column::Left("at the source"),
            Column::Left("at the target"),
        ];
        text.push_str(&table(&columns, rows));
        if left > 0 {
            writeln!(text, "{} more: --top lists them", count(left as i128, "message"))?;
        }
    }
    Ok(text)
}

const WIDTH: usize = 13;

fn count(number: i128, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn row(answer: &Answer<'_>, what: &str, who: &str, one: &Transfer<'_>) -> Vec<String> {
    const ELEMENTS: usize = 48;
    let elements: Vec<String> =
        one.dimensions().map(|all| all.iter().map(segments).collect::<Vec<_>>().join(" ")).collect();
    let (source, target) = layouts(answer, what, one);
    vec![
        what.to_string(),
        who.to_string(),
        answer.bytes(one.elements().into()).to_string(),
        cut(&format!("[{}]", elements.join(", ")), ELEMENTS),
        source,
        target,
    ]
}

/// The layouts of a message at both ends, with the number of further ones.
fn layouts(answer: &Answer<'_>, what: &str, one: &Transfer<'_>) -> (String, String) {
    let own = answer.rank.as_ref().map_or(0, |rank| rank.part.rank());
    let (from, to) = match what {
        "sends" => (own, one.peer()),
        "receives" => (one.peer(), own),
        _ => (own, own),
    };
    let (source, target) = (answer.plan.source(), answer.plan.target());
    let (Ok(from), Ok(to)) = (source.local_layout(from), target.local_layout(to)) else {
        return Default::default();
    };
    let first = one.patches().next().and_then(|patch| patch.pieces(&from, &to).ok());
    let Some(piece) = first.and_then(|pieces| pieces.into_iter().next()) else { return Default::default() };
    let more = one.patches().count() - 1;
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let side = |(offset, layout): &(i64, tilework::dynamic::DynLayout)| format!("{offset} + {layout}{more}");
    (side(&piece.source), side(&piece.target))
}

/// `0..4`, or `0..4 by 16 x8` where it repeats.
fn segments(segments: &Segments) -> String {
    let start = segments.start.global;
    let mut text = format!("{start}..{}", start + segments.length);
    for SegmentRepeat { count, step } in [segments.inner, segments.outer] {
        if count > 1 {
            text += &format!(" by {} x{count}", step.global);
        }
    }
    text
}
