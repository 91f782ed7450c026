//! Picking and rearranging modes: the same verbs for tuples, coordinates and layouts.
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::mode::Mode;
use super::tree::{Builder, INLINE, Tree, TreeRef};
use core::iter;
use smallvec::SmallVec;

/// The subtree at a path of mode numbers. A leaf is its own mode 0.
///
/// # Errors
/// If a mode of the path does not exist.
///
/// ```
/// # use tilework::dynamic::{DynTuple, get};
/// let tuple: DynTuple = "(2,(3,4))".parse()?;
/// assert_eq!(get(tuple.view(), &[1, 0])?.to_tree().to_string(), "3");
/// assert!(get(tuple.view(), &[2]).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn get<'a, T: Copy>(tree: TreeRef<'a, T>, path: &[usize]) -> Result<TreeRef<'a, T>> {
    let mut at = tree;
    for &index in path {
        at = at
            .modes()
            .nth(index)
            .ok_or_else(|| invalid!("get", "there is no mode {index} among {}", at.rank()))?;
    }
    Ok(at)
}

/// The tuple of these modes, in this order; a mode may be taken more than once.
///
/// Source: CuTe `select<I...>`.
///
/// # Errors
/// If a mode does not exist.
///
/// ```
/// # use tilework::dynamic::{DynTuple, select};
/// let shape: DynTuple = "(2,3,4)".parse()?;
/// assert_eq!(select(shape.view(), &[2, 0])?.to_string(), "(4,2)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn select<T: Copy>(tree: TreeRef<'_, T>, modes: &[usize]) -> Result<Tree<T>> {
    let all: SmallVec<[TreeRef<'_, T>; INLINE]> = tree.modes().collect();
    let mut result = Builder::new();
    result.open()?;
    for &index in modes {
        let mode = all
            .get(index)
            .ok_or_else(|| invalid!("select", "there is no mode {index} among {}", all.len()))?;
        result.push(*mode)?;
    }
    result.close();
    Ok(result.finish())
}

/// The tuple of the modes `begin..end`.
///
/// Source: CuTe `take<B,E>`.
///
/// # Errors
/// If a mode of the range does not exist, or it ends before it begins.
///
/// ```
/// # use tilework::dynamic::{DynTuple, take};
/// let shape: DynTuple = "(2,3,4)".parse()?;
/// assert_eq!(take(shape.view(), 1, 3)?.to_string(), "(3,4)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn take<T: Copy>(tree: TreeRef<'_, T>, begin: usize, end: usize) -> Result<Tree<T>> {
    check_range("take", begin, end, tree.rank())?;
    Tree::tuple(tree.modes().skip(begin).take(end - begin))
}

/// The tuple with the modes `begin..end` put into one; unchanged if there are none.
///
/// Source: CuTe `group<B,E>`.
///
/// # Errors
/// If a mode of the range does not exist, it ends before it begins, or the result is nested deeper than
/// [`MAX_DEPTH`](super::MAX_DEPTH).
///
/// ```
/// # use tilework::dynamic::{DynTuple, group};
/// let shape: DynTuple = "(2,3,4)".parse()?;
/// assert_eq!(group(shape.view(), 0, 2)?.to_string(), "((2,3),4)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn group<T: Copy>(tree: TreeRef<'_, T>, begin: usize, end: usize) -> Result<Tree<T>> {
    check_range("group", begin, end, tree.rank())?;
    if begin == end {
        return Ok(tree.to_tree());
    }
    let mut result = Builder::new();
    result.open()?;
    for (index, mode) in tree.modes().enumerate() {
        if index == begin {
            result.open()?;
        }
        result.push(mode)?;
        if index + 1 == end {
            result.close();
        }
    }
    result.close();
    Ok(result.finish())
}

