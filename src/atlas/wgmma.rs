//! NVIDIA's `wgmma`: four warps multiply 64 rows by 8 to 256 columns, and `wgmma_sp` where A has two zeros in four.
//!
//! The sums are in registers: each warp has sixteen rows, as [`mma`](super::mma) has them, and that every eight
//! columns ([`Sums64`]). A is in registers likewise ([`FromRegisters`]) or in shared memory; B is in shared memory.
//! What is in shared memory all 128 threads describe alike: they are said to hold all of it ([`Described`]); how it
//! lies there say the descriptor and its swizzle. With `wgmma_ss` A too is in shared memory.
//!
//! There are up to 32 widths of each kind, so kernels take the types by their formulas; the names are in the table:
//! `wgmma.m64n128k16.f16.C` is `Sums64<U16>`. Of A with zeros the tile is the whole one, see
//! [`mma_sp`](super::mma_sp).
use super::atom::Atom;
use super::fragment::{Fragment, StaticFragment};
use crate::Int;
use crate::int::Int;
use crate::int::nat::Product;
use typenum::*;

/// A from registers, `V` neighbours along K in each: `((4,8,4),(V,2,2)):((64V,1,16),(64,8,256V))`.
pub type FromRegisters<V> = Fragment<
    ((Int!(4), Int!(8), Int!(4)), (Int<V>, Int!(2), Int!(2))),
    ((Int<Product<U64, V>>, Int!(1), Int!(16)), (Int!(64), Int!(8), Int<Product<U256, V>>)),
>;

/// The sums of 64 rows and `E` times eight columns: `((4,8,4),(2,2,E)):((128,1,16),(64,8,512))`.
pub type Sums64<E> = Fragment<
    ((Int!(4), Int!(8), Int!(4)), (Int!(2), Int!(2), Int<E>)),
    ((Int!(128), Int!(1), Int!(16)), (Int!(64), Int!(8), Int!(512))),
>;

/// `R` rows by `K` in shared memory, which `T` threads describe alike: `(T,RK):(0,1)`.
pub type Described<T, R, K> = Fragment<(Int<T>, Int<Product<R, K>>), (Int!(0), Int!(1))>;

/// The atoms of one kind, of a width after the other.
macro_rules! products {
    ($family:literal $document:literal $kind:ident $k:literal $depth:ident $sums:tt $a:ty; $($n:literal $eighth:ident),+) => {
        &[$(
            products!(@atom $family $document $kind $n $k A [64, $k] (atoms!(@elements $kind)) $a),
            products!(@atom $family $document $kind $n $k B [$n, $k] (atoms!(@elements $kind)) Described<U128, Product<U8, $eighth>, $depth>),
            products!(@atom $family $document $kind $n $k C [64, $n] (products!(@sums $sums)) Sums64<$eighth>),
        )+]
    };
    (@atom $family:literal $document:literal $kind:ident $n:literal $k:literal $role:ident $tile:tt ($elements:expr) $layout:ty) => {
        Atom {
            name: concat!($family, ".m64n", $n, "k", $k, ".", stringify!($kind), ".", stringify!($role)),
            vendor: super::Vendor::Nvidia,
            architectures: &["sm_90a"],
            role: super::Role::$role,
            elements: $elements,
            tile: &$tile,
            digits: <$layout as StaticFragment>::DIGITS,
            lanes: None,
            document: $document,
        }
    };
    (@sums [$($element:ident)+]) => { &[$(super::ElementType::$element),+] };
}

/// All widths.
macro_rules! eights {
    ($($kind:tt)+) => {
        products! { $($kind)+;
            8 U1, 16 U2, 24 U3, 32 U4, 40 U5, 48 U6, 56 U7, 64 U8, 72 U9, 80 U10, 88 U11,
            96 U12, 104 U13, 112 U14, 120 U15, 128 U16, 136 U17, 144 U18, 152 U19, 160 U20,
            168 U21, 176 U22, 184 U23, 192 U24, 200 U25, 208 U26, 216 U27, 224 U28, 232 U29,
            240 U30, 248 U31, 256 U32
        }
    };
}

/// The widths of sums of integers.
macro_rules! of_integers {
    ($($kind:tt)+) => {
        products! { $($kind)+;
            8 U1, 16 U2, 24 U3, 32 U4, 48 U6, 64 U8, 80 U10, 96 U12, 112 U14, 128 U16,
            144 U18, 160 U20, 176 U22, 192 U24, 208 U26, 224 U28, 240 U30, 256 U32
        }
    };
}

pub(super) const ATOMS: &[&[Atom]] = &[
    eights! { "wgmma" "PTX ISA, wgmma.mma_async" f16 16 U16 [F32 F16] FromRegisters<U2> },
    eights! { "wgmma" "PTX ISA, wgmma.mma_async" bf16 16 U16 [F32] FromRegisters<U2> },
    eights! { "wgmma" "PTX ISA, wgmma.mma_async" tf32 8 U8 [F32] FromRegisters<U1> },
    eights! { "wgmma" "PTX ISA, wgmma.mma_async" e4m3 32 U32 [F32 F16] FromRegisters<U4> },
    eights! { "wgmma" "PTX ISA, wgmma.mma_async" e5m2 32 U32 [F32 F16] FromRegisters<U4> },
    of_integers! { "wgmma" "PTX ISA, wgmma.mma_async" s8 32 U32 [S32] FromRegisters<U4> },
    of_integers! { "wgmma" "PTX ISA, wgmma.mma_async" u8 32 U32 [S32] FromRegisters<U4> },
    of_integers! { "wgmma" "PTX ISA, wgmma.mma_async" b1 256 U256 [S32] FromRegisters<U32> },
    eights! { "wgmma_sp" "PTX ISA, wgmma.mma_async.sp" f16 32 U32 [F32 F16] FromRegisters<U4> },
    eights! { "wgmma_sp" "PTX ISA, wgmma.mma_async.sp" bf16 32 U32 [F32] FromRegisters<U4> },
    eights! { "wgmma_sp" "PTX ISA, wgmma.mma_async.sp" tf32 16 U16 [F32] FromRegisters<U2> },
    eights! { "wgmma_sp" "PTX ISA, wgmma.mma_async.sp" e4m3 64 U64 [F32 F16] FromRegisters<U8> },
    eights! { "wgmma_sp" "PTX ISA, wgmma.mma_async.sp" e5m2 64 U64 [F32 F16] FromRegisters<U8> },
    of_integers! { "wgmma_sp" "PTX ISA, wgmma.mma_async.sp" s8 64 U64 [S32] FromRegisters<U8> },
    of_integers! { "wgmma_sp" "PTX ISA, wgmma.mma_async.sp" u8 64 U64 [S32] FromRegisters<U8> },
];
