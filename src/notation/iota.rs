//! Shardings of HLO, `{devices=[2,4]<=[4,2]T(1,0)}`, as functions from tiles to devices.
//!
//! A last dimension that replicates is a mode of further places. Where no iota is the function, the devices are listed.
use super::error::ConvertError;
use super::name::Notation;
use super::nested::Nested;
use super::pivot::{Given, Pivot, PivotPlaces};
use crate::dynamic::{DynLayout, Mode, Offset, Tree};
use crate::shard::{Sharding, Subgroup, TileAssignment, TiledSharding};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const THIS: Notation = Notation::Iota;

/// The most devices that are listed.
const MOST_LISTED: i64 = 1 << 12;

/// The most axes that are put in order.
const MOST_AXES: usize = 256;

pub(super) fn read(text: &str, given: &Given) -> Result<Pivot, ConvertError> {
    let mut sharding: Sharding =
        text.parse().map_err(|error| ConvertError::Read { notation: THIS, error })?;
    if let Some(shape) = &given.shape {
        sharding = sharding.widened(shape.len());
    }
    let places = as_layout(&sharding).unwrap_or(PivotPlaces::Devices(sharding));
    Ok(places.into())
}

/// The layout of the devices, if there is one and the groups only replicate.
fn as_layout(sharding: &Sharding) -> Option<PivotPlaces> {
    let tiled = sharding
        .as_tiled()
        .filter(|tiled| tiled.subgroups().iter().all(|one| *one == Subgroup::Replicated))?;
    let layout = tiled.assignment().to_layout().ok()?;
    let modes: Vec<_> = layout.modes().collect();
    let (own, groups) = modes.split_at(tiled.rank());
    if own.is_empty() {
        return None;
    }
    let copies: Vec<Mode> = groups.iter().flat_map(|group| group.leaves().iter().copied()).collect();
    let layout = DynLayout::from_modes(Tree::tuple(own.iter().copied()).ok()?).ok()?;
    let (axes, dimensions) = (Vec::new(), Vec::new());
    Some(PivotPlaces::Layout { offset: Offset::Int(0), layout: layout.into(), copies, axes, dimensions })
}

pub(super) fn write(pivot: &Pivot) -> Result<String, ConvertError> {
    if let PivotPlaces::Devices(sharding) = &pivot.places {
        return Ok(sharding.to_string());
    }
    let refusal = match pivot.nested(THIS) {
        Ok(nested) => match assignment(&nested) {
            Ok((assignment, groups)) => {
                let refuse = |error| ConvertError::because(THIS, error);
                let tiled = TiledSharding::new(assignment, &groups).map_err(refuse)?;
                return Ok(Sharding::Tiled(tiled).to_string());
            }
            Err(refusal) => refusal,
        },
        Err(refusal) => refusal,
    };
    listed(pivot).ok_or(refusal)
}

/// The iota whose axes are the digits, counted by their strides.
fn assignment(nested: &Nested) -> Result<(TileAssignment, Vec<Subgroup>), ConvertError> {
    nested.no_offset(THIS)?;
    nested.no_padding(THIS)?;
    if nested.extents.is_empty() || nested.extents.contains(&0) {
        return Err(ConvertError::of(THIS, None, "there are no tiles"));
    }
    let mut axes: Vec<(i64, i64, usize)> = Vec::new();
    // the digits in the order of the text: dimensions as they are, in each the outermost first
    let mut in_order: Vec<i64> = Vec::new();
    let copies: Vec<Mode> = nested.copies.iter().copied().filter(|mode| mode.extent != 1).collect();
    for (dimension, digits) in nested.digits.iter().chain([&copies]).enumerate() {
        for digit in digits.iter().rev() {
            let stride = Nested::stride(digit);
            axes.push((stride, digit.extent, dimension));
            in_order.push(stride);
        }
    }
    if axes.len() > MOST_AXES {
        return Err(ConvertError::of(THIS, None, format!("more than {MOST_AXES} axes")));
    }
    axes.sort_unstable();
    let mut running = 1_i64;
    for &(stride, extent, dimension) in &axes {
        if stride != running {
            let condition = format!("a step is {stride} devices, and those inside it are {running}");
            return Err(ConvertError::of(
                THIS,
                (dimension < nested.extents.len()).then_some(dimension),
                condition,
            ));
        }
        running =
            running.checked_mul(extent).ok_or_else(|| ConvertError::of(THIS, None, "too many devices"))?;
    }
    axes.reverse();
    let shape: Vec<i64> = axes.iter().map(|(_, extent, _)| *extent).collect();
    let order = in_order.iter().filter_map(|stride| axes.iter().position(|(own, ..)| own == stride));
    let (order, mut tiles) = (order.collect::<Vec<usize>>(), nested.extents.clone());
    let groups = if copies.is_empty() { Vec::new() } else { [Subgroup::Replicated].into() };
    tiles.extend((!copies.is_empty()).then(|| copies.iter().map(|mode| mode.extent).product::<i64>()));
    let assignment = TileAssignment::of_axes(&tiles, &shape, &order)
        .map_err(|error| ConvertError::because(THIS, error))?;
    Ok((assignment, groups))
}

/// The devices one by one, if each is there once.
fn listed(pivot: &Pivot) -> Option<String> {
    if let PivotPlaces::Layout { copies, .. } = &pivot.places
        && copies.iter().any(|mode| mode.extent != 1)
    {
        return None;
    }
    let tiles = pivot.extents().ok()?;
    let count = tiles.iter().try_fold(1_i64, |product, size| product.checked_mul(*size))?;
    if tiles.is_empty() || !(1..=MOST_LISTED).contains(&count) {
        return None;
    }
    let mut devices = Vec::new();
    for tile in 0..count {
        let mut rest = tile;
        let mut index: Vec<i64> = tiles
            .iter()
            .rev()
            .map(|size| {
                let entry = rest % size;
                rest /= size;
                entry
            })
            .collect();
        index.reverse();
        devices.push(pivot.place(&index).ok()?.as_int()?);
    }
    let assignment = TileAssignment::list(&tiles, devices).ok()?;
    Some(Sharding::Tiled(TiledSharding::new(assignment, &[]).ok()?).to_string())
}
