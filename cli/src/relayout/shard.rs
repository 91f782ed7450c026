//! Shardings in XLA's text, `devices=[2,4]<=[8]`: which part of an array each device has.
use crate::failure::{Failure, mistake};
use std::ops::Range;

/// The tiles that an array is cut into, and the device of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sharding {
    /// As it was written.
    pub(super) text: String,
    /// How many tiles there are in each dimension.
    tiles: Vec<usize>,
    /// The devices that have the same tile.
    replicas: usize,
    /// The device of each tile, the last dimension of the tiles fastest, replicas innermost.
    devices: Vec<usize>,
}

/// No mesh has more devices: every one has a file, and all are open at once.
const MOST_DEVICES: usize = 512;

impl Sharding {
    /// Reads `devices=[2,4]<=[8]`, `devices=[2,4]<=[4,2]T(1,0)`, and ` last_tile_dim_replicate` behind it.
    ///
    /// The devices are counted in the shape behind `<=`, its axes are put into the order `T`, and the result is cut
    /// into the tiles. Source: XLA, `HloShardingV2`.
    pub(super) fn parse(text: &str) -> Result<Sharding, Failure> {
        let refuse = || {
            mistake!("`{text}` is no sharding: write `devices=[2,4]<=[8]` or `devices=[2,4]<=[4,2]T(1,0)`")
        };
        let inside = text.trim().trim_start_matches('{').trim_end_matches('}').trim();
        let (inside, is_replicated) = match inside.strip_suffix("last_tile_dim_replicate") {
            Some(inside) => (inside.trim(), true),
            None => (inside, false),
        };
        let (tiles, rest) =
            inside.strip_prefix("devices=").and_then(|rest| rest.split_once("<=")).ok_or_else(refuse)?;
        let (shape, order) = rest.split_once('T').map_or((rest, None), |(shape, order)| (shape, Some(order)));
        let mut tiles = list(tiles, ['[', ']']).ok_or_else(refuse)?;
        let shape = list(shape, ['[', ']']).ok_or_else(refuse)?;
        let order = match order {
            Some(order) => list(order, ['(', ')']).ok_or_else(refuse)?,
            None => (0..shape.len()).collect(),
        };
        if order.len() != shape.len() || !(0..shape.len()).all(|axis| order.contains(&axis)) {
            return Err(mistake!(
                "`{text}`: the order is none of the {} dimensions in front of it",
                shape.len()
            ));
        }
        let product =
            |sizes: &[usize]| sizes.iter().try_fold(1_usize, |product, size| product.checked_mul(*size));
        let count = product(&shape).filter(|count| (1..=MOST_DEVICES).contains(count));
        let count = count.ok_or_else(|| mistake!("`{text}` is not for 1 to {MOST_DEVICES} devices"))?;
        if product(&tiles) != Some(count) {
            return Err(mistake!("`{text}` has not as many tiles as devices"));
        }
        let mut strides = vec![1; shape.len()];
        for axis in (1..shape.len()).rev() {
            strides[axis - 1] = strides[axis] * shape[axis];
        }
        let devices = (0..count).map(|mut place| {
            let mut device = 0;
            for &axis in order.iter().rev() {
                device += place % shape[axis] * strides[axis];
                place /= shape[axis];
            }
            device
        });
        let devices = devices.collect();
        let replicas = if is_replicated { tiles.pop().ok_or_else(refuse)? } else { 1 };
        Ok(Sharding { text: text.trim().to_string(), tiles, replicas, devices })
    }

    /// The number of devices.
    pub(super) fn devices(&self) -> usize {
        self.devices.len()
    }

    /// The part of an array that a device has, in each dimension: the last tiles may be shorter, or empty.
    pub(super) fn part(&self, device: usize, extents: &[i64]) -> Result<Vec<Range<i64>>, Failure> {
        if self.tiles.len() != extents.len() {
            return Err(mistake!(
                "{} is for {} dimensions, the array has {}; --tensor chooses arrays",
                self.text,
                self.tiles.len(),
                extents.len()
            ));
        }
        let place = self.devices.iter().position(|found| *found == device);
        let mut tile = place.ok_or_else(|| mistake!("{} has no device {device}", self.text))? / self.replicas;
        let mut part = Vec::with_capacity(extents.len());
        for (&tiles, &extent) in self.tiles.iter().zip(extents).rev() {
            let count = i64::try_from(tiles).unwrap_or(i64::MAX);
            let length = extent / count + i64::from(extent % count != 0);
            let begin = i64::try_from(tile % tiles).unwrap_or(i64::MAX).saturating_mul(length).min(extent);
            part.push(begin..begin.saturating_add(length).min(extent));
            tile /= tiles;
        }
        part.reverse();
        Ok(part)
    }
}

/// Numbers between two brackets.
fn list(text: &str, [open, close]: [char; 2]) -> Option<Vec<usize>> {
    let inside = text.trim().strip_prefix(open)?.strip_suffix(close)?;
    inside.split(',').map(|number| number.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::Sharding;

    /// The rows of the table of iota shardings: the devices of the tiles in row order.
    #[test]
    fn devices() {
        for (text, devices) in [
            ("devices=[2,4]<=[8]", &[0, 1, 2, 3, 4, 5, 6, 7][..]),
            ("devices=[2,4]<=[4,2]T(1,0)", &[0, 2, 4, 6, 1, 3, 5, 7]),
            ("{devices=[4,2]<=[2,4]T(1,0)}", &[0, 4, 1, 5, 2, 6, 3, 7]),
            ("devices=[4,3]<=[6,2]T(1,0)", &[0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]),
            ("devices=[2,6]<=[4,3]T(1,0)", &[0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]),
        ] {
            assert_eq!(Sharding::parse(text).unwrap().devices, devices, "{text}");
        }
        for text in [
            "",
            "devices=[2,4]",
            "devices=[2,4]<=[9]",
            "devices=[2,4]<=[8]T(1)",
            "devices=[0]<=[0]",
            "devices=[1024]<=[1024]",
        ] {
            Sharding::parse(text).unwrap_err();
        }
    }

    /// 7 rows over 4 are 2, 2, 2 and 1; 5 over 4 are 2, 2, 1 and none.
    #[test]
    fn parts() {
        let sharding = Sharding::parse("devices=[4,1,2]<=[8] last_tile_dim_replicate").unwrap();
        let rows = |device, rows| sharding.part(device, &[rows, 3]).unwrap()[0].clone();
        assert_eq!(
            (0..8).map(|device| rows(device, 7)).collect::<Vec<_>>(),
            [0..2, 0..2, 2..4, 2..4, 4..6, 4..6, 6..7, 6..7]
        );
        assert_eq!([1, 3, 5, 7].map(|device| rows(device, 5)), [0..2, 2..4, 4..5, 5..5]);
        assert!(sharding.part(0, &[7]).is_err() && sharding.part(8, &[7, 3]).is_err());
    }
}
