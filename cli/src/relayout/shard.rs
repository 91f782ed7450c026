//! The part of an array that each device gets in a file of its own.
use crate::failure::{Failure, mistake, parse};
use std::ops::Range;
use tilework::shard::Sharding;

/// A sharding that a file can be cut by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cut {
    /// As it was written.
    pub(super) text: String,
    sharding: Sharding,
    devices: usize,
}

/// No mesh has more devices: every one has a file, and all are open at once.
const MOST_DEVICES: usize = 512;

impl Cut {
    /// Reads `devices=[2,4]<=[8]`, or a `NamedSharding` of JAX.
    pub(super) fn parse(text: &str) -> Result<Cut, Failure> {
        let sharding: Sharding = parse("sharding", text)?;
        let devices = sharding.device_count().and_then(|count| usize::try_from(count).ok());
        match devices.filter(|count| *count <= MOST_DEVICES) {
            Some(devices) => Ok(Cut { text: text.trim().to_string(), sharding, devices }),
            None => Err(mistake!("`{text}` is not for 1 to {MOST_DEVICES} devices")),
        }
    }

    /// The number of devices.
    pub(super) fn devices(&self) -> usize {
        self.devices
    }

    /// The part of an array that a device has, in each dimension: the last tiles may be shorter, or empty.
    pub(super) fn part(&self, device: usize, extents: &[i64]) -> Result<Vec<Range<i64>>, Failure> {
        let rank = self.sharding.as_tiled().map_or(extents.len(), |tiled| tiled.rank());
        if rank != extents.len() {
            return Err(mistake!(
                "{} is for {rank} dimensions, the array has {}; --tensor chooses arrays",
                self.text,
                extents.len()
            ));
        }
        Ok(self.sharding.part(i64::try_from(device).unwrap_or(i64::MAX), extents)?)
    }
}

#[cfg(test)]
mod tests {
    use super::Cut;

    /// 7 rows over 4 are 2, 2, 2 and 1; 5 over 4 are 2, 2, 1 and none.
    #[test]
    fn parts() {
        let cut = Cut::parse("devices=[4,1,2]<=[8] last_tile_dim_replicate").unwrap();
        let rows = |device, rows| cut.part(device, &[rows, 3]).unwrap()[0].clone();
        assert_eq!(
            (0..8).map(|device| rows(device, 7)).collect::<Vec<_>>(),
            [0..2, 0..2, 2..4, 2..4, 4..6, 4..6, 6..7, 6..7]
        );
        assert_eq!([1, 3, 5, 7].map(|device| rows(device, 5)), [0..2, 2..4, 4..5, 5..5]);
        assert!(cut.part(0, &[7]).is_err() && cut.part(8, &[7, 3]).is_err());
        for text in ["", "devices=[2,4]", "{replicated}", "devices=[1024]<=[1024]"] {
            Cut::parse(text).unwrap_err();
        }
    }
}
