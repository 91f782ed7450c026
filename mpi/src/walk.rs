//! A message that MPI gathers from local memory, or scatters into it, by itself.
#![allow(unsafe_code, reason = "MPI reads and writes memory by a description of it")]
use mpi::datatype::{DynBuffer, DynBufferMut, UncommittedUserDatatype, UserDatatype};
use mpi::traits::Equivalence;
use mpi::{Address, Count};
use std::fmt;

/// The bytes of local memory that are a message, in the order of the message, as a datatype of MPI.
pub(crate) struct Walk {
    datatype: UserDatatype,
    /// Where the last of the bytes ends.
    end: usize,
}

/// Runs of bytes: where the first one begins, how long each is, and how often and how far apart there are more, from
/// the innermost on.
#[derive(Debug)]
pub(crate) struct Runs {
    pub(crate) begin: usize,
    pub(crate) length: usize,
    pub(crate) steps: Vec<(usize, usize)>,
}

impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Walk of memory up to byte {}", self.end)
    }
}

impl Walk {
    /// The walk over some runs, one after another; none if a number is above what MPI counts to.
    pub(crate) fn new(parts: &[Runs]) -> Option<Self> {
        let end = parts.iter().map(Runs::end).max()?;
        Address::try_from(end).ok()?;
        let types: Vec<UncommittedUserDatatype> = parts.iter().map(Runs::datatype).collect::<Option<_>>()?;
        let begins: Vec<Address> = parts.iter().map(|runs| runs.begin.cast_signed()).collect();
        let datatype = UncommittedUserDatatype::structured(&vec![1; types.len()], &begins, &types).commit();
        Some(Walk { datatype, end })
    }

    /// What is sent of a memory.
    ///
    /// # Panics
    /// If the memory ends before the walk does.
    pub(crate) fn gathered<'a>(&'a self, memory: &'a [u8]) -> DynBuffer<'a> {
        assert!(self.end <= memory.len(), "the walk is within the memory");
        // SAFETY: the runs are within the memory, which lives for 'a
        unsafe { DynBuffer::from_raw(memory.as_ptr(), 1, self.datatype.as_ref()) }
    }

    /// What is received into a memory by several messages.
    ///
    /// # Panics
    /// If the memory ends before one of the walks does.
    pub(crate) fn scattered<'a>(walks: &[&'a Walk], memory: &'a mut [u8]) -> Vec<DynBufferMut<'a>> {
        let (start, length) = (memory.as_mut_ptr(), memory.len());
        let scattered = |walk: &&'a Walk| {
            assert!(walk.end <= length, "the walk is within the memory");
            // SAFETY: the runs are within the memory, which nothing else refers to for 'a. Each element of an array
            // comes in one message, and the local layout has a place of its own for each: walks do not meet
            unsafe { DynBufferMut::from_raw(start, 1, walk.datatype.as_ref()) }
        };
        walks.iter().map(scattered).collect()
    }
}

impl Runs {
    /// The bytes of all runs.
    pub(crate) fn bytes(&self) -> usize {
        self.steps.iter().fold(self.length, |bytes, (count, _)| bytes * count)
    }

    fn end(&self) -> usize {
        let last = |&(count, step): &(usize, usize)| count.saturating_sub(1).saturating_mul(step);
        self.steps.iter().map(last).fold(self.begin.saturating_add(self.length), usize::saturating_add)
    }

    fn datatype(&self) -> Option<UncommittedUserDatatype> {
        let run = UncommittedUserDatatype::contiguous(
            Count::try_from(self.length).ok()?,
            &u8::equivalent_datatype(),
        );
        self.steps.iter().try_fold(run, |inner, &(count, step)| {
            let step = Address::try_from(step).ok()?;
            Some(UncommittedUserDatatype::heterogeneous_vector(Count::try_from(count).ok()?, 1, step, &inner))
        })
    }
}
