//! What the colours of cells say.
use super::cell::Cell;
use crate::dynamic::{Error, Result, invalid};
use core::fmt;
use core::str::FromStr;

/// What the colour of a cell stands for: elements of one colour share it.
///
/// Read from text and printed as `none`, `tile`, `order`, `bank:32x4`, `line:128`, `thread` and `value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorBy {
    /// Nothing: all cells look alike.
    #[default]
    None,
    /// The innermost tile that the element is in.
    Tile,
    /// Where the element lies between the first and the last one in memory, from blue to red.
    Order,
    /// The bank of memory: byte over `width`, modulo `banks`. GPUs have 32 banks of 4 bytes.
    Bank {
        /// How many banks there are.
        banks: i64,
        /// The bytes that one bank gives at a time.
        width: i64,
    },
    /// The line of memory, such as a cache line of 64 bytes or a sector of 32.
    Line {
        /// The bytes of a line.
        bytes: i64,
    },
    /// The thread that holds the element.
    Thread,
    /// The number of the value in the thread that holds it.
    Value,
}

/// The colour of a cell, before it is a colour of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Color {
    /// Degrees around the circle of colours.
    pub(super) hue: u16,
}

/// How many colours stand for things without an order, such as tiles.
const KINDS: i64 = 12;
/// How many colours [`ColorBy::Order`] goes through, and the hues at its ends.
const STEPS: i64 = 16;
const FIRST_HUE: i64 = 230;
const LAST_HUE: i64 = 10;

impl ColorBy {
    /// The colour of a cell in tile number `tile`, elements having `bits` and lying at offsets `first..=last`.
    pub(super) fn of(self, cell: &Cell, tile: i64, bits: i64, (first, last): (i64, i64)) -> Option<Color> {
        let byte = |offset: i64| i128::from(offset) * i128::from(bits);
        let offset = cell.as_int();
        let holder = match cell {
            Cell::Held(holders) => holders.first(),
            _ => None,
        };
        match (self, offset, holder) {
            (ColorBy::Tile, _, _) if !matches!(cell, Cell::Padding | Cell::LeftOut) => {
                Some(Color::kind(tile))
            }
            (ColorBy::Order, Some(offset), _) => {
                let span = i128::from(last) - i128::from(first) + 1;
                let step = (i128::from(offset) - i128::from(first)) * i128::from(STEPS) / span;
                let step = i64::try_from(step).unwrap_or(0);
                let hue = FIRST_HUE + step * (LAST_HUE - FIRST_HUE) / (STEPS - 1);
                Some(Color { hue: u16::try_from(hue).unwrap_or(0) })
            }
            (ColorBy::Bank { .. }, Some(_), _) => {
                let (bank, banks) = (self.number(cell, bits)?, self.banks()?);
                let hue = i128::from(bank) * 360 / i128::from(banks);
                Some(Color { hue: u16::try_from(hue).unwrap_or(0) })
            }
            (ColorBy::Line { bytes }, Some(offset), _) => {
                let line = byte(offset).div_euclid(i128::from(bytes.max(1)) * 8);
                Some(Color::kind(i64::try_from(line.rem_euclid(i128::from(KINDS))).unwrap_or(0)))
            }
            (ColorBy::Thread, _, Some(&(thread, _))) => Some(Color::kind(thread)),
            (ColorBy::Value, _, Some(&(_, value))) => Some(Color::kind(value)),
            _ => None,
        }
    }

    /// The number of the bank, line, thread or value of a cell, elements having `bits`.
    pub fn number(self, cell: &Cell, bits: i64) -> Option<i64> {
        let bytes = |offset: i64| (i128::from(offset) * i128::from(bits)).div_euclid(8);
        match (self, cell) {
            (ColorBy::Bank { banks, width }, Cell::Element(offset)) => {
                let word = bytes(offset.as_int()?).div_euclid(i128::from(width.max(1)));
                i64::try_from(word.rem_euclid(i128::from(banks.max(1)))).ok()
            }
            (ColorBy::Line { bytes: line }, Cell::Element(offset)) => {
                i64::try_from(bytes(offset.as_int()?).div_euclid(i128::from(line.max(1)))).ok()
            }
            (ColorBy::Thread, Cell::Held(holders)) => holders.first().map(|&(thread, _)| thread),
            (ColorBy::Value, Cell::Held(holders)) => holders.first().map(|&(_, value)| value),
            _ => None,
        }
    }

    fn banks(self) -> Option<i64> {
        if let ColorBy::Bank { banks, .. } = self { Some(banks.max(1)) } else { None }
    }
}

impl Color {
    /// One of [`KINDS`] colours; those of numbers that follow each other are far apart.
    fn kind(number: i64) -> Color {
        let hue = number.rem_euclid(KINDS) * 150 % 360;
        Color { hue: u16::try_from(hue).unwrap_or(0) }
    }
}

impl FromStr for ColorBy {
    type Err = Error;

    /// Reads `bank` as `bank:32x4` and `line` as `line:128`.
    ///
    /// ```
    /// use tilework::draw::ColorBy;
    /// assert_eq!("bank:64x4".parse::<ColorBy>()?, ColorBy::Bank { banks: 64, width: 4 });
    /// assert_eq!("line".parse::<ColorBy>()?.to_string(), "line:128");
    /// assert!("bank:0x4".parse::<ColorBy>().is_err());
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<ColorBy> {
        let (name, detail) = match text.split_once(':') {
            Some((name, detail)) => (name, Some(detail)),
            None => (text, None),
        };
        let positive = |number: &str| number.parse::<i64>().ok().filter(|number| *number > 0);
        let read = match (name, detail) {
            ("none", None) => Some(ColorBy::None),
            ("tile", None) => Some(ColorBy::Tile),
            ("order", None) => Some(ColorBy::Order),
            ("thread", None) => Some(ColorBy::Thread),
            ("value", None) => Some(ColorBy::Value),
            ("bank", None) => Some(ColorBy::Bank { banks: 32, width: 4 }),
            ("bank", Some(detail)) => detail.split_once('x').and_then(|(banks, width)| {
                Some(ColorBy::Bank { banks: positive(banks)?, width: positive(width)? })
            }),
            ("line", None) => Some(ColorBy::Line { bytes: 128 }),
            ("line", Some(detail)) => positive(detail).map(|bytes| ColorBy::Line { bytes }),
            _ => None,
        };
        read.ok_or_else(|| {
            invalid!(
                "color",
                "`{text}` is nothing to colour by; known are none, tile, order, bank:32x4, line:128, thread and value"
            )
        })
    }
}

impl fmt::Display for ColorBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColorBy::None => f.write_str("none"),
            ColorBy::Tile => f.write_str("tile"),
            ColorBy::Order => f.write_str("order"),
            ColorBy::Bank { banks, width } => write!(f, "bank:{banks}x{width}"),
            ColorBy::Line { bytes } => write!(f, "line:{bytes}"),
            ColorBy::Thread => f.write_str("thread"),
            ColorBy::Value => f.write_str("value"),
        }
    }
}
