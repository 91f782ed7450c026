//! The device of each tile.
use crate::dynamic::{DynLayout, Error, Mode, Result, Tree, composition, inexact, invalid};
use alloc::vec::Vec;
use core::fmt;

/// The device of each tile: so many tiles in each dimension, and the devices in the order of the tiles, the last
/// dimension fastest.
///
/// As an iota, `[2,4]<=[4,2]T(1,0)`, the devices are counted in the shape behind `<=`, its axes are put into the order
/// `T`, and the result is cut into the tiles; or they are listed, `[2,2]0,3,1,2`. Each device from 0 on is there once.
/// Source: XLA, `TileAssignment` and `IotaTileAssignment`.
///
/// ```
/// use tilework::shard::TileAssignment;
/// let assignment = TileAssignment::iota(&[2, 4], &[4, 2], &[1, 0])?;
/// assert_eq!(assignment.devices().collect::<Vec<_>>(), [0, 2, 4, 6, 1, 3, 5, 7]);
/// assert_eq!(assignment.to_layout()?.to_string(), "(2,4):(1,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TileAssignment {
    tiles: Vec<i64>,
    order: DeviceOrder,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum DeviceOrder {
    Iota {
        shape: Vec<i64>,
        axes: Vec<usize>,
    },
    /// The device of each tile, and the tile of each device.
    List {
        devices: Vec<i64>,
        tiles: Vec<i64>,
    },
}

impl TileAssignment {
    /// The devices `0, 1, ..` in `shape`, its axes in another order, cut into `tiles`.
    ///
    /// # Errors
    /// If a size is below 1, the axes are no permutation of those of the shape, or there are not as many devices as
    /// tiles.
    pub fn iota(tiles: &[i64], shape: &[i64], axes: &[usize]) -> Result<Self> {
        let (count, devices) = (count(tiles)?, count(shape)?);
        if count != devices {
            return Err(invalid!("sharding", "{count} tiles, and {devices} devices"));
        }
        if !is_permutation(axes, shape.len()) {
            return Err(invalid!("sharding", "{axes:?} is no order of {} axes", shape.len()));
        }
        let order = DeviceOrder::Iota { shape: shape.into(), axes: axes.into() };
        Ok(TileAssignment { tiles: tiles.into(), order })
    }

    /// The devices as they are listed.
    ///
    /// # Errors
    /// If a size is below 1, or the devices are not each of `0, 1, ..` once, as many as tiles.
    pub fn list(tiles: &[i64], devices: Vec<i64>) -> Result<Self> {
        let (count, listed) = (count(tiles)?, devices.len());
        if usize::try_from(count) != Ok(listed) {
            return Err(invalid!("sharding", "{count} tiles, and {listed} devices"));
        }
        let numbers: Vec<usize> =
            devices.iter().map(|device| usize::try_from(*device).unwrap_or(usize::MAX)).collect();
        if !is_permutation(&numbers, listed) {
            return Err(invalid!("sharding", "the devices are not each of 0 to {} once", listed - 1));
        }
        let mut tile_of = alloc::vec![0; listed];
        for (tile, device) in (0..).zip(numbers) {
            tile_of[device] = tile;
        }
        let order = DeviceOrder::List { devices, tiles: tile_of };
        Ok(TileAssignment { tiles: tiles.into(), order })
    }

    /// How many tiles there are in each dimension.
    pub fn tiles(&self) -> &[i64] {
        &self.tiles
    }

    /// The shape in which the devices are counted and the order of its axes, if they are an iota.
    pub fn as_iota(&self) -> Option<(&[i64], &[usize])> {
        match &self.order {
            DeviceOrder::Iota { shape, axes } => Some((shape, axes)),
            DeviceOrder::List { .. } => None,
        }
    }

    /// The number of devices, which is that of the tiles.
    pub fn device_count(&self) -> i64 {
        self.tiles.iter().product()
    }

    /// The device of the tile with this number; the last dimension of the tiles is counted fastest.
    pub fn device_at(&self, tile: i64) -> Option<i64> {
        match &self.order {
            DeviceOrder::List { devices, .. } => devices.get(usize::try_from(tile).ok()?).copied(),
            DeviceOrder::Iota { shape, axes } => {
                (0..self.device_count()).contains(&tile).then(|| moved(tile, shape, axes, Way::There))
            }
        }
    }

