//! Which instructions are listed: all, those of a computation, or one by its name.
use crate::failure::{Failure, mistake};
use tilework::hlo::{Computation, Module};

/// The chosen instructions, of each computation in the order of the text.
pub(super) struct Chosen<'m> {
    pub(super) computation: &'m Computation<'m>,
    pub(super) numbers: std::ops::Range<usize>,
}

/// All instructions that are asked for.
///
/// A name without a computation must be that of one instruction only.
pub(super) fn choose<'m>(
    module: &'m Module<'m>,
    file: &str,
    computation: Option<&str>,
    instruction: Option<&str>,
) -> Result<Vec<Chosen<'m>>, Failure> {
    let computations: Vec<&Computation<'_>> = match computation {
        None => module.computations.iter().collect(),
        Some(name) => match module.computation(name) {
            Some(found) => vec![found],
            None => {
                let names = module.computations.iter().map(|computation| computation.name);
                return Err(missing(file, "computation", name, names));
            }
        },
    };
    let all =
        |computation: &'m Computation<'m>| Chosen { computation, numbers: 0..computation.instructions.len() };
    let Some(instruction) = instruction else { return Ok(computations.into_iter().map(all).collect()) };
    let name = instruction.strip_prefix('%').unwrap_or(instruction);
    let of = |computation: &&'m Computation<'m>| {
        let number = computation.find(name)?;
        Some(Chosen { computation, numbers: number..number + 1 })
    };
    let found: Vec<Chosen<'_>> = computations.iter().filter_map(of).collect();
    match found.len() {
        0 => {
            let names = computations.iter().flat_map(|computation| &computation.instructions);
            Err(missing(file, "instruction", name, names.map(|instruction| instruction.name)))
        }
        1 => Ok(found),
        count => {
            let names: Vec<&str> = found.iter().map(|chosen| chosen.computation.name).collect();
            let first = short_list(&names);
            Err(mistake!(
                "{file}: instruction {name} is in {count} computations: {first}; choose with --computation NAME"
            ))
        }
    }
}

/// So many names are shown.
const SHOWN: usize = 5;

fn short_list(names: &[&str]) -> String {
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    format!("{}{more}", names[..names.len().min(SHOWN)].join(", "))
}

/// That there is nothing of that name, and what names are like it.
fn missing<'a>(file: &str, what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> Failure {
    let stem = |name: &'a str| name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut near: Vec<(usize, &str)> = Vec::new();
    for found in names {
        let distance = match distance(name, found) {
            Some(distance) => distance,
            None if stem(found) == name || !name.is_empty() && found.contains(name) => name.len(),
            None => continue,
        };
        if !near.iter().any(|(_, known)| *known == found) {
            near.push((distance, found));
            near.sort_by_key(|(distance, _)| *distance);
            near.truncate(SHOWN);
        }
    }
    let hint = match &near[..] {
        [] => String::new(),
        [(_, one)] => format!("; did you mean {one}?"),
        more => format!(
            "; did you mean one of {}?",
            more.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
        ),
    };
    mistake!("{file}: there is no {what} {name}{hint}")
}

/// How many letters must be changed, put in or taken out to make one name the other; none if it is more than a few.
fn distance(one: &str, other: &str) -> Option<usize> {
    // a number more or less, and a letter in three
    let most = 1 + one.len() / 3;
    let may_be_near = one.len().abs_diff(other.len()) <= most && (3..256).contains(&one.len());
    may_be_near.then(|| strsim::levenshtein(one, other)).filter(|distance| *distance <= most)
}
