//! A part of an array in blocks, as copies between layouts.
use crate::failure::{Failure, mistake};
use std::ops::Range;
use std::slice;
use tilework::dynamic::{DynLayout, Mode, Stride, Swizzled, Tree};

/// A copy between two layouts, and the elements at which they begin.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) from: Swizzled,
    pub(super) to: Swizzled,
    pub(super) from_begin: i64,
    pub(super) to_begin: i64,
}

/// No part is cut into more copies.
const MOST_STEPS: usize = 4096;

/// The copies of a part of one layout to all of another.
///
/// There is one where the part begins at a block of the first layout, and the blocks of the one are whole numbers of
/// those of the other. Otherwise they lie across each other, and a dimension is cut wherever a block ends on either
/// side. The cuts come back after a period, so that all pieces at the same place in a period are one copy.
pub(super) fn steps(from: &DynLayout, part: &[Range<i64>], to: &DynLayout) -> Result<Vec<Step>, Failure> {
    let mut all = vec![Vec::<Slab>::new()];
    for ((from_mode, to_mode), part) in from.modes().zip(to.modes()).zip(part) {
        let slabs = slabs(&Digits::of(from_mode.leaves())?, part, &Digits::of(to_mode.leaves())?)?;
        if all.len().saturating_mul(slabs.len()) > MOST_STEPS {
            return Err(mistake!(
                "the part {part:?} of {from} and {to} have blocks that lie across each other in more than \
                 {MOST_STEPS} ways; by way of `--to C` it takes two steps"
            ));
        }
        all = all
            .iter()
            .flat_map(|before| slabs.iter().map(|slab| [&before[..], slice::from_ref(slab)].concat()))
            .collect();
    }
    all.iter().map(|slabs| step(slabs)).collect()
}

/// Some indices of a dimension, as digits on both sides.
#[derive(Debug, Clone)]
struct Slab {
    extent: i64,
    from: Vec<Mode>,
    to: Vec<Mode>,
    from_begin: i64,
    to_begin: i64,
}

fn step(slabs: &[Slab]) -> Result<Step, Failure> {
    let extents: Vec<i64> = slabs.iter().map(|slab| slab.extent).collect();
    let layout = |of: fn(&Slab) -> &[Mode]| {
        let modes: Vec<Tree<Mode>> = slabs
            .iter()
            .map(|slab| match of(slab) {
                [leaf] => Tree::leaf(*leaf),
                leaves => Tree::flat(leaves.iter().copied()),
            })
            .collect();
        Ok::<_, Failure>(
            DynLayout::from_modes(Tree::tuple(modes.iter().map(Tree::view))?)?.with_extent(&extents)?,
        )
    };
    Ok(Step {
        from: layout(|slab| &slab.from)?.into(),
        to: layout(|slab| &slab.to)?.into(),
        from_begin: slabs.iter().map(|slab| slab.from_begin).sum(),
        to_begin: slabs.iter().map(|slab| slab.to_begin).sum(),
    })
}

/// The leaves of a dimension: extent and stride, the fastest digit first. The last one takes what is left.
struct Digits {
    inner: Vec<(i64, i64)>,
    last: (i64, i64),
    /// How many indices the inner leaves have: after these their digits come back.
    period: i64,
}

impl Digits {
    fn of(leaves: &[Mode]) -> Result<Digits, Failure> {
        let plain = leaves.iter().map(|leaf| match leaf.stride {
            Stride::Int(stride) => Ok((leaf.extent, stride)),
            _ => Err(mistake!("strides that are no integers are not moved")),
        });
        let mut inner = plain.collect::<Result<Vec<_>, _>>()?;
        let last = inner.pop().unwrap_or((1, 0));
        inner.retain(|&(extent, _)| extent != 1);
        let period = inner.iter().map(|leaf| leaf.0).product();
        Ok(Digits { inner, last, period })
    }

    fn offset(&self, mut index: i64) -> i64 {
        let mut offset = 0;
        for &(extent, stride) in &self.inner {
            offset += index % extent * stride;
            index /= extent;
        }
        offset + index * self.last.1
    }

    /// From one period to the next.
    fn stride(&self, periods: i64) -> i64 {
        periods * self.last.1
    }

    /// The step between neighbours in a block, and how many indices from this one on are in its block.
    fn run(&self, index: i64) -> (i64, i64) {
        match self.inner.first() {
            Some(&(extent, stride)) => (stride, extent - index % extent),
            None => (self.last.1, i64::MAX),
        }
    }

    /// Whether so many indices have common digits on both sides: of any two leaves that end below, one ends where
    /// others of the other side do.
    fn refines(&self, other: &Digits, extent: i64) -> bool {
        let ends = |digits: &Digits| {
            let mut end = 1;
            digits.inner.iter().map(|leaf| (end *= leaf.0, end).1).collect::<Vec<i64>>()
        };
        let mut ends = [ends(self), ends(other)].concat();
        ends.retain(|end| *end < extent);
        ends.sort_unstable();
        ends.windows(2).all(|two| two[1] % two[0] == 0)
    }

    /// The same for so many indices.
    fn leaves(&self, extent: i64) -> Vec<Mode> {
        let last = (extent / self.period + i64::from(extent % self.period != 0), self.last.1);
        self.inner.iter().chain([&last]).map(|&(extent, stride)| Mode::new(extent, stride)).collect()
    }
}

