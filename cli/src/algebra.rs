//! `tilework compose`, `divide`, `product`, `complement`, `inverse`, `coalesce`: the layout algebra for people.
//!
//! Each prints its operands, the steps in between, and the result, or the step that was refused and why.
use crate::facts;
use crate::failure::{Failure, parse, parse_tuple};
use crate::matrix;
use crate::picture::{PictureArguments, ROWS_IN_FILES};
use clap::ValueEnum;
use std::fmt::{Display, Write};
use tilework::draw::{Panel, strip};
use tilework::dynamic::{
    self, DynLayout, DynTuple, Swizzled, TableLimits, Tiler, blocked_product, coalesce, coalesce_by,
    complement, composition_by, flat_divide, flat_product, left_inverse, logical_divide, logical_product,
    raked_product, right_inverse, size, tiled_divide, tiled_product, zipped_divide, zipped_product,
};
use tilework_answers::notation::layout_of_shape;
use tilework_answers::shape::is_shape;

/// Put one layout after another: the layout with the offsets LHS(RHS(i)).
///
/// The shape of the result refines that of RHS. Refused if no layout has these offsets, with a coordinate that shows
/// it. RHS may be a tiler by mode, such as '<4,(2,4):(1,8),_>'.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework compose '(6,2):(8,2)' '(4,3):(3,1)'      ((2,2),3):((24,2),8)
  tilework compose '(8,12):(1,8)' '<4,3:2>'         a part of each mode
  tilework compose '(6,2):(1,7)' '(3,2):(2,3)'      refused, other tools answer wrongly
  tilework compose 'Sw<2,0,3> o (8,8):(8,1)' 8:8    the layout behind a swizzle; the swizzle stays
")]
pub(crate) struct ComposeArguments {
    /// The layout that is applied last.
    lhs: String,
    /// The layout that is applied first, or a tiler by mode.
    rhs: String,
    #[command(flatten)]
    picture: PictureArguments,
}

/// Cut a layout into tiles: which element of a tile, and which tile.
///
/// A tiler is a layout, for the whole, or a list by mode such as '<16,8:2,_>', where `_` leaves a mode as it is. Where
/// tiles do not fill the layout exactly the result overhangs: the answer says how many of its elements are valid.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework divide '(4,2,3):(2,1,8)' 4:2                       ((2,2),(2,3)):((4,1),(2,8))
  tilework divide '(8,12):(1,8)' '<4,3>' --form zipped        ((4,3),(2,4)):((1,8),(4,24))
  tilework divide zN:f16:100x50 '<32,32>' --form zipped       a matrix in a format, with its edge tiles
  tilework divide 'f32[16,256]{1,0:T(8,128)}' '<8,128>'       an XLA shape, by its tiles
  tilework divide 'Sw<3,3,3> o (64,64):(64,1)' '<16,8>'       a swizzled layout, swizzled as before
")]
pub(crate) struct DivideArguments {
    /// The layout to divide, a format with the size of a matrix such as zN:f16:100x50, or an XLA shape.
    layout: String,
    /// A layout, or a tiler by mode.
    tiler: String,
    /// How the modes of the result are put in order.
    #[arg(long, value_enum, default_value_t = DivideForm::Logical)]
    form: DivideForm,
    #[command(flatten)]
    picture: PictureArguments,
}

/// Repeat a layout as another one says.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework product '(2,2):(4,1)' 6:1                               ((2,2),(2,3)):((4,1),(2,8))
  tilework product '(2,5):(5,1)' '(3,4):(1,3)' --form blocked      ((2,3),(5,4)):((5,10),(1,30))
")]
pub(crate) struct ProductArguments {
    /// The layout to repeat.
    block: String,
    /// Where the copies go: a layout, or a tiler by mode.
    tiler: String,
    /// How the modes of the result are put in order.
    #[arg(long, value_enum, default_value_t = ProductForm::Logical)]
    form: ProductForm,
    #[command(flatten)]
    picture: PictureArguments,
}

/// Find the layout that repeats another one without overlap.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework complement 4:2 24                  (2,3):(1,8)
  tilework complement '(2,2):(1,6)' 24        (3,2):(2,12)
")]
pub(crate) struct ComplementArguments {
    /// The layout to complete.
    layout: String,
    /// How many places to fill, a number or a shape; the cosize of the layout without it.
    cotarget: Option<String>,
    #[command(flatten)]
    picture: PictureArguments,
}

