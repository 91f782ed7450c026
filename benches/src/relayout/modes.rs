//! Where layouts place elements, written down without the library: results are checked against it, and the references
//! are made of it.

use tilework::dynamic::DynLayout;

/// One mode of a layout: leaves of extent and stride, the innermost first, and the stride at which all of them repeat.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    pub(super) leaves: Vec<(usize, usize)>,
    pub(super) outer: usize,
}

impl Mode {
    fn offset(&self, mut index: usize) -> usize {
        let mut offset = 0;
        for &(extent, stride) in &self.leaves {
            offset += index % extent * stride;
            index /= extent;
        }
        offset + index * self.outer
    }

    /// The numbers of elements after which leaves repeat.
    fn blocks(&self) -> impl Iterator<Item = usize> {
        self.leaves.iter().scan(1, |block, leaf| {
            *block *= leaf.0;
            Some(*block)
        })
    }
}

/// Two layouts of one extent.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) extents: Vec<usize>,
    pub(super) src: Vec<Mode>,
    pub(super) dst: Vec<Mode>,
}

/// A loop over one stride in both layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) extent: usize,
    pub(super) src: usize,
    pub(super) dst: usize,
}

/// A part of a pair that plain loops walk.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) src: usize,
    pub(super) dst: usize,
    pub(super) loops: Vec<Loop>,
}

impl Pair {
    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.extents.iter().product()
    }

    /// The elements that buffers need for either layout.
    pub(super) fn room(&self) -> usize {
        let room = |modes: &[Mode]| {
            // leaves need not grow with the index: the last coordinate of every leaf counts
            let last = |(mode, &extent): (&Mode, &usize)| {
                let blocks: usize = mode.leaves.iter().map(|leaf| leaf.0).product();
                let leaves = mode.leaves.iter().map(|(extent, stride)| (extent - 1) * stride).sum::<usize>();
                leaves + (extent.div_ceil(blocks) - 1) * mode.outer
            };
            1 + modes.iter().zip(&self.extents).map(last).sum::<usize>()
        };
        room(&self.src).max(room(&self.dst))
    }

    /// Both layouts, as the library reads them.
    pub(super) fn layouts(&self) -> [DynLayout; 2] {
        [&self.src, &self.dst].map(|modes| {
            let (mut shapes, mut strides) = (Vec::new(), Vec::new());
            for (mode, &extent) in modes.iter().zip(&self.extents) {
                let blocks: usize = mode.leaves.iter().map(|leaf| leaf.0).product();
                let leaves = mode.leaves.iter().copied().chain([(extent.div_ceil(blocks), mode.outer)]);
                let (extents, steps): (Vec<_>, Vec<_>) =
                    leaves.map(|(extent, stride)| (extent.to_string(), stride.to_string())).unzip();
                shapes.push(format!("({})", extents.join(",")));
                strides.push(format!("({})", steps.join(",")));
            }
            let text = format!("({}):({})", shapes.join(","), strides.join(","));
            let extents: Vec<i64> = self.extents.iter().map(|&extent| extent as i64).collect();
            let layout = text.parse::<DynLayout>().expect("a layout");
            layout.with_extent(&extents).expect("an extent inside the shape")
        })
    }

    /// What the definition says: every element of `src` at its place in `dst`.
    pub(super) fn define<T: Copy>(&self, src: &[T], dst: &mut [T]) {
        let offsets = |modes: &[Mode]| -> Vec<Vec<usize>> {
            let of_mode =
                |(mode, &extent): (&Mode, &usize)| (0..extent).map(|i| mode.offset(i)).collect::<Vec<_>>();
            modes.iter().zip(&self.extents).map(of_mode).collect()
        };
        let (from, to) = (offsets(&self.src), offsets(&self.dst));
        let last = self.extents.len() - 1;
        for outer in 0..self.extents[..last].iter().product() {
            let (mut rest, mut start) = (outer, (0, 0));
            for mode in (0..last).rev() {
                let index = rest % self.extents[mode];
                rest /= self.extents[mode];
                start = (start.0 + from[mode][index], start.1 + to[mode][index]);
            }
            for (from, to) in from[last].iter().zip(&to[last]) {
                dst[start.1 + to] = src[start.0 + from];
            }
        }
    }

    /// The regions in which both layouts are plain loops: one, where all blocks divide all extents.
    pub(super) fn regions(&self) -> Vec<Region> {
        let mut regions = vec![Region { src: 0, dst: 0, loops: Vec::new() }];
        for (mode, &extent) in self.extents.iter().enumerate() {
            let parts = parts(&self.src[mode], &self.dst[mode], extent);
            let with_part = |region: &Region, part: &Region| Region {
                src: region.src + part.src,
                dst: region.dst + part.dst,
                loops: [&part.loops[..], &region.loops].concat(),
            };
            regions =
                regions.iter().flat_map(|region| parts.iter().map(|part| with_part(region, part))).collect();
        }
        regions.iter_mut().for_each(|region| region.merge());
        regions
    }
}

/// A mode cut where whole blocks end, then what is left cut by the smaller blocks, and so on.
fn parts(src: &Mode, dst: &Mode, extent: usize) -> Vec<Region> {
    let (mut parts, mut start) = (Vec::new(), 0);
    while start < extent {
        let mut blocks: Vec<usize> =
            src.blocks().chain(dst.blocks()).filter(|&block| block <= extent - start).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let whole = blocks.last().copied().unwrap_or(1);
        assert!(blocks.windows(2).all(|pair| pair[1] % pair[0] == 0), "blocks that divide each other");
        let len = (extent - start) / whole * whole;
        let (from, to) = (src.offset(start), dst.offset(start));
        let mut loops = Vec::new();
        let mut block = 1;
        for next in blocks.into_iter().chain([len]) {
            if next > block {
                let step = |mode: &Mode, base| mode.offset(start + block) - base;
                loops.push(Loop { extent: next / block, src: step(src, from), dst: step(dst, to) });
            }
            block = next;
        }
        parts.push(Region { src: from, dst: to, loops });
        start += len;
    }
    parts
}

impl Region {
    /// Sorts the loops, the smallest destination stride first, and makes one of two that continue each other.
    pub(super) fn merge(&mut self) {
        self.loops.retain(|each| each.extent > 1);
        self.loops.sort_by_key(|each| each.dst);
        let mut merged: Vec<Loop> = Vec::new();
        for each in self.loops.drain(..) {
            match merged.last_mut() {
                Some(last) if (last.extent * last.src, last.extent * last.dst) == (each.src, each.dst) => {
                    last.extent *= each.extent;
                }
                _ => merged.push(each),
            }
        }
        self.loops = merged;
    }

    /// The region up to `at` in one of its loops, and from there on.
    pub(super) fn split(&self, number: usize, at: usize) -> [Region; 2] {
        let cut = self.loops[number];
        let mut parts = [self.clone(), self.clone()];
        parts[0].loops[number].extent = at;
        parts[1].loops[number].extent = cut.extent - at;
        parts[1].src += at * cut.src;
        parts[1].dst += at * cut.dst;
        parts
    }
}