/// The indices of a part, cut where the digits of source and destination have not the same steps for all.
fn slabs(from: &Digits, part: &Range<i64>, to: &Digits) -> Result<Vec<Slab>, Failure> {
    let extent = part.end - part.start;
    if part.start % from.period == 0 && from.refines(to, extent) {
        let (from_begin, to_begin) = (from.offset(part.start), 0);
        return Ok(vec![Slab {
            extent,
            from: from.leaves(extent),
            to: to.leaves(extent),
            from_begin,
            to_begin,
        }]);
    }
    let period = lcm(from.period, to.period).filter(|period| *period < extent).unwrap_or(extent);
    let (mut slabs, mut place) = (Vec::new(), 0);
    while place < period {
        let ((from_step, from_run), (to_step, to_run)) = (from.run(part.start + place), to.run(place));
        let length = from_run.min(to_run).min(period - place);
        // periods that have all of it, and what the last one has
        let full = (extent - place) / period + i64::from((extent - place) % period >= length);
        let rest = extent - place - full * period;
        for (begin, length, times) in [(place, length, full), (place + full * period, rest, 1)] {
            if length > 0 && times > 0 {
                let leaves = |step, around| vec![Mode::new(length, step), Mode::new(times, around)];
                slabs.push(Slab {
                    extent: length * times,
                    from: leaves(from_step, from.stride(period / from.period)),
                    to: leaves(to_step, to.stride(period / to.period)),
                    from_begin: from.offset(part.start + begin),
                    to_begin: to.offset(begin),
                });
            }
        }
        if slabs.len() > MOST_STEPS {
            return Err(mistake!(
                "the part {part:?} is cut into more than {MOST_STEPS} by its blocks; by way of `--to C` it takes two steps"
            ));
        }
        place += length;
    }
    Ok(slabs)
}

/// The least common multiple.
fn lcm(a: i64, b: i64) -> Option<i64> {
    let (mut gcd, mut rest) = (a, b);
    while rest != 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::steps;
    use tilework::dynamic::{DynLayout, Mode, Tree};

    /// Two modes of these leaves but for the last extents, which are as large as the array needs.
    fn layout(leaves: [&[(i64, i64)]; 2], extents: [i64; 2]) -> DynLayout {
        let mode = |leaves: &[(i64, i64)], extent: i64| {
            let inner: i64 = leaves.iter().rev().skip(1).map(|leaf| leaf.0).product();
            let mut leaves: Vec<Mode> =
                leaves.iter().map(|&(size, stride)| Mode::new(size, stride)).collect();
            leaves.last_mut().unwrap().extent = (extent + inner - 1) / inner;
            Tree::flat(leaves)
        };
        let modes = [mode(leaves[0], extents[0]), mode(leaves[1], extents[1])];
        let modes = Tree::tuple(modes.iter().map(Tree::view)).unwrap();
        DynLayout::from_modes(modes).unwrap().with_extent(&extents).unwrap()
    }

    /// The places of all elements on both sides, in row-major order of the coordinates.
    fn places(from: &DynLayout, to: &DynLayout, [i0, j0]: [i64; 2]) -> Vec<(i64, i64)> {
        let extents = to.extents().leaves().to_vec();
        let place = |layout: &DynLayout, i: i64, j: i64| {
            layout.offset(&Tree::flat([i, j])).unwrap().as_int().unwrap()
        };
        let all = (0..extents[0]).flat_map(|i| (0..extents[1]).map(move |j| (i, j)));
        all.map(|(i, j)| (place(from, i0 + i, j0 + j), place(to, i, j))).collect()
    }

    /// Every element of every part is moved once, from its place in the one layout to its place in the other.
    #[test]
    fn every_element_once() {
        let modes: [&[(i64, i64)]; 5] = [
            &[(9, 4)],
            &[(4, 1), (9, 64)],
            &[(2, 3), (3, 40), (9, 8)],
            &[(1, 7), (6, 1), (9, 200)],
            &[(5, 2), (9, 31)],
        ];
        for (a, b) in modes.iter().flat_map(|a| modes.iter().map(move |b| (a, b))) {
            let extents = [26, 13];
            let from = layout([a, b], extents);
            for part in [[0..26, 0..13], [8..20, 3..9], [5..26, 4..13], [7..9, 12..13], [1..26, 6..7]] {
                let sizes = [part[0].end - part[0].start, part[1].end - part[1].start];
                let to = layout([b, a], sizes);
                let mut expected = places(&from, &to, [part[0].start, part[1].start]);
                let mut found = Vec::new();
                for step in steps(&from, &part, &to).unwrap() {
                    let shifted = places(&step.from.layout, &step.to.layout, [0, 0]);
                    found.extend(
                        shifted.iter().map(|place| (place.0 + step.from_begin, place.1 + step.to_begin)),
                    );
                }
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{part:?} of {from} to {to}");
            }
        }
    }

    /// Blocks that begin together are one copy; others are as many as there are ways in which they lie.
    #[test]
    fn few_copies() {
        let fractals: [&[(i64, i64)]; 2] = [&[(16, 16), (9, 256)], &[(16, 1), (9, 4096)]];
        let (from, to) = (layout(fractals, [128, 64]), layout(fractals, [64, 64]));
        let count = |begin| steps(&from, &[begin..begin + 64, 0..64], &to).unwrap().len();
        assert_eq!((count(0), count(32), count(40)), (1, 1, 2));
        let prime = layout([&[(4099, 1), (9, 4099)], &[(1, 0)]], [20000, 1]);
        let other = layout([&[(2, 1), (9, 2)], &[(1, 0)]], [19999, 1]);
        assert!(steps(&prime, &[1..20000, 0..1], &other).is_err());
    }
}
