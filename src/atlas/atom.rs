//! One operand of one instruction.
use super::fragment::FragmentDigits;
#[cfg(feature = "dynamic")]
use crate::dynamic::{DynLayout, DynTuple, Mode, Result, Stride, Tree};
#[cfg(feature = "dynamic")]
use crate::int::word;
use core::fmt;

/// Who holds which element of an operand: a row of the atlas.
///
/// The layout goes from (thread, value) to the element of the tile, the first mode of the tile fastest: element
/// `(m, k)` of an operand A of `M` by `K` is `m + M * k`. That is CuTe's convention. What stands for a thread where
/// an instruction has none, as for a tile of AMX or a fractal of Ascend, the doc of its module says.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    /// The name: family, shape, type and operand, as in `mma.m16n8k16.f16.A`.
    pub name: &'static str,
    /// Who makes the processors.
    pub vendor: Vendor,
    /// The processors that have the instruction: the first of each line.
    pub architectures: &'static [&'static str],
    /// The part of the operation.
    pub role: Role,
    /// The types that its elements may have.
    pub elements: &'static [ElementType],
    /// The shape of the tile: `(M, K)` of A, `(N, K)` of B, `(M, N)` of C; rows and columns of what is moved. Blocks
    /// that are multiplied side by side are a third mode.
    pub tile: &'static [usize],
    /// The layout.
    pub digits: &'static FragmentDigits,
    /// The lane of each thread in its warp or its block, if that is another number.
    pub lanes: Option<&'static FragmentDigits>,
    /// Where the vendor documents it.
    pub document: &'static str,
}

/// Who makes the processors of an [`Atom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vendor {
    /// AMD.
    Amd,
    /// Huawei: Ascend.
    Huawei,
    /// Intel.
    Intel,
    /// NVIDIA.
    Nvidia,
}

/// The part of an operation that an [`Atom`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The left factor, `M` by `K`.
    A,
    /// The right factor, as `N` by `K`.
    B,
    /// What is added, and the result: `M` by `N`, both laid out alike.
    C,
    /// What is moved, before.
    S,
    /// What is moved, after.
    D,
}

/// A type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementType {
    /// 64 bits, floating.
    F64,
    /// 32 bits, floating.
    F32,
    /// The 19 bits of TF32 (AMD: XF32) in 32.
    Tf32,
    /// 16 bits, floating.
    F16,
    /// The upper half of an `F32`.
    Bf16,
    /// 8 bits with five of exponent (AMD: BF8).
    E5m2,
    /// 8 bits with four of exponent (AMD: FP8).
    E4m3,
    /// 4 bits, floating.
    E2m1,
    /// 32 bits with a sign.
    S32,
    /// 16 bits with a sign.
    S16,
    /// 8 bits with a sign.
    S8,
    /// 8 bits without a sign.
    U8,
    /// 4 bits with a sign.
    S4,
    /// 4 bits without a sign.
    U4,
    /// One bit.
    B1,
    /// Any 8 bits.
    B8,
    /// Any 16 bits.
    B16,
    /// Any 32 bits.
    B32,
}

impl ElementType {
    /// The bits of an element in a register.
    pub const fn bits(self) -> usize {
        match self {
            ElementType::F64 => 64,
            ElementType::F32 | ElementType::Tf32 | ElementType::S32 | ElementType::B32 => 32,
            ElementType::F16 | ElementType::Bf16 | ElementType::S16 | ElementType::B16 => 16,
            ElementType::E5m2 | ElementType::E4m3 | ElementType::S8 | ElementType::U8 | ElementType::B8 => 8,
            ElementType::E2m1 | ElementType::S4 | ElementType::U4 => 4,
            ElementType::B1 => 1,
        }
    }
}

