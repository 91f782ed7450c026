//! Tags of oneDNN, `aBcd16b`: the order of the dimensions and of their blocks.
use crate::failure::{Failure, mistake};
use tilework::dynamic::{DynLayout, Mode, Tree};

/// The dimensions from the outermost to the innermost, then the blocks, the last one innermost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    outer: Vec<usize>,
    blocks: Vec<(i64, usize)>,
}

impl Tag {
    /// Reads a tag: each of the first letters of the alphabet once, in capitals where the dimension has blocks, then
    /// the blocks. `None` for anything else.
    pub(super) fn parse(text: &str) -> Option<Tag> {
        let rank = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (letters, mut rest) = text.split_at(rank);
        let number = |letter: u8| usize::from(letter.to_ascii_lowercase() - b'a');
        let outer: Vec<usize> = letters.bytes().map(number).collect();
        let mut blocks = Vec::new();
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit())?;
            let letter = rest.as_bytes()[digits];
            if !letter.is_ascii_lowercase() {
                return None;
            }
            blocks.push((rest[..digits].parse().ok().filter(|size| *size > 0)?, number(letter)));
            rest = &rest[digits + 1..];
        }
        let is_permutation = rank > 0 && (0..rank).all(|dimension| outer.contains(&dimension));
        let in_capitals = |(place, dimension): (usize, &usize)| {
            let has_blocks = blocks.iter().any(|(_, blocked)| blocked == dimension);
            letters.as_bytes()[place].is_ascii_uppercase() == has_blocks
        };
        let known = blocks.iter().all(|(_, dimension)| *dimension < rank);
        (is_permutation && known && outer.iter().enumerate().all(in_capitals))
            .then_some(Tag { outer, blocks })
    }

    /// The number of dimensions.
    pub(super) fn rank(&self) -> usize {
        self.outer.len()
    }

    /// The layout of an array with these extents: what the blocks overhang is padding.
    pub(super) fn layout(&self, extents: &[i64]) -> Result<DynLayout, Failure> {
        let overflow = || mistake!("the strides do not fit in 64 bits");
        let (mut modes, mut inside) = (vec![Vec::new(); self.rank()], vec![1_i64; self.rank()]);
        let mut running = 1_i64;
        for &(size, dimension) in self.blocks.iter().rev() {
            modes[dimension].push(Mode::new(size, running));
            running = running.checked_mul(size).ok_or_else(overflow)?;
            inside[dimension] = inside[dimension].checked_mul(size).ok_or_else(overflow)?;
        }
        for &dimension in self.outer.iter().rev() {
            let count = extents[dimension] / inside[dimension]
                + i64::from(extents[dimension] % inside[dimension] != 0);
            modes[dimension].push(Mode::new(count, running));
            running = running.checked_mul(count).ok_or_else(overflow)?;
        }
        let modes: Vec<Tree<Mode>> = modes
            .into_iter()
            .map(|leaves| if let [leaf] = leaves[..] { Tree::leaf(leaf) } else { Tree::flat(leaves) })
            .collect();
        Ok(DynLayout::from_modes(Tree::tuple(modes.iter().map(Tree::view))?)?.with_extent(extents)?)
    }
}

#[cfg(test)]
mod tests {
    use super::Tag;

    /// The rows of the table of oneDNN's tags: tag, extents, nested layout.
    #[test]
    fn nested() {
        for (tag, extents, expected) in [
            ("aBcd16b", &[2, 20, 3, 5][..], "(2,(16,2),3,5):(480,(1,240),80,16) of (2,20,3,5)"),
            (
                "ABcd16b16a",
                &[20, 40, 2, 2],
                "((16,2),(16,3),2,2):((1,3072),(16,1024),512,256) of (20,40,2,2)",
            ),
            (
                "ABcd4b16a4b",
                &[20, 40, 2, 2],
                "((16,2),(4,4,3),2,2):((4,3072),(1,64,1024),512,256) of (20,40,2,2)",
            ),
            ("BA16a64b4a", &[70, 130], "((4,16,2),(64,3)):((1,256,4096),(4,8192)) of (70,130)"),
            ("acdb", &[2, 7, 3, 5], "(2,7,3,5):(105,1,35,7)"),
        ] {
            assert_eq!(Tag::parse(tag).unwrap().layout(extents).unwrap().to_string(), expected, "{tag}");
        }
        for no_tag in ["", "zN", "C", "ab16", "aB16c", "ab16b", "aB", "aab", "aB0b", "a1B"] {
            assert_eq!(Tag::parse(no_tag), None, "{no_tag}");
        }
    }
}
