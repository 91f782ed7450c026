//! Trees of leaves: the one shape of data behind tuples, coordinates and layouts.
//!
//! The structure is a list of nodes in preorder, each with the number of nodes of its subtree (0 for a leaf), beside
//! the list of leaves. Both stay on the stack up to [`INLINE`] leaves, and a subtree is a pair of sub-slices: walking
//! down never allocates.
use super::error::{Error, Result};
use smallvec::SmallVec;

/// Leaves that are held without heap allocation.
pub const INLINE: usize = 16;

/// The deepest nesting of a tree. Text and operations that would nest deeper are refused, so that walking a tree
/// recursively is always safe.
pub const MAX_DEPTH: usize = 128;

const LEAF: u32 = 0;
type Nodes = SmallVec<[u32; INLINE + 8]>;

/// A number of nodes, as a node says it: a tree of 2^32 nodes would fill 16 GiB with them.
#[inline]
fn count(nodes: usize) -> u32 {
    u32::try_from(nodes).expect("a tree has less than 2^32 nodes")
}

/// A leaf, or a tuple of trees. `4` and `(4)` differ.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tree<T: Copy> {
    nodes: Nodes,
    leaves: SmallVec<[T; INLINE]>,
}

impl<T: Copy> Tree<T> {
    /// The tree that is a single leaf.
    pub fn leaf(value: T) -> Self {
        Tree { nodes: SmallVec::from_slice(&[LEAF]), leaves: SmallVec::from_slice(&[value]) }
    }

    /// The flat tuple of these leaves.
    pub fn flat(leaves: impl IntoIterator<Item = T>) -> Self {
        Tree::flat_of(leaves.into_iter().collect())
    }

    /// The flat tuple of leaves that are collected already.
    #[inline]
    pub(crate) fn flat_of(leaves: SmallVec<[T; INLINE]>) -> Self {
        let mut nodes = Nodes::from_elem(LEAF, leaves.len() + 1);
        nodes[0] = count(nodes.len());
        Tree { nodes, leaves }
    }

    /// The tuple of these trees.
    ///
    /// # Errors
    /// If it would be nested deeper than [`MAX_DEPTH`].
    #[inline]
    pub fn tuple<'a>(modes: impl IntoIterator<Item = TreeRef<'a, T>>) -> Result<Self>
    where
        T: 'a,
    {
        let mut builder = Builder::new();
        builder.open()?;
        for mode in modes {
            builder.push(mode)?;
        }
        builder.close();
        Ok(builder.finish())
    }

    /// The tuple of modes with these leaves; one leaf is a mode by itself.
    #[inline]
    pub(crate) fn of_modes<L: IntoIterator<Item = T, IntoIter: ExactSizeIterator>>(
        modes: impl IntoIterator<Item = L>,
    ) -> Result<Self> {
        let mut builder = Builder::new();
        builder.open()?;
        for leaves in modes {
            let leaves = leaves.into_iter();
            let is_tuple = leaves.len() != 1;
            if is_tuple {
                builder.open()?;
            }
            leaves.for_each(|leaf| builder.leaf(leaf));
            if is_tuple {
                builder.close();
            }
        }
        builder.close();
        Ok(builder.finish())
    }

    /// A view of the whole tree.
    #[inline]
    pub fn view(&self) -> TreeRef<'_, T> {
        TreeRef { nodes: &self.nodes, leaves: &self.leaves }
    }

    /// The number of modes of a tuple; 1 for a leaf.
    #[inline]
    pub fn rank(&self) -> usize {
        self.view().rank()
    }

    /// The depth of nesting: 0 for a leaf, one more than the deepest mode for a tuple.
    pub fn depth(&self) -> usize {
        self.view().depth()
    }

    /// The leaves from left to right.
    #[inline]
    pub fn leaves(&self) -> &[T] {
        &self.leaves
    }

    /// The modes of a tuple from left to right; a leaf is its own only mode.
    #[inline]
    pub fn modes(&self) -> TreeModes<'_, T> {
        self.view().modes()
    }

    /// The tree with every leaf replaced.
    pub fn map<U: Copy>(&self, f: impl FnMut(T) -> U) -> Tree<U> {
        Tree { nodes: self.nodes.clone(), leaves: self.leaves.iter().copied().map(f).collect() }
    }

    /// The tree with every leaf replaced, or the first error.
    ///
    /// # Errors
    /// The first of `f`.
    pub fn try_map<U: Copy>(&self, mut f: impl FnMut(T) -> Result<U>) -> Result<Tree<U>> {
        let mut leaves = SmallVec::with_capacity(self.leaves.len());
        for &leaf in &self.leaves {
            leaves.push(f(leaf)?);
        }
        Ok(Tree { nodes: self.nodes.clone(), leaves })
    }
}

/// A view of a tree or of one of its subtrees.
#[derive(Debug, PartialEq, Eq)]
pub struct TreeRef<'a, T> {
    nodes: &'a [u32],
    leaves: &'a [T],
}

impl<T> Clone for TreeRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for TreeRef<'_, T> {}

impl<'a, T: Copy> TreeRef<'a, T> {
    /// Whether this is a single leaf and not a tuple.
    #[inline]
    pub fn is_leaf(self) -> bool {
        self.nodes[0] == LEAF
    }

    /// The leaf, unless this is a tuple.
    #[inline]
    pub fn as_leaf(self) -> Option<T> {
        if self.is_leaf() { Some(self.leaves[0]) } else { None }
    }