    /// The number of the tile that a device has.
    pub fn tile_of(&self, device: i64) -> Option<i64> {
        match &self.order {
            DeviceOrder::List { tiles, .. } => tiles.get(usize::try_from(device).ok()?).copied(),
            DeviceOrder::Iota { shape, axes } => {
                (0..self.device_count()).contains(&device).then(|| moved(device, shape, axes, Way::Back))
            }
        }
    }

    /// The devices, tile by tile, the last dimension fastest.
    pub fn devices(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.device_count()).filter_map(|tile| self.device_at(tile))
    }

    /// The same tiles with dimensions of one tile at `at`, so that there are `rank` in all.
    pub(super) fn widened(mut self, at: usize, added: usize) -> Self {
        self.tiles.splice(at..at, core::iter::repeat_n(1, added));
        self
    }

    /// The layout from the coordinate of a tile to its device, if there is one.
    ///
    /// Post-condition: the offset of every coordinate is the device of that tile. An iota is a composition: the axes,
    /// after the tiles counted last dimension first; it is a layout where no tile carries over an axis.
    ///
    /// # Errors
    /// If no layout is this function, with a tile at which every layout is wrong; for a list, if it is no layout.
    ///
    /// ```
    /// use tilework::shard::TileAssignment;
    /// let layout = |tiles, shape| TileAssignment::iota(tiles, shape, &[1, 0])?.to_layout();
    /// assert_eq!(layout(&[4, 3], &[6, 2])?.to_string(), "((2,2),3):((6,1),2)");
    /// assert!(layout(&[2, 6], &[4, 3]).is_err());
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_layout(&self) -> Result<DynLayout> {
        let modes: Vec<Vec<Mode>> = match &self.order {
            DeviceOrder::Iota { shape, axes } => {
                // layouts count the first mode fastest, and the text the last one
                let strides = row_major(shape);
                let axes = axes.iter().rev().map(|&axis| Mode::new(shape[axis], strides[axis]));
                let axes = DynLayout::from_modes(Tree::flat(axes))?;
                let mut running = 1;
                let tiles = self.tiles.iter().rev().map(|&tiles| {
                    let mode = Mode::new(tiles, running);
                    running *= tiles;
                    mode
                });
                let tiles = DynLayout::from_modes(Tree::flat(tiles))?;
                let composed = composition(&axes, &tiles)?;
                let mut modes: Vec<Vec<Mode>> = composed.modes().map(|mode| mode.leaves().to_vec()).collect();
                modes.reverse();
                modes
            }
            DeviceOrder::List { devices, .. } => listed_modes(&self.tiles, devices)?,
        };
        let modes = modes.iter().map(|leaves| leaves.iter().copied());
        DynLayout::from_modes(Tree::of_modes(modes)?)
    }

    /// The iota of axes of these sizes, each cut into the tiles of the dimensions in order: axes of one device, and
    /// those that follow each other, are put together, as XLA does.
    pub(crate) fn of_axes(tiles: &[i64], shape: &[i64], axes: &[usize]) -> Result<Self> {
        let mut runs: Vec<Vec<usize>> = Vec::new();
        let mut previous: Option<usize> = None;
        // the axes of more than one device, numbered among themselves
        let kept: Vec<usize> = (0..shape.len()).filter(|&axis| shape[axis] != 1).collect();
        for axis in axes.iter().filter_map(|axis| kept.iter().position(|own| own == axis)) {
            match runs.last_mut() {
                Some(run) if previous == axis.checked_sub(1) && previous.is_some() => run.push(axis),
                _ => runs.push([axis].into()),
            }
            previous = Some(axis);
        }
        let mut by_first: Vec<usize> = (0..runs.len()).collect();
        by_first.sort_unstable_by_key(|&run| runs[run][0]);
        let size = |run: &Vec<usize>| run.iter().map(|&axis| shape[kept[axis]]).product::<i64>();
        let sizes: Vec<i64> = by_first.iter().map(|&run| size(&runs[run])).collect();
        let order: Vec<usize> =
            (0..runs.len()).filter_map(|run| by_first.iter().position(|own| *own == run)).collect();
        match sizes[..] {
            [] => TileAssignment::iota(tiles, &[1], &[0]),
            _ => TileAssignment::iota(tiles, &sizes, &order),
        }
    }
}

/// The most dimensions of tiles, and of axes of a mesh.
pub(super) const MOST: usize = 64;

