//! Moves between two layouts, by their definition: an element at a time.
use std::fmt;
use std::ops::Range;
use tilework::dynamic::{DynLayout, Error, Tree, row_major};

/// A move of an array from one layout to another.
#[derive(Debug)]
pub(super) struct Plan {
    modes: Vec<Vec<(usize, usize)>>,
    reach: Vec<usize>,
    text: String,
    bits: usize,
    elements: usize,
}

/// A part of the destination.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    plan: &'a Plan,
    elements: Range<usize>,
}

impl Plan {
    pub(super) fn from_dynamic(from: &DynLayout, to: &DynLayout, bits: usize) -> Result<Plan, Error> {
        let place = |layout: &DynLayout, mode: usize, index: i64| {
            let mut at = vec![0; layout.rank()];
            at[mode] = index;
            let offset = layout.offset(&Tree::flat(at))?.as_int();
            Ok::<usize, Error>(offset.and_then(|offset| usize::try_from(offset).ok()).unwrap_or(0))
        };
        let extents = from.extents();
        row_major(&extents)?;
        let mut modes = Vec::new();
        for (mode, &extent) in extents.leaves().iter().enumerate() {
            let pairs = (0..extent).map(|index| Ok((place(from, mode, index)?, place(to, mode, index)?)));
            modes.push(pairs.collect::<Result<Vec<_>, Error>>()?);
        }
        let farthest = |mode: &Vec<(usize, usize)>| mode.iter().map(|pair| pair.1).max().unwrap_or(0);
        let mut reach = vec![0];
        for mode in modes.iter().rev() {
            reach.push(reach[reach.len() - 1] + farthest(mode));
        }
        reach.reverse();
        let elements = usize::try_from(to.cosize()).unwrap_or(0);
        Ok(Plan { modes, reach, text: format!("{from} -> {to}, element by element"), bits, elements })
    }

    pub(super) fn pieces(&self, max_bytes: usize) -> impl Iterator<Item = Piece<'_>> {
        let each = (max_bytes * 8 / self.bits).max(8).next_multiple_of(8);
        let pieces = (0..self.elements).step_by(each);
        pieces.map(move |begin| Piece { plan: self, elements: begin..(begin + each).min(self.elements) })
    }
}

impl Piece<'_> {
    pub(super) fn range(&self) -> Range<usize> {
        let bits = self.plan.bits;
        self.elements.start * bits / 8..(self.elements.end * bits).div_ceil(8)
    }

    pub(super) fn run(&self, src: &[u8], dst: &mut [u8]) {
        dst.fill(0);
        self.walk(0, 0, 0, src, dst);
    }

    fn walk(&self, mode: usize, from: usize, to: usize, src: &[u8], dst: &mut [u8]) {
        if to >= self.elements.end || to + self.plan.reach[mode] < self.elements.start {
            return;
        }
        let Some(pairs) = self.plan.modes.get(mode) else {
            return move_element(self.plan.bits, src, from, dst, to - self.elements.start);
        };
        for &(source, target) in pairs {
            self.walk(mode + 1, from + source, to + target, src, dst);
        }
    }
}

fn move_element(bits: usize, src: &[u8], from: usize, dst: &mut [u8], to: usize) {
    if bits == 4 {
        let nibble = src[from / 2] >> (from % 2 * 4) & 15;
        dst[to / 2] |= nibble << (to % 2 * 4);
        return;
    }
    let bytes = bits / 8;
    dst[to * bytes..][..bytes].copy_from_slice(&src[from * bytes..][..bytes]);
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
