//! The one way in which the tables are written: each entry is a type for kernels and a row for [`all`](super::all).

/// The atoms of a family.
///
/// ```text
/// atoms! {
///     mma Nvidia "PTX ISA";
///     /// Sixteen rows.
///     m16n8k16 [16 8 16] {
///         [f16 bf16] ["sm_80"] "m16n8k16" { A = Rows16<U2, U2>; B = Rows8<U2, U2>; C [F32] = Sums16; }
///     }
/// }
/// ```
///
/// makes the types `m16n8k16::f16::A` and so on, and the slices `ATOMS` of rows with the names `mma.m16n8k16.f16.A`.
/// What does not say its elements has those that the kind names.
macro_rules! atoms {
    (
        $family:ident $vendor:ident $document:literal;
        $( $(#[$doc:meta])+ $shape:ident $sizes:tt {
            $( [$($kind:ident)+] $architectures:tt $section:literal $operands:tt )+
        } )+
    ) => {
        $(
            $(#[$doc])+
            pub mod $shape {
                $($(
                    atoms! {
                        @kind $family $vendor $document $section $architectures $shape $sizes $kind $operands
                    }
                )+)+
            }
        )+
        pub(super) const ATOMS: &[&[$crate::atlas::Atom]] = &[$($($( $shape::$kind::ATOMS, )+)+)+];
    };
    (
        @kind $family:ident $vendor:ident $document:literal $section:literal $architectures:tt $shape:ident $sizes:tt $kind:ident
        { $( $role:ident $([$($element:ident)+])? = $layout:ty $(, on $lanes:ty)?; )+ }
    ) => {
        #[doc = concat!("`", stringify!($family), ".", stringify!($shape), ".", stringify!($kind), "`: ", $document, ": ", $section, ".")]
        pub mod $kind {
            #[allow(unused_imports)]
            use super::super::*;
            $(
                #[doc = concat!("`", stringify!($family), ".", stringify!($shape), ".", stringify!($kind), ".", stringify!($role), "`")]
                pub type $role = $layout;
            )+
            pub(in super::super) const ATOMS: &[$crate::atlas::Atom] = &[$(
                $crate::atlas::Atom {
                    name: concat!(
                        stringify!($family), ".", stringify!($shape), ".", stringify!($kind), ".", stringify!($role)
                    ),
                    vendor: $crate::atlas::Vendor::$vendor,
                    architectures: &$architectures,
                    role: $crate::atlas::Role::$role,
                    elements: atoms!(@elements $kind $($($element)+)?),
                    tile: atoms!(@tile $role $sizes),
                    digits: <$layout as $crate::atlas::StaticFragment>::DIGITS,
                    lanes: atoms!(@lanes $($lanes)?),
                    document: concat!($document, ": ", $section),
                }
            ),+];
        }
    };
    (@lanes) => { None };
    (@lanes $lanes:ty) => { Some(<$lanes as $crate::atlas::StaticFragment>::DIGITS) };
    (@tile A [$m:literal $n:literal $k:literal $($blocks:literal)?]) => { &[$m, $k $(, $blocks)?] };
    (@tile B [$m:literal $n:literal $k:literal $($blocks:literal)?]) => { &[$n, $k $(, $blocks)?] };
    (@tile C [$m:literal $n:literal $k:literal $($blocks:literal)?]) => { &[$m, $n $(, $blocks)?] };
    (@tile $moved:ident [$rows:literal $columns:literal]) => { &[$rows, $columns] };
    (@elements $kind:ident $($element:ident)+) => { &[$($crate::atlas::ElementType::$element),+] };
    (@elements f64) => { &[$crate::atlas::ElementType::F64] };
    (@elements f32) => { &[$crate::atlas::ElementType::F32] };
    (@elements tf32) => { &[$crate::atlas::ElementType::Tf32] };
    (@elements f16) => { &[$crate::atlas::ElementType::F16] };
    (@elements bf16) => { &[$crate::atlas::ElementType::Bf16] };
    (@elements e5m2) => { &[$crate::atlas::ElementType::E5m2] };
    (@elements e4m3) => { &[$crate::atlas::ElementType::E4m3] };
    (@elements e2m1) => { &[$crate::atlas::ElementType::E2m1] };
    (@elements s16) => { &[$crate::atlas::ElementType::S16] };
    (@elements s8) => { &[$crate::atlas::ElementType::S8] };
    (@elements u8) => { &[$crate::atlas::ElementType::U8] };
    (@elements s4) => { &[$crate::atlas::ElementType::S4] };
    (@elements u4) => { &[$crate::atlas::ElementType::U4] };
    (@elements b32) => { &[$crate::atlas::ElementType::B32] };
    (@elements b16) => { &[$crate::atlas::ElementType::B16] };
    (@elements b1) => { &[$crate::atlas::ElementType::B1] };
}
