//! What memory does for an access of many threads, and for a traversal.
use super::report::{Report, WIDTH};
use crate::failure::Failure;
use serde_json::{Value, json};
use tilework::access::{AccessedPlaces, Banks, Cache, Collision, ReuseDistances, ThreadAccess};
use tilework::dynamic::Error;
use tilework_answers::access::Served;

/// How many collisions, and how many distances, are named.
const NAMED: usize = 8;

/// The vectors in which threads take their values: all at once where they follow each other, else as wide as is safe.
pub(super) fn steps(taken: &AccessedPlaces, alignment: usize) -> Result<Vec<ThreadAccess>, Error> {
    match ThreadAccess::in_vectors(taken, taken.values()) {
        Ok(steps) => Ok(steps),
        // where values follow each other at least in parts, so do those of the widest vector
        Err(refused) => match taken.widest_vector(alignment) {
            1 => Err(refused),
            width => ThreadAccess::in_vectors(taken, width),
        },
    }
}

/// What memory does for an access.
pub(super) fn of_access(
    taken: &AccessedPlaces,
    steps: &[ThreadAccess],
    banks: Banks,
    alignment: usize,
) -> Result<Report, Failure> {
    let mut report = Report::default();
    let (bytes, count) = (steps.first().map_or(0, ThreadAccess::bytes), steps.len());
    let each = match count {
        0 | 1 => format!("{bytes} bytes each"),
        _ => format!("{bytes} bytes each, {count} times"),
    };
    report.fact("threads", format!("{}, {each}", taken.threads()), taken.threads())?;
    report.value("bytes", bytes);
    report.value("steps", count);
    let width = taken.widest_vector(alignment);
    let vector = (width * taken.bits() as usize).div_ceil(8);
    let said = format!("{vector} bytes (elements: {width}), of a base aligned to {alignment} bytes");
    report.fact("widest vector", said, width)?;
    report.value("alignment", alignment);
    if let [only] = steps {
        let strides = only.thread_strides();
        let said = strides.iter().take(NAMED).map(|(stride, count)| format!("{stride} bytes x{count}"));
        let more = if strides.len() > NAMED { ", ..." } else { "" };
        if !strides.is_empty() {
            let said = said.collect::<Vec<String>>().join(", ") + more;
            report.fact("thread strides", said, json!(strides))?;
        }
        let run = only.contiguous_threads();
        report.fact("contiguous", format!("{run} of {} threads", taken.threads()), run)?;
    }
    let served = Served::of(steps, banks)?;
    for (name, said) in served.facts() {
        report.line(format!("{name:<WIDTH$}{said}"))?;
    }
    report.value("footprint", served.footprint);
    for (name, bytes, touched) in served.blocks {
        report.value(&format!("{name} of {bytes}"), touched);
    }
    report.value("bank conflicts", served.ways);
    report.value("wavefronts", served.wavefronts);
    report.value("phases", served.phases);
    let mut collisions: Vec<(usize, Collision)> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        collisions.extend(step.collisions(banks).into_iter().map(|collision| (number, collision)));
    }
    for (number, collision) in collisions.iter().take(NAMED) {
        let words: Vec<String> = collision.words.iter().map(|threads| these(threads)).collect();
        let step = if count > 1 { format!("step {number}, ") } else { String::new() };
        let (phase, bank) = (collision.phase, collision.bank);
        report.line(format!("  {step}phase {phase}, bank {bank}: threads {}", words.join(" | ")))?;
    }
    if collisions.len() > NAMED {
        report.line(format!("  and {} banks more", collisions.len() - NAMED))?;
    }
    let collisions = collisions.iter().map(|(step, collision)| {
        json!({ "step": step, "phase": collision.phase, "bank": collision.bank, "words": collision.words })
    });
    report.value("collisions", collisions.collect::<Vec<Value>>());
    Ok(report)
}

/// Threads that ask for one word, `0-3` where they follow each other.
fn these(threads: &[usize]) -> String {
    match threads {
        [first, .., last] if last - first + 1 == threads.len() => format!("{first}-{last}"),
        _ => threads.iter().map(ToString::to_string).collect::<Vec<String>>().join(","),
    }
}

/// What a cache does for a traversal, step by step.
pub(super) fn of_traversal(taken: &AccessedPlaces, cache: Cache) -> Result<Report, Failure> {
    let mut report = Report::default();
    let (addresses, bytes) = taken.addresses()?;
    let addresses = addresses.iter().copied();
    report.fact("steps", format!("{}, {bytes} bytes each", addresses.len()), addresses.len())?;
    let reuse = ReuseDistances::of_traversal(addresses.clone(), bytes, cache.line())?;
    let line = cache.line();
    report.fact(
        "lines",
        format!("{} of {line} bytes, used {} times", reuse.cold(), reuse.uses()),
        reuse.cold(),
    )?;
    report.value("uses", reuse.uses());
    let mut distances: Vec<(usize, u64)> = reuse.iter().collect();
    report.value("reuse_distances", json!(distances));
    distances.sort_by_key(|(distance, count)| (std::cmp::Reverse(*count), *distance));
    let more = if distances.len() > NAMED { ", ..." } else { "" };
    let named = distances.iter().take(NAMED).map(|(distance, count)| format!("{distance} x{count}"));
    let named = named.collect::<Vec<String>>().join(", ");
    let named = if named.is_empty() { "none: each line is used once".to_string() } else { named + more };
    report.line(format!("{:<WIDTH$}{named}", "reuse distances"))?;
    let misses = cache.misses(addresses, bytes)?;
    let (sets, ways) = (cache.sets(), cache.ways());
    let said = format!(
        "{} in {sets} sets of {ways}: {} first uses, {} for lack of room, {} for lack of ways",
        misses.total(),
        misses.cold,
        misses.capacity,
        misses.conflict
    );
    report.fact("cache misses", said, misses.total())?;
    report.value("cold", misses.cold);
    report.value("capacity", misses.capacity);
    report.value("conflict", misses.conflict);
    let fullest =
        misses.of_set.iter().zip(0_usize..).max_by_key(|(misses, set)| (**misses, std::cmp::Reverse(*set)));
    if let Some((most, set)) = fullest.filter(|_| misses.conflict > 0) {
        report.fact("worst set", format!("{set}, with {most} misses"), set)?;
    }
    Ok(report)
}
