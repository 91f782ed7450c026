//! Which places threads take of a layout, at run time.
use super::vector::widest_vector_of;
use crate::dynamic::{DynLayout, DynTuple, Error, Offset, Result, Swizzled, check_enumerable, invalid, size};
use crate::int::word;
use alloc::vec::Vec;

/// The places that threads take of a layout, in elements: a traversal, if there is one thread for each step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessedPlaces {
    places: Vec<usize>,
    threads: usize,
    bits: u32,
}

impl AccessedPlaces {
    /// What threads take of a layout whose elements have so many bits: `access` goes from a thread, or from
    /// (thread,value), to the index of an element, or to its coordinate over basis strides.
    ///
    /// # Errors
    /// If the access has another rank, reaches outside the layout or has more than
    /// [`MAX_ENUMERATED`](crate::dynamic::MAX_ENUMERATED) values, or an offset is negative.
    ///
    /// ```
    /// use tilework::access::AccessedPlaces;
    /// let rows = "(4,8):(8,1)".parse::<tilework::dynamic::DynLayout>()?;
    /// let taken = AccessedPlaces::of(&rows.into(), &"(2,4):(1,4)".parse()?, 16)?;
    /// assert_eq!((taken.as_slice(), taken.threads()), (&[0, 8, 1, 9, 2, 10, 3, 11][..], 2));
    /// assert_eq!((taken.widest_vector(16), taken.widest_vector(4)), (4, 2));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn of(layout: &Swizzled, access: &DynLayout, bits: u32) -> Result<AccessedPlaces> {
        if access.rank() > 2 {
            return Err(invalid!("access", "{access} has rank {}, (thread,value) has 2", access.rank()));
        }
        check_enumerable(access.size(), "the values of the access")?;
        let threads = access.modes().next().map_or(Ok(1), |mode| size(mode.shape().view()))?;
        let place = |element: Offset| {
            let offset = layout.offset(&coordinate(&layout.layout, &element)?)?;
            usize::try_from(offset).map_err(|_| invalid!("access", "the offset {offset} is negative"))
        };
        let places = access.offsets().map(place).collect::<Result<Vec<usize>>>()?;
        Ok(AccessedPlaces { places, threads: word::size(threads), bits })
    }

    /// The places: those of value 0 of every thread, then those of value 1, and so on.
    pub fn as_slice(&self) -> &[usize] {
        &self.places
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many values each thread takes.
    pub fn values(&self) -> usize {
        self.places.len().checked_div(self.threads).unwrap_or(0)
    }

    /// The bits of an element.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The addresses of the places in the same order, and the bytes of an element.
    ///
    /// # Errors
    /// If the elements are no whole bytes, or an address does not fit.
    ///
    /// ```
    /// use tilework::access::AccessedPlaces;
    /// // a matrix in rows, walked by columns
    /// let rows = "(2,3):(3,1)".parse::<tilework::dynamic::DynLayout>()?;
    /// let walk = AccessedPlaces::of(&rows.into(), &"6:1".parse()?, 16)?;
    /// assert_eq!(walk.addresses()?, (vec![0, 6, 2, 8, 4, 10], 2));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn addresses(&self) -> Result<(Vec<usize>, usize)> {
        if !self.bits.is_multiple_of(8) {
            return Err(invalid!("access", "elements of {} bits are no whole bytes", self.bits));
        }
        let bytes = self.bits as usize / 8;
        let address = |place: &usize| place.checked_mul(bytes).ok_or(Error::overflow("an address"));
        Ok((self.places.iter().map(address).collect::<Result<Vec<usize>>>()?, bytes))
    }

    /// How many values of a thread can be taken at once, if the memory begins at a multiple of so many bytes: see
    /// [`widest_vector_of`].
    pub fn widest_vector(&self, alignment: usize) -> usize {
        widest_vector_of(&self.places, self.threads, self.bits as usize, alignment)
    }
}

/// The coordinate of an element: its index, or what basis strides say.
fn coordinate(layout: &DynLayout, element: &Offset) -> Result<DynTuple> {
    match element {
        Offset::Int(0) if layout.rank() != 1 => Ok(DynTuple::leaf(0)),
        Offset::Int(index) => Ok(DynTuple::leaf(*index)),
        Offset::Coordinate(parts) => {
            let mut entries = alloc::vec![0; layout.rank()];
            for (axis, entry) in parts {
                let slot = match axis.path() {
                    [mode] => entries.get_mut(usize::from(*mode)),
                    _ => None,
                };
                *slot.ok_or_else(|| invalid!("access", "{element} is no coordinate of {layout}"))? = *entry;
            }
            Ok(DynTuple::flat(entries))
        }
    }
}
