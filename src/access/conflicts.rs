//! Conflicts of static layouts, counted while compiling.
use super::banks::Banks;
use super::offsets::StaticOffsets;
use crate::int::Text;
use crate::int::const_list::ConstList;

/// The most threads of a static access.
const MOST_THREADS: usize = 1024;

/// How many turns the shared memory of NVIDIA's GPUs needs for an access, its slowest phase counting: 1 is free of
/// conflicts.
///
/// `Stage` places elements of type `T`; `Access` goes from a thread, or from (thread,value), to the index of an element
/// of the stage, first mode fastest. Both are static, and a stage may be swizzled. The values of a thread are taken at
/// once, so they follow each other. Other memories than NVIDIA's: [`Banks::conflicts`].
///
/// # Panics
/// If the access reaches outside the stage, has more than 1024 threads or another rank than 1 or 2, an offset is
/// negative, or the values of a thread do not follow each other. In a `const` these are compile errors.
///
/// ```
/// use tilework::access::bank_conflicts;
/// use tilework::{placed::Swizzled, prelude::*};
///
/// // 32 threads read a column of 32x32 floats in rows
/// type Column = Layout!(32:1);
/// type Rows = Layout!((32, 32):(32, 1));
/// const { assert!(bank_conflicts::<f32, Rows, Column>() == 32) };
/// type Stage = Swizzled<Swizzle<5, 0, 5>, Rows>;
/// const { assert!(bank_conflicts::<f32, Stage, Column>() == 1) };
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::access::bank_conflicts;
/// # use tilework::prelude::*;
/// type Stage = Layout!((32, 32):(32, 1));
/// type Access = Layout!(32:1);
/// # fn main() {
/// const { assert!(bank_conflicts::<f32, Stage, Access>() == 1, "a column of the stage has conflicts") };
/// # }
/// ```
#[track_caller]
pub const fn bank_conflicts<T, Stage: StaticOffsets, Access: StaticOffsets>() -> usize {
    Banks::NVIDIA.conflicts::<T, Stage, Access>()
}

impl Banks {
    /// How many turns these banks need for an access: see [`bank_conflicts`].
    ///
    /// # Panics
    /// As [`bank_conflicts`]; and as [`ways`](Self::ways).
    ///
    /// ```
    /// use tilework::{access::Banks, prelude::*};
    /// // 64 banks, 64 threads: the wide local memory of some other GPU
    /// const WIDE: Banks = Banks::new(64, 4, 64);
    /// type Rows = Layout!((64, 64):(64, 1));
    /// const { assert!(WIDE.conflicts::<f32, Rows, Layout!(64:64)>() == 1) };
    /// ```
    #[track_caller]
    pub const fn conflicts<T, Stage: StaticOffsets, Access: StaticOffsets>(&self) -> usize {
        let (threads, bytes) = (Access::OFFSETS.first_size(), size_of::<T>());
        let values = Access::OFFSETS.size() / if threads == 0 { 1 } else { threads };
        if threads > MOST_THREADS {
            let text = Text::new().str("an access has at most 1024 threads, this one has ").number(threads);
            panic!("{}", text.as_str())
        }
        if Access::OFFSETS.rank() > 2 {
            let text = Text::new().str("an access goes from (thread,value), this one has rank ");
            panic!("{}", text.number(Access::OFFSETS.rank()).as_str())
        }
        let mut addresses: ConstList<usize, MOST_THREADS> = ConstList::new(0);
        let mut thread = 0;
        while thread < threads {
            let (first, mut value) = (taken::<Stage, Access>(thread), 1);
            while value < values {
                if taken::<Stage, Access>(thread + value * threads) != first + value {
                    let text = Text::new().str("value ").number(value).str(" of thread ").number(thread);
                    panic!("{}", text.str(" does not follow the one before it in memory").as_str())
                }
                value += 1;
            }
            addresses.push(first * bytes);
            thread += 1;
        }
        self.ways(addresses.entries(), values * bytes)
    }
}

/// The offset that a thread takes, numbers of values behind numbers of threads.
#[track_caller]
const fn taken<Stage: StaticOffsets, Access: StaticOffsets>(number: usize) -> usize {
    let element = Access::OFFSETS.offset(number);
    if element < 0 || element.cast_unsigned() >= Stage::OFFSETS.size() {
        let text = Text::new().str("the access reaches element ").signed(element).str(" of a stage of size ");
        panic!("{}", text.number(Stage::OFFSETS.size()).as_str())
    }
    let offset = Stage::OFFSETS.offset(element.cast_unsigned());
    if offset < 0 {
        let text = Text::new().str("element ").signed(element).str(" of the stage is at offset ");
        panic!("{}", text.signed(offset).str(", below 0").as_str())
    }
    offset.cast_unsigned()
}
