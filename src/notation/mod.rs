//! Floor 6': one hub between notations.
//!
//! People write where the elements of an array are in a dozen ways. This room reads each of them into one model, a
//! [`Pivot`], and writes it in any other: exactly, or refused with the dimension, the condition that fails and a
//! coordinate that shows it. What is read is what is written: at every index the text that comes out says the place
//! that the text that went in says.
//!
//! What may enter: a reader and a writer for a notation, a file each, and what several of them need: `nested`, the
//! digits of each dimension, `chain`, how they follow each other in memory, and `fields`, texts of named values. What
//! a notation means is computed in the rooms below.
//!
//! | notation | for example |
//! |---|---|
//! | `cute` | `((16,7),(16,4)):((16,256),(1,1792)) of (100,50)`, `Sw<2,0,3> o 16 o (8,8):(8,1)` |
//! | `tla` | `zN:16 of (100,50)`, or `zN:16:100x50` |
//! | `xla` | `bf16[100,50]{1,0:T(112,16)}`, without the type too |
//! | `map` | `(d0, d1) -> (d0 * 3 + d1), domain: d0 in [0, 1], d1 in [0, 2]` |
//! | `onednn` | `aBcd16b of (2,20,3,5)` |
//! | `tvm` | `NCHW16c of (2,32,3,5)`, and `padded` behind it where 16 does not divide |
//! | `numpy` | `ndarray(shape=(4,3), dtype='float32', strides=(4,16), offset=0)` |
//! | `dlpack` | `DLTensor(ndim=2, dtype=(kDLFloat,32,1), shape=(4,3), strides=(1,4), byte_offset=0)` |
//! | `mdspan` | `layout_stride(extents=(4,3), strides=(1,4))` |
//! | `f2` | `{d0: [8,16], d1: [1,2,4]}`, the columns of each input, bit 0 first |
//! | `iota` | `{devices=[2,4]<=[4,2]T(1,0)}`, from tiles to devices |
//! | `axe` | `S[(128,512):(1@TLane,1@TCol)] + R[2:4@warp] + 64@TCol` |
//! | `cute-ir` | `!cute.layout<"(32,8):(1,32)">` |
//!
//! ```
//! use tilework::notation::{Given, Notation, convert};
//!
//! let to = |text: &str, to| convert(text, None, to, &Given::default());
//! let zn = "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)";
//! assert_eq!(to(zn, Notation::Tla)?, "zN:16 of (100,50)");
//! assert_eq!(to(zn, Notation::Xla)?, "[100,50]{1,0:T(112,16)}");
//! assert_eq!(to(zn, Notation::OneDnn)?, "BA16a16b of (100,50)");
//! let refused = to(zn, Notation::Mdspan).unwrap_err();
//! assert_eq!(refused.to_string(), "mdspan: dim 1: 16*1 != 1792: coordinate (0,16) needs 1792, modes give 16");
//! # Ok::<(), tilework::notation::ConvertError>(())
//! ```
mod axe;
mod chain;
mod convert;
mod cute;
mod cute_ir;
mod dlpack;
mod error;
mod extents;
mod f2;
mod fields;
mod iota;
mod map;
mod mdspan;
mod name;
mod nested;
mod numpy;
mod onednn;
mod pivot;
mod sizes;
mod strided;
mod tla;
mod tvm;
mod xla;

pub use convert::{convert, read, write};
pub use error::ConvertError;
pub use name::Notation;
pub use onednn::Tag;
pub use pivot::{ElementWidth, Given, Pivot, PivotPlaces};
pub use sizes::parse_sizes;
