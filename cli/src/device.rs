//! What a device holds of the arrays of a dump that are cut by a sharding.
use tilework::dynamic::Result;
use tilework::shard::Sharding;
use tilework::xla::{ArrayShape, Shape, padded_size};

/// Whether the shapes of a module are those of a device already: modules are cut before they are scheduled.
pub(crate) fn is_cut(module_attributes: &str) -> bool {
    module_attributes.contains("is_scheduled=true")
}

/// The largest part of an array on a device.
#[derive(Debug)]
pub(crate) struct DevicePart {
    /// The devices that the array is cut over.
    pub(crate) devices: i64,
    /// The part, in the layout of the whole.
    pub(crate) shape: ArrayShape,
    /// The bytes of the part, with padding.
    pub(crate) padded: i64,
}

/// The largest part on a device; none where the sharding has no tiles.
pub(crate) fn part(sharding: &Sharding, array: &ArrayShape) -> Result<Option<DevicePart>> {
    let Some(devices) = sharding.device_count() else { return Ok(None) };
    let sizes = sharding.shard_shape(&array.sizes()?)?;
    let layout = array.layout_or_default().into_owned();
    let shape = ArrayShape::of_sizes(array.element_type(), &sizes)?.with_layout(layout)?;
    let padded = padded_size(&Shape::Array(shape.clone()))?;
    Ok(Some(DevicePart { devices, shape, padded }))
}
