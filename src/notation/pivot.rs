//! What all notations say, in one model.
use super::error::ConvertError;
use super::name::Notation;
use super::nested::Nested;
use crate::affine::{Expr, IndexingMap, Points};
use crate::dynamic::{
    Axis, DynLayout, Error, Mode, Offset, Result, StrideKind, Swizzled, Tree, invalid, kind,
};
use crate::shard::Sharding;
use crate::xla::{ArrayShape, LinearIndex, PrimitiveType, Tiling};
use alloc::string::String;
use alloc::vec::Vec;

/// What a text says: the place of every element, and what it says beside.
#[derive(Debug, Clone, PartialEq)]
pub struct Pivot {
    /// Where the elements are.
    pub places: PivotPlaces,
    /// What an element is, if the text says it.
    pub element: Option<ElementWidth>,
    /// The memory it is in, where XLA says it: `S(1)`.
    pub memory_space: i64,
}

/// Where the elements of an array are.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there is one for each text")]
pub enum PivotPlaces {
    /// An offset and a layout, with swizzles behind it or not.
    Layout {
        /// Where the first element is; over basis strides, a coordinate.
        offset: Offset,
        /// The layout, whose top-level modes are the dimensions.
        layout: Swizzled,
        /// Modes along which elements have further places: replicas.
        copies: Vec<Mode>,
        /// The names of the axes of basis strides, the first ones of them.
        axes: Vec<String>,
        /// The names of the dimensions, all or none.
        dimensions: Vec<String>,
    },
    /// Tiles of XLA that are no nested layout.
    Tiles(ArrayShape),
    /// An indexing map that is no layout.
    Map(IndexingMap),
    /// A sharding whose devices are no layout.
    Devices(Sharding),
}

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ElementWidth {
    /// The type, if it is known.
    pub kind: Option<PrimitiveType>,
    /// The bits from one element to the next.
    pub bits: u32,
}

impl From<PrimitiveType> for ElementWidth {
    /// An element of this type by itself, in whole bytes.
    fn from(kind: PrimitiveType) -> Self {
        ElementWidth { kind: Some(kind), bits: kind.stored_bits() }
    }
}

/// What is said beside a text: what some notations leave out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Given {
    /// The sizes of the array.
    pub shape: Option<Vec<i64>>,
    /// What an element is.
    pub element: Option<ElementWidth>,
}

impl From<DynLayout> for Pivot {
    fn from(layout: DynLayout) -> Self {
        Pivot::from(Swizzled::from(layout))
    }
}

impl From<Swizzled> for Pivot {
    fn from(layout: Swizzled) -> Self {
        Pivot::of(Offset::Int(0), layout)
    }
}

impl From<PivotPlaces> for Pivot {
    fn from(places: PivotPlaces) -> Self {
        Pivot { places, element: None, memory_space: 0 }
    }
}

impl Pivot {
    /// A layout that begins at an offset.
    pub(super) fn of(offset: Offset, layout: Swizzled) -> Self {
        let (copies, axes, dimensions) = (Vec::new(), Vec::new(), Vec::new());
        PivotPlaces::Layout { offset, layout, copies, axes, dimensions }.into()
    }

    /// The layout of a flat shape and stride that begins at an offset.
    pub(super) fn flat(extents: &[i64], strides: &[i64], offset: i64) -> Result<Self> {
        let modes = extents.iter().zip(strides).map(|(&extent, &stride)| Mode::new(extent, stride));
        Ok(Pivot::of(Offset::Int(offset), DynLayout::from_modes(Tree::flat(modes))?.into()))
    }

    pub(super) fn with_element(mut self, element: Option<ElementWidth>) -> Self {
        self.element = element;
        self
    }

    /// The number of elements in each dimension.
    ///
    /// # Errors
    /// If it is a sharding without tiles, a map whose domain is no box from 0, or a layout that was divided.
    pub fn extents(&self) -> Result<Vec<i64>> {
        match &self.places {
            PivotPlaces::Layout { layout, .. } => {
                Ok(layout.layout.extent_by_mode("convert")?.leaves().into())
            }
            PivotPlaces::Tiles(array) => Ok(array.sizes()?.into_vec()),
            PivotPlaces::Map(map) => {
                let size = |dimension: &crate::affine::Variable| match dimension.bounds.lower {
                    0 => dimension
                        .bounds
                        .upper
                        .checked_add(1)
                        .ok_or(Error::overflow("the size of a dimension")),
                    lower => Err(invalid!("convert", "a dimension begins at {lower}")),
                };
                map.dims().iter().map(size).collect()
            }
            PivotPlaces::Devices(sharding) => match sharding.as_tiled() {
                Some(tiled) => Ok(tiled.tiles().into()),
                None => Err(invalid!("convert", "{sharding} has no tiles")),
            },
        }
    }

