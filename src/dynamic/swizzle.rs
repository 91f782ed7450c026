//! Swizzles: exchanges of addresses by XOR.
use super::coordinate::Coordinate;
use super::error::{Error, Result, invalid};
use super::layout::DynLayout;
use super::mode::Mode;
use super::slice::{slice, slice_offset};
use super::stride::{Offset, Stride};
use super::text::{TextCursor, read_all};
use super::tree::Tree;
use super::tuple::DynTuple;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// `Sw<B,M,S>`: the `B` bits from bit `M + S` on are added to those from bit `M` on (for negative `S` the other way).
/// Applied twice, it changes nothing. Source: CuTe `Swizzle`.
///
/// ```
/// # use tilework::dynamic::Swizzle;
/// let swizzle: Swizzle = "Sw<2,0,3>".parse()?;
/// let row: Result<Vec<i64>, _> = (8..16).map(|offset| swizzle.apply(offset)).collect();
/// assert_eq!(row?, [9, 8, 11, 10, 13, 12, 15, 14]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

impl Swizzle {
    /// The swizzle that moves nothing, as CuTe writes it: an offset may stand behind it.
    pub const IDENTITY: Swizzle = Swizzle { bits: 0, base: 4, shift: 3 };

    /// The swizzle of `bits` bits above `base` at a distance of `shift`, which must not be 0 or below `bits`; all
    /// within 63 bits.
    ///
    /// # Errors
    /// If `bits` or `base` is negative, `shift` is 0 or its distance below `bits`, or a bit is beyond 63.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<Swizzle> {
        let refuse = |reason: &str| Err(invalid!("swizzle", "Sw<{bits},{base},{shift}>: {reason}"));
        let numbers = (u32::try_from(bits), u32::try_from(base), i32::try_from(shift));
        let (Ok(bits @ ..=63), Ok(base @ ..=63), Ok(shift @ -63..=63)) = numbers else {
            return refuse("bits are counted from 0 to 63");
        };
        let distance = shift.unsigned_abs();
        if distance == 0 || distance < bits {
            return refuse("the bits overlap with those they are added to");
        }
        if bits + base + distance > 63 {
            return refuse("beyond 63 bits");
        }
        Ok(Swizzle { bits, base, shift })
    }

    /// Where an offset, which must not be negative, is put.
    ///
    /// # Errors
    /// If the offset is negative.
    ///
    /// ```
    /// # use tilework::dynamic::Swizzle;
    /// let swizzle: Swizzle = "Sw<2,0,2>".parse()?;
    /// assert_eq!((swizzle.apply(4)?, swizzle.apply(9)?), (5, 11));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn apply(self, offset: i64) -> Result<i64> {
        if offset < 0 {
            return Err(invalid!("swizzle", "the offset {offset} is negative"));
        }
        let mask = (1_i64 << self.bits) - 1;
        let distance = self.shift.unsigned_abs();
        Ok(if self.shift >= 0 {
            offset ^ ((offset >> distance) & (mask << self.base))
        } else {
            offset ^ ((offset & (mask << self.base)) << distance)
        })
    }

    /// How many bits are added, from which bit on, and to which.
    pub(crate) fn bits_from_to(self) -> (u32, u32, u32) {
        let further = self.base + self.shift.unsigned_abs();
        if self.shift >= 0 { (self.bits, further, self.base) } else { (self.bits, self.base, further) }
    }

    /// The swizzle of offsets that are counted in units of two to this power, if it keeps these together.
    #[cfg(feature = "emit")]
    pub(crate) fn of_units(self, bits: u32) -> Option<Swizzle> {
        Some(Swizzle { base: self.base.checked_sub(bits)?, ..self })
    }

    /// The layout followed by this swizzle: `swizzle(layout(coordinate))`. The layout may be a swizzled one.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, Swizzle};
    /// let (swizzle, layout): (Swizzle, DynLayout) = ("Sw<2,0,2>".parse()?, "(4,4):(4,1)".parse()?);
    /// let swizzled = swizzle.compose(layout);
    /// assert_eq!(swizzled.offset(&"(1,0)".parse()?)?, 5);
    /// let twice = "Sw<1,2,1>".parse::<Swizzle>()?.compose_at(4, swizzled);
    /// assert_eq!(twice.to_string(), "Sw<1,2,1> o 4 o Sw<2,0,2> o 0 o (4,4):(4,1)");
    /// assert_eq!(twice.offset(&"(1,0)".parse()?)?, 13);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn compose(self, layout: impl Into<Swizzled>) -> Swizzled {
        self.compose_at(0, layout)
    }

    /// The layout at an offset, followed by this swizzle: `swizzle(offset + layout(coordinate))`.
    pub fn compose_at(self, offset: i64, layout: impl Into<Swizzled>) -> Swizzled {
        let Swizzled { mut swizzles, layout } = layout.into();
        swizzles.insert(0, (self, offset));
        Swizzled { swizzles, layout }
    }

    /// The swizzle of the offsets `0..2^bits`, as a layout of F2 strides.
    ///
    /// Post-condition: `result(i) = apply(i)` for `i < 2^bits`.
    ///
    /// # Errors
    /// If the offsets have more than 62 bits.
    ///
    /// ```
    /// # use tilework::dynamic::Swizzle;
    /// let swizzle: Swizzle = "Sw<3,0,3>".parse()?;
    /// assert_eq!(swizzle.to_layout(6)?.to_string(), "(8,8):(F1,F9)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn to_layout(self, bits: u32) -> Result<DynLayout> {
        if bits > 62 {
            return Err(Error::overflow("size of the swizzle"));
        }
        let distance = self.shift.unsigned_abs();
        // Each bit of the source goes to its own place and to its target; the others only to their own.
        let low = bits.min(if self.shift >= 0 { self.base + distance } else { self.base });
        let source = self.bits.min(bits - low);
        let high = bits - low - source;
        let modes = [(low, 1), (source, (1 + (1 << distance)) << self.base), (high, 1 << (low + source))];
        let modes = modes.into_iter().filter(|(bits, _)| *bits > 0);
        DynLayout::from_modes(Tree::flat(
            modes.map(|(bits, stride)| Mode::new(1 << bits, Stride::F2(stride))),
        ))
    }
}

