//! Names in a layout, which become arguments of its function.
use crate::failure::{Failure, mistake, parse};
use tilework::affine::{IndexingMap, Interval};
use tilework::dynamic::{DynLayout, ParametricLayout};
use tilework::emit::IndexFunction;
use tilework_answers::subject::Named;

/// Whether this is a layout only if names stand for some leaves.
pub(super) fn has_names(text: &str) -> bool {
    text.starts_with('(') && text.parse::<DynLayout>().is_err() && text.parse::<ParametricLayout>().is_ok()
}

/// The function of a layout with parameters, each given once.
pub(super) fn function(named: &Named<'_>, given: &[(String, Interval)]) -> Result<IndexFunction, Failure> {
    named.must_not_have_sizes("a layout with parameters")?;
    let layout: ParametricLayout = parse("layout", named.text)?;
    if let Some((name, _)) = given.iter().find(|(name, _)| !layout.names().contains(name)) {
        return Err(mistake!("{name} is no parameter of {}", named.text));
    }
    let mut bounds = Vec::new();
    for name in layout.names() {
        let mut found = given.iter().filter(|(given, _)| given == name);
        match (found.next(), found.next()) {
            (Some((_, interval)), None) => bounds.push(*interval),
            (Some(_), Some(_)) => return Err(mistake!("--param says twice what {name} is")),
            (None, _) => return Err(mistake!("say in which bounds {name} is: --param {name}=1..1024")),
        }
    }
    let map = IndexingMap::of_parametric(&layout, &bounds)?;
    Ok(IndexFunction::from(map).titled(named.text))
}

/// A name and its bounds: `m=1..1024`.
pub(super) fn read(text: &str) -> Result<(String, Interval), String> {
    let parts = text.split_once('=').and_then(|(name, bounds)| Some((name.trim(), bounds.split_once("..")?)));
    let number = |text: &str| text.trim().parse::<i64>().ok();
    match parts.and_then(|(name, (least, greatest))| Some((name, number(least)?, number(greatest)?))) {
        Some((name, least, greatest)) if least <= greatest && !name.is_empty() => {
            Ok((name.to_string(), Interval::new(least, greatest)))
        }
        _ => Err("a name, its least and its greatest value are needed, such as m=1..1024".to_string()),
    }
}
