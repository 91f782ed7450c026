//! `map.*`, `expr.*` and `interval.*`: indexing maps and what they are made of.
use super::request::{Answer, Fields, RequestError, Result, text_value};
use serde_json::{Value, json};
use tilework::affine::{Expr, IndexingMap, Interval, Points, Relation, SymbolicTile};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "parse" => changed(fields, IndexingMap::clone),
        "simplify" => simplify(fields),
        "compose" => compose(fields),
        "rescale_symbols" => changed(fields, IndexingMap::rescale_symbols),
        "remove_unused_symbols" => changed(fields, IndexingMap::remove_unused_symbols),
        "remove_unused_variables" => changed(fields, IndexingMap::remove_unused_variables),
        "symbols_to_dimensions" => changed(fields, IndexingMap::symbols_to_dimensions),
        "evaluate" => evaluate(fields),
        "symbolic_tile" => symbolic_tile(fields),
        _ => return None,
    })
}

fn symbolic_tile(fields: &mut Fields) -> Result<Value> {
    super::hlo::tile_value(SymbolicTile::of(&fields.parsed("map")?))
}

fn changed(fields: &mut Fields, change: fn(&IndexingMap) -> IndexingMap) -> Result<Value> {
    Ok(text_value(&change(&fields.parsed("map")?)))
}

fn simplify(fields: &mut Fields) -> Result<Value> {
    let map: IndexingMap = fields.parsed("map")?;
    let points = match fields.has("points") {
        true => fields.choice("points", &[("replace", Points::Replace), ("preserve", Points::Preserve)])?,
        false => Points::Replace,
    };
    Ok(text_value(&map.simplify(points)))
}

fn compose(fields: &mut Fields) -> Result<Value> {
    let (first, second): (IndexingMap, IndexingMap) = (fields.parsed("first")?, fields.parsed("second")?);
    Ok(text_value(&first.then(&second)?))
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
    Some(match verb {
        "parse" => expr(fields).map(|expr| text_value(&expr)),
        "canonicalize" => expr(fields).map(|expr| text_value(&expr.canonicalize())),
        "is_multiple_of" => expr(fields).and_then(|expr| is_multiple_of(&expr, fields)),
        "evaluate" => expr(fields).and_then(|expr| evaluate_expr(&expr, fields)),
        _ => return None,
    })
}

fn is_multiple_of(expr: &Expr, fields: &mut Fields) -> Result<Value> {
    match fields.integer("divisor")? {
        0 => Err(RequestError::invalid("nothing is divided by 0")),
        divisor => Ok(Value::from(expr.is_multiple_of(divisor))),
    }
}

fn evaluate_expr(expr: &Expr, fields: &mut Fields) -> Result<Value> {
    let values = fields.integers("variables")?;
    let value = expr.evaluate(&values);
    let value = value
        .ok_or_else(|| RequestError::invalid(format!("{expr} has no value of 64 bits at {values:?}")))?;
    Ok(Value::from(value))
}

pub(crate) fn answer_interval(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "compare" => compare(fields),
        "add" => combined(fields, Interval::add),
        "mul" => combined(fields, Interval::mul),
        _ => return None,
    })
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
