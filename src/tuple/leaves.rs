//! The leaves of a tuple as compile-time data: what `const fn` can compute with.

/// The leaves of an integer tuple from the first to the last; `None` stands for a dynamic one.
#[derive(Clone, Copy, Debug)]
pub struct Leaves {
    leaves: [Option<isize>; Leaves::CAPACITY],
    len: usize,
}

impl Leaves {
    const CAPACITY: usize = 48;

    /// No leaves.
    pub const fn new() -> Self {
        Leaves { leaves: [None; Leaves::CAPACITY], len: 0 }
    }

    /// The number of leaves.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Leaf number `i`, if it is static.
    pub const fn get(&self, i: usize) -> Option<isize> {
        assert!(i < self.len);
        self.leaves[i]
    }

    /// These leaves and one more.
    pub const fn push(mut self, leaf: Option<isize>) -> Self {
        assert!(self.len < Leaves::CAPACITY, "a tuple has at most 48 leaves");
        self.leaves[self.len] = leaf;
        self.len += 1;
        self
    }

    /// These leaves and those of another tuple.
    pub const fn append(mut self, other: &Leaves) -> Self {
        let mut i = 0;
        while i < other.len {
            self = self.push(other.leaves[i]);
            i += 1;
        }
        self
    }

    /// How the offset of one mode depends on its coordinate: the length of the static block in front.
    ///
    /// The product of the static leaves before the last one, up to the first dynamic leaf: within an aligned block of
    /// that length, and from the start of one block to the next, the offset of a mode needs no division. 0 where the
    /// mode is a single leaf: its offset is linear, and any length will do.
    pub const fn block(&self) -> usize {
        let (mut block, mut i) = (1, 0);
        while i + 1 < self.len {
            match self.leaves[i] {
                Some(extent) => block *= extent as usize,
                None => break,
            }
            i += 1;
        }
        if self.len <= 1 { 0 } else { block }
    }
}

impl Default for Leaves {
    fn default() -> Self {
        Leaves::new()
    }
}
