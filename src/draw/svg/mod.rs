//! Pictures as SVG: one self-contained drawing, for screens in light and dark and for paper.
//!
//! `canvas` is the document: its size, its style and what is in it. `page` draws a picture on it.
mod canvas;
mod page;

pub(super) use canvas::{Anchor, Canvas, Class, SPACE};
pub(super) use page::draw;
pub use page::{DrawnGrid, grids};

use super::picture::Picture;
use alloc::string::String;

/// The picture as SVG: the indices of rows and columns with their tiles, lines around tiles of every level, padding
/// hatched. The same picture always gives the same text.
///
/// It needs no other file, follows the light or dark scheme of the screen, and is light on paper.
///
/// ```
/// use tilework::draw::{Picture, Look, Subject, svg};
/// use tilework::dynamic::DynLayout;
/// let subject = Subject::from("(2,3):(3,1)".parse::<DynLayout>()?);
/// let drawing = svg(&Picture::new(&subject, &Look::default())?);
/// assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn svg(picture: &Picture) -> String {
    let mut canvas = Canvas::new();
    draw(&mut canvas, picture, SPACE, SPACE);
    canvas.finish(picture.title())
}
