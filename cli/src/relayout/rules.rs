//! Which arrays get which layout: the first rule that names an array counts.
use super::contents::Tensor;
use super::recipes::{Recipes, Target};
use super::shard::Cut;
use crate::failure::{Failure, mistake};
use crate::input::{Source, unreadable};
use glob::Pattern;
use std::io::Read;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// A layout for the arrays whose names are like the pattern.
#[derive(Debug)]
pub(super) struct Rule {
    /// None for all arrays.
    pattern: Option<Pattern>,
    /// The layout they get.
    pub(super) to: Target,
    /// The layout they have, where the file does not say it.
    pub(super) from: Option<String>,
    /// How its arrays are cut into parts for devices.
    pub(super) shard: Option<Cut>,
    /// Whether some array has to be like the pattern.
    is_needed: bool,
}

/// The rules, and the recipes that their file adds.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) recipes: Recipes,
    rules: Vec<Rule>,
}

/// No file of rules is longer.
const MOST_BYTES: u64 = 1 << 20;

impl Rules {
    /// The rules of the command line: those for patterns come before those of the file, that for all arrays behind.
    pub(super) fn new(
        patterns: &[String],
        to: Option<&str>,
        from: Option<&str>,
        shard: Option<&str>,
        file: Option<&PathBuf>,
    ) -> Result<Rules, Failure> {
        let mut recipes = Recipes::default();
        let mut rules = Vec::new();
        let of_file = file.map(|path| read(path, &mut recipes)).transpose()?.unwrap_or_default();
        if let Some(to) = to {
            let to = recipes.target(to)?;
            let shard = shard.map(Cut::parse).transpose()?;
            let rule = |pattern: Option<Pattern>| Rule {
                is_needed: pattern.is_some(),
                pattern,
                to: to.clone(),
                from: from.map(String::from),
                shard: shard.clone(),
            };
            for pattern in patterns {
                rules.push(rule(Some(read_pattern(pattern)?)));
            }
            rules.extend(of_file);
            if patterns.is_empty() {
                rules.push(rule(None));
            }
        } else {
            rules = of_file;
        }
        Ok(Rules { recipes, rules })
    }

    /// The first rule for an array of this name.
    pub(super) fn of(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.pattern.as_ref().is_none_or(|pattern| pattern.matches(name)))
    }

    /// The number of devices; `None` if no array is sharded.
    pub(super) fn devices(&self) -> Result<Option<usize>, Failure> {
        let mut shardings = self.rules.iter().filter_map(|rule| rule.shard.as_ref());
        let Some(first) = shardings.next() else { return Ok(None) };
        match shardings.find(|other| other.devices() != first.devices()) {
            None => Ok(Some(first.devices())),
            Some(other) => Err(mistake!("{} and {} are for different devices", first.text, other.text)),
        }
    }

    /// Refuses rules that name no array, and patterns of the command line that are like no name.
    pub(super) fn check(&self, tensors: &[Tensor]) -> Result<(), Failure> {
        let names = || {
            let mut names: Vec<&str> = tensors.iter().take(8).map(|tensor| &*tensor.name).collect();
            if tensors.len() > names.len() {
                names.push("...");
            }
            names.join(", ")
        };
        for pattern in
            self.rules.iter().filter(|rule| rule.is_needed).filter_map(|rule| rule.pattern.as_ref())
        {
            if !tensors.iter().any(|tensor| pattern.matches(&tensor.name)) {
                return Err(mistake!("no array is like `{pattern}`; there are {}", names()));
            }
        }
        if !tensors.iter().any(|tensor| self.of(&tensor.name).is_some()) {
            return Err(mistake!("no rule names an array; there are {}", names()));
        }
        Ok(())
    }
}

fn read_pattern(text: &str) -> Result<Pattern, Failure> {
    Pattern::new(text).map_err(|error| mistake!("`{text}` is no pattern: {error}"))
}

/// Reads a file of rules in TOML.
fn read(path: &Path, recipes: &mut Recipes) -> Result<Vec<Rule>, Failure> {
    let source = Source::of(path);
    let mut text = String::new();
    let length = source.open()?.take(MOST_BYTES + 1).read_to_string(&mut text);
    if length.map_err(|error| unreadable(&source.name(), &error))? as u64 > MOST_BYTES {
        return Err(mistake!("{}: more than {MOST_BYTES} bytes, which is the limit", source.name()));
    }
    let table: Table =
        text.parse().map_err(|error| mistake!("{}: {}", source.name(), format!("{error}").trim_end()))?;
    rules(table, recipes).map_err(|failure| failure.within(&source.name()))
}

fn rules(mut file: Table, recipes: &mut Recipes) -> Result<Vec<Rule>, Failure> {
    let own = match file.remove("recipes") {
        None => Table::new(),
        Some(Value::Table(own)) => own,
        Some(_) => return Err(mistake!("`recipes` is no table: write [recipes]")),
    };
    for (name, value) in own {
        let notations = match value {
            Value::String(notation) => vec![(None, notation)],
            Value::Table(by_bits) => by_bits
                .into_iter()
                .map(|(bits, notation)| match (bits.parse(), notation) {
                    (Ok(bits), Value::String(notation)) => Ok((Some(bits), notation)),
                    _ => {
                        Err(mistake!("recipe {name}: write the bits of an element and a layout, 16 = \"zN\""))
                    }
                })
                .collect::<Result<_, _>>()?,
            _ => return Err(mistake!("recipe {name}: write a layout, {name} = \"zN\"")),
        };
        recipes.add(name, notations)?;
    }
    let list = match file.remove("rule") {
        None => Vec::new(),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(mistake!("`rule` is no list: write [[rule]]")),
    };
    if let Some(key) = file.keys().next() {
        return Err(mistake!("`{key}` is not known: a file has [recipes] and [[rule]]"));
    }
    let numbered = list.into_iter().enumerate();
    numbered
        .map(|(at, value)| rule(value, recipes).map_err(|f| f.within(&format!("rule {}", at + 1))))
        .collect()
}

fn rule(value: Value, recipes: &Recipes) -> Result<Rule, Failure> {
    let Value::Table(mut table) = value else { return Err(mistake!("this is no table")) };
    let mut field = |name: &str| match table.remove(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(mistake!("`{name}` is no text")),
    };
    let (tensor, to, from, shard) = (field("tensor")?, field("to")?, field("from")?, field("shard")?);
    if let Some(key) = table.keys().next() {
        return Err(mistake!("`{key}` is not known: a rule has `tensor`, `to`, `from` and `shard`"));
    }
    let (Some(tensor), Some(to)) = (tensor, to) else {
        return Err(mistake!("a rule needs `tensor`, a pattern, and `to`, a layout"));
    };
    let (pattern, to) = (Some(read_pattern(&tensor)?), recipes.target(&to)?);
    let shard = shard.as_deref().map(Cut::parse).transpose()?;
    Ok(Rule { pattern, to, from, shard, is_needed: false })
}
