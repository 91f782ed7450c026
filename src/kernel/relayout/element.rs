//! Elements that are moved as bytes.

/// A number: every byte of it is initialised and none is part of a pointer, so that vectors of any kind move it.
///
/// Of 1, 2, 4, 8 or 16 bytes. [`copy`](crate::kernel::copy) moves elements of every type; those of these by explicit
/// vectors. With the feature `half` also `f16` and `bf16`. The trait is sealed: kernels trust it for memory safety.
#[diagnostic::on_unimplemented(
    message = "not a number that vectors move: `{Self}` is none of `u8` to `u128`, `i8` to `i128`, `f32`, `f64`, `bool`, `char`",
    label = "may have padding or pointers inside",
    note = "`copy` takes elements of every type; with the feature `half` also `f16` and `bf16` are such numbers"
)]
pub trait PlainBytes: Copy + sealed::NumberSeal + 'static {}

mod sealed {
    /// Only this file says who is one.
    pub trait NumberSeal {}
}

/// Those that are: as impls, and as a test of a type that is not known to be one.
macro_rules! numbers {
    ($($(#[$feature:meta])? $T:ty),*) => {
        $( $(#[$feature])? impl sealed::NumberSeal for $T {} )*
        $( $(#[$feature])? impl PlainBytes for $T {} )*

        /// Whether elements of a type are numbers; known while compiling.
        #[inline(always)]
        pub(crate) fn is_plain_bytes<T>() -> bool {
            let id = typeid::of::<T>();
            $( $(#[$feature])? if id == typeid::of::<$T>() { return true; } )*
            false
        }
    };
}
numbers!(
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    f32,
    f64,
    bool,
    char,
    #[cfg(feature = "half")]
    half::f16,
    #[cfg(feature = "half")]
    half::bf16
);