/// The number of tiles or devices.
fn count(sizes: &[i64]) -> Result<i64> {
    if !(1..=MOST).contains(&sizes.len()) {
        return Err(invalid!("sharding", "{} dimensions: there are 1 to {MOST}", sizes.len()));
    }
    sizes.iter().try_fold(1_i64, |product, &size| match size {
        ..=0 => Err(invalid!("sharding", "a dimension of {size} tiles")),
        _ => product.checked_mul(size).ok_or(Error::overflow("the number of devices")),
    })
}

fn is_permutation(numbers: &[usize], count: usize) -> bool {
    let mut seen = alloc::vec![false; count];
    numbers.len() == count
        && numbers
            .iter()
            .all(|&number| seen.get_mut(number).is_some_and(|seen| !core::mem::replace(seen, true)))
}

fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = alloc::vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    strides
}

/// From the number of a tile to that of its device, or back.
#[derive(Clone, Copy)]
enum Way {
    There,
    Back,
}

fn moved(mut number: i64, shape: &[i64], axes: &[usize], way: Way) -> i64 {
    let strides = row_major(shape);
    // the strides of the axes in the order of the tiles
    let mut running = 1;
    let mut in_order = alloc::vec![0; shape.len()];
    for &axis in axes.iter().rev() {
        in_order[axis] = running;
        running *= shape[axis];
    }
    let (from, to): (Vec<usize>, &[i64]) = match way {
        Way::There => (axes.to_vec(), &strides),
        Way::Back => ((0..shape.len()).collect(), &in_order),
    };
    let mut result = 0;
    for &axis in from.iter().rev() {
        result += number % shape[axis] * to[axis];
        number /= shape[axis];
    }
    result
}

/// The modes of the dimensions of tiles whose devices are listed, if they are a layout.
fn listed_modes(tiles: &[i64], devices: &[i64]) -> Result<Vec<Vec<Mode>>> {
    let strides = row_major(tiles);
    let at = |tile: i64| usize::try_from(tile).ok().and_then(|tile| devices.get(tile)).copied();
    let origin = at(0).unwrap_or(0);
    if origin != 0 {
        return Err(inexact!("sharding", "tile 0 is on device {origin}, and a layout begins at 0"));
    }
    let mut modes = Vec::new();
    for (&size, &stride) in tiles.iter().zip(&strides) {
        let along = |index: i64| at(index * stride).unwrap_or(0);
        let (mut leaves, mut unit) = (Vec::new(), 1);
        while unit < size {
            let step = along(unit);
            let even = (1..).take_while(|&count| count * unit < size && along(count * unit) == count * step);
            let mut extent = 1 + i64::try_from(even.count()).unwrap_or(0);
            // of digits that do not divide what is left there is no layout: the check below says so
            while (size / unit) % extent != 0 {
                extent -= 1;
            }
            leaves.push(Mode::new(extent, step));
            if extent == 1 {
                break;
            }
            unit *= extent;
        }
        modes.push(if leaves.is_empty() { alloc::vec![Mode::new(1, 0)] } else { leaves });
    }
    for (tile, &device) in (0_i64..).zip(devices) {
        let mut given = 0;
        for ((&size, &stride), leaves) in tiles.iter().zip(&strides).zip(&modes) {
            let mut rest = tile / stride % size;
            for leaf in leaves {
                given += rest % leaf.extent * leaf.stride.as_int().unwrap_or(0);
                rest /= leaf.extent;
            }
        }
        if given != device {
            return Err(inexact!(
                "sharding",
                "tile {tile} is on device {device}, and a layout would have {given}"
            ));
        }
    }
    Ok(modes)
}

/// `[2,4]<=[4,2]T(1,0)`, or `[2,2]0,3,1,2`.
impl fmt::Display for TileAssignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, "[", &self.tiles, "]")?;
        match &self.order {
            DeviceOrder::List { devices, .. } => write_list(f, "", devices, ""),
            DeviceOrder::Iota { shape, axes } => {
                write_list(f, "<=[", shape, "]")?;
                if axes.is_sorted() { Ok(()) } else { write_list(f, "T(", axes, ")") }
            }
        }
    }
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    list: &[impl fmt::Display],
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (place, one) in list.iter().enumerate() {
        write!(f, "{}{one}", if place > 0 { "," } else { "" })?;
    }
    f.write_str(close)
}
