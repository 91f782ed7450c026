//! Static layouts from threads and values as data.
use crate::algebra::CoalesceBy;
use crate::int::const_list::ConstList;
use crate::int::sealed::Sealed;
use crate::layout::Layout;
use crate::tuple::{AllStatic, Leaves, Shape, Stride};

/// A layout from (thread, value), each of its two modes in its simplest form: what the tables are made of.
///
/// ```
/// use tilework::{atlas::Fragment, prelude::*};
/// let one_row_each = <Fragment<((Int!(4), Int!(2)), Int!(8)), ((Int!(1), Int!(4)), Int!(8))>>::STATIC;
/// assert_eq!(one_row_each.to_string(), "(_8,_8):(_1,_8)");
/// ```
pub type Fragment<S, D> = <Layout<S, D> as CoalesceBy<(usize, usize)>>::Coalesced;

/// The most digits of a fragment: three of the thread, three of the value.
const MOST_DIGITS: usize = 6;

/// A layout from (thread, value) as data: extents and strides of the digits of the thread, then of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentDigits {
    digits: ConstList<(usize, usize), MOST_DIGITS>,
    thread: usize,
}

impl FragmentDigits {
    const fn new(shape: &Leaves, stride: &Leaves, thread: usize) -> Self {
        assert!(shape.len() <= MOST_DIGITS, "a fragment has at most six digits");
        let (mut digits, mut i) = (ConstList::new((1, 0)), 0);
        while i < shape.len() {
            if let (Some(extent), Some(stride)) = (shape.get(i), stride.get(i)) {
                assert!(extent > 0 && stride >= 0, "a fragment starts at its first element");
                digits.push((extent.cast_unsigned(), stride.cast_unsigned()));
            }
            i += 1;
        }
        FragmentDigits { digits, thread }
    }

    /// All digits, those of the thread first.
    pub const fn digits(&self) -> &[(usize, usize)] {
        self.digits.entries()
    }

    /// The digits of the thread, the fastest first: extent and stride.
    pub const fn of_thread(&self) -> &[(usize, usize)] {
        self.digits().split_at(self.thread).0
    }

    /// The digits of the value, the fastest first.
    pub const fn of_value(&self) -> &[(usize, usize)] {
        self.digits().split_at(self.thread).1
    }

    /// The number of threads.
    pub const fn threads(&self) -> usize {
        size(self.of_thread())
    }

    /// The values of each thread.
    pub const fn values(&self) -> usize {
        size(self.of_value())
    }

    /// Where a value of a thread is: what is beyond the last digit goes on with its stride.
    pub const fn offset(&self, thread: usize, value: usize) -> usize {
        offset(self.of_thread(), thread) + offset(self.of_value(), value)
    }
}

const fn size(digits: &[(usize, usize)]) -> usize {
    let (mut size, mut i) = (1, 0);
    while i < digits.len() {
        size *= digits[i].0;
        i += 1;
    }
    size
}

const fn offset(digits: &[(usize, usize)], mut index: usize) -> usize {
    let (mut offset, mut i) = (0, 0);
    while i < digits.len() {
        let (extent, stride) = digits[i];
        let digit = if i + 1 < digits.len() { index % extent } else { index };
        offset += digit * stride;
        index /= extent;
        i += 1;
    }
    offset
}

/// A static layout of which the digits are data: a [`Layout`] from (thread, value), or from threads.
pub trait StaticFragment: Sealed {
    /// Its digits.
    const DIGITS: &'static FragmentDigits;
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> StaticFragment for Layout<S, D> {
    const DIGITS: &'static FragmentDigits = &FragmentDigits::new(&S::LEAVES, &D::LEAVES, {
        match S::DEPTH {
            0 => 1,
            _ => S::PROFILE.mode_leaves()[0],
        }
    });
}