impl FromStr for Swizzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Swizzle> {
        read_all(text, read_swizzle)
    }
}

fn read_swizzle(reader: &mut TextCursor<'_>) -> Result<Swizzle> {
    for expected in ['S', 'w', '<'] {
        reader.expect(expected)?;
    }
    let bits = reader.integer()?;
    reader.expect(',')?;
    let base = reader.integer()?;
    reader.expect(',')?;
    let shift = reader.integer()?;
    reader.expect('>')?;
    Swizzle::new(bits, base, shift)
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

/// A swizzled layout: `swizzle(offset + layout(coordinate))`, written as CuTe does, `Sw<2,0,3> o 16 o (8,8):(8,1)`;
/// the offset may be left out if it is 0. A swizzled layout may be swizzled again, `Sw<1,2,1> o 0 o Sw<2,0,3> o 16 o
/// (8,8):(8,1)`.
///
/// ```
/// # use tilework::dynamic::Swizzled;
/// let swizzled: Swizzled = "Sw<2,0,3> o (8,8):(8,1)".parse()?;
/// assert_eq!(swizzled.to_string(), "Sw<2,0,3> o 0 o (8,8):(8,1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swizzled {
    /// Each swizzle with what is added before it, as they are written: the first is done last.
    pub swizzles: Vec<(Swizzle, i64)>,
    /// What is done first.
    pub layout: DynLayout,
}

impl From<DynLayout> for Swizzled {
    /// The layout without a swizzle.
    fn from(layout: DynLayout) -> Self {
        Swizzled { swizzles: Vec::new(), layout }
    }
}

