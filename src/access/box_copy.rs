//! Whether hardware copies a box of a tensor at once.
use super::offsets::StaticOffsets;
use super::taken::element_bytes;
#[cfg(feature = "dynamic")]
use crate::dynamic::{self, DynLayout, Error, coalesce, invalid};
use crate::format::Element;
use crate::int::{Text, word};
use crate::tuple::{AllStatic, Shape};
#[cfg(feature = "dynamic")]
use alloc::vec::Vec;
use core::fmt;

/// A box of a tensor that the Tensor Memory Accelerator of NVIDIA's GPUs (compute capability 9.0 and later) is to copy
/// between global and shared memory.
///
/// Dimensions go from the innermost, whose elements follow each other, to the outermost. What [`check`](Self::check)
/// asks is what `cuTensorMapEncodeTiled` asks, without interleaving, of elements of whole bytes; how the strides of
/// dimensions relate to each other is not looked at. Source: NVIDIA, CUDA Driver API 13, "Tensor Map Object
/// Management".
///
/// ```
/// use tilework::access::{BoxCopy, BoxRefused, BoxSwizzle};
/// // a box of 64x64 of a matrix of 4096x1024 halves in rows
/// let tile = BoxCopy::new(2, 16, BoxSwizzle::B128).dimension(1024, 2, 64).dimension(4096, 2048, 64);
/// assert_eq!(tile.check(), Ok(()));
/// // rows of 1023 are no multiple of 16 bytes apart
/// let tile = BoxCopy::new(2, 16, BoxSwizzle::B128).dimension(1023, 2, 64).dimension(4096, 2046, 64);
/// assert_eq!(tile.check(), Err(BoxRefused::Stride { dimension: 1, bytes: 2046 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoxCopy {
    element: i64,
    alignment: i64,
    swizzle: BoxSwizzle,
    rank: usize,
    dimensions: [BoxDimension; MOST_DIMENSIONS],
}

/// The most dimensions of a tensor that is copied by boxes.
const MOST_DIMENSIONS: usize = 5;

/// Strides of dimensions, the beginning of the tensor and the innermost bytes of a box are multiples of it.
const UNIT: i64 = 16;

/// A dimension of a tensor: its elements, the bytes from one to the next, the elements of the box, and the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BoxDimension {
    size: i64,
    stride: i64,
    extent: i64,
    step: i64,
}

/// How the copy swizzles shared memory: pieces of 16 bytes within so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxSwizzle {
    /// Not at all.
    None,
    /// Within 32 bytes.
    B32,
    /// Within 64 bytes.
    B64,
    /// Within 128 bytes.
    B128,
}

impl BoxSwizzle {
    /// Within how many bytes pieces are exchanged; none, if they are not.
    pub const fn bytes(self) -> Option<i64> {
        match self {
            BoxSwizzle::None => None,
            BoxSwizzle::B32 => Some(32),
            BoxSwizzle::B64 => Some(64),
            BoxSwizzle::B128 => Some(128),
        }
    }
}

/// The first reason why a box is not copied; dimension 0 is the innermost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are the numbers of the text beside them")]
pub enum BoxRefused {
    /// Elements have 1, 2, 4 or 8 bytes.
    Element { bytes: i64 },
    /// There are 1 to 5 dimensions.
    Rank { rank: usize },
    /// The tensor begins at a multiple of 16 bytes.
    Alignment { bytes: i64 },
    /// The innermost elements follow each other.
    Innermost { bytes: i64 },
    /// A dimension has 1 to 2^32 elements.
    Size { dimension: usize, size: i64 },
    /// The strides of the others are multiples of 16 bytes from 0 on, and below 2^40.
    Stride { dimension: usize, bytes: i64 },
    /// A box has 1 to 256 elements of each dimension.
    Extent { dimension: usize, extent: i64 },
    /// The step of a dimension is 1 to 8.
    Step { dimension: usize, step: i64 },
    /// The innermost elements of a box are a multiple of 16 bytes.
    InnerBytes { bytes: i64 },
    /// They are at most those that the swizzle exchanges.
    Swizzle { bytes: i64, most: i64 },
}

