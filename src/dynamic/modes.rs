//! Picking and rearranging modes: the same verbs for tuples, coordinates and layouts.
use super::error::{Error, Result};
use super::tree::{Builder, INLINE, Tree, TreeRef};
use alloc::format;
use smallvec::SmallVec;

/// The subtree at a path of mode numbers. A leaf is its own mode 0.
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
            .ok_or_else(|| Error::invalid("get", format!("there is no mode {index} among {}", at.rank())))?;
    }
    Ok(at)
}

/// The tuple of these modes, in this order; a mode may be taken more than once.
///
/// Source: CuTe `select<I...>`. `select` of modes 2, 0 of `(2,3,4)` is `(4,2)`.
pub fn select<T: Copy>(tree: TreeRef<'_, T>, modes: &[usize]) -> Result<Tree<T>> {
    let all: SmallVec<[TreeRef<'_, T>; INLINE]> = tree.modes().collect();
    let mut result = Builder::new();
    result.open()?;
    for &index in modes {
        let mode = all.get(index).ok_or_else(|| {
            Error::invalid("select", format!("there is no mode {index} among {}", all.len()))
        })?;
        result.push(*mode)?;
    }
    result.close();
    Ok(result.finish())
}

/// The tuple of the modes `begin..end`.
///
/// Source: CuTe `take<B,E>`.
pub fn take<T: Copy>(tree: TreeRef<'_, T>, begin: usize, end: usize) -> Result<Tree<T>> {
    check_range("take", begin, end, tree.rank())?;
    Tree::tuple(tree.modes().skip(begin).take(end - begin))
}

/// The tuple with the modes `begin..end` put into one; unchanged if there are none.
///
/// Source: CuTe `group<B,E>`. `group` 0..2 of `(2,3,4)` is `((2,3),4)`.
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

/// The tuple filled up with `filler` behind its modes to this rank, which must not be below its own.
///
/// Source: CuTe `append<N>`.
pub fn append<T: Copy>(tree: TreeRef<'_, T>, rank: usize, filler: T) -> Result<Tree<T>> {
    pad(tree, 0, missing_modes("append", tree.rank(), rank)?, filler)
}

/// The tuple filled up with `filler` before its modes to this rank, which must not be below its own.
///
/// Source: CuTe `prepend<N>`.
pub fn prepend<T: Copy>(tree: TreeRef<'_, T>, rank: usize, filler: T) -> Result<Tree<T>> {
    pad(tree, missing_modes("prepend", tree.rank(), rank)?, 0, filler)
}

/// The flat tuple of all leaves; a leaf stays a leaf.
///
/// Source: CuTe `flatten`. `flatten` of `((2,3),4)` is `(2,3,4)`.
pub fn flatten<T: Copy>(tree: TreeRef<'_, T>) -> Tree<T> {
    if tree.is_leaf() { tree.to_tree() } else { Tree::flat(tree.leaves().iter().copied()) }
}

/// Ranks above this are refused, so that a request for more modes cannot exhaust memory.
const MAX_FILLED_RANK: usize = 1 << 16;

fn missing_modes(operation: &'static str, own: usize, rank: usize) -> Result<usize> {
    if rank < own {
        return Err(Error::invalid(operation, format!("rank {rank} is below the {own} modes there are")));
    }
    if rank > MAX_FILLED_RANK {
        return Err(Error::invalid(
            operation,
            format!("rank {rank} is above the limit of {MAX_FILLED_RANK}"),
        ));
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
        Err(Error::invalid(operation, format!("there are no modes {begin}..{end} among {rank}")))
    }
}
