//! Which places a layout reaches, and which of them more than once.
use super::offsets::{MOST_ELEMENTS, StaticOffsets};
use crate::int::const_list::ConstList;
#[cfg(feature = "dynamic")]
use crate::{
    dynamic::{Error, MAX_ENUMERATED, Result},
    int::word,
};
#[cfg(feature = "dynamic")]
use alloc::{format, vec::Vec};

/// The places that a layout reaches: how many, between which, and two indices that share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Image {
    /// The number of indices.
    pub size: usize,
    /// The number of places that are reached, in elements.
    pub footprint: usize,
    /// The least offset; 0 if there is none.
    pub least: isize,
    /// The greatest offset; 0 if there is none.
    pub greatest: isize,
    /// Two indices that share an offset, if there are any: the second is the least that another comes before.
    pub alias: Option<Alias>,
}

/// Two indices of one offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alias {
    /// The first index of this offset.
    pub first: usize,
    /// Another one.
    pub second: usize,
    /// The offset.
    pub offset: isize,
}

impl Image {
    /// How many places between the least and the greatest offset are not reached.
    pub const fn holes(&self) -> usize {
        match self.footprint {
            0 => 0,
            footprint => self.greatest.abs_diff(self.least) - (footprint - 1),
        }
    }

    /// Whether no two indices share an offset.
    pub const fn is_injective(&self) -> bool {
        self.alias.is_none()
    }

    /// Whether the offsets are those from the least to the greatest, each reached once.
    pub const fn is_contiguous(&self) -> bool {
        self.is_injective() && self.holes() == 0
    }

    /// Whether the offsets are those from 0 up to the size, each reached once: the layout is a permutation.
    pub const fn is_bijective(&self) -> bool {
        self.is_contiguous() && self.least == 0
    }

    /// What is reached by these offsets, each with its index, in order.
    const fn of_sorted(offsets: &[(isize, usize)]) -> Image {
        let (mut footprint, mut alias, mut i): (usize, Option<Alias>, usize) = (0, None, 0);
        while i < offsets.len() {
            let ((offset, first), mut next) = (offsets[i], i + 1);
            while next < offsets.len() && offsets[next].0 == offset {
                let earlier = match alias {
                    Some(Alias { second, .. }) => next == i + 1 && offsets[next].1 < second,
                    None => true,
                };
                if earlier {
                    alias = Some(Alias { first, second: offsets[next].1, offset });
                }
                next += 1;
            }
            footprint += 1;
            i = next;
        }
        let (least, greatest) = match offsets {
            [] => (0, 0),
            [(least, _), ..] => (*least, offsets[offsets.len() - 1].0),
        };
        Image { size: offsets.len(), footprint, least, greatest, alias }
    }

    /// The image of these offsets, those of the indices 0, 1, ...
    ///
    /// # Errors
    /// If there are more than [`MAX_ENUMERATED`], or one does not fit in a machine word.
    ///
    /// ```
    /// use tilework::access::{Alias, Image};
    /// let image = Image::of([0, 3, 1, 4, 3])?;
    /// assert_eq!((image.size, image.footprint, image.holes()), (5, 4, 1));
    /// assert_eq!(image.alias, Some(Alias { first: 1, second: 4, offset: 3 }));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    #[cfg(feature = "dynamic")]
    pub fn of(offsets: impl IntoIterator<Item = i64>) -> Result<Image> {
        Ok(Image::of_sorted(&sorted(offsets)?))
    }
}

/// The offsets that more than one index has, in order, each with all its indices.
///
/// # Errors
/// If there are more than [`MAX_ENUMERATED`] offsets, or one does not fit in a machine word.
///
/// ```
/// use tilework::access::aliases;
/// assert_eq!(aliases([0, 3, 0, 4, 3, 3])?, [(0, vec![0, 2]), (3, vec![1, 4, 5])]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[cfg(feature = "dynamic")]
pub fn aliases(offsets: impl IntoIterator<Item = i64>) -> Result<Vec<(i64, Vec<usize>)>> {
    let sorted = sorted(offsets)?;
    let groups = sorted.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1);
    Ok(groups.map(|group| (group[0].0 as i64, group.iter().map(|(_, index)| *index).collect())).collect())
}

#[cfg(feature = "dynamic")]
fn sorted(offsets: impl IntoIterator<Item = i64>) -> Result<Vec<(isize, usize)>> {
    let most = word::size(MAX_ENUMERATED);
    let in_word = |(offset, index)| match isize::try_from(offset) {
        Ok(offset) => Ok((offset, index)),
        Err(_) => Err(Error::invalid("image", format!("offset {offset} does not fit in a machine word"))),
    };
    let mut sorted = offsets.into_iter().take(most + 1).zip(0..).map(in_word).collect::<Result<Vec<_>>>()?;
    if sorted.len() > most {
        return Err(Error::TooLarge { quantity: "the offsets of the layout" });
    }
    sorted.sort_unstable();
    Ok(sorted)
}

/// The places that a static layout reaches, padding included, found while compiling.
///
/// # Panics
/// If the layout has more than 4096 elements; in a `const` that is a compile error.
///
/// ```
/// use tilework::access::image;
/// use tilework::{placed::XorLayout, prelude::*};
/// const { assert!(image::<Layout!((4, 8):(8, 1))>().is_bijective()) };
/// const { assert!(image::<Layout!((4, 8):(9, 1))>().holes() == 3) };
/// const { assert!(image::<Layout!((4, 2):(1, 3))>().alias.is_some()) };
/// const { assert!(image::<XorLayout!((8, 8):(F1, F9))>().is_bijective()) };
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{access::image, prelude::*};
/// # fn main() {
/// const { assert!(image::<Layout!((4, 2):(1, 3))>().is_injective(), "two threads would write one place") };
/// # }
/// ```
#[track_caller]
pub const fn image<L: StaticOffsets>() -> Image {
    let offsets = L::OFFSETS.all();
    let mut sorted: ConstList<(isize, usize), MOST_ELEMENTS> = ConstList::new((0, 0));
    let mut index = 0;
    while index < offsets.len() {
        sorted.push((offsets.entries()[index], index));
        index += 1;
    }
    sort(sorted.entries_mut());
    Image::of_sorted(sorted.entries())
}

/// Sorts in `const` code, by a heap: the number of steps must be near that of the elements.
const fn sort(entries: &mut [(isize, usize)]) {
    let mut root = entries.len() / 2;
    while root > 0 {
        root -= 1;
        sift_down(entries, root, entries.len());
    }
    let mut end = entries.len();
    while end > 1 {
        end -= 1;
        entries.swap(0, end);
        sift_down(entries, 0, end);
    }
}

const fn sift_down(entries: &mut [(isize, usize)], mut root: usize, end: usize) {
    while 2 * root + 1 < end {
        let mut child = 2 * root + 1;
        if child + 1 < end && comes_before(entries[child], entries[child + 1]) {
            child += 1;
        }
        if !comes_before(entries[root], entries[child]) {
            return;
        }
        entries.swap(root, child);
        root = child;
    }
}

const fn comes_before(one: (isize, usize), other: (isize, usize)) -> bool {
    one.0 < other.0 || one.0 == other.0 && one.1 < other.1
}
