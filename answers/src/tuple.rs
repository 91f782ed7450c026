//! `tuple.*`: operations on int tuples.
use crate::request::{Answer, Fields, Result, offset_value, text_value};
use serde_json::Value;
use tilework::dynamic::{
    DynLayout, DynTuple, Stride, Tree, TupleRef, add, ceil_div, common_coarsening, common_refinement,
    compact_col_major, compact_row_major, compatible, congruent, crd2crd, crd2idx, domain_distribute,
    elem_less, evenly_divides, get, greatest_common_domain, idx2crd, max_leaf, offset2crd, product_each,
    round_up, shape_div, size, weakly_congruent,
};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "rank" => Value::from(tuple(fields)?.rank()),
        "depth" => Value::from(tuple(fields)?.depth()),
        "product" => Value::from(size(tuple(fields)?.view())?),
        "max" => Value::from(max_leaf(tuple(fields)?.view())),
        "get" => {
            let tuple = tuple(fields)?;
            text_value(&get(tuple.view(), &fields.indices("path")?)?)
        }
        "add" => binary(fields, add)?,
        "product_each" => text_value(&product_each(tuple(fields)?.view())?),
        "shape_div" => binary(fields, shape_div)?,
        "ceil_div" => binary(fields, ceil_div)?,
        "round_up" => binary(fields, round_up)?,
        "common_refinement" => binary(fields, common_refinement)?,
        "common_coarsening" => binary(fields, common_coarsening)?,
        "greatest_common_domain" => binary(fields, greatest_common_domain)?,
        "congruent" => relation(fields, |l, r| Ok(congruent(l, r)))?,
        "weakly_congruent" => relation(fields, |l, r| Ok(weakly_congruent(l, r)))?,
        "compatible" => relation(fields, compatible)?,
        "elem_less" => relation(fields, elem_less)?,
        "evenly_divides" => relation(fields, evenly_divides)?,
        "compact_col_major" => text_value(&compact_col_major(shape(fields)?.view())?),
        "compact_row_major" => text_value(&compact_row_major(shape(fields)?.view())?),
        "crd2idx" => coordinate_to_index(fields)?,
        "idx2crd" => index_to_coordinate(fields)?,
        "crd2crd" => coordinate_to_coordinate(fields)?,
        "domain_distribute" => text_value(&domain_distribute(shape(fields)?.view(), fields.integer("n")?)?),
        _ => return Ok(None),
    }))
}

fn tuple(fields: &mut Fields) -> Result<DynTuple> {
    fields.parsed("tuple")
}

fn shape(fields: &mut Fields) -> Result<DynTuple> {
    fields.parsed("shape")
}

fn pair(fields: &mut Fields) -> Result<(DynTuple, DynTuple)> {
    Ok((fields.parsed("lhs")?, fields.parsed("rhs")?))
}

type OnTuples<T> = fn(TupleRef<'_>, TupleRef<'_>) -> tilework::dynamic::Result<T>;

fn binary<T: ToString>(fields: &mut Fields, operation: OnTuples<T>) -> Result<Value> {
    let (lhs, rhs) = pair(fields)?;
    Ok(text_value(&operation(lhs.view(), rhs.view())?))
}

fn relation(fields: &mut Fields, relation: OnTuples<bool>) -> Result<Value> {
    let (lhs, rhs) = pair(fields)?;
    Ok(Value::from(relation(lhs.view(), rhs.view())?))
}

fn coordinate_to_index(fields: &mut Fields) -> Result<Value> {
    let (coordinate, shape): (DynTuple, DynTuple) = (fields.parsed("coord")?, shape(fields)?);
    match fields.optional::<Tree<Stride>>("stride")? {
        None => Ok(Value::from(crd2idx(coordinate.view(), shape.view())?)),
        Some(stride) => Ok(offset_value(&DynLayout::new(&shape, &stride)?.offset_unchecked(&coordinate)?)),
    }
}

fn index_to_coordinate(fields: &mut Fields) -> Result<Value> {
    let (index, shape) = (fields.integer("index")?, shape(fields)?);
    Ok(text_value(&match fields.optional::<DynTuple>("stride")? {
        None => idx2crd(index, shape.view())?,
        Some(stride) => offset2crd(index, &shape, &stride)?,
    }))
}

fn coordinate_to_coordinate(fields: &mut Fields) -> Result<Value> {
    let coordinate: DynTuple = fields.parsed("coord")?;
    let (source, target): (DynTuple, DynTuple) = (fields.parsed("src")?, fields.parsed("dst")?);
    Ok(text_value(&crd2crd(coordinate.view(), source.view(), target.view())?))
}
