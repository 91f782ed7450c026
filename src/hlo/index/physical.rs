//! Maps between indices of memory instead of indices of arrays, and between places in it.
use super::builder::{c, d, plain};
use super::operand::OperandIndexing;
use crate::affine::{Expr, IndexingMap, Interval};
use crate::dynamic::{Error, Result, invalid};
use crate::xla::{
    ArrayShape, BitcastProof, LinearIndex, Sizes, Tiling, logical_to_physical, prove_bitcast, stored_bits,
};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// From the index in the order of memory, most major first, to the index of the array; tiles not counted.
///
/// Source: XLA, `GetIndexingMapFromPhysicalLayoutToLogical`.
///
/// # Errors
/// If a dimension is unbounded.
///
/// ```
/// use tilework::hlo::physical_to_logical_map;
/// use tilework::xla::Shape;
/// let shape: Shape = "f32[10,20,30]{1,0,2}".parse()?;
/// let map = physical_to_logical_map(shape.array("example")?)?;
/// assert_eq!(map.to_string(), "(d0, d1, d2) -> (d1, d2, d0), domain: d0 in [0, 29], d1 in [0, 9], d2 in [0, 19]");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn physical_to_logical_map(array: &ArrayShape) -> Result<IndexingMap> {
    let layout = array.layout_or_default();
    permuted(array, layout.major_to_minor().collect(), logical_to_physical(&layout))
}

/// From the index of an array to that in the order of memory: the inverse of [`physical_to_logical_map`].
///
/// Source: XLA, `GetIndexingMapFromLogicalToPhysicalLayout`.
///
/// # Errors
/// If a dimension is unbounded.
///
/// ```
/// use tilework::hlo::logical_to_physical_map;
/// use tilework::xla::Shape;
/// let shape: Shape = "f32[10,20,30]{1,0,2}".parse()?;
/// let map = logical_to_physical_map(shape.array("example")?)?;
/// assert_eq!(map.function_text(), "(d0, d1, d2) -> (d2, d0, d1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn logical_to_physical_map(array: &ArrayShape) -> Result<IndexingMap> {
    let layout = array.layout_or_default();
    permuted(array, (0..array.rank()).collect(), layout.major_to_minor().collect())
}

/// The map over these dimensions of an array, in this order, to those of its variables.
fn permuted(
    array: &ArrayShape,
    dims: SmallVec<[usize; 6]>,
    results: SmallVec<[usize; 6]>,
) -> Result<IndexingMap> {
    let sizes = array.sizes()?;
    let sizes: Sizes = dims.iter().map(|dimension| sizes[*dimension]).collect();
    Ok(plain(&sizes, results.into_iter().map(d)))
}

impl OperandIndexing {
    /// The same between indices in the order of memory, of the array `from` that the map leads from and the array `to`
    /// it leads to. Runtime variables are read at the indices of their sources.
    ///
    /// # Errors
    /// If a dimension is unbounded, or the arrays are not those of the map.
    pub fn physical(&self, from: &ArrayShape, to: &ArrayShape) -> Result<Self> {
        let mut physical = self.after(&physical_to_logical_map(from)?)?;
        physical.map = physical.map.then(&logical_to_physical_map(to)?)?;
        Ok(physical)
    }