/// The tuple with one more mode at the end; a leaf counts as a tuple of one. Source: CuTe `append`.
///
/// # Errors
/// If the result is nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
///
/// ```
/// # use tilework::dynamic::{DynTuple, append};
/// let (tuple, mode): (DynTuple, DynTuple) = ("(2,3)".parse()?, "(4,5)".parse()?);
/// assert_eq!(append(tuple.view(), mode.view())?.to_string(), "(2,3,(4,5))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn append<T: Copy>(tree: TreeRef<'_, T>, mode: TreeRef<'_, T>) -> Result<Tree<T>> {
    Tree::tuple(tree.modes().chain([mode]))
}

/// The tuple with one more mode in front; a leaf counts as a tuple of one. Source: CuTe `prepend`.
///
/// # Errors
/// If the result is nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
///
/// ```
/// # use tilework::dynamic::{DynTuple, prepend};
/// let shape: DynTuple = "(2,3,4)".parse()?;
/// assert_eq!(prepend(shape.view(), shape.view())?.to_string(), "((2,3,4),2,3,4)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn prepend<T: Copy>(tree: TreeRef<'_, T>, mode: TreeRef<'_, T>) -> Result<Tree<T>> {
    Tree::tuple([mode].into_iter().chain(tree.modes()))
}

/// The tuple filled up with `filler` behind its modes to this rank, which must not be below its own.
///
/// Source: CuTe `append<N>`.
///
/// # Errors
/// If the rank is below that of the tuple, or above 65536.
///
/// ```
/// # use tilework::dynamic::{DynTuple, append_to};
/// let shape: DynTuple = "(2,3,4)".parse()?;
/// assert_eq!(append_to(shape.view(), 5, 1)?.to_string(), "(2,3,4,1,1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn append_to<T: Copy>(tree: TreeRef<'_, T>, rank: usize, filler: T) -> Result<Tree<T>> {
    pad(tree, 0, missing_modes("append_to", tree.rank(), rank)?, filler)
}

/// The tuple filled up with `filler` before its modes to this rank, which must not be below its own.
///
/// Source: CuTe `prepend<N>`.
///
/// # Errors
/// If the rank is below that of the tuple, or above 65536.
///
/// ```
/// # use tilework::dynamic::{DynTuple, prepend_to};
/// let shape: DynTuple = "(2,3,4)".parse()?;
/// assert_eq!(prepend_to(shape.view(), 5, 1)?.to_string(), "(1,1,2,3,4)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn prepend_to<T: Copy>(tree: TreeRef<'_, T>, rank: usize, filler: T) -> Result<Tree<T>> {
    pad(tree, missing_modes("prepend_to", tree.rank(), rank)?, 0, filler)
}

/// The tuple with another subtree for a mode; a leaf counts as a tuple of one. Source: CuTe `replace`.
///
/// # Errors
/// If the mode does not exist, or the result is nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
///
/// ```
/// # use tilework::dynamic::{DynTuple, replace};
/// let (tuple, mode): (DynTuple, DynTuple) = ("(2,3,4)".parse()?, "(7,8)".parse()?);
/// assert_eq!(replace(tuple.view(), 1, mode.view())?.to_string(), "(2,(7,8),4)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn replace<T: Copy>(tree: TreeRef<'_, T>, index: usize, with: TreeRef<'_, T>) -> Result<Tree<T>> {
    if index >= tree.rank() {
        return Err(invalid!("replace", "there is no mode {index} among {}", tree.rank()));
    }
    Tree::tuple(tree.modes().enumerate().map(|(place, mode)| if place == index { with } else { mode }))
}

