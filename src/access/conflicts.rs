//! Conflicts of static layouts, counted while compiling.
use super::banks::Banks;
use super::offsets::StaticOffsets;
use super::taken::Taken;
use crate::format::Element;

/// How many turns the shared memory of NVIDIA's GPUs needs for an access, its slowest phase counting: 1 is free of
/// conflicts.
///
/// `Stage` places elements as wide as `T`; `Access` goes from a thread, or from (thread,value), to the index of an
/// element of the stage, first mode fastest. Both are static, and a stage may be swizzled, over F2 strides, or an
/// array of XLA. The values of a thread are taken at once, so they follow each other. Other memories than NVIDIA's:
/// [`Banks::conflicts`].
///
/// # Panics
/// If the access reaches outside the stage, has more than 1024 threads, 4096 values or another rank than 1 or 2, an
/// offset is negative, elements are no whole bytes, or the values of a thread do not follow each other. In a `const`
/// these are compile errors.
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
/// // the same over F2 strides, and a row of 128 in tiles of XLA
/// const { assert!(bank_conflicts::<f32, XorLayout!((32, 32):(F33, F1)), Column>() == 1) };
/// const { assert!(bank_conflicts::<f32, Xla!(f32[16,128]{1,0:T(8,128)}), Layout!(32:16)>() == 1) };
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
pub const fn bank_conflicts<T: Element, Stage: StaticOffsets, Access: StaticOffsets>() -> usize {
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
    pub const fn conflicts<T: Element, Stage: StaticOffsets, Access: StaticOffsets>(&self) -> usize {
        let (addresses, bytes) = Taken::of::<Stage, Access>().bytes::<T>();
        self.ways(addresses.entries(), bytes)
    }
}
