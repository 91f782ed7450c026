//! What people want to see: in whatever notation, with what is said before and after the picture.
use crate::facts::{self, Fact};
use crate::matrix::{self, NamedLayout};
use crate::mistake::{Mistake, mistake, parse_tuple};
use crate::shape::{self, is_shape, read_array};
use tilework::draw::{Subject, ThreadValues, TiledArray};
use tilework::dynamic::{DynLayout, DynTuple, MAX_ENUMERATED, Swizzled};
use tilework::xla::stored_bits;

/// How something is named.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// A layout, swizzled or not, a format with its size, or an array of XLA.
    pub text: &'a str,
    /// The size of the matrix, where it does not stand behind the format.
    pub size: Option<&'a str>,
    /// The logical extent, one number for each mode.
    pub extent: Option<&'a str>,
    /// The shape of the tile whose elements threads hold, if the layout goes from (thread,value) to elements.
    pub tile: Option<&'a str>,
}

/// What is shown: what is drawn, what is said before and after it, and how wide its elements are.
#[derive(Debug, Clone)]
pub struct Shown {
    /// What is drawn.
    pub subject: Subject,
    /// The layout that the algebra takes, if there is one.
    pub layout: Option<DynLayout>,
    /// What a format is, in words.
    pub title: Option<String>,
    /// What there is to say of it.
    pub facts: Vec<Fact>,
    /// The bits of an element, if they are known.
    pub bits: Option<i64>,
}

/// Reads what is to be seen.
///
/// # Errors
/// If the text is in no notation, has no places, or comes with sizes that it has already.
///
/// ```
/// use tilework_answers::subject::{Named, read};
/// let named = Named { text: "zN:f16:100x50", size: None, extent: None, tile: None };
/// let shown = read(named)?;
/// assert_eq!(shown.subject.title(), "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)");
/// assert_eq!(shown.bits, Some(16));
/// # Ok::<(), tilework_answers::Mistake>(())
/// ```
pub fn read(named: Named<'_>) -> Result<Shown, Mistake> {
    if let Some(tile) = named.tile {
        named.must_not_have_sizes("a thread-value layout")?;
        let layout = matrix::read(named.text, None)?.layout;
        let threads = ThreadValues::new(layout.clone(), parse_tuple("tile", tile)?)?;
        let facts = facts::of_layout(&layout, None)?;
        return Ok(Shown { subject: threads.into(), layout: Some(layout), title: None, facts, bits: None });
    }
    if is_shape(named.text) {
        named.must_not_have_sizes("an XLA shape")?;
        let array = read_array(named.text)?;
        shape::places(&array)?;
        let (facts, bits) = (facts::of_array(&array)?, Some(stored_bits(&array)));
        return Ok(Shown { subject: TiledArray::new(array)?.into(), layout: None, title: None, facts, bits });
    }
    if let Some(swizzled) = matrix::read_swizzled(named.text) {
        named.must_not_have_sizes("a swizzled layout")?;
        return of_swizzled(swizzled?);
    }
    of_layout(matrix::read(named.text, named.size)?, named.extent)
}

/// A layout with this logical extent, if one is said.
///
/// # Errors
/// If the extent does not fit.
pub fn of_layout(mut read: NamedLayout, extent: Option<&str>) -> Result<Shown, Mistake> {
    if let Some(extent) = extent {
        let extent: DynTuple = parse_tuple("extent", extent)?;
        read.layout = read.layout.with_extent(extent.leaves())?;
    }
    let facts = facts::of_layout(&read.layout, read.element)?;
    let bits = read.element.map(|element| element.bits().into());
    let layout = Some(read.layout.clone());
    Ok(Shown { subject: read.layout.into(), layout, title: read.title, facts, bits })
}

/// A swizzled layout.
///
/// # Errors
/// If an offset does not fit in 64 bits.
pub fn of_swizzled(swizzled: Swizzled) -> Result<Shown, Mistake> {
    let is_small = swizzled.layout.size() <= MAX_ENUMERATED;
    let places = is_small.then(|| swizzled.offsets().collect::<Result<Vec<i64>, _>>()).transpose()?;
    let facts = facts::of_swizzled(&swizzled, places)?;
    Ok(Shown { subject: swizzled.into(), layout: None, title: None, facts, bits: None })
}

/// Reads a subject that has its sizes in its own text.
///
/// # Errors
/// As [`read()`].
pub fn read_alone(text: &str) -> Result<Subject, Mistake> {
    Ok(read(Named { text, size: None, extent: None, tile: None })?.subject)
}

impl Named<'_> {
    /// Refuses sizes beside what has its own.
    ///
    /// # Errors
    /// If there are some.
    pub fn must_not_have_sizes(&self, what: &str) -> Result<(), Mistake> {
        match self.size.or(self.extent) {
            None => Ok(()),
            Some(unused) => Err(mistake!("{what} has its sizes already, what is {unused} for?")),
        }
    }
}
