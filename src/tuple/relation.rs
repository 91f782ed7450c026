//! Relations between integer tuples: congruent, weakly congruent, compatible.

use super::{IntTuple, Shape};

/// Whether two tuples are the same tree. An equivalence, known at compile time.
///
/// Where a function demands it, say so by type: [`Congruent`](super::Congruent), [`Stride`](super::Stride).
/// Source: CuTe's `congruent`.
///
/// ```
/// use tilework::{prelude::*, tuple::congruent};
/// assert!(congruent(shape!((2, 3), 4), ((7, 1), 9)));
/// assert!(!congruent((2, 3), (2, (3, 4))));
/// // an integer and a tuple of one integer are different trees
/// assert!(!congruent(4, (4,)));
/// ```
pub fn congruent<A: IntTuple, B: IntTuple>(_: A, _: B) -> bool {
    const { A::PROFILE.is_congruent(&B::PROFILE) }
}

/// Whether the tree of `a` is a coarsening of that of `b`: a leaf of `a` may stand for any subtree of `b`.
///
/// A partial order on trees, known at compile time: a coordinate is weakly congruent with the shape it goes into.
/// Source: CuTe's `weakly_congruent`.
///
/// ```
/// use tilework::{prelude::*, tuple::weakly_congruent};
/// assert!(weakly_congruent(6, (6, 4)) && weakly_congruent((6, 4), ((2, 3), 4)));
/// assert!(!weakly_congruent(((2, 3), 4), (6, 4)));
/// ```
pub fn weakly_congruent<A: IntTuple, B: IntTuple>(_: A, _: B) -> bool {
    const { A::PROFILE.is_coarser(&B::PROFILE) }
}

/// Whether `b` refines `a`: weakly congruent, and every leaf of `a` is the size of what stands for it in `b`.
///
/// A partial order on shapes. Post-condition: every coordinate of `a` is a coordinate of `b`, with the same index.
/// Source: CuTe's `compatible`.
///
/// ```
/// use tilework::{prelude::*, tuple::compatible};
/// assert!(compatible(24, (4, 6)) && compatible((4, 6), ((2, 2), 6)));
/// assert!(compatible(24, (24,)) && !compatible((24,), 24));
/// assert!(!compatible((4, 6), ((2, 3), 6)));
/// // two static shapes are compared at compile time
/// assert!(compatible(shape!(8, 12), shape!((4, 2), (4, 3))));
/// ```
pub fn compatible<A: Shape, B: Shape>(a: A, b: B) -> bool {
    if A::IS_STATIC && B::IS_STATIC {
        const { A::IS_STATIC && B::IS_STATIC && A::PROFILE.is_refined_by(&A::LEAVES, &B::PROFILE, &B::LEAVES) }
    } else {
        A::PROFILE.is_refined_by(&a.leaf_values(), &B::PROFILE, &b.leaf_values())
    }
}