    /// The place of an element; of several, the first.
    ///
    /// # Errors
    /// If the index is outside, the map has symbols, or a number does not fit in 64 bits.
    ///
    /// ```
    /// use tilework::notation::{Given, read};
    /// let pivot = read("aBcd16b", None, &Given { shape: Some(vec![2, 20, 3, 5]), element: None })?;
    /// assert_eq!(pivot.place(&[1, 17, 2, 4]).unwrap(), 945);
    /// # Ok::<(), tilework::notation::ConvertError>(())
    /// ```
    pub fn place(&self, index: &[i64]) -> Result<Offset> {
        let extents = self.extents()?;
        if index.len() != extents.len() || index.iter().zip(&extents).any(|(e, d)| !(0..*d).contains(e)) {
            return Err(invalid!("place", "index {index:?} is outside {extents:?}"));
        }
        match &self.places {
            PivotPlaces::Layout { offset, layout, .. } => {
                let coordinate = match (layout.layout.view().is_leaf(), index) {
                    (true, [index]) => Tree::leaf(*index),
                    _ => Tree::flat(index.iter().copied()),
                };
                let place = match layout.swizzles.is_empty() {
                    true => layout.layout.offset(&coordinate)?,
                    false => Offset::Int(layout.offset(&coordinate)?),
                };
                sum(offset, &place)
            }
            PivotPlaces::Tiles(array) => LinearIndex::new(array, Tiling::All)?.at(index).map(Offset::Int),
            PivotPlaces::Map(map) => {
                let values = map.evaluate(index, &[], &[])?;
                coordinate_of(&values)
            }
            PivotPlaces::Devices(sharding) => {
                let tiled =
                    sharding.as_tiled().ok_or_else(|| invalid!("place", "{sharding} has no tiles"))?;
                let tile =
                    tiled.tiles().iter().zip(index).fold(0, |tile, (tiles, index)| tile * tiles + index);
                let device = tiled.assignment().device_at(tile * tiled.copies());
                device.map(Offset::Int).ok_or_else(|| invalid!("place", "there is no tile {index:?}"))
            }
        }
    }

    /// The map from the index of an element to its place.
    ///
    /// # Errors
    /// If elements have several places, or there is no map: over axes of nested coordinates, or without tiles.
    pub fn to_map(&self) -> Result<IndexingMap> {
        match &self.places {
            PivotPlaces::Map(map) => Ok(map.clone()),
            PivotPlaces::Tiles(array) => Ok(LinearIndex::new(array, Tiling::All)?.to_map()),
            PivotPlaces::Layout { copies, .. } if copies.iter().any(|mode| mode.extent != 1) => {
                Err(invalid!("convert", "elements have several places, and a map gives one"))
            }
            PivotPlaces::Layout { offset, layout, .. } => {
                let map = match layout.swizzles.is_empty() {
                    true => IndexingMap::try_from(&layout.layout)?,
                    false => IndexingMap::try_from(layout)?,
                };
                match offset {
                    Offset::Int(offset) => moved(&map, &[*offset]),
                    Offset::Coordinate(parts) => {
                        let mut along = alloc::vec![0; map.results().len()];
                        for (axis, value) in parts {
                            let [axis] = *axis.path() else {
                                return Err(invalid!("convert", "{axis} is an axis of nested coordinates"));
                            };
                            let axis = usize::from(axis);
                            along.resize(along.len().max(axis + 1), 0);
                            along[axis] = *value;
                        }
                        moved(&map, &along)
                    }
                }
            }
            PivotPlaces::Devices(sharding) => device_map(sharding),
        }
    }

    /// The digits of each dimension, for a notation that needs them.
    ///
    /// What is no sum by its text, such as a swizzle, may be one nevertheless.
    pub(super) fn nested(&self, notation: Notation) -> core::result::Result<Nested, ConvertError> {
        let refuse = |error| ConvertError::because(notation, error);
        if let PivotPlaces::Layout { offset, layout, copies, axes, .. } = &self.places
            && layout.swizzles.is_empty()
            && kind(layout.layout.leaves()) != StrideKind::F2
        {
            let mut nested = Nested::of(&layout.layout, offset.clone()).map_err(refuse)?;
            (nested.copies, nested.axes) = (copies.clone(), axes.clone());
            return Ok(nested);
        }
        let map = self.to_map().map_err(refuse)?;
        let extents = self.extents().map_err(refuse)?;
        if extents.contains(&0) {
            let modes = Tree::flat(extents.iter().map(|&extent| Mode::new(extent, 0)));
            let layout = DynLayout::from_modes(modes).map_err(refuse)?;
            return Nested::of(&layout, Offset::Int(0)).map_err(refuse);
        }
        let origin = map.evaluate(&alloc::vec![0; extents.len()], &[], &[]).map_err(refuse)?;
        let back: Option<Vec<i64>> = origin.iter().map(|value| value.checked_neg()).collect();
        let back = back.ok_or_else(|| refuse(Error::overflow("the offset")))?;
        let layout = moved(&map, &back).and_then(|map| map.to_layout()).map_err(refuse)?;
        Nested::of(&layout, coordinate_of(&origin).map_err(refuse)?).map_err(refuse)
    }
}

