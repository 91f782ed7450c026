//! Floor 6': pictures of layouts.
//!
//! People look at layouts more than they compute with them. This room draws whatever the library has: layouts and
//! swizzled layouts, their padding included, thread-value layouts, arrays of XLA; as a table for terminals and as SVG,
//! without another program. A [`Subject`] says what stands in each cell, a [`Picture`] holds what is drawn of it in
//! the [`Look`] that was asked for, and [`table()`], [`svg()`] and [`html()`] put it on paper.
//!
//! What may enter: what turns a layout into a picture. What a layout means is answered by the rooms below.
//!
//! ```
//! use tilework::draw::{ColorBy, Picture, Look, Subject, svg, table};
//! use tilework::dynamic::DynLayout;
//!
//! let subject = Subject::from("((4,2),(4,3)):((4,16),(1,32))".parse::<DynLayout>()?);
//! let look = Look { color_by: ColorBy::Tile, ..Look::default() };
//! let picture = Picture::new(&subject, &look)?;
//! assert!(table(&picture).contains("37"));
//! assert!(svg(&picture).starts_with("<svg "));
//! # Ok::<(), tilework::dynamic::Error>(())
//! ```
#[cfg(feature = "xla")]
mod array;
mod axis;
mod cell;
mod color;
mod html;
mod label;
mod moves;
mod picture;
mod strip;
mod subject;
mod svg;
mod table;
mod threads;

#[cfg(feature = "xla")]
pub use array::TiledArray;
pub use axis::DrawnAxis;
pub use cell::Cell;
pub use color::ColorBy;
pub use html::html;
pub use label::Label;
pub use moves::{moves, ways};
pub use picture::{Look, Picture};
pub use strip::{Panel, strip};
pub use subject::Subject;
pub use svg::{DrawnGrid, grids, svg};
pub use table::table;
pub use threads::ThreadValues;

/// The most cells of a picture: nobody sees more, and all are in memory.
pub const MAX_CELLS: i64 = 1 << 20;
