//! `map.*`, `expr.*` and `interval.*`: indexing maps and what they are made of.
use crate::request::{Answer, Fields, RequestError, Result, text_value};
use serde_json::{Value, json};
use tilework::affine::{Expr, IndexingMap, Interval, Points, Relation, SymbolicTile};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    let map = |fields: &mut Fields| fields.parsed::<IndexingMap>("map");
    Ok(Some(match verb {
        "parse" => text_value(&map(fields)?),
        "simplify" => text_value(&map(fields)?.simplify(points(fields)?)),
        "compose" => {
            let first: IndexingMap = fields.parsed("first")?;
            text_value(&first.then(&fields.parsed("second")?)?)
        }
        "rescale_symbols" => text_value(&map(fields)?.rescale_symbols()),
        "remove_unused_symbols" => text_value(&map(fields)?.remove_unused_symbols()),
        "remove_unused_variables" => text_value(&map(fields)?.remove_unused_variables()),
        "symbols_to_dimensions" => text_value(&map(fields)?.symbols_to_dimensions()),
        "evaluate" => evaluate(fields)?,
        "symbolic_tile" => crate::hlo::tile_value(SymbolicTile::of(&map(fields)?))?,
        _ => return Ok(None),
    }))
}

fn points(fields: &mut Fields) -> Result<Points> {
    match fields.has("points") {
        true => fields.choice("points", &[("replace", Points::Replace), ("preserve", Points::Preserve)]),
        false => Ok(Points::Replace),
    }
}

fn evaluate(fields: &mut Fields) -> Result<Value> {
    let map: IndexingMap = fields.parsed("map")?;
    let [dims, range, runtime] =
        [fields.integers("dims")?, fields.integers("range")?, fields.integers("runtime")?];
    let results = map.evaluate(&dims, &range, &runtime)?;
    let point = [dims, range, runtime].concat();
    Ok(json!({ "results": results.to_vec(), "in_domain": map.contains(&point) }))
}

pub(crate) fn answer_expr(verb: &str, fields: &mut Fields) -> Answer {
    let expr = |fields: &mut Fields| fields.parsed::<Expr>("expr");
    Ok(Some(match verb {
        "parse" => text_value(&expr(fields)?),
        "canonicalize" => text_value(&expr(fields)?.canonicalize()),
        "is_multiple_of" => match (expr(fields)?, fields.integer("divisor")?) {
            (_, 0) => return Err(RequestError::invalid("nothing is divided by 0")),
            (expr, divisor) => Value::from(expr.is_multiple_of(divisor)),
        },
        "evaluate" => {
            let (expr, values) = (expr(fields)?, fields.integers("variables")?);
            let none = || RequestError::invalid(format!("{expr} has no value of 64 bits at {values:?}"));
            Value::from(expr.evaluate(&values).ok_or_else(none)?)
        }
        _ => return Ok(None),
    }))
}

pub(crate) fn answer_interval(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "compare" => compare(fields)?,
        "add" => combined(fields, Interval::add)?,
        "mul" => combined(fields, Interval::mul)?,
        _ => return Ok(None),
    }))
}

fn interval(fields: &mut Fields, name: &str) -> Result<Interval> {
    match fields.integers(name)?[..] {
        [lower, upper] => Ok(Interval { lower, upper }),
        _ => Err(RequestError::request(format!("field {name}: two numbers are wanted"))),
    }
}

fn combined(fields: &mut Fields, operation: fn(Interval, Interval) -> Interval) -> Result<Value> {
    let result = operation(interval(fields, "lhs")?, interval(fields, "rhs")?);
    Ok(json!([result.lower, result.upper]))
}

fn compare(fields: &mut Fields) -> Result<Value> {
    let (lhs, rhs) = (interval(fields, "lhs")?, interval(fields, "rhs")?);
    let relations = [
        ("lt", Relation::Less),
        ("le", Relation::LessOrEqual),
        ("eq", Relation::Equal),
        ("ne", Relation::NotEqual),
        ("ge", Relation::GreaterOrEqual),
        ("gt", Relation::Greater),
    ];
    let relation = fields.choice("relation", &relations)?;
    Ok(lhs.compare(relation, rhs).map_or(Value::Null, Value::from))
}
