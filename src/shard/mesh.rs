//! Devices in a mesh whose axes have names, and which axes cut a dimension.
use super::assignment::{MOST, TileAssignment};
use super::sharding::{Sharding, Subgroup, TiledSharding};
use super::text::expect_word;
use crate::dynamic::cursor::Cursor;
use crate::dynamic::{Error, ParseError, Parsed, Result, invalid};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Devices, counted row-major in axes with names: a compact layout whose modes are named.
///
/// ```
/// use tilework::shard::Mesh;
/// let mesh = Mesh::new(&[("x", 2), ("y", 4)])?;
/// assert_eq!(mesh.sharding(&[&["y"], &[]])?.to_string(), "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}");
/// assert_eq!(mesh.sharding(&[&["x", "y"]])?.to_string(), "{devices=[8]<=[8]}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mesh {
    axes: Vec<(String, i64)>,
}

impl Mesh {
    /// A mesh of these axes, each with its number of devices.
    ///
    /// # Errors
    /// If a name is there twice, an axis has no devices, or there are more than 64 bits count.
    pub fn new(axes: &[(&str, i64)]) -> Result<Self> {
        if axes.len() > MOST {
            return Err(invalid!("mesh", "{} axes: there are {MOST} at most", axes.len()));
        }
        let mut count = 1_i64;
        for (place, (name, size)) in axes.iter().enumerate() {
            if axes[..place].iter().any(|(other, _)| other == name) {
                return Err(invalid!("mesh", "two axes have the name {name}"));
            }
            if *size < 1 {
                return Err(invalid!("mesh", "axis {name} has {size} devices"));
            }
            count = count.checked_mul(*size).ok_or(Error::overflow("the number of devices"))?;
        }
        Ok(Mesh { axes: axes.iter().map(|(name, size)| (name.to_string(), *size)).collect() })
    }

    /// The axes with their sizes, the outermost first.
    pub fn axes(&self) -> impl Iterator<Item = (&str, i64)> {
        self.axes.iter().map(|(name, size)| (name.as_str(), *size))
    }

    /// The sharding of an array each of whose dimensions is cut by these axes, the outermost first: JAX's
    /// `PartitionSpec`. Along all other axes devices hold the same.
    ///
    /// # Errors
    /// If there is no axis of a name, or one cuts twice.
    pub fn sharding(&self, spec: &[&[&str]]) -> Result<Sharding> {
        let mut order: Vec<usize> = Vec::new();
        let mut tiles: Vec<i64> = Vec::new();
        for names in spec {
            let mut count = 1;
            for name in *names {
                let axis = self.axes.iter().position(|(own, _)| own == name);
                let axis = axis.ok_or_else(|| invalid!("mesh", "there is no axis {name}"))?;
                // an axis cuts once, so that there are never more names than axes
                if order.contains(&axis) {
                    return Err(invalid!("mesh", "axis {name} cuts twice"));
                }
                order.push(axis);
                count *= self.axes[axis].1;
            }
            tiles.push(count);
        }
        if tiles.iter().all(|tiles| *tiles == 1) {
            return Ok(Sharding::Replicated);
        }
        let rest: Vec<usize> = (0..self.axes.len()).filter(|axis| !order.contains(axis)).collect();
        let copies = rest.iter().map(|&axis| self.axes[axis].1).product::<i64>();
        order.extend(rest);
        let subgroups: &[Subgroup] = if copies > 1 { &[Subgroup::Replicated] } else { &[] };
        tiles.extend((copies > 1).then_some(copies));
        let sizes: Vec<i64> = self.axes.iter().map(|(_, size)| *size).collect();
        let assignment = TileAssignment::of_axes(&tiles, &sizes, &order)?;
        Ok(Sharding::Tiled(TiledSharding::new(assignment, subgroups)?))
    }
}