/// The map with something added to each result.
fn moved(map: &IndexingMap, by: &[i64]) -> Result<IndexingMap> {
    if by.iter().all(|value| *value == 0) {
        return Ok(map.clone());
    }
    let zero = Expr::constant(0);
    let count = map.results().len().max(by.len());
    let results: Vec<Expr> = (0..count)
        .map(|place| {
            let result = map.results().get(place).unwrap_or(&zero).clone();
            result.add(Expr::constant(by.get(place).copied().unwrap_or(0)))
        })
        .collect();
    let bounds = map.bounds();
    let (dims, rest) = bounds.split_at(map.dims().len());
    if !rest.is_empty() {
        return Err(invalid!("convert", "the map has symbols"));
    }
    let constraints = map.constraints().to_vec();
    Ok(IndexingMap::over(dims, &[], &[], results, constraints).simplify(Points::Replace))
}

/// The device of a tile by its definition: count in the shape, transpose, count again.
fn device_map(sharding: &Sharding) -> Result<IndexingMap> {
    let tiled = sharding.as_tiled().ok_or_else(|| invalid!("convert", "{sharding} has no tiles"))?;
    if tiled.copies() != 1 {
        return Err(invalid!("convert", "{} devices hold each tile, and a map gives one", tiled.copies()));
    }
    let Some((shape, axes)) = tiled.assignment().as_iota() else {
        return Err(invalid!("convert", "the devices are listed, and follow no rule"));
    };
    let mut tile = Expr::constant(0);
    for (dimension, &tiles) in tiled.tiles().iter().enumerate() {
        tile = tile.mul(Expr::constant(tiles)).add(Expr::variable_at(dimension));
    }
    let mut strides = alloc::vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    let (mut device, mut running) = (Expr::constant(0), 1);
    for &axis in axes.iter().rev() {
        let digit = tile.clone().floor_div(Expr::constant(running)).modulo(Expr::constant(shape[axis]));
        device = device.add(digit.mul(Expr::constant(strides[axis])));
        running *= shape[axis];
    }
    let bounds: Vec<_> = tiled.tiles().iter().map(|&tiles| crate::affine::Interval::of_size(tiles)).collect();
    Ok(IndexingMap::over(&bounds, &[], &[], [device], Vec::new()).simplify(Points::Replace))
}

/// Results of a map as one offset.
fn coordinate_of(values: &[i64]) -> Result<Offset> {
    if let [value] = values {
        return Ok(Offset::Int(*value));
    }
    let mut parts = smallvec::SmallVec::new();
    for (axis, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
        parts.push((Axis::new(&[axis])?, value));
    }
    Ok(if parts.is_empty() { Offset::Int(0) } else { Offset::Coordinate(parts) })
}

/// Two offsets together.
fn sum(a: &Offset, b: &Offset) -> Result<Offset> {
    let overflow = || Error::overflow("offset");
    match (a, b) {
        (Offset::Int(a), Offset::Int(b)) => a.checked_add(*b).map(Offset::Int).ok_or_else(overflow),
        (Offset::Int(0), other) | (other, Offset::Int(0)) => Ok(other.clone()),
        (Offset::Coordinate(a), Offset::Coordinate(b)) => {
            let mut parts = a.clone();
            for (axis, value) in b {
                match parts.iter_mut().find(|(own, _)| own == axis) {
                    Some((_, own)) => *own = own.checked_add(*value).ok_or_else(overflow)?,
                    None => parts.push((*axis, *value)),
                }
            }
            parts.retain(|(_, value)| *value != 0);
            parts.sort_unstable_by_key(|(axis, _)| *axis);
            Ok(if parts.is_empty() { Offset::Int(0) } else { Offset::Coordinate(parts) })
        }
        _ => Err(invalid!("offset", "integers and coordinates cannot be added")),
    }
}
