//! What is written into cells.
use super::cell::Cell;
use super::color::ColorBy;
use crate::dynamic::{Error, Result, invalid};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// What is written into a cell. Read from text and printed as `place`, `coordinate`, `index`, `color` and `nothing`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Label {
    /// Where the element lies: its offset; of a thread-value layout who holds it, `T3V1`, and how many others do.
    #[default]
    Place,
    /// Its coordinate, an integer for each mode.
    Coordinate,
    /// The number of its coordinate, first mode fastest.
    Index,
    /// What its colour stands for: the number of the bank, the line, the thread or the value.
    Color,
    /// Nothing.
    Nothing,
}

impl Label {
    /// The text of a cell at an index of modes of these sizes.
    pub(super) fn of(
        self,
        cell: &Cell,
        index: &[i64],
        sizes: &[i64],
        color_by: ColorBy,
        bits: i64,
    ) -> String {
        match (self, cell) {
            (_, Cell::LeftOut) => "...".to_string(),
            (_, Cell::Padding) => ".".to_string(),
            (Label::Place, Cell::Element(offset)) => offset.to_string(),
            (Label::Place, Cell::Held(holders)) => match holders.as_slice() {
                [] => "-".to_string(),
                [(thread, value)] => format!("T{thread}V{value}"),
                [(thread, value), others @ ..] => format!("T{thread}V{value}+{}", others.len()),
            },
            (Label::Coordinate, _) => {
                let mut text = String::from("(");
                for (place, entry) in index.iter().enumerate() {
                    let separator = if place > 0 { "," } else { "" };
                    text += &format!("{separator}{entry}");
                }
                text + ")"
            }
            (Label::Index, _) => {
                let number =
                    index.iter().zip(sizes).rev().fold(0_i64, |number, (entry, size)| {
                        number.saturating_mul(*size).saturating_add(*entry)
                    });
                number.to_string()
            }
            (Label::Color, _) => {
                color_by.number(cell, bits).map_or_else(String::new, |number| number.to_string())
            }
            (Label::Nothing, _) => String::new(),
        }
    }
}

impl FromStr for Label {
    type Err = Error;

    fn from_str(text: &str) -> Result<Label> {
        Ok(match text {
            "place" => Label::Place,
            "coordinate" => Label::Coordinate,
            "index" => Label::Index,
            "color" => Label::Color,
            "nothing" => Label::Nothing,
            _ => {
                return Err(invalid!(
                    "label",
                    "`{text}` is no label; known are place, coordinate, index, color and nothing"
                ));
            }
        })
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Label::Place => "place",
            Label::Coordinate => "coordinate",
            Label::Index => "index",
            Label::Color => "color",
            Label::Nothing => "nothing",
        })
    }
}
