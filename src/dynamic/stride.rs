//! Strides: whatever a coordinate can be multiplied with and summed over.
use super::arithmetic;
use super::error::{Error, Result};
use core::fmt;
use smallvec::SmallVec;

/// The stride of one leaf of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stride {
    /// A distance in memory; negative and 0 are fine.
    Int(i64),
    /// A multiple of a basis element: `2@1` is twice the unit of axis 1. Layouts over such strides give coordinates.
    Basis(i64, Axis),
    /// An element of F2\[x\]: multiplied carry-less and added by XOR, written `F9`.
    F2(u64),
}

impl Stride {
    /// Whether every coordinate times this stride is zero.
    #[inline]
    pub fn is_zero(self) -> bool {
        matches!(self, Stride::Int(0) | Stride::Basis(0, _) | Stride::F2(0))
    }

    /// The stride, if it is an integer.
    #[inline]
    pub fn as_int(self) -> Option<i64> {
        if let Stride::Int(value) = self { Some(value) } else { None }
    }

    /// The stride of every `n`-th element: `n` times this one.
    ///
    /// # Errors
    /// If it does not fit in 64 bits, or an F2 stride is to be taken a negative number of times.
    pub fn scaled(self, n: i64) -> Result<Stride> {
        Ok(match self {
            Stride::Int(value) => Stride::Int(arithmetic::mul(value, n, "stride")?),
            Stride::Basis(value, axis) => Stride::Basis(arithmetic::mul(value, n, "stride")?, axis),
            Stride::F2(value) => {
                let n = u64::try_from(n)
                    .map_err(|_| Error::invalid("stride", "an F2 stride times a negative number"))?;
                Stride::F2(arithmetic::carryless_mul(value, n).ok_or(Error::overflow("stride"))?)
            }
        })
    }
}

impl From<i64> for Stride {
    fn from(value: i64) -> Self {
        Stride::Int(value)
    }
}

impl fmt::Display for Stride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stride::Int(value) => write!(f, "{value}"),
            Stride::Basis(value, axis) => write!(f, "{value}{axis}"),
            Stride::F2(value) => write!(f, "F{value}"),
        }
    }
}

/// One axis of a coordinate space: the path to a leaf of a nested coordinate, outermost index first. Written
/// innermost first, `@1@0` is leaf 1 of mode 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axis {
    path: [u8; Axis::MAX_LENGTH],
    length: u8,
}

impl Axis {
    /// The deepest path an axis can have; every index in it is at most 255.
    pub const MAX_LENGTH: usize = 6;

    /// The axis at this path, outermost index first.
    ///
    /// # Errors
    /// If the path is empty or has more than 6 indices, or an index is above 255.
    pub fn new(path: &[usize]) -> Result<Axis> {
        let refuse = || Error::invalid("axis", "a path has 1 to 6 indices of at most 255");
        if path.is_empty() || path.len() > Axis::MAX_LENGTH {
            return Err(refuse());
        }
        let length = u8::try_from(path.len()).map_err(|_| refuse())?;
        let mut axis = Axis { length, path: [0; Axis::MAX_LENGTH] };
        for (slot, &index) in axis.path.iter_mut().zip(path) {
            *slot = u8::try_from(index).map_err(|_| refuse())?;
        }
        Ok(axis)
    }

    /// The indices, outermost first.
    pub fn path(&self) -> &[u8] {
        &self.path[..usize::from(self.length)]
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path().iter().rev().try_for_each(|index| write!(f, "@{index}"))
    }
}

/// What a layout maps a coordinate to: an integer, or over basis strides a coordinate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Offset {
    /// A place in memory.
    Int(i64),
    /// A coordinate other than zero: what it holds along each axis, by ascending axis, without zeros.
    Coordinate(SmallVec<[(Axis, i64); 2]>),
}

impl Offset {
    /// The offset, unless it is a coordinate.
    #[inline]
    pub fn as_int(&self) -> Option<i64> {
        if let Offset::Int(value) = self { Some(*value) } else { None }
    }
}

impl PartialEq<i64> for Offset {
    fn eq(&self, other: &i64) -> bool {
        self.as_int() == Some(*other)
    }
}

/// An integer is printed as such, a coordinate along one axis as `2@1`, along several as `(2,3)`; over nested axes it
/// is the sum of its parts.
impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = match self {
            Offset::Int(value) => return write!(f, "{value}"),
            Offset::Coordinate(parts) => parts,
        };
        if parts.len() > 1 && parts.iter().all(|(axis, _)| axis.length == 1) {
            let mut parts = parts.iter().peekable();
            let mut separator = "(";
            for index in 0.. {
                let Some((axis, value)) = parts.peek() else { break };
                let here = axis.path[0] == index;
                write!(f, "{separator}{}", if here { *value } else { 0 })?;
                parts.next_if(|_| here);
                separator = ",";
            }
            return write!(f, ")");
        }
        let mut separator = "";
        for (axis, value) in parts {
            write!(f, "{separator}{value}{axis}")?;
            separator = "+";
        }
        Ok(())
    }
}

/// A running sum of coordinates times strides.
#[derive(Debug, Default)]
pub(crate) struct RunningSum {
    int: i64,
    xor: u64,
    parts: SmallVec<[(Axis, i64); 2]>,
}

impl RunningSum {
    #[inline]
    pub(crate) fn add(&mut self, coordinate: i64, stride: Stride) -> Result<()> {
        let overflow = || Error::overflow("offset");
        match stride.scaled(coordinate).map_err(|_| overflow())? {
            Stride::Int(value) => self.int = self.int.checked_add(value).ok_or_else(overflow)?,
            Stride::F2(value) => self.xor ^= value,
            Stride::Basis(0, _) => {}
            Stride::Basis(value, axis) => match self.parts.binary_search_by_key(&axis, |part| part.0) {
                Err(place) => self.parts.insert(place, (axis, value)),
                Ok(place) => {
                    let sum = self.parts[place].1.checked_add(value).ok_or_else(overflow)?;
                    if sum == 0 {
                        self.parts.remove(place);
                    } else {
                        self.parts[place].1 = sum;
                    }
                }
            },
        }
        Ok(())
    }

    /// The sum. Integers, F2 elements and coordinates do not add up, unless all but one kind are zero.
    pub(crate) fn finish(self) -> Result<Offset> {
        match (self.int, self.xor, self.parts.is_empty()) {
            (value, 0, true) => Ok(Offset::Int(value)),
            (0, value, true) => Ok(Offset::Int(value.cast_signed())),
            (0, 0, false) => Ok(Offset::Coordinate(self.parts)),
            _ => Err(Error::invalid("offset", "integers, F2 elements and coordinates cannot be added")),
        }
    }
}