impl Swizzled {
    /// The offset of a coordinate of the shape.
    ///
    /// # Errors
    /// As [`DynLayout::offset`]; and if the layout gives coordinates, an offset to be swizzled is negative, or one does
    /// not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::Swizzled;
    /// let swizzled: Swizzled = "Sw<2,0,2> o (4,4):(4,1)".parse()?;
    /// assert_eq!(swizzled.offset(&"(1,0)".parse()?)?, 5);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn offset(&self, coordinate: &DynTuple) -> Result<i64> {
        self.place(&self.layout.offset(coordinate)?)
    }

    /// The offsets of all coordinates, first mode fastest.
    ///
    /// Each is refused as by [`offset`](Self::offset).
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = Result<i64>> {
        self.layout.offsets().map(|offset| self.place(&offset))
    }

    /// How many elements storage needs in which the first one is at offset 0.
    ///
    /// A swizzle keeps blocks to themselves that end with the bits it changes: storage ends with such a block.
    ///
    /// Post-condition: all offsets are below, if the layout has none below 0.
    ///
    /// # Errors
    /// If the sizes do not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::Swizzled;
    /// let cosize = |text: &str| text.parse::<Swizzled>()?.cosize();
    /// assert_eq!([cosize("Sw<2,0,3> o (8,8):(8,1)")?, cosize("Sw<2,0,3> o (3,6):(8,1)")?], [64, 24]);
    /// assert_eq!(cosize("Sw<2,0,3> o 16 o (8,8):(8,1)")?, 80);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn cosize(&self) -> Result<i64> {
        let overflow = || Error::overflow("cosize of the layout");
        let round_up = |cosize: i64, (swizzle, offset): &(Swizzle, i64)| {
            let (bits, _, to) = swizzle.bits_from_to();
            let block = if bits == 0 { 0 } else { to + bits };
            let last = cosize.checked_add(*offset)? - 1;
            i64::try_from((i128::from(last >> block) + 1) << block).ok()
        };
        match self.layout.cosize() {
            0 => Ok(0),
            cosize => self.swizzles.iter().rev().try_fold(cosize, round_up).ok_or_else(overflow),
        }
    }

    /// The coordinates that have this offset, as [`DynLayout::coordinates_of`] finds them.
    ///
    /// # Errors
    /// As [`DynLayout::coordinates_of`].
    ///
    /// ```
    /// # use tilework::dynamic::Swizzled;
    /// let swizzled: Swizzled = "Sw<2,0,3> o (8,8):(8,1)".parse()?;
    /// assert_eq!(swizzled.coordinates_of(9)?, ["(1,0)".parse()?]);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn coordinates_of(&self, offset: i64) -> Result<Vec<DynTuple>> {
        // a swizzle undoes itself; it puts nothing at a negative place
        let undone =
            |place: i64, (swizzle, offset): &(Swizzle, i64)| swizzle.apply(place).ok()?.checked_sub(*offset);
        match self.swizzles.iter().try_fold(offset, undone) {
            Some(place) => self.layout.coordinates_of(&Offset::Int(place)),
            None => Ok(Vec::new()),
        }
    }

    /// The part at which some modes are fixed.
    ///
    /// Post-condition: with `c` the free coordinates, `slice(c) = self(coordinate with c)`.
    ///
    /// # Errors
    /// If the layout has no such slice, or no swizzle to keep the offset of it; and over F2 strides where the offset
    /// of what is fixed shares bits with those of what is kept: it is not added to them.
    ///
    /// ```
    /// # use tilework::dynamic::Swizzled;
    /// let swizzled: Swizzled = "Sw<1,2,1> o Sw<2,0,2> o (4,4):(4,1)".parse()?;
    /// assert_eq!(swizzled.slice(&"(2,_)".parse()?)?.to_string(), "Sw<1,2,1> o 0 o Sw<2,0,2> o 8 o (4):(1)");
    /// let shared: Swizzled = "Sw<2,0,3> o (8,8):(F1,F9)".parse()?;
    /// assert!(shared.slice(&"(5,_)".parse()?).is_err());
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn slice(&self, coordinate: &Coordinate) -> Result<Swizzled> {
        let (fixed, layout) = (slice_offset(coordinate, &self.layout)?, slice(coordinate, &self.layout)?);
        let fixed = fixed.as_int().ok_or(Error::overflow("offset"))?;
        if fixed & bits_of_f2(&layout) != 0 {
            return Err(invalid!(
                "slice",
                "the offset {fixed} of what is fixed shares bits with the offsets of {layout}"
            ));
        }
        let mut swizzles = self.swizzles.clone();
        let (_, offset) = swizzles.last_mut().ok_or_else(|| invalid!("slice", "{layout} has no swizzle"))?;
        *offset = offset.checked_add(fixed).ok_or(Error::overflow("offset"))?;
        Ok(Swizzled { swizzles, layout })
    }

    /// The same swizzles behind what an operation makes of the layout.
    ///
    /// What is done first is all that an operation on indices sees: composition, divisions, products and coalescing of
    /// a swizzled layout are those of its layout, swizzled. Source: CuTe's overloads for `ComposedLayout`.
    ///
    /// # Errors
    /// Those of the operation.
    ///
    /// ```
    /// # use tilework::dynamic::{Swizzled, zipped_divide};
    /// let stage: Swizzled = "Sw<3,0,3> o (8,8):(8,1)".parse()?;
    /// let tiles = stage.map_layout(|layout| zipped_divide(layout, &"<4,2>".parse()?))?;
    /// assert_eq!(tiles.to_string(), "Sw<3,0,3> o 0 o ((4,2),(2,4)):((8,1),(32,2))");
    /// assert_eq!(tiles.offset(&"((1,1),(1,2))".parse()?)?, stage.offset(&"(5,5)".parse()?)?);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn map_layout(&self, operation: impl FnOnce(&DynLayout) -> Result<DynLayout>) -> Result<Swizzled> {
        Ok(Swizzled { layout: operation(&self.layout)?, swizzles: self.swizzles.clone() })
    }

    /// Where an offset of the layout is put.
    pub(super) fn place(&self, offset: &Offset) -> Result<i64> {
        let Offset::Int(offset) = *offset else {
            return Err(invalid!("swizzle", "the coordinate {offset} is no offset"));
        };
        self.swizzles.iter().rev().try_fold(offset, |place, (swizzle, offset)| {
            swizzle.apply(place.checked_add(*offset).ok_or(Error::overflow("offset"))?)
        })
    }
}

