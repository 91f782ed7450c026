//! Two layouts of the same elements, and where each element goes from one to the other.
use super::cell::Cell;
use super::color::ColorBy;
use super::picture::{Look, Picture};
use super::subject::Subject;
use super::svg::{Anchor, Canvas, Class, SPACE, draw};
use crate::dynamic::{Offset, Result, invalid};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

/// The most places of a memory that is drawn as a row of boxes, with the way of every element.
const PLACES: i64 = 192;
/// The size of such a box, and how far the two memories are apart, in pixels.
const BOX: i64 = 26;
const APART: i64 = 120;

/// The relayout from one subject to another as SVG: both side by side, every element in the colour of its place in the
/// first, so that what lies together there is seen in the second; and below, if they are small, both memories with the
/// way of every element.
///
/// # Errors
/// If they differ in the number of modes or in the elements of a mode; and as [`Picture::new`].
///
/// ```
/// use tilework::draw::{Look, Subject, moves};
/// use tilework::dynamic::DynLayout;
/// let subject = |text: &str| text.parse::<DynLayout>().map(Subject::from);
/// let drawing = moves(&subject("(4,4):(4,1)")?, &subject("((2,2),(2,2)):((2,8),(1,4))")?, &Look::default())?;
/// assert!(drawing.contains("class=\"w\""));
/// assert!(moves(&subject("(4,4):(4,1)")?, &subject("(4,5):(5,1)")?, &Look::default()).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn moves(from: &Subject, to: &Subject, look: &Look) -> Result<String> {
    let extents = common_extents(from, to)?;
    let look = Look { color_by: ColorBy::Order, ..*look };
    let mut canvas = Canvas::new();
    let (right, left_bottom) = draw(&mut canvas, &Picture::new(from, &look)?, SPACE, SPACE);
    canvas.text(Class::Title, Anchor::Start, (right + SPACE, SPACE + 44), "\u{2192}");
    let colored = Picture::colored_as(to, from, &look)?;
    let (_, right_bottom) = draw(&mut canvas, &colored, right + 3 * SPACE, SPACE);
    if let Some(ways) = Ways::new(from, to, &extents)? {
        ways.draw(&mut canvas, left_bottom.max(right_bottom) + 2 * SPACE);
    }
    Ok(canvas.finish(&title(from, to)))
}

/// The lower part of [`moves`] alone: both memories with the way of every element; nothing if they are too large.
///
/// # Errors
/// If they differ in the number of modes or in the elements of a mode.
pub fn ways(from: &Subject, to: &Subject) -> Result<Option<String>> {
    let Some(ways) = Ways::new(from, to, &common_extents(from, to)?)? else { return Ok(None) };
    let mut canvas = Canvas::new();
    ways.draw(&mut canvas, SPACE);
    Ok(Some(canvas.finish(&title(from, to))))
}

fn title(from: &Subject, to: &Subject) -> String {
    format!("{} to {}", from.title(), to.title())
}

/// How many elements each mode has, in both.
fn common_extents(from: &Subject, to: &Subject) -> Result<Vec<i64>> {
    let extents = |subject: &Subject| -> Result<Vec<i64>> {
        Ok(subject.modes()?.iter().map(|mode| mode.logical).collect())
    };
    let (here, there) = (extents(from)?, extents(to)?);
    if here != there {
        return Err(invalid!(
            "moves",
            "{} has the extents {here:?}, {} has {there:?}",
            from.title(),
            to.title()
        ));
    }
    Ok(here)
}

/// The place of each element in both memories.
struct Ways {
    places: Vec<(i64, i64)>,
    first: (i64, i64),
    /// The places of each memory.
    count: (i64, i64),
}

impl Ways {
    /// The ways of all elements, if there are few places.
    fn new(from: &Subject, to: &Subject, extents: &[i64]) -> Result<Option<Ways>> {
        let size = extents.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
        let Some(1..=PLACES) = size else { return Ok(None) };
        let mut places = Vec::new();
        let mut index: Vec<i64> = extents.iter().map(|_| 0).collect();
        loop {
            let (Some(here), Some(there)) = (from.offset(&index)?, to.offset(&index)?) else {
                return Ok(None);
            };
            places.push((here, there));
            let next = index.iter_mut().zip(extents).find_map(|(entry, extent)| {
                *entry += 1;
                if *entry < *extent {
                    return Some(());
                }
                *entry = 0;
                None
            });
            if next.is_none() {
                break;
            }
        }
        let ends = |place: fn(&(i64, i64)) -> i64| {
            let places = || places.iter().map(place);
            (places().min().unwrap_or(0), places().max().unwrap_or(0))
        };
        let (here, there) = (ends(|way| way.0), ends(|way| way.1));
        let count = |(first, last): (i64, i64)| last.saturating_sub(first).saturating_add(1);
        let count = (count(here), count(there));
        let is_small = count.0 <= PLACES && count.1 <= PLACES;
        Ok(is_small.then_some(Ways { places, first: (here.0, there.0), count }))
    }

    /// The colours of a memory whose boxes begin at `y`: those that the elements have in the memory before.
    fn draw_colors(&self, canvas: &mut Canvas, y: i64, is_before: bool) {
        let ends = (self.first.0, self.first.0 + self.count.0 - 1);
        for (here, there) in &self.places {
            let place = if is_before { here - self.first.0 } else { there - self.first.1 };
            if let Some(color) = ColorBy::Order.of(&Cell::Element(Offset::Int(*here)), 0, 8, ends) {
                canvas.cells(color, (SPACE, y), (BOX, BOX), &format!("M{place} .5h1"));
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas, top: i64) {
        let bottom = top + BOX + APART;
        for (y, first, count, name) in [
            (top, self.first.0, self.count.0, "memory before"),
            (bottom, self.first.1, self.count.1, "memory after"),
        ] {
            self.draw_colors(canvas, y, y == top);
            let width = count * BOX;
            let mut path = format!("M{SPACE} {y}h{width}v{BOX}h-{width}z");
            for place in 0..count {
                let x = SPACE + place * BOX;
                canvas.text(Class::Cell, Anchor::Middle, (x + BOX / 2, y + 17), &(first + place).to_string());
                // writing to a string does not fail
                let _ = write!(path, "M{x} {y}v{BOX}");
            }
            canvas.lines(Class::Tile, &path);
            canvas.text(Class::Index, Anchor::Start, (SPACE + width + 8, y + 17), name);
            canvas.reach(SPACE + width + 120, y + BOX);
        }
        let mut path = String::new();
        for (here, there) in &self.places {
            let x = |place: i64, first: i64| SPACE + (place - first) * BOX + BOX / 2;
            let (x1, x2) = (x(*here, self.first.0), x(*there, self.first.1));
            let (y1, y2, middle) = (top + BOX, bottom, top + BOX + APART / 2);
            // writing to a string does not fail
            let _ = write!(path, "M{x1} {y1}C{x1} {middle} {x2} {middle} {x2} {y2}");
        }
        canvas.lines(Class::Way, &path);
    }
}
