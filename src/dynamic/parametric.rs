//! Layouts with parameters: leaves that have a name instead of a number.
use super::error::{Error, ParseError, Parsed, Result, invalid};
use super::layout::DynLayout;
use super::stride::Stride;
use super::text::{TextCursor, read_all};
use super::tree::Tree;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::str::FromStr;

/// A layout some of whose leaves are known only where it is used: `((16,m),(16,n)):((16,256),(1,ld))`.
///
/// A leaf is a product of numbers and names: `8*k` is known to be a multiple of 8.
///
/// ```
/// use tilework::dynamic::ParametricLayout;
/// let rows: ParametricLayout = "(m,8*k):(ld,_1)".parse()?;
/// assert_eq!(rows.names(), ["m", "k", "ld"]);
/// assert_eq!(rows.at(&[3, 2, 20])?.to_string(), "(3,16):(20,1)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ParametricLayout {
    names: Vec<String>,
    shape: Tree<ParametricLeaf>,
    stride: Tree<ParametricLeaf>,
}

/// A number times parameters, each with its place among the names; not more than it has room for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ParametricLeaf {
    pub(crate) factor: i64,
    parameters: [Option<u8>; ParametricLeaf::MOST],
}

impl ParametricLeaf {
    const MOST: usize = 4;

    /// The places of the parameters.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = usize> {
        self.parameters.iter().flatten().map(|&place| usize::from(place))
    }

    /// Its value at these values of the parameters.
    fn at(&self, values: &[i64]) -> Result<i64> {
        let product =
            self.parameters().try_fold(self.factor, |product, place| product.checked_mul(values[place]));
        product.ok_or_else(|| Error::overflow("a leaf of the layout"))
    }
}

impl ParametricLayout {
    /// The names of the parameters, in the order of the text.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The extent and the stride of the leaves of each top-level mode.
    pub(crate) fn modes(
        &self,
    ) -> impl Iterator<Item = impl Iterator<Item = (ParametricLeaf, ParametricLeaf)>> {
        let modes = self.shape.modes().zip(self.stride.modes());
        modes.map(|(shape, stride)| shape.leaves().iter().copied().zip(stride.leaves().iter().copied()))
    }

    /// The layout at these values of the parameters.
    ///
    /// # Errors
    /// If there is not one value for each parameter, or those make no layout.
    pub fn at(&self, values: &[i64]) -> Result<DynLayout> {
        if values.len() != self.names.len() {
            let (count, names) = (values.len(), self.names.join(", "));
            return Err(invalid!("layout", "{count} values for the parameters {names}"));
        }
        let shape = self.shape.try_map(|leaf| leaf.at(values))?;
        DynLayout::new(&shape, &self.stride.try_map(|leaf| leaf.at(values).map(Stride::Int))?)
    }
}

impl FromStr for ParametricLayout {
    type Err = Error;

    /// Reads `shape:stride`, of leaves that are numbers, names, and products of these.
    ///
    /// # Errors
    /// With the place of what is no such text; or if shape and stride are not congruent.
    fn from_str(text: &str) -> Result<Self> {
        let names = RefCell::new(Vec::new());
        let leaf = |cursor: &mut TextCursor<'_>| product(cursor, &mut names.borrow_mut());
        let (shape, stride) = read_all(text, |cursor| {
            let shape = cursor.tree(leaf)?;
            cursor.expect(':')?;
            Ok((shape, cursor.tree(leaf)?))
        })?;
        if !shape.view().congruent(stride.view()) {
            return Err(invalid!("layout", "shape and stride of {text} are not congruent"));
        }
        Ok(ParametricLayout { names: names.into_inner(), shape, stride })
    }
}

/// Numbers and names with `*` between them.
fn product(cursor: &mut TextCursor<'_>, names: &mut Vec<String>) -> Parsed<ParametricLeaf> {
    let mut product = ParametricLeaf { factor: 1, parameters: [None; ParametricLeaf::MOST] };
    let mut count = 0;
    loop {
        if cursor.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            let place = cursor.name(|name| {
                names.iter().position(|known| known == name).unwrap_or_else(|| {
                    names.push(String::from(name));
                    names.len() - 1
                })
            });
            match (product.parameters.get_mut(count), u8::try_from(place)) {
                (Some(free), Ok(place)) => *free = Some(place),
                _ => return Err(too_many(cursor)),
            }
            count += 1;
        } else {
            let factor = cursor.integer()?;
            product.factor = product.factor.checked_mul(factor).ok_or_else(|| too_many(cursor))?;
        }
        if !cursor.eat('*') {
            return Ok(product);
        }
    }
}

/// The refusal of what has no room, before the place where it ends.
fn too_many(cursor: &mut TextCursor<'_>) -> ParseError {
    cursor.unexpected(format!("a product of up to {} names and of 64 bits", ParametricLeaf::MOST))
}
