//! Distributions as text: shardings, blocks over shardings, and descriptors of ScaLAPACK.
use super::distribution::Distribution;
use super::scalapack::{GridOrder, ScalapackDescriptor};
use super::sharding::Sharding;
use super::text::expect_word;
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{ParseError, Parsed, Result, invalid};
use alloc::vec::Vec;

impl Distribution {
    /// Reads how an array of these sizes lies on so many ranks: a sharding of HLO or JAX, one with blocks,
    /// `blocks=[64,32] first=[0,1] devices=[2,4]<=[8]`, or a descriptor of ScaLAPACK and its grid,
    /// `scalapack=[1,0,100,100,64,32,0,1,64] grid=[2,4] C`, where `C` counts ranks along columns.
    ///
    /// A sharding for fewer dimensions does not cut the last ones.
    ///
    /// # Errors
    /// If the text is none of these, or does not fit the array or the ranks.
    pub fn read(text: &str, extents: &[i64], ranks: i64) -> Result<Self> {
        let mut cursor = Cursor::new(text);
        let start = cursor.token_start();
        match cursor.identifier() {
            "blocks" => {
                let blocks = read_sizes(&mut cursor, 1)?;
                let mut ahead = cursor.clone();
                let first = if ahead.identifier() == "first" {
                    cursor = ahead;
                    read_sizes(&mut cursor, 0)?
                } else {
                    alloc::vec![0; blocks.len()]
                };
                let at = cursor.token_start();
                let sharding: Sharding = text[at..].parse()?;
                let Some(tiled) = sharding.as_tiled() else {
                    return Err(invalid!(
                        "distribution",
                        "blocks are dealt to tiles, and {sharding} has none"
                    ));
                };
                Distribution::block_cyclic(extents, &blocks, &first, tiled)
            }
            "scalapack" => {
                let numbers = read_sizes(&mut cursor, 0)?;
                let Ok(numbers) = <[i64; 9]>::try_from(numbers) else {
                    return Err(invalid!("ScaLAPACK", "a descriptor of a dense matrix has 9 numbers"));
                };
                let descriptor = ScalapackDescriptor::new(numbers)?;
                if descriptor.extents[..] != *extents {
                    let own = descriptor.extents;
                    return Err(invalid!(
                        "ScaLAPACK",
                        "M_ and N_ are {own:?}, and the array has {extents:?}"
                    ));
                }
                expect_word(&mut cursor, "grid")?;
                let grid = <[i64; 2]>::try_from(read_sizes(&mut cursor, 1)?);
                let grid = grid.map_err(|_| invalid!("ScaLAPACK", "a grid has rows and columns"))?;
                let order = match cursor.identifier() {
                    "C" => GridOrder::ColumnMajor,
                    "R" | "" => GridOrder::RowMajor,
                    other => return Err(invalid!("ScaLAPACK", "the order of a grid is R or C, not {other}")),
                };
                cursor.expect_end()?;
                descriptor.distribution(grid, order)
            }
            _ => {
                let sharding: Sharding = text[start..].parse()?;
                Distribution::of_sharding(&sharding.widened(extents.len()), extents, ranks)
            }
        }
        .and_then(|read| read.checked(ranks))
    }
}

/// `=[2,4]`
fn read_sizes(cursor: &mut Cursor<'_>, least: i64) -> Parsed<Vec<i64>> {
    cursor.expect(b'=')?;
    cursor.list::<_, Vec<i64>, ParseError>(*b"[]", |cursor| cursor.at_least(least, "a number"))
}
