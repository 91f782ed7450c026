//! Shardings as text: that of HLO, and names of axes.
use super::assignment::TileAssignment;
use super::mesh::{named_sharding, named_tiles};
use super::sharding::{Sharding, Subgroup, TiledSharding};
use crate::dynamic::cursor::{Cursor, read_all};
use crate::dynamic::{Error, ParseError, Parsed, Result};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

impl FromStr for Sharding {
    type Err = Error;

    /// Reads `{devices=[2,4]<=[8]}`, with or without braces, or a `NamedSharding` of JAX. What stands behind it about
    /// its origin (`metadata`) or other instructions (`shard_as`, `shard_like`) is not kept.
    fn from_str(text: &str) -> Result<Sharding> {
        read_all(text, |cursor| {
            if cursor.eat(b'{') {
                let sharding = read_inside(cursor, text)?;
                cursor.expect(b'}')?;
                return Ok(sharding);
            }
            read_inside(cursor, text)
        })
    }
}

impl Sharding {
    /// The shardings of the arrays of a tuple, `{{devices=[2]<=[2]}, {replicated}}`; one, where the text has one.
    ///
    /// # Errors
    /// If the text is none.
    ///
    /// ```
    /// # use tilework::shard::Sharding;
    /// assert_eq!(Sharding::read_tuple("{{devices=[2]<=[2]}, {replicated}}")?[1], Sharding::Replicated);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn read_tuple(text: &str) -> Result<Vec<Sharding>> {
        read_all(text, |cursor| {
            let mut ahead = cursor.clone();
            if ahead.eat(b'{') && matches!(ahead.peek(), Some(b'{' | b'}')) {
                return cursor.list(*b"{}", |cursor| {
                    cursor.expect(b'{')?;
                    let sharding = read_inside(cursor, text)?;
                    cursor.expect(b'}')?;
                    Ok(sharding)
                });
            }
            let is_braced = cursor.eat(b'{');
            let sharding = read_inside(cursor, text)?;
            if is_braced {
                cursor.expect(b'}')?;
            }
            Ok([sharding].into())
        })
    }
}

/// What stands between the braces.
fn read_inside(cursor: &mut Cursor<'_>, text: &str) -> Result<Sharding> {
    let start = cursor.token_start();
    let sharding = match cursor.identifier() {
        "replicated" => Sharding::Replicated,
        "manual" => Sharding::Manual,
        "unknown" => Sharding::Unknown,
        "unreduced" => Sharding::Unreduced,
        "maximal" => {
            expect_word(cursor, "device")?;
            cursor.expect(b'=')?;
            Sharding::Maximal(cursor.at_least(0, "a device")?)
        }
        "devices" => {
            cursor.expect(b'=')?;
            return read_tiled(cursor, text);
        }
        "mesh" => named_tiles(cursor)?,
        "NamedSharding" | "Mesh" => {
            cursor.go_to(start);
            named_sharding(cursor)?
        }
        _ => {
            cursor.go_to(start);
            return Err(cursor
                .unexpected("`devices=`, `replicated`, `manual`, `maximal`, `mesh` or `NamedSharding`")
                .into());
        }
    };
    skip_notes(cursor, text)?;
    Ok(sharding)
}

