//! Elements, and what moves them.

use tilework::kernel::relayout::PlainBytes;
use tilework::prelude::*;

/// An element that peers know too.
pub(super) trait Known: Sized {
    /// Transposes a row-major array of a shape.
    #[cfg(peers)]
    const HPTT: Option<fn(&[usize], &[Self], &[usize], &mut [Self])> = None;
}

/// An element: of a width, and told apart from others.
pub(super) trait Cell:
    Copy + PartialEq + Default + Send + Sync + Element + PlainBytes + Known + 'static
{
    fn numbered(number: usize) -> Self;
}

macro_rules! cells {
    ($($T:ty: $Of:ty),*) => { $(
        impl Cell for $T {
            fn numbered(number: usize) -> Self {
                // mixed, so that neighbours in no direction are alike
                (number.wrapping_mul(0x9e37_79b9) >> 7) as $Of as $T
            }
        }
    )* };
}
// the floats take whole numbers that they hold exactly
cells!(u8: u8, u16: u16, f32: u16, f64: u32);

/// Something that moves the elements from a buffer to a buffer whenever it is called.
pub(super) type Mover<'a> = Box<dyn FnMut() + 'a>;
/// Makes one of two buffers.
pub(super) type Maker<T> = Box<dyn for<'a> Fn(&'a [T], &'a mut [T]) -> Mover<'a>>;
