//! The notation of a layout in what the compiler says of it.

use crate::int::Text;
use crate::tuple::IntTuple;

/// `shape:stride`, as far as it is known at compile time.
///
/// A function, and not a constant: so the compiler writes it only where there is something to say.
pub(crate) const fn notation<S: IntTuple, D: IntTuple>() -> Text {
    Text::new().text(&S::TEXT).str(":").text(&D::TEXT)
}