    /// The leaves from left to right.
    #[inline]
    pub fn leaves(self) -> &'a [T] {
        self.leaves
    }

    /// The number of modes of a tuple; 1 for a leaf.
    #[inline]
    pub fn rank(self) -> usize {
        let mut rank = 0;
        let mut at = usize::from(!self.is_leaf());
        while at < self.nodes.len() {
            at += (self.nodes[at] as usize).max(1);
            rank += 1;
        }
        rank
    }

    /// The depth of nesting: 0 for a leaf, one more than the deepest mode for a tuple.
    pub fn depth(self) -> usize {
        if self.is_leaf() { 0 } else { self.modes().map(|mode| 1 + mode.depth()).max().unwrap_or(0) }
    }

    /// The modes of a tuple from left to right; a leaf is its own only mode.
    #[inline]
    pub fn modes(self) -> TreeModes<'a, T> {
        let nodes = if self.is_leaf() { self.nodes } else { &self.nodes[1..] };
        TreeModes { nodes, leaves: self.leaves }
    }

    /// Whether both have the same tree, whatever the leaves.
    ///
    /// ```
    /// # use tilework::dynamic::DynTuple;
    /// let a: DynTuple = "((2,3),4)".parse()?;
    /// let b: DynTuple = "((7,1),9)".parse()?;
    /// assert!(a.view().congruent(b.view()));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    #[inline]
    pub fn congruent<U>(self, other: TreeRef<'_, U>) -> bool {
        self.nodes == other.nodes
    }

    /// An owned copy.
    pub fn to_tree(self) -> Tree<T> {
        Tree { nodes: Nodes::from_slice(self.nodes), leaves: SmallVec::from_slice(self.leaves) }
    }

    /// The tree over the same structure with these leaves, which must be as many.
    pub(crate) fn with_leaves<U: Copy>(self, leaves: impl IntoIterator<Item = U>) -> Tree<U> {
        let tree = Tree { nodes: Nodes::from_slice(self.nodes), leaves: leaves.into_iter().collect() };
        debug_assert_eq!(tree.leaves.len(), self.leaves.len(), "one leaf for each leaf");
        tree
    }
}

impl<'a, T: Copy> From<&'a Tree<T>> for TreeRef<'a, T> {
    fn from(tree: &'a Tree<T>) -> Self {
        tree.view()
    }
}

/// The modes of a tree from left to right.
#[derive(Debug, Clone)]
pub struct TreeModes<'a, T> {
    nodes: &'a [u32],
    leaves: &'a [T],
}

impl<'a, T> Iterator for TreeModes<'a, T> {
    type Item = TreeRef<'a, T>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let &first = self.nodes.first()?;
        let (mode, rest) = self.nodes.split_at((first as usize).max(1));
        let (leaves, rest_leaves) = self.leaves.split_at(mode.iter().filter(|&&node| node == LEAF).count());
        (self.nodes, self.leaves) = (rest, rest_leaves);
        Some(TreeRef { nodes: mode, leaves })
    }
}

/// Writes a tree from left to right. As many [`close`](Builder::close) as [`open`](Builder::open), and one tree at
/// the top.
#[derive(Debug)]
pub(crate) struct Builder<T: Copy> {
    nodes: Nodes,
    leaves: SmallVec<[T; INLINE]>,
    open: SmallVec<[u32; 8]>,
}

impl<T: Copy> Builder<T> {
    #[inline]
    pub(crate) fn new() -> Self {
        Builder { nodes: Nodes::new(), leaves: SmallVec::new(), open: SmallVec::new() }
    }

    /// Begins a tuple.
    #[inline]
    pub(crate) fn open(&mut self) -> Result<()> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Error::invalid("tuple", alloc::format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.open.push(count(self.nodes.len()));
        self.nodes.push(0);
        Ok(())
    }

    #[inline]
    pub(crate) fn leaf(&mut self, value: T) {
        self.nodes.push(LEAF);
        self.leaves.push(value);
    }

    /// Adds a whole tree.
    #[inline]
    pub(crate) fn push(&mut self, tree: TreeRef<'_, T>) -> Result<()> {
        // A tree is not deeper than it has nodes, which is quicker to see.
        let room = MAX_DEPTH - self.open.len();
        if tree.nodes.len() > room && tree.depth() > room {
            return Err(Error::invalid("tuple", alloc::format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.nodes.extend_from_slice(tree.nodes);
        self.leaves.extend_from_slice(tree.leaves);
        Ok(())
    }

    /// Ends the tuple begun last.
    #[inline]
    pub(crate) fn close(&mut self) {
        let at = self.open.pop().expect("a tuple is open") as usize;
        self.nodes[at] = count(self.nodes.len() - at);
    }

    /// The tree written so far, which must be whole.
    #[inline]
    pub(crate) fn view(&self) -> TreeRef<'_, T> {
        debug_assert!(self.open.is_empty() && !self.nodes.is_empty(), "one whole tree");
        TreeRef { nodes: &self.nodes, leaves: &self.leaves }
    }

    /// How many tuples are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    #[inline]
    pub(crate) fn finish(self) -> Tree<T> {
        debug_assert!(self.open.is_empty() && !self.nodes.is_empty(), "one whole tree");
        Tree { nodes: self.nodes, leaves: self.leaves }
    }
}