/// Find the way back from offsets to indices.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework inverse '(4,8):(8,1)'              (8,4):(4,1)
  tilework inverse '(4,8):(1,5)' --left       (5,8):(1,4)
")]
pub(crate) struct InverseArguments {
    /// The layout to invert.
    layout: String,
    /// For every offset of the layout an index, instead of indices for the offsets 0, 1, 2, ...
    #[arg(long)]
    left: bool,
    #[command(flatten)]
    picture: PictureArguments,
}

/// Write a layout in as few modes as possible.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework coalesce '(2,(1,6)):(1,(6,2))'                                     12:1
  tilework coalesce '((2,3),(4,5)):((1,2),(6,24))' --profile '(1,1)'          (6,20):(1,6)
")]
pub(crate) struct CoalesceArguments {
    /// The layout to simplify.
    layout: String,
    /// Keep the modes of this tuple: simplify at its leaves only.
    #[arg(long, value_name = "TUPLE")]
    profile: Option<String>,
    #[command(flatten)]
    picture: PictureArguments,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum DivideForm {
    /// ((tile,rest),(tile,rest),...)
    Logical,
    /// ((tile,tile,...),(rest,rest,...))
    Zipped,
    /// ((tile,tile,...),rest,rest,...)
    Tiled,
    /// (tile,tile,...,rest,rest,...)
    Flat,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ProductForm {
    /// ((block,copies),(block,copies),...)
    Logical,
    /// ((block,block,...),(copies,copies,...))
    Zipped,
    /// ((block,block,...),copies,copies,...)
    Tiled,
    /// (block,block,...,copies,copies,...)
    Flat,
    /// Copies side by side, mode by mode
    Blocked,
    /// Copies interleaved, mode by mode
    Raked,
}

pub(crate) fn compose(arguments: &ComposeArguments) -> Result<String, Failure> {
    let mut transcript = Transcript::default();
    let lhs = transcript.operand("lhs", &arguments.lhs)?;
    let rhs = transcript.tiler("rhs", &arguments.rhs)?;
    transcript.drawn_result(lhs.map_layout(|lhs| composition_by(lhs, &rhs)), &arguments.picture)
}

pub(crate) fn divide(arguments: &DivideArguments) -> Result<String, Failure> {
    let mut transcript = Transcript::default();
    let operand = transcript.operand("layout", &arguments.layout)?;
    let tiler = transcript.tiler("tiler", &arguments.tiler)?;
    let size = operand.layout.size();
    if let Tiler::Layout(tile) = &tiler
        && let Ok(rest) = complement(tile, size)
    {
        transcript.line("rest", format_args!("{rest}  (complement of the tiler in {size})"));
        transcript.steps.push(Panel::new("rest", rest));
    }
    let divide = match arguments.form {
        DivideForm::Logical => logical_divide,
        DivideForm::Zipped => zipped_divide,
        DivideForm::Tiled => tiled_divide,
        DivideForm::Flat => flat_divide,
    };
    transcript.drawn_result(operand.map_layout(|layout| divide(layout, &tiler)), &arguments.picture)
}

pub(crate) fn product(arguments: &ProductArguments) -> Result<String, Failure> {
    let mut transcript = Transcript::default();
    let operand = transcript.operand("block", &arguments.block)?;
    let tiler = transcript.tiler("tiler", &arguments.tiler)?;
    let by_tiler = |operation: fn(&DynLayout, &Tiler) -> dynamic::Result<DynLayout>| {
        operand.map_layout(|block| operation(block, &tiler))
    };
    let by_layout = |operation: fn(&DynLayout, &DynLayout) -> dynamic::Result<DynLayout>| match &tiler {
        Tiler::Layout(copies) => Ok(operand.map_layout(|block| operation(block, copies))),
        _ => Err(Failure::input("the blocked and raked forms take a layout, no tiler by mode")),
    };
    let result = match arguments.form {
        ProductForm::Logical => by_tiler(logical_product),
        ProductForm::Zipped => by_tiler(zipped_product),
        ProductForm::Tiled => by_tiler(tiled_product),
        ProductForm::Flat => by_tiler(flat_product),
        ProductForm::Blocked => by_layout(blocked_product)?,
        ProductForm::Raked => by_layout(raked_product)?,
    };
    transcript.drawn_result(result, &arguments.picture)
}

pub(crate) fn complete(arguments: &ComplementArguments) -> Result<String, Failure> {
    let mut transcript = Transcript::default();
    let layout = transcript.layout("layout", &arguments.layout)?;
    let cotarget = match &arguments.cotarget {
        Some(text) => size(parse_tuple::<DynTuple>("cotarget", text)?.view())?,
        None => layout.cosize(),
    };
    transcript.line("cotarget", cotarget);
    transcript.drawn_result(complement(&layout, cotarget).map(Swizzled::from), &arguments.picture)
}

pub(crate) fn invert(arguments: &InverseArguments) -> Result<String, Failure> {
    let mut transcript = Transcript::default();
    let layout = transcript.layout("layout", &arguments.layout)?;
    let inverse = if arguments.left { left_inverse(&layout) } else { right_inverse(&layout) };
    transcript.drawn_result(inverse.map(Swizzled::from), &arguments.picture)
}

pub(crate) fn simplify(arguments: &CoalesceArguments) -> Result<String, Failure> {
    let mut transcript = Transcript::default();
    let operand = transcript.operand("layout", &arguments.layout)?;
    let result = match &arguments.profile {
        None => operand.map_layout(coalesce),
        Some(profile) => {
            let profile: DynTuple = parse_tuple("profile", profile)?;
            transcript.line("profile", &profile);
            operand.map_layout(|layout| coalesce_by(layout, &profile))
        }
    };
    transcript.drawn_result(result, &arguments.picture)
}

/// The lines that are printed: operands, steps, result.
#[derive(Debug, Default)]
struct Transcript {
    text: String,
    /// The layouts among them.
    steps: Vec<Panel>,
}

impl Transcript {
    fn line(&mut self, name: &str, value: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{name:<9} {value}");
    }

    /// Reads an operand that may be swizzled: the algebra works on the layout behind the swizzle.
    fn operand(&mut self, name: &str, text: &str) -> Result<Swizzled, Failure> {
        let Some(swizzled) = matrix::read_swizzled(text) else { return Ok(self.layout(name, text)?.into()) };
        let swizzled = swizzled?;
        self.line(name, &swizzled);
        self.steps.push(Panel::new(name, swizzled.clone()));
        Ok(swizzled)
    }

    /// Reads an operand that is a layout, a format with the size of a matrix, or a shape of XLA.
    fn layout(&mut self, name: &str, text: &str) -> Result<DynLayout, Failure> {
        let layout =
            if is_shape(text) { layout_of_shape(text)?.layout } else { matrix::read(text, None)?.layout };
        self.line(name, &layout);
        self.steps.push(Panel::new(name, layout.clone()));
        Ok(layout)
    }

    fn tiler(&mut self, name: &str, text: &str) -> Result<Tiler, Failure> {
        let tiler = parse("layout or tiler", text)?;
        self.line(name, &tiler);
        if let Tiler::Layout(layout) = &tiler {
            self.steps.push(Panel::new(name, layout.clone()));
        }
        Ok(tiler)
    }

    /// The same, with a picture of the steps if one is wanted.
    fn drawn_result(
        mut self,
        result: dynamic::Result<Swizzled>,
        picture: &PictureArguments,
    ) -> Result<String, Failure> {
        let Ok(layout) = &result else { return self.result(result) };
        let mut steps = std::mem::take(&mut self.steps);
        steps.push(Panel::new("result", layout.clone()));
        let title = layout.to_string();
        let text = self.result(result)?;
        if picture.is_wanted() {
            let limits = TableLimits { rows: ROWS_IN_FILES, columns: ROWS_IN_FILES, pages: 8 };
            picture.write(&title, &strip(&title, &steps, &picture.look(limits, 32))?, &text)?;
        }
        Ok(text)
    }

    fn result(mut self, result: dynamic::Result<Swizzled>) -> Result<String, Failure> {
        match result {
            Ok(layout) => {
                self.line("result", &layout);
                if let Some(overhang) = facts::of_overhang(&layout.layout)? {
                    self.line("overhangs", overhang);
                }
                Ok(self.text)
            }
            Err(error) => Err(Failure::Refused { operands: self.text, reason: error.to_string() }),
        }
    }
}