/// The tree of `profile` with the leaves of `flat`, which must be as many. Source: CuTe `unflatten`.
///
/// Post-condition: congruent with the profile, and `flatten(unflatten(f, p)) = flatten(f)` unless the profile is a
/// leaf.
///
/// # Errors
/// If there are not as many leaves as in the profile.
///
/// ```
/// # use tilework::dynamic::{DynTuple, unflatten};
/// let (flat, profile): (DynTuple, DynTuple) = ("(2,3,4)".parse()?, "((0,0),0)".parse()?);
/// assert_eq!(unflatten(flat.view(), profile.view())?.to_string(), "((2,3),4)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn unflatten<T: Copy, P: Copy>(flat: TreeRef<'_, T>, profile: TreeRef<'_, P>) -> Result<Tree<T>> {
    let (own, wanted) = (flat.leaves().len(), profile.leaves().len());
    if own != wanted {
        return Err(invalid!("unflatten", "{own} leaves for a profile of {wanted}"));
    }
    Ok(profile.with_leaves(flat.leaves().iter().copied()))
}

/// The flat tuple of all leaves; a leaf stays a leaf.
///
/// Source: CuTe `flatten`. `flatten` of `((2,3),4)` is `(2,3,4)`.
pub fn flatten<T: Copy>(tree: TreeRef<'_, T>) -> Tree<T> {
    if tree.is_leaf() { tree.to_tree() } else { Tree::flat(tree.leaves().iter().copied()) }
}

impl DynLayout {
    /// The layout that is the subtree at a path of mode numbers. It has an extent only if it is a top-level mode
    /// without nesting: that of parts of a mode is not known.
    ///
    /// # Errors
    /// If a mode of the path does not exist; or if the layout has no elements, and the size of the mode does not fit in
    /// 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.get(&[0, 1])?.to_string(), "3:2");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn get(&self, path: &[usize]) -> Result<DynLayout> {
        let mode = get(self.view(), path)?;
        let layout = DynLayout::from_modes(mode.to_tree())?;
        match (path, &self.extent) {
            ([index], Some(extent)) if extent.by_mode && mode.is_leaf() => {
                layout.with_extent(&[extent.bounds[*index]])
            }
            _ => Ok(layout),
        }
    }

    /// The layout of these top-level modes, in this order.
    ///
    /// # Errors
    /// If a mode does not exist, the logical extent is not that of the top-level modes, or a number does not fit in 64
    /// bits, as a mode may be taken more than once.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.select(&[1, 0])?.to_string(), "(4,(2,3)):(6,(1,2))");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn select(&self, modes: &[usize]) -> Result<DynLayout> {
        let extent = self.extent_by_mode("select")?;
        let layout = DynLayout::from_modes(select(self.view(), modes)?)?;
        let extent: SmallVec<[i64; 4]> = modes.iter().map(|&mode| extent.leaves()[mode]).collect();
        layout.with_extent(&extent)
    }

    /// The layout of the top-level modes `begin..end`.
    ///
    /// # Errors
    /// If a mode of the range does not exist, it ends before it begins, or the logical extent is not that of the
    /// top-level modes; or if the layout has no elements, and the size of these modes does not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.take(1, 2)?.to_string(), "(4):(6)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn take(&self, begin: usize, end: usize) -> Result<DynLayout> {
        let extent = self.extent_by_mode("take")?;
        let layout = DynLayout::from_modes(take(self.view(), begin, end)?)?;
        layout.with_extent(&extent.leaves()[begin..end])
    }

    /// The same function, with the top-level modes `begin..end` put into one.
    ///
    /// # Errors
    /// If a mode of the range does not exist, it ends before it begins, or the result is nested deeper than
    /// [`MAX_DEPTH`](super::MAX_DEPTH).
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.group(0, 2)?.to_string(), "(((2,3),4)):(((1,2),6))");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn group(&self, begin: usize, end: usize) -> Result<DynLayout> {
        self.rearranged(group(self.view(), begin, end)?, self.places())
    }

    /// The layout with another as one more mode at the end; a leaf counts as a layout of one mode.
    ///
    /// # Errors
    /// If a layout overhangs, their strides are of different kinds, the result is nested deeper than
    /// [`MAX_DEPTH`](super::MAX_DEPTH), or a number does not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "(2,3):(1,2)".parse()?;
    /// assert_eq!(layout.append(&"(4,5):(6,24)".parse()?)?.to_string(), "(2,3,(4,5)):(1,2,(6,24))");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn append(&self, mode: &DynLayout) -> Result<DynLayout> {
        self.require_exact("append")?;
        mode.require_exact("append")?;
        DynLayout::from_modes(append(self.view(), mode.view())?)
    }

    /// The layout with another as one more mode in front; a leaf counts as a layout of one mode.
    ///
    /// # Errors
    /// As [`append`](Self::append).
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.prepend(&"5:24".parse()?)?.to_string(), "(5,(2,3),4):(24,(1,2),6)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn prepend(&self, mode: &DynLayout) -> Result<DynLayout> {
        self.require_exact("prepend")?;
        mode.require_exact("prepend")?;
        DynLayout::from_modes(prepend(self.view(), mode.view())?)
    }

    /// The same function, with modes `1:0` behind up to this rank.
    ///
    /// # Errors
    /// If the rank is below that of the layout, or above 65536.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.append_to(3)?.to_string(), "((2,3),4,1):((1,2),6,0)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn append_to(&self, rank: usize) -> Result<DynLayout> {
        let modes = append_to(self.view(), rank, Mode::UNIT)?;
        self.rearranged(modes, self.places().chain(iter::repeat_n(None, rank - self.rank())))
    }

    /// The same function, with modes `1:0` in front up to this rank.
    ///
    /// # Errors
    /// If the rank is below that of the layout, or above 65536.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.prepend_to(3)?.to_string(), "(1,(2,3),4):(0,(1,2),6)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn prepend_to(&self, rank: usize) -> Result<DynLayout> {
        let modes = prepend_to(self.view(), rank, Mode::UNIT)?;
        self.rearranged(modes, iter::repeat_n(None, rank - self.rank()).chain(self.places()))
    }

    /// The same function, without nesting.
    ///
    /// # Errors
    /// Never: the modes are those of a layout.
    ///
    /// ```
    /// # use tilework::dynamic::DynLayout;
    /// let layout: DynLayout = "((2,3),4):((1,2),6)".parse()?;
    /// assert_eq!(layout.flatten()?.to_string(), "(2,3,4):(1,2,6)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn flatten(&self) -> Result<DynLayout> {
        self.rearranged(flatten(self.view()), self.places())
    }

    /// The numbers of the leaves, all of them kept.
    fn places(&self) -> impl Iterator<Item = Option<usize>> {
        (0..self.leaves().len()).map(Some)
    }
}