impl BoxRefused {
    const fn text(self) -> Text {
        let text = Text::new().str("no box copy: ");
        match self {
            BoxRefused::Element { bytes } => {
                text.str("elements of ").signed(word::steps(bytes)).str(" bytes, and it takes 1, 2, 4 or 8")
            }
            BoxRefused::Rank { rank } => {
                text.str("a tensor of ").number(rank).str(" dimensions, and it takes 1 to 5")
            }
            BoxRefused::Alignment { bytes } => {
                let text = text.str("the tensor begins at a multiple of ").signed(word::steps(bytes));
                text.str(" bytes, and must at one of 16")
            }
            BoxRefused::Innermost { bytes } => {
                let text = text.str("the innermost elements are ").signed(word::steps(bytes));
                text.str(" bytes apart, and must follow each other")
            }
            BoxRefused::Size { dimension, size } => {
                let text = text.str("dimension ").number(dimension).str(" has ").signed(word::steps(size));
                text.str(" elements, and may have 1 to 2^32")
            }
            BoxRefused::Stride { dimension, bytes } => {
                let text = text.str("dimension ").number(dimension).str(" has a stride of ");
                let text =
                    text.signed(word::steps(bytes)).str(" bytes, which must be a multiple of 16 from 0 on");
                text.str(" and below 2^40")
            }
            BoxRefused::Extent { dimension, extent } => {
                let text =
                    text.str("the box has ").signed(word::steps(extent)).str(" elements of dimension ");
                text.number(dimension).str(", and may have 1 to 256")
            }
            BoxRefused::Step { dimension, step } => {
                let text = text.str("dimension ").number(dimension).str(" is stepped by ");
                text.signed(word::steps(step)).str(", and may be by 1 to 8")
            }
            BoxRefused::InnerBytes { bytes } => {
                let text = text.str("the innermost elements of the box are ").signed(word::steps(bytes));
                text.str(" bytes, no multiple of 16")
            }
            BoxRefused::Swizzle { bytes, most } => {
                let text = text.str("the innermost elements of the box are ").signed(word::steps(bytes));
                text.str(" bytes, and the swizzle takes at most ").signed(word::steps(most))
            }
        }
    }
}

impl fmt::Display for BoxRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl core::error::Error for BoxRefused {}

impl BoxCopy {
    /// A tensor without dimensions whose elements have so many bytes and which begins at a multiple of so many.
    pub const fn new(element: i64, alignment: i64, swizzle: BoxSwizzle) -> BoxCopy {
        let dimension = BoxDimension { size: 1, stride: 0, extent: 1, step: 1 };
        BoxCopy { element, alignment, swizzle, rank: 0, dimensions: [dimension; MOST_DIMENSIONS] }
    }

    /// With one more dimension outside the others: so many elements, so many bytes from one to the next, of which a box
    /// has so many.
    pub const fn dimension(self, size: i64, stride: i64, extent: i64) -> BoxCopy {
        self.stepped_dimension(size, stride, extent, 1)
    }

    /// The same, where every `step`-th of the `extent` elements is copied.
    pub const fn stepped_dimension(mut self, size: i64, stride: i64, extent: i64, step: i64) -> BoxCopy {
        if self.rank < MOST_DIMENSIONS {
            self.dimensions[self.rank] = BoxDimension { size, stride, extent, step };
        }
        self.rank += 1;
        self
    }

    /// How many dimensions there are.
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// The bytes of shared memory that a box fills.
    pub const fn bytes(&self) -> i64 {
        let (mut bytes, mut i) = (self.element, 0);
        while i < self.rank && i < MOST_DIMENSIONS {
            let BoxDimension { extent, step, .. } = self.dimensions[i];
            // the step of the innermost dimension is ignored
            let step = if i == 0 || step < 1 { 1 } else { step };
            bytes = bytes.saturating_mul(extent.saturating_add(step - 1) / step);
            i += 1;
        }
        bytes
    }

    /// Whether the hardware copies it.
    ///
    /// # Errors
    /// The first reason why it does not.
    pub const fn check(&self) -> Result<(), BoxRefused> {
        let BoxCopy { element, alignment, rank, .. } = *self;
        if element != 1 && element != 2 && element != 4 && element != 8 {
            return Err(BoxRefused::Element { bytes: element });
        }
        if rank == 0 || rank > MOST_DIMENSIONS {
            return Err(BoxRefused::Rank { rank });
        }
        if alignment <= 0 || alignment % UNIT != 0 {
            return Err(BoxRefused::Alignment { bytes: alignment });
        }
        let mut dimension = 0;
        while dimension < rank {
            let BoxDimension { size, stride, extent, step } = self.dimensions[dimension];
            if size < 1 || size > 1 << 32 {
                return Err(BoxRefused::Size { dimension, size });
            }
            if dimension == 0 && stride != element {
                return Err(BoxRefused::Innermost { bytes: stride });
            }
            if dimension > 0 && (stride < 0 || stride >= 1 << 40 || stride % UNIT != 0) {
                return Err(BoxRefused::Stride { dimension, bytes: stride });
            }
            if extent < 1 || extent > 256 {
                return Err(BoxRefused::Extent { dimension, extent });
            }
            if step < 1 || step > 8 {
                return Err(BoxRefused::Step { dimension, step });
            }
            dimension += 1;
        }
        let bytes = self.dimensions[0].extent * element;
        if bytes % UNIT != 0 {
            return Err(BoxRefused::InnerBytes { bytes });
        }
        match self.swizzle.bytes() {
            Some(most) if bytes > most => Err(BoxRefused::Swizzle { bytes, most }),
            _ => Ok(()),
        }
    }

