//! The forms of divisions and products: how the two parts of a cut are put together, whatever was cut.
use super::error::{Error, Result};
use super::tiler::Tiler;
use super::tree::{Builder, Tree, TreeRef};
use smallvec::{SmallVec, smallvec};

/// A form of divisions and products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Logical,
    Zipped,
    Tiled,
    Flattened,
}

/// The four verbs of divisions, or of products: each its form of what `$made` makes.
macro_rules! verbs {
    ($made:ident $of:ident; $($(#[$doc:meta])* $verb:ident $Form:ident;)*) => { $(
        $(#[$doc])*
        pub fn $verb($of: &DynLayout, tiler: &Tiler) -> Result<DynLayout> {
            $made(stringify!($verb), $of, tiler, Form::$Form)
        }
    )* };
}
pub(super) use verbs;

impl Form {
    /// Puts a tree whose subtrees are pairs where the tiler has leaves into this order. A mode kept by `_` counts as
    /// a pair of a `single` leaf of one element and itself; in the flat form it has to be a pair.
    pub(crate) fn arrange<T: Copy>(
        self,
        operation: &'static str,
        pairs: Tree<T>,
        tiler: &Tiler,
        single: T,
    ) -> Result<Tree<T>> {
        if self == Form::Logical {
            return Ok(pairs);
        }
        let single = (self != Form::Flattened).then_some(single);
        let (first, second) = unzip(operation, pairs.view(), tiler, single)?;
        match self {
            Form::Logical | Form::Zipped => Tree::tuple([first.view(), second.view()]),
            Form::Tiled => Tree::tuple([first.view()].into_iter().chain(second.modes())),
            Form::Flattened => Tree::tuple(opened(first.view()).into_iter().chain(opened(second.view()))),
        }
    }
}

/// All first parts of the pairs, and all second parts with what the tiler does not name; a mode that is kept is the
/// second part to a `single` leaf, or without one a pair itself.
fn unzip<T: Copy>(
    operation: &'static str,
    tree: TreeRef<'_, T>,
    tiler: &Tiler,
    single: Option<T>,
) -> Result<(Tree<T>, Tree<T>)> {
    let tilers = match (tiler, single) {
        (Tiler::ByMode(tilers), _) => tilers,
        (Tiler::Keep, Some(single)) => return Ok((Tree::leaf(single), tree.to_tree())),
        (Tiler::Keep, None) | (Tiler::Layout(_), _) => {
            let mut parts = tree.modes();
            return match (parts.next(), parts.next(), parts.next()) {
                (Some(first), Some(second), None) => Ok((first.to_tree(), second.to_tree())),
                _ => Err(Error::invalid(operation, "a mode is no pair of tile and rest")),
            };
        }
    };
    let (mut first_parts, mut second_parts) = (Builder::new(), Builder::new());
    first_parts.open()?;
    second_parts.open()?;
    for (index, mode) in tree.modes().enumerate() {
        match tilers.get(index) {
            Some(tiler) => {
                let (first, second) = unzip(operation, mode, tiler, single)?;
                first_parts.push(first.view())?;
                second_parts.push(second.view())?;
            }
            None => second_parts.push(mode)?,
        }
    }
    first_parts.close();
    second_parts.close();
    Ok((first_parts.finish(), second_parts.finish()))
}

/// The modes of a tuple of several; a tuple of one stays as it is.
fn opened<T: Copy>(tree: TreeRef<'_, T>) -> SmallVec<[TreeRef<'_, T>; 8]> {
    if tree.rank() == 1 { smallvec![tree] } else { tree.modes().collect() }
}