fn read_tiled(cursor: &mut Cursor<'_>, text: &str) -> Result<Sharding> {
    let tiles = sizes(cursor)?;
    let assignment = if cursor.eat(b'<') {
        cursor.expect_next(b'=')?;
        let shape = sizes(cursor)?;
        let axes = if cursor.peek() == Some(b'T') {
            expect_word(cursor, "T")?;
            let axis = |cursor: &mut Cursor<'_>| {
                Ok(usize::try_from(cursor.at_least(0, "an axis")?).unwrap_or(usize::MAX))
            };
            cursor.list::<_, Vec<usize>, ParseError>(*b"()", axis)?
        } else {
            (0..shape.len()).collect()
        };
        TileAssignment::iota(&tiles, &shape, &axes)?
    } else {
        let mut devices = Vec::from([cursor.at_least(0, "a device")?]);
        while cursor.eat(b',') {
            devices.push(cursor.at_least(0, "a device")?);
        }
        TileAssignment::list(&tiles, devices)?
    };
    let mut subgroups = Vec::new();
    let mut ahead = cursor.clone();
    match ahead.identifier() {
        "last_tile_dim_replicate" => {
            *cursor = ahead;
            subgroups.push(Subgroup::Replicated);
        }
        "last_tile_dims" => {
            *cursor = ahead;
            cursor.expect(b'=')?;
            subgroups = cursor.list(*b"{}", read_subgroup)?;
        }
        _ => {}
    }
    skip_notes(cursor, text)?;
    Ok(Sharding::Tiled(TiledSharding::new(assignment, &subgroups)?))
}

fn read_subgroup(cursor: &mut Cursor<'_>) -> Parsed<Subgroup> {
    let mut ahead = cursor.clone();
    let subgroup = match ahead.identifier() {
        "replicated" => Subgroup::Replicated,
        "manual" => Subgroup::Manual,
        "unreduced" => Subgroup::Unreduced,
        _ => return Err(cursor.unexpected("`replicated`, `manual` or `unreduced`")),
    };
    *cursor = ahead;
    Ok(subgroup)
}

/// Numbers in brackets.
fn sizes(cursor: &mut Cursor<'_>) -> Parsed<Vec<i64>> {
    cursor.list(*b"[]", |cursor| cursor.at_least(1, "a number of tiles"))
}

pub(super) fn expect_word(cursor: &mut Cursor<'_>, word: &'static str) -> Parsed<()> {
    let mut ahead = cursor.clone();
    if ahead.identifier() != word {
        return Err(cursor.unexpected(alloc::format!("`{word}`")));
    }
    *cursor = ahead;
    Ok(())
}

/// Goes behind what says nothing about devices.
fn skip_notes(cursor: &mut Cursor<'_>, text: &str) -> Parsed<()> {
    loop {
        let mut ahead = cursor.clone();
        match ahead.identifier() {
            "shard_as" | "shard_like" => {
                ahead.integer()?;
            }
            "metadata" => {
                ahead.expect(b'=')?;
                let start = ahead.token_start();
                match braces_end(&text.as_bytes()[start..]) {
                    Some(length) => ahead.go_to(start + length),
                    None => return Err(ahead.unexpected("`{` and a `}` for it")),
                }
            }
            _ => return Ok(()),
        }
        *cursor = ahead;
    }
}

/// The length of what stands in braces at the beginning of a text; quotes may hold braces.
fn braces_end(text: &[u8]) -> Option<usize> {
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth = depth.checked_sub(1)?,
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// As HLO has it, in braces.
impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sharding::Replicated => f.write_str("{replicated}"),
            Sharding::Manual => f.write_str("{manual}"),
            Sharding::Unknown => f.write_str("{unknown}"),
            Sharding::Unreduced => f.write_str("{unreduced}"),
            Sharding::Maximal(device) => write!(f, "{{maximal device={device}}}"),
            Sharding::Tiled(tiled) => {
                write!(f, "{{devices={}", tiled.assignment())?;
                match tiled.subgroups() {
                    [] => {}
                    [Subgroup::Replicated] => f.write_str(" last_tile_dim_replicate")?,
                    groups => {
                        f.write_str(" last_tile_dims={")?;
                        for (place, group) in groups.iter().enumerate() {
                            write!(f, "{}{}", if place > 0 { ", " } else { "" }, group.name())?;
                        }
                        f.write_str("}")?;
                    }
                }
                f.write_str("}")
            }
        }
    }
}

impl Subgroup {
    fn name(self) -> &'static str {
        match self {
            Subgroup::Replicated => "replicated",
            Subgroup::Manual => "manual",
            Subgroup::Unreduced => "unreduced",
        }
    }
}
