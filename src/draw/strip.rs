//! The steps of an operation, side by side.
use super::picture::{Look, Picture};
use super::subject::Subject;
use super::svg::{Anchor, Canvas, Class, SPACE, draw};
use crate::dynamic::Result;
use alloc::format;
use alloc::string::String;

/// A step of an operation: what it is called, and what it gives.
#[derive(Debug, Clone)]
pub struct Panel {
    /// The name, such as `tiler`.
    pub name: String,
    /// What is drawn.
    pub subject: Subject,
}

impl Panel {
    /// A step that gives something to draw.
    pub fn new(name: impl Into<String>, subject: impl Into<Subject>) -> Panel {
        Panel { name: name.into(), subject: subject.into() }
    }
}

/// How wide a strip becomes before it goes on below, in pixels.
const WIDTH: i64 = 1400;

/// The steps side by side as SVG, with an arrow between.
///
/// # Errors
/// As [`Picture::new`].
///
/// ```
/// use tilework::draw::{Look, Panel, strip};
/// use tilework::dynamic::{DynLayout, composition};
/// let (lhs, rhs): (DynLayout, DynLayout) = ("(6,2):(8,2)".parse()?, "(4,3):(3,1)".parse()?);
/// let result = composition(&lhs, &rhs)?;
/// let steps = [Panel::new("lhs", lhs), Panel::new("rhs", rhs), Panel::new("lhs o rhs", result)];
/// assert!(strip("composition", &steps, &Look::default())?.contains("lhs o rhs: ((2,2),3):((24,2),8)"));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn strip(title: &str, steps: &[Panel], look: &Look) -> Result<String> {
    let mut canvas = Canvas::new();
    let (mut x, mut y, mut bottom) = (SPACE, SPACE, SPACE);
    for (number, step) in steps.iter().enumerate() {
        let picture = Picture::new(&step.subject, look)?;
        let title = format!("{}: {}", step.name, picture.title());
        let picture = picture.titled(title);
        if x > WIDTH {
            (x, y) = (SPACE, bottom + 2 * SPACE);
        }
        if number > 0 {
            canvas.text(Class::Title, Anchor::Start, (x, y + 44), "\u{2192}");
            x += 2 * SPACE;
        }
        let (right, down) = draw(&mut canvas, &picture, x, y);
        x = right + 2 * SPACE;
        bottom = bottom.max(down);
    }
    Ok(canvas.finish(title))
}
