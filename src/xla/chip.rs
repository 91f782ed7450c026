//! The chips whose layouts are known, and what an array takes in each.
use super::ascend::ascend_candidates;
use super::candidate::Candidate;
use super::shape::ArrayShape;
use super::tenstorrent::tenstorrent_candidates;
use super::tpu::{TpuGeneration, tpu_candidates};
use crate::dynamic::{Error, Result, invalid};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// A chip that has layouts of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chip {
    /// A TPU of Google: [`tpu_candidates`].
    Tpu(TpuGeneration),
    /// An Ascend NPU of Huawei: [`ascend_candidates`].
    Ascend,
    /// A Tensix processor of Tenstorrent: [`tenstorrent_candidates`].
    Tenstorrent,
}

impl Chip {
    /// All of them.
    pub const ALL: [Chip; TpuGeneration::ALL.len() + 2] = {
        let mut all = [Chip::Ascend; TpuGeneration::ALL.len() + 2];
        let mut i = 0;
        while i < TpuGeneration::ALL.len() {
            all[i] = Chip::Tpu(TpuGeneration::ALL[i]);
            i += 1;
        }
        all[i + 1] = Chip::Tenstorrent;
        all
    };

    /// The name that text has.
    pub const fn name(self) -> &'static str {
        match self {
            Chip::Tpu(generation) => generation.name(),
            Chip::Ascend => "ascend",
            Chip::Tenstorrent => "tenstorrent",
        }
    }

    /// The rule of its layouts in a line, and where it is written.
    pub const fn rule(self) -> &'static str {
        match self {
            Chip::Tpu(_) => {
                "tiles of 8 by 128 over the two most minor dimensions, fewer rows where there are fewer, narrow elements \
                 packed in pairs or fours of rows (seen in dumps of XLA)"
            }
            Chip::Ascend => {
                "fractals of 16 lines of 32 bytes over the last two dimensions: rows or columns are lines, and fractals \
                 follow each other in rows or columns (CATLASS, TLA layouts)"
            }
            Chip::Tenstorrent => {
                "tiles of 32 by 32 in faces of 16 by 16 over the last two dimensions, row-major at each level \
                 (TT-Metalium, Advanced topics, Tiles)"
            }
        }
    }

    /// The name of the tiles that its matrix unit reads and programs do not spell out; `None` for a TPU, whose compiler
    /// writes its tiles.
    pub const fn tiled(self) -> Option<&'static str> {
        match self {
            Chip::Tpu(_) => None,
            Chip::Ascend => Some("zN"),
            Chip::Tenstorrent => Some("TILE_LAYOUT"),
        }
    }

    /// The layouts an array may have there, the one with the fewest padded bytes first.
    ///
    /// # Errors
    /// As that of the chip.
    ///
    /// ```
    /// use tilework::xla::{Chip, Shape};
    /// let shape: Shape = "bf16[1,4096,5,64,1,2]".parse()?;
    /// let found = Chip::Tenstorrent.candidates(shape.array("example")?)?;
    /// let tiled = found.iter().find(|one| one.name == "TILE_LAYOUT").unwrap();
    /// // 1 by 2 elements take a tile of 1024
    /// assert_eq!(tiled.padded_bytes, 512 * 2 * 4096 * 5 * 128);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn candidates(self, array: &ArrayShape) -> Result<Vec<Candidate>> {
        match self {
            Chip::Tpu(generation) => tpu_candidates(array, generation),
            Chip::Ascend => ascend_candidates(array),
            Chip::Tenstorrent => tenstorrent_candidates(array),
        }
    }
}

impl fmt::Display for Chip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Chip {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Chip::ALL.into_iter().find(|chip| chip.name() == text).ok_or_else(|| {
            let known = Chip::ALL.map(Chip::name).join(", ");
            invalid!("chip", "there is no {text}; known are {known}")
        })
    }
}