/// Ranks above this are refused, so that a request for more modes cannot exhaust memory.
const MAX_FILLED_RANK: usize = 1 << 16;

fn missing_modes(operation: &'static str, own: usize, rank: usize) -> Result<usize> {
    if rank < own {
        return Err(invalid!(operation, "rank {rank} is below the {own} modes there are"));
    }
    if rank > MAX_FILLED_RANK {
        return Err(invalid!(operation, "rank {rank} is above the limit of {MAX_FILLED_RANK}"));
    }
    Ok(rank - own)
}

fn pad<T: Copy>(tree: TreeRef<'_, T>, before: usize, after: usize, filler: T) -> Result<Tree<T>> {
    if before + after == 0 {
        return Ok(tree.to_tree());
    }
    let mut result = Builder::new();
    result.open()?;
    (0..before).for_each(|_| result.leaf(filler));
    for mode in tree.modes() {
        result.push(mode)?;
    }
    (0..after).for_each(|_| result.leaf(filler));
    result.close();
    Ok(result.finish())
}

fn check_range(operation: &'static str, begin: usize, end: usize, rank: usize) -> Result<()> {
    if begin <= end && end <= rank {
        Ok(())
    } else {
        Err(invalid!(operation, "there are no modes {begin}..{end} among {rank}"))
    }
}