impl fmt::Display for Vendor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Vendor::Amd => "AMD",
            Vendor::Huawei => "Huawei",
            Vendor::Intel => "Intel",
            Vendor::Nvidia => "NVIDIA",
        })
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ElementType::F64 => "f64",
            ElementType::F32 => "f32",
            ElementType::Tf32 => "tf32",
            ElementType::F16 => "f16",
            ElementType::Bf16 => "bf16",
            ElementType::E5m2 => "e5m2",
            ElementType::E4m3 => "e4m3",
            ElementType::E2m1 => "e2m1",
            ElementType::S32 => "s32",
            ElementType::S16 => "s16",
            ElementType::S8 => "s8",
            ElementType::U8 => "u8",
            ElementType::S4 => "s4",
            ElementType::U4 => "u4",
            ElementType::B1 => "b1",
            ElementType::B8 => "b8",
            ElementType::B16 => "b16",
            ElementType::B32 => "b32",
        })
    }
}

impl Atom {
    /// The number of threads.
    pub const fn threads(&self) -> usize {
        self.digits.threads()
    }

    /// The values of each thread.
    pub const fn values(&self) -> usize {
        self.digits.values()
    }

    /// The element of the tile that is a value of a thread, or `None` if there is no such thread or value.
    ///
    /// ```
    /// use tilework::atlas;
    /// let a = atlas::find("mma.m16n8k16.f16.A").unwrap();
    /// // thread 5 holds row 1 and columns 2 and 3 in its first register, row 9 in the second
    /// assert_eq!([0, 1, 2].map(|value| a.element(5, value)), [1 + 16 * 2, 1 + 16 * 3, 9 + 16 * 2].map(Some));
    /// assert_eq!(a.element(32, 0), None);
    /// ```
    pub const fn element(&self, thread: usize, value: usize) -> Option<usize> {
        if thread < self.threads() && value < self.values() {
            Some(self.digits.offset(thread, value))
        } else {
            None
        }
    }

    /// How many values hold each element: 1, or more where threads need the same.
    pub const fn copies(&self) -> usize {
        let (mut elements, mut mode) = (1, 0);
        while mode < self.tile.len() {
            elements *= self.tile[mode];
            mode += 1;
        }
        self.threads() * self.values() / elements
    }

    /// The layout from (thread, value) to elements.
    ///
    /// # Panics
    /// Never: a fragment is a layout.
    ///
    /// ```
    /// use tilework::atlas;
    /// let c = atlas::find("wgmma.m64n128k16.f16.C").unwrap();
    /// assert_eq!(c.layout().to_string(), "((4,8,4),(2,2,16)):((128,1,16),(64,8,512))");
    /// ```
    #[cfg(feature = "dynamic")]
    pub fn layout(&self) -> DynLayout {
        let mode = |digits: &'static [(usize, usize)]| digits.iter().map(mode);
        layout_of(Tree::of_modes([mode(self.digits.of_thread()), mode(self.digits.of_value())]))
    }

    /// The layout from threads to lanes: of most atoms the identity.
    ///
    /// # Panics
    /// Never: what a fragment consists of is a layout.
    #[cfg(feature = "dynamic")]
    pub fn lane_layout(&self) -> DynLayout {
        match self.lanes {
            None => layout_of(Ok(Tree::leaf(mode(&(self.threads(), 1))))),
            Some(lanes) => layout_of(Ok(Tree::flat(lanes.digits().iter().map(mode)))),
        }
    }

    /// The shape of the tile.
    #[cfg(feature = "dynamic")]
    pub fn tile_shape(&self) -> DynTuple {
        Tree::flat(self.tile.iter().map(|&extent| word::wide(extent)))
    }
}

#[cfg(feature = "dynamic")]
fn layout_of(modes: Result<Tree<Mode>>) -> DynLayout {
    modes.and_then(DynLayout::from_modes).expect("a fragment is a small layout")
}

#[cfg(feature = "dynamic")]
fn mode(&(extent, stride): &(usize, usize)) -> Mode {
    Mode { extent: word::wide(extent), stride: Stride::Int(word::wide(stride)) }
}
