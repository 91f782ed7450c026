//! The private cons-list view of native tuples: recursion over the modes of any rank, written once.
//!
//! A tuple turns into `Cons<A, Cons<B, Nil>>` on the way in and back into a tuple on the way out; users never see the
//! lists. [`for_tuples!`] writes what has to be said for every rank.

pub use tilework_tiles::MAX_RANK;

/// A first mode and the list of those after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cons<H, T>(pub H, pub T);

/// No modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nil;

/// What an integer has in the place of modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf<L>(pub L);

/// For each mode of a tuple, whether there or not, what is known of it: of one more mode in front.
pub(crate) const fn in_front<T: Copy>(first: T, rest: [T; MAX_RANK]) -> [T; MAX_RANK] {
    let (mut modes, mut mode) = (rest, 1);
    modes[0] = first;
    while mode < MAX_RANK {
        modes[mode] = rest[mode - 1];
        mode += 1;
    }
    modes
}

/// For each mode of a tuple, whether there or not, what is known of it: something of the first one only.
pub(crate) const fn first_mode<T: Copy>(known: Option<T>) -> [Option<T>; MAX_RANK] {
    in_front(known, [None; MAX_RANK])
}

/// Calls a macro once for every rank from 0 to [`MAX_RANK`], with three type names and an index for each mode.
macro_rules! for_tuples {
    ($each:ident) => {
        $each! {}
        $each! { A SA DA 0 }
        $each! { A SA DA 0, B SB DB 1 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4, F SF DF 5 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4, F SF DF 5, G SG DG 6 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4, F SF DF 5, G SG DG 6, H SH DH 7 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4, F SF DF 5, G SG DG 6, H SH DH 7, I SI DI 8 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4, F SF DF 5, G SG DG 6, H SH DH 7, I SI DI 8, J SJ DJ 9 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4, F SF DF 5, G SG DG 6, H SH DH 7, I SI DI 8, J SJ DJ 9, K SK DK 10 }
        $each! { A SA DA 0, B SB DB 1, C SC DC 2, D SD DD 3, E SE DE 4, F SF DF 5, G SG DG 6, H SH DH 7, I SI DI 8, J SJ DJ 9, K SK DK 10, L SL DL 11 }
    };
}
pub(crate) use for_tuples;

/// `Cons<A, Cons<B, Nil>>` of the types `A, B`.
macro_rules! list_type {
    () => { $crate::tuple::list::Nil };
    ($first:ty $(, $rest:ty)*) => {
        $crate::tuple::list::Cons<$first, $crate::tuple::list::list_type!($($rest),*)>
    };
}
pub(crate) use list_type;

/// `Cons(a, Cons(b, Nil))` of the values `a, b`.
macro_rules! list_value {
    () => { $crate::tuple::list::Nil };
    ($first:expr $(, $rest:expr)*) => {
        $crate::tuple::list::Cons($first, $crate::tuple::list::list_value!($($rest),*))
    };
}
pub(crate) use list_value;

/// `Cons(a, Cons(b, Nil))` as a pattern that binds `a, b`.
macro_rules! list_pattern {
    () => { $crate::tuple::list::Nil };
    ($first:ident $(, $rest:ident)*) => {
        $crate::tuple::list::Cons($first, $crate::tuple::list::list_pattern!($($rest),*))
    };
}
pub(crate) use list_pattern;

/// The type of a tuple with one more mode in front, and its value: the 13th is put beside the others.
macro_rules! in_front_of {
    (type $F:ty; [$($A:ident)*] 0 1 2 3 4 5 6 7 8 9 10 11) => { ($F, Self) };
    (type $F:ty; [$($A:ident)*] $($i:tt)*) => { ($F, $($A,)*) };
    (value $tuple:ident, $first:ident; 0 1 2 3 4 5 6 7 8 9 10 11) => { ($first, $tuple) };
    (value $tuple:ident, $first:ident; $($i:tt)*) => { ($first, $($tuple.$i,)*) };
}
pub(crate) use in_front_of;