/// The bits that F2 strides may set in the offsets of a layout.
fn bits_of_f2(layout: &DynLayout) -> i64 {
    layout.leaves().iter().fold(0, |bits, mode| {
        let Stride::F2(stride) = mode.stride else { return bits };
        let digits = i64::BITS - (mode.extent - 1).max(0).leading_zeros();
        // the offsets of a layout fit in 63 bits
        (0..digits).fold(bits, |bits, digit| bits | (stride << digit).cast_signed())
    })
}

impl FromStr for Swizzled {
    type Err = Error;

    fn from_str(text: &str) -> Result<Swizzled> {
        read_all(text, |reader| {
            let mut swizzles = Vec::new();
            while reader.peek() == Some('S') {
                let swizzle = read_swizzle(reader)?;
                reader.expect('o')?;
                let mut ahead = reader.clone();
                let offset = match ahead.integer() {
                    Ok(offset) if ahead.eat('o') => {
                        *reader = ahead;
                        offset
                    }
                    // a shape of one mode
                    _ => 0,
                };
                swizzles.push((swizzle, offset));
            }
            Ok(Swizzled { swizzles, layout: reader.layout()? })
        })
    }
}

impl fmt::Display for Swizzled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.swizzles.iter().try_for_each(|(swizzle, offset)| write!(f, "{swizzle} o {offset} o "))?;
        write!(f, "{}", self.layout)
    }
}