/// JAX: `NamedSharding(mesh=Mesh('x': 2, 'y': 4), spec=PartitionSpec('x', None))`, `P` for `PartitionSpec`; or only
/// `Mesh('x': 2, 'y': 4) P('x', None)`.
pub(super) fn named_sharding(cursor: &mut Cursor<'_>) -> Result<Sharding> {
    let mut ahead = cursor.clone();
    let is_whole = ahead.identifier() == "NamedSharding";
    if is_whole {
        *cursor = ahead;
        cursor.expect(b'(')?;
        expect_word(cursor, "mesh")?;
        cursor.expect(b'=')?;
    }
    expect_word(cursor, "Mesh")?;
    cursor.expect(b'(')?;
    let mesh = read_axes(cursor, b':', b')')?;
    if is_whole {
        cursor.expect(b',')?;
        expect_word(cursor, "spec")?;
        cursor.expect(b'=')?;
    }
    let mut ahead = cursor.clone();
    if !matches!(ahead.identifier(), "PartitionSpec" | "P") {
        return Err(cursor.unexpected("`PartitionSpec`").into());
    }
    *cursor = ahead;
    let mut spec: Vec<Vec<&str>> = Vec::new();
    cursor.expect(b'(')?;
    while !cursor.eat(b')') {
        spec.push(match cursor.peek() {
            Some(b'(') => closed_list(cursor, *b"()", quoted)?,
            Some(b'N') => {
                expect_word(cursor, "None")?;
                Vec::new()
            }
            _ => [quoted(cursor)?].into(),
        });
        if !cursor.eat(b',') && cursor.peek() != Some(b')') {
            return Err(cursor.unexpected("`,` or `)`").into());
        }
    }
    if is_whole {
        // which memory it is in says nothing about devices
        if cursor.eat(b',') {
            expect_word(cursor, "memory_kind")?;
            cursor.expect(b'=')?;
            cursor.identifier();
        }
        cursor.expect(b')')?;
    }
    sharding(&mesh, &spec)
}

/// HLO: `mesh['x'=2,'y'=4], [{'x'}, {}]`, behind the first word.
pub(super) fn named_tiles(cursor: &mut Cursor<'_>) -> Result<Sharding> {
    cursor.expect(b'[')?;
    let mesh = read_axes(cursor, b'=', b']')?;
    cursor.expect(b',')?;
    let spec: Vec<Vec<&str>> = cursor.list(*b"[]", |cursor| closed_list(cursor, *b"{}", quoted))?;
    sharding(&mesh, &spec)
}

fn sharding(mesh: &Mesh, spec: &[Vec<&str>]) -> Result<Sharding> {
    let spec: Vec<&[&str]> = spec.iter().map(Vec::as_slice).collect();
    mesh.sharding(&spec)
}

/// `'x': 2, 'y': 4` and what closes it.
fn read_axes(cursor: &mut Cursor<'_>, between: u8, close: u8) -> Result<Mesh> {
    let mut axes = Vec::new();
    while !cursor.eat(close) {
        if cursor.peek() == Some(b'a') {
            expect_word(cursor, "axis_types")?;
            cursor.expect(b'=')?;
            closed_list(cursor, *b"()", |cursor| Ok(cursor.identifier()))?;
        } else {
            let name = quoted(cursor)?;
            cursor.expect(between)?;
            axes.push((name, cursor.at_least(1, "a number of devices")?));
        }
        if !cursor.eat(b',') && cursor.peek() != Some(close) {
            return Err(cursor.unexpected(alloc::format!("`,` or `{}`", char::from(close))).into());
        }
    }
    Mesh::new(&axes)
}

/// A list that may end with a comma, as Python's tuples of one do.
fn closed_list<'a, T>(
    cursor: &mut Cursor<'a>,
    [open, close]: [u8; 2],
    mut item: impl FnMut(&mut Cursor<'a>) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    cursor.expect(open)?;
    let mut all = Vec::new();
    while !cursor.eat(close) {
        all.push(item(cursor)?);
        if !cursor.eat(b',') && cursor.peek() != Some(close) {
            return Err(cursor.unexpected(alloc::format!("`,` or `{}`", char::from(close))));
        }
    }
    Ok(all)
}

/// A name in quotes.
fn quoted<'a>(cursor: &mut Cursor<'a>) -> core::result::Result<&'a str, ParseError> {
    let quote = if cursor.peek() == Some(b'"') { b'"' } else { b'\'' };
    cursor.expect(quote)?;
    let name = cursor.word();
    if name.is_empty() {
        return Err(cursor.unexpected("the name of an axis"));
    }
    cursor.expect(quote)?;
    Ok(name)
}