    /// The same, to places in the memory of the array `to` instead of its indices: how many elements, padding included,
    /// stand before the element.
    ///
    /// Post-condition: the domain is that of the map, and at each point the result is the place that
    /// [`LinearIndex::at`], with all tiles, gives for what the map gives.
    ///
    /// # Errors
    /// As [`LinearIndex::new`]; if the map does not lead to indices of `to`.
    ///
    /// ```
    /// use tilework::hlo::{Module, Scope, output_to_input};
    /// let module = Module::parse("ENTRY e {
    ///     p = bf16[16,256]{1,0:T(8,128)(2,1)} parameter(0)
    ///     ROOT t = bf16[256,16]{1,0:T(8,128)(2,1)} transpose(p), dimensions={1,0}
    /// }")?;
    /// let entry = module.entry();
    /// let maps = output_to_input(&module, entry, entry.root_number(), 0, Scope::Xla);
    /// let places = maps[0].as_ref().unwrap()[0].to_places(entry.instructions[0].shape.array("example")?)?;
    /// // element [200,3] of the output is [3,200] of the operand: second tile, second pair of rows, an odd row
    /// assert_eq!(places.map.evaluate(&[200, 3], &[], &[])?[..], [1024 + 256 + 2 * (200 - 128) + 1]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_places(&self, to: &ArrayShape) -> Result<Self> {
        let mut places = self.clone();
        places.map = self.map.then(&LinearIndex::new(to, Tiling::All)?.to_map())?;
        Ok(places.into_simplified())
    }

    /// The same between places in memory, of the array `from` that the map leads from and the array `to` it leads to:
    /// elements, padding included.
    ///
    /// Post-condition: the domain is the places of the elements of `from` at which the map is defined, without padding,
    /// and at each the result is the place of the element in `to`. All tiles count. If no element changes its place,
    /// the result is the place itself.
    ///
    /// # Errors
    /// As [`LinearIndex::new`]; if the map is none between indices of these arrays.
    ///
    /// ```
    /// use tilework::hlo::{Module, Scope, output_to_input};
    /// let module = Module::parse("ENTRY e {
    ///     p = f32[16,256]{1,0:T(8,128)} parameter(0)
    ///     c = bf16[16,256]{1,0:T(8,128)(2,1)} convert(p)
    ///     ROOT r = bf16[2,8,256]{2,1,0:T(8,128)(2,1)} reshape(c)
    /// }")?;
    /// let entry = module.entry();
    /// let places = |number: usize| {
    ///     let instruction = &entry.instructions[number];
    ///     let operand = &entry.instructions[instruction.operands[0]];
    ///     let maps = output_to_input(&module, entry, number, 0, Scope::Xla);
    ///     let (from, to) = (instruction.shape.array("example")?, operand.shape.array("example")?);
    ///     maps[0].as_ref().unwrap()[0].between_places(from, to)
    /// };
    /// // pairs of rows are interleaved in the output, and stand one after the other in the operand
    /// assert_eq!(
    ///     places(1)?.map.to_string(),
    ///     "(d0) -> ((d0 floordiv 256) * 256 + (d0 floordiv 2) mod 128 + (d0 mod 2) * 128), domain: d0 in [0, 4095]"
    /// );
    /// // whole tiles stay where they are
    /// assert_eq!(places(2)?.map.to_string(), "(d0) -> (d0), domain: d0 in [0, 4095]");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn between_places(&self, from: &ArrayShape, to: &ArrayShape) -> Result<Self> {
        let mut places = self.after(&LinearIndex::new(from, Tiling::All)?.to_inverse_map())?;
        places.map = places.map.then(&LinearIndex::new(to, Tiling::All)?.to_map())?;
        if prove_bitcast(to, from, &self.map).is_ok_and(|proof| proof == BitcastProof::Proven) {
            places.map = places.map.with_results([d(0)]);
        }
        Ok(places.into_simplified())
    }

    /// The same, from what `first` leads from: all maps after it.
    fn after(&self, first: &IndexingMap) -> Result<Self> {
        let mut after = self.clone();
        after.map = first.then(&self.map)?;
        for map in after.others_mut() {
            *map = first.then(map)?;
        }
        Ok(after)
    }

    /// The same between bytes: from the first byte of an element of `from` to the first byte of the element of `to`.
    ///
    /// What [`between_places`](OperandIndexing::between_places) says of elements, of arrays whose elements may have
    /// different sizes. Bytes in the middle of an element are not in the domain.
    ///
    /// # Errors
    /// If the elements of an array are no whole bytes; as [`between_places`](OperandIndexing::between_places).
    ///
    /// ```
    /// use tilework::hlo::{Module, Scope, output_to_input};
    /// let module = Module::parse("ENTRY e {
    ///     p = f32[16,256]{1,0:T(8,128)} parameter(0)
    ///     ROOT c = bf16[16,256]{1,0:T(8,128)(2,1)} convert(p)
    /// }")?;
    /// let entry = module.entry();
    /// let maps = output_to_input(&module, entry, 1, 0, Scope::Xla);
    /// let (from, to) = (entry.instructions[1].shape.array("example")?, entry.instructions[0].shape.array("example")?);
    /// let bytes = maps[0].as_ref().unwrap()[0].between_bytes(from, to)?;
    /// // the third element of the output is the second one of the first row: two bytes each here, four there
    /// assert_eq!(bytes.map.evaluate(&[2 * 2], &[], &[])?[..], [4 * 1]);
    /// assert!(!bytes.map.contains(&[2 * 2 + 1]));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn between_bytes(&self, from: &ArrayShape, to: &ArrayShape) -> Result<Self> {
        let places = self.between_places(from, to)?;
        let (from_bytes, to_bytes) = (element_bytes(from)?, element_bytes(to)?);
        let bytes = |array: &ArrayShape, size: i64| {
            let places = LinearIndex::new(array, Tiling::All)?.len();
            places.checked_mul(size).ok_or(Error::overflow("the number of bytes of an array"))
        };
        // those of the other array must be counted, too
        bytes(to, to_bytes)?;
        let first = plain(&[bytes(from, from_bytes)?], [d(0).floor_div(c(from_bytes))])
            .with_constraint(d(0).modulo(c(from_bytes)), Interval::point(0));
        let mut found = places.after(&first)?;
        let scaled: Vec<Expr> =
            found.map.results().iter().map(|place| place.clone().mul(c(to_bytes))).collect();
        found.map = found.map.with_results(scaled);
        Ok(found.into_simplified())
    }
}

/// The bytes of an element in memory.
fn element_bytes(array: &ArrayShape) -> Result<i64> {
    match stored_bits(array) {
        bits @ 1.. if bits % 8 == 0 => Ok(bits / 8),
        bits => Err(invalid!("between_bytes", "elements of {array} have {bits} bits, no whole bytes")),
    }
}
