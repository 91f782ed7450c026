//! Copies between row-major arrays and the tiles that XLA chooses for TPUs: the generic kernel against loops written
//! by hand with constants.

use crate::arena::Arena;
use crate::measure::{Effort, Row, medians};
use tilework::prelude::*;

const ROWS: usize = 128;
const COLS: usize = 256;
const LEN: usize = ROWS * COLS;

pub(crate) fn rows(effort: Effort) -> Vec<Row> {
    let mut rows = f32_tiles::rows(effort, ["xla_f32_tiles_to_rows/hand", "rows_to_xla_f32_tiles/hand"]);
    rows.extend(bf16_tiles::rows(effort, ["xla_bf16_tiles_to_rows/hand", "rows_to_xla_bf16_tiles/hand"]));
    rows.extend(s8_tiles::rows(effort, ["xla_s8_tiles_to_rows/hand", "rows_to_xla_s8_tiles/hand"]));
    rows
}

/// Both ways between rows and tiles in which `$together` rows interleave: each kernel and its twin compiled on its own.
macro_rules! contest {
    ($name:ident: $T:ty, $Tiles:ty, $together:literal) => {
        mod $name {
            use super::*;

            type Tiles = $Tiles;
    type Rows = Layout!((128, 256):(256, 1));

            pub(super) fn rows(effort: Effort, names: [&'static str; 2]) -> Vec<Row> {
                let mut arena = Arena::new(5, LEN, |x| x as $T);
                let (src, mut buffers) = arena.buffers();
                let mut next = || buffers.next().expect("the arena has a buffer for each contender");
                let from_tiles = View::new(src, Tiles::STATIC).expect("the buffer holds the layout");
                let from_rows = View::new(src, Rows::STATIC).expect("the buffer holds the layout");
                let (untiled, tiled) = (next(), next());
                let mut to_rows = ViewMut::new(next(), Rows::STATIC).expect("the buffer holds the layout");
                let mut to_tiles = ViewMut::new(next(), Tiles::STATIC).expect("the buffer holds the layout");
                let t = medians(
                    effort,
                    &mut [
                        &mut || untile(&from_tiles, &mut to_rows),
                        &mut || untile_by_hand(src, untiled),
                        &mut || tile(&from_rows, &mut to_tiles),
                        &mut || tile_by_hand(src, tiled),
                    ],
                );
                let row = |name, ours: usize| Row {
                    name,
                    nanoseconds: t[ours],
                    reference: "hand-written loops",
                    reference_nanoseconds: t[ours + 1],
                };
                vec![row(names[0], 0), row(names[1], 2)]
            }

            #[inline(never)]
            fn untile(src: &View<'_, $T, Tiles>, dst: &mut ViewMut<'_, $T, Rows>) {
                copy(src, dst).expect("one size");
            }

            #[inline(never)]
            fn tile(src: &View<'_, $T, Rows>, dst: &mut ViewMut<'_, $T, Tiles>) {
                copy(src, dst).expect("one size");
            }

            #[inline(never)]
            fn untile_by_hand(src: &[$T], dst: &mut [$T]) {
                let (src, dst): (&[$T; LEN], &mut [$T; LEN]) =
                    (src.try_into().unwrap(), dst.try_into().unwrap());
                each_group(|tiles, rows| {
                    for row in 0..$together {
                        for col in 0..128 {
                            dst[rows + row * COLS + col] = src[tiles + col * $together + row];
                        }
                    }
                });
            }

            #[inline(never)]
            fn tile_by_hand(src: &[$T], dst: &mut [$T]) {
                let (src, dst): (&[$T; LEN], &mut [$T; LEN]) =
                    (src.try_into().unwrap(), dst.try_into().unwrap());
                each_group(|tiles, rows| {
                    for col in 0..128 {
                        for row in 0..$together {
                            dst[tiles + col * $together + row] = src[rows + row * COLS + col];
                        }
                    }
                });
            }

            /// The places where the rows that interleave begin, in tiles and in rows.
            #[inline(always)]
            fn each_group(mut copy: impl FnMut(usize, usize)) {
                for row_tile in 0..ROWS / 8 {
                    for col_tile in 0..COLS / 128 {
                        let (tile, corner) =
                            (row_tile * 8 * COLS + col_tile * 1024, row_tile * 8 * COLS + col_tile * 128);
                        for group in 0..8 / $together {
                            copy(tile + group * 128 * $together, corner + group * $together * COLS);
                        }
                    }
                }
            }
        }
    };
}

contest!(f32_tiles: f32, Xla!(f32[128,256]{1,0:T(8,128)}), 1);
contest!(bf16_tiles: u16, Xla!(bf16[128,256]{1,0:T(8,128)(2,1)}), 2);
contest!(s8_tiles: u8, Xla!(s8[128,256]{1,0:T(8,128)(4,1)}), 4);
