//! Layouts of convolutions: channels split into C1 blocks of C0, C0 innermost.
use super::super::arithmetic::{mul, round_up};
use super::super::compact::compact_row_major;
use super::super::coordinate::crd2offset;
use super::super::error::{Error, Result, invalid};
use super::super::layout::DynLayout;
use super::super::mode::Mode;
use super::super::named::named;
use super::super::stride::Stride;
use super::super::tree::Tree;
use super::ElementBits;

named! {
    /// How a tensor of a convolution lies in memory, slowest dimension first.
    pub enum ConvFormat "format" {
        /// Feature maps: batch, channel block, height, width, channel.
        NC1HWC0 "NC1HWC0",
        /// Feature maps with depth: batch, depth, channel block, height and width, channel.
        NDC1HWC0 "NDC1HWC0",
        /// Filters: kernel position and channel block, then output channels in blocks, then channel.
        KDC1KHKWN1N0C0 "KDC1KHKWN1N0C0",
    }
}

/// The feature map `NC1HWC0`: dimensions n, c1, h, w, and as many channels innermost as fill 32 bytes.
///
/// # Errors
/// If a dimension is negative, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{ElementBits, make_feature_map_layout};
/// let layout = make_feature_map_layout([2, 3, 4, 5], ElementBits::new(16)?)?;
/// assert_eq!(layout.to_string(), "(2,3,4,5,16):(960,320,80,16,1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_feature_map_layout([n, c1, h, w]: [i64; 4], element: ElementBits) -> Result<DynLayout> {
    row_major(&[n, c1, h, w, element.in_32_bytes()])
}

/// The filter `CI1KHKWCOCI0`: dimensions c1, kh, kw, co. With `pad_cout` the output channels fill up blocks of 16, as
/// in L1.
///
/// # Errors
/// If a dimension is negative, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{ElementBits, make_filter_layout};
/// let layout = make_filter_layout([2, 3, 3, 20], ElementBits::new(16)?, true)?;
/// assert_eq!(layout.to_string(), "(2,3,3,32,16):(4608,1536,512,16,1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_filter_layout(
    [c1, kh, kw, co]: [i64; 4],
    element: ElementBits,
    pad_cout: bool,
) -> Result<DynLayout> {
    let co = match (pad_cout, co) {
        (true, 1..) => round_up(co, 16, "extent")?,
        _ => co,
    };
    row_major(&[c1, kh, kw, co, element.in_32_bytes()])
}

fn row_major(dims: &[i64]) -> Result<DynLayout> {
    let shape = Tree::flat(dims.iter().copied());
    DynLayout::new(&shape, &compact_row_major(shape.view())?.map(Stride::Int))
}

/// The offset of a coordinate in a tensor of a convolution.
///
/// Dimensions and coordinate of `NC1HWC0` are n, c1, h, w, c0; `NDC1HWC0` has dimensions n, d, c1, h, w, c0 and
/// coordinate n, d, c1 and the place in the h by w plane; `KDC1KHKWN1N0C0` has dimensions k, n1, n0, c0 and
/// coordinate k, n.
///
/// # Errors
/// If there are not as many dimensions as the format has, the coordinate is not inside them, a dimension is negative,
/// or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{ConvFormat, conv_offset};
/// assert_eq!(conv_offset(ConvFormat::NDC1HWC0, &[3, 4, 3, 9, 4, 16], &[0, 1, 1, 13])?, 2512);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn conv_offset(format: ConvFormat, dims: &[i64], coordinate: &[i64]) -> Result<i64> {
    if let Some(dim) = dims.iter().find(|&&dim| dim < 0) {
        return Err(invalid!("conv_offset", "the dimension {dim} is negative"));
    }
    let layout = match (format, dims) {
        (ConvFormat::NC1HWC0, &[n, c1, h, w, c0]) => row_major(&[n, c1, h, w, c0])?,
        (ConvFormat::NDC1HWC0, &[n, d, c1, h, w, c0]) => {
            row_major(&[n, d, c1, mul(h, w, "extent")?, c0])?.take(0, 4)?
        }
        (ConvFormat::KDC1KHKWN1N0C0, &[k, n1, n0, c0]) => {
            let n = mul(n0, n1, "extent")?;
            DynLayout::from_modes(Tree::flat([Mode::new(k, mul(n, c0, "stride")?), Mode::new(n, c0)]))?
        }
        _ => return Err(invalid!("conv_offset", "{} dimensions for {format:?}", dims.len())),
    };
    let inside = coordinate.len() == layout.rank()
        && coordinate.iter().zip(layout.leaves()).all(|(c, mode)| (0..mode.extent).contains(c));
    if !inside {
        let coordinate = Tree::flat(coordinate.iter().copied());
        return Err(invalid!("conv_offset", "{coordinate} is outside {}", layout.shape()));
    }
    let offset = crd2offset(Tree::flat(coordinate.iter().copied()).view(), layout.view())?;
    offset.as_int().ok_or(Error::overflow("offset"))
}