    /// The copy of a box of a layout, whose elements have so many bits: one extent of the box for each mode, and each
    /// mode with one stride. Modes are ordered by their strides, and those of one element are left out.
    ///
    /// # Errors
    /// If the box has another number of extents, a mode has no single stride, or the elements are no whole bytes. What
    /// the hardware does not copy is said by [`check`](Self::check).
    ///
    /// ```
    /// use tilework::access::{BoxCopy, BoxRefused, BoxSwizzle};
    /// let rows: tilework::dynamic::DynLayout = "(4096,1024):(1024,1)".parse()?;
    /// let tile = BoxCopy::of(&rows, 16, &[64, 64], 128, BoxSwizzle::B128)?;
    /// assert_eq!((tile.check(), tile.bytes()), (Ok(()), 8192));
    /// let wide = BoxCopy::of(&rows, 16, &[64, 128], 128, BoxSwizzle::B128)?;
    /// assert_eq!(wide.check(), Err(BoxRefused::Swizzle { bytes: 256, most: 128 }));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    #[cfg(feature = "dynamic")]
    pub fn of(
        layout: &DynLayout,
        bits: u32,
        extents: &[i64],
        alignment: i64,
        swizzle: BoxSwizzle,
    ) -> dynamic::Result<BoxCopy> {
        if extents.len() != layout.rank() {
            let (given, rank) = (extents.len(), layout.rank());
            return Err(invalid!("box", "{given} extents for a layout of rank {rank}"));
        }
        if !bits.is_multiple_of(8) {
            return Err(invalid!("box", "elements of {bits} bits are no whole bytes"));
        }
        let element = i64::from(bits / 8);
        let mut dimensions: Vec<(i64, i64, i64)> = Vec::new();
        for (number, extent) in extents.iter().enumerate() {
            let mode = coalesce(&layout.get(&[number])?)?;
            let stride = match mode.leaves() {
                [leaf] => leaf.stride.as_int(),
                _ => None,
            };
            let stride =
                stride.ok_or_else(|| invalid!("box", "mode {number}, {mode}, has no single stride"))?;
            if layout.size() == 1 && dimensions.is_empty() || mode.size() != 1 || *extent != 1 {
                let bytes = stride.checked_mul(element).ok_or(Error::overflow("a stride"))?;
                dimensions.push((bytes, mode.size(), *extent));
            }
        }
        dimensions.sort_by_key(|(stride, ..)| *stride);
        let new = BoxCopy::new(element, alignment, swizzle);
        Ok(dimensions
            .into_iter()
            .fold(new, |copy, (stride, size, extent)| copy.dimension(size, stride, extent)))
    }
}

/// The copy of a box of a static layout, checked while compiling: `Box` has one extent for each leaf. Other things are
/// as in [`BoxCopy`].
///
/// # Panics
/// If the layout has no strides, the box has another number of extents, or the hardware does not copy it, with the
/// first reason why; in a `const` these are compile errors.
///
/// ```
/// use tilework::access::{BoxSwizzle, box_copy};
/// use tilework::prelude::*;
/// type Rows = Layout!((4096, 1024):(1024, 1));
/// const { assert!(box_copy::<u16, Rows, Shape!(64, 64)>(128, BoxSwizzle::B128).bytes() == 8192) };
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{access::{BoxSwizzle, box_copy}, prelude::*};
/// # fn main() {
/// // no box copy: dimension 1 has a stride of 2046 bytes, which must be a multiple of 16 from 0 on and below 2^40
/// const { box_copy::<u16, Layout!((4096, 1023):(1023, 1)), Shape!(64, 64)>(128, BoxSwizzle::None) };
/// # }
/// ```
#[track_caller]
pub const fn box_copy<T: Element, L: StaticOffsets, Box: Shape + AllStatic>(
    alignment: i64,
    swizzle: BoxSwizzle,
) -> BoxCopy {
    let Some((shape, stride)) = L::OFFSETS.strides() else {
        panic!("no box copy: the layout is swizzled, or has no strides")
    };
    if Box::LEAVES.len() != shape.len() {
        let text = Text::new().str("no box copy: a box of ").number(Box::LEAVES.len()).str(" extents for ");
        panic!("{}", text.number(shape.len()).str(" leaves of the layout").as_str())
    }
    let element = word::wide(element_bytes::<T>());
    let mut copy = BoxCopy::new(element, alignment, swizzle);
    // each time the leaf of the least stride that was not taken before
    let (mut taken, mut count) = ([false; crate::tuple::MAX_LEAVES], 0);
    while count < shape.len() {
        let (mut next, mut leaf) = (None, 0);
        while leaf < shape.len() {
            if let (false, Some(step)) = (taken[leaf], stride.get(leaf)) {
                next = match next {
                    Some((_, least)) if least <= step => next,
                    _ => Some((leaf, step)),
                };
            }
            leaf += 1;
        }
        let Some((leaf, step)) = next else { panic!("the leaves of a static layout are static") };
        if let (Some(size), Some(extent)) = (shape.get(leaf), Box::LEAVES.get(leaf))
            && (size != 1 || extent != 1)
        {
            copy = copy.dimension(size as i64, step as i64 * element, extent as i64);
        }
        taken[leaf] = true;
        count += 1;
    }
    match copy.check() {
        Ok(()) => copy,
        Err(reason) => panic!("{}", reason.text().as_str()),
    }
}
