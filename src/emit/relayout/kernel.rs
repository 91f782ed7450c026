//! Relayout kernels: from two layouts to the text of a kernel.
use super::digits::{JointDigits, check_destination};
use super::frame::{Frame, Launch};
use super::functions::TileWalk;
use super::report::{AccessReport, Touched, touched};
use super::side::CopySide;
use super::stage::{StageSkew, TileStage};
use super::tile::{BlockTile, TileOrder, WARP};
use crate::dynamic::{Error, Swizzled, invalid};
use crate::emit::error::EmitError;
use crate::emit::language::Language;
use crate::emit::names::check_name;
use crate::int::word;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A kernel that copies every element from its place in one layout to its place in another.
///
/// Post-condition: after the kernel of [`emit`](RelayoutKernel::emit) has run on all blocks, the destination has at the
/// place of every coordinate the element that the source has there; places of its padding, which are coordinates of its
/// shape beyond its extent, are 0; and places to which no coordinate leads are as they were. The source is read at
/// places of elements only.
///
/// Where threads that write neighbours would read sectors of the source in parts, or what a warp reads at once would
/// lie apart, a block stages a tile in shared memory: it reads and writes as many bytes at once as layouts, extents and
/// alignment allow, and the tile is swizzled or padded so that banks are free of conflicts. Source: NVIDIA, "An
/// Efficient Matrix Transpose in CUDA C/C++".
///
/// ```
/// use tilework::dynamic::Swizzled;
/// use tilework::emit::{Language, RelayoutKernel};
/// let (rows, columns): (Swizzled, Swizzled) = ("(64,96):(96,1)".parse()?, "(64,96):(1,64)".parse()?);
/// let kernel = RelayoutKernel::new(&rows, &columns, 4)?;
/// let report = kernel.destination();
/// assert_eq!((report.bytes, report.sectors, report.ways), (16, report.least_sectors, 1));
/// let text = kernel.emit(Language::Cuda, "transpose")?.text;
/// assert!(text.contains("__global__ void"));
/// # Ok::<(), tilework::emit::EmitError>(())
/// ```
#[derive(Debug, Clone)]
pub struct RelayoutKernel {
    joint: JointDigits,
    tile: BlockTile,
    stage: Option<TileStage>,
    reports: [AccessReport; 2],
    origins: [u64; 2],
    blocks: i64,
    titles: [String; 2],
}

/// A kernel as text, and how it is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmittedKernel {
    /// The text: functions, and the kernel behind them.
    pub text: String,
    /// The name of the kernel.
    pub name: String,
    /// How many blocks there are along two axes.
    pub grid: [u64; 2],
    /// How many threads a block has.
    pub threads: usize,
}

/// The most threads of a block.
const MOST_THREADS: usize = 256;

/// The most blocks along the first axis.
const MOST_BLOCKS: i64 = (1 << 31) - 1;

/// Likewise in WebGPU, along either axis.
const MOST_WORKGROUPS: i64 = (1 << 16) - 1;

impl RelayoutKernel {
    /// The kernel between two layouts of elements of so many bytes: 1, 2, 4, 8 or 16.
    ///
    /// # Errors
    /// If elements have another size; if the layouts differ in their extents or have no elements, give coordinates, a
    /// place to be swizzled is negative, or coordinates of the destination share a place.
    pub fn new(from: &Swizzled, to: &Swizzled, bytes: usize) -> Result<RelayoutKernel, EmitError> {
        if ![1, 2, 4, 8, 16].contains(&bytes) {
            return Err(
                invalid!("relayout", "elements of {bytes} bytes: kernels move 1, 2, 4, 8 or 16").into()
            );
        }
        if from.layout.logical_size() == 0 {
            return Err(invalid!("relayout", "{from} has no elements").into());
        }
        let is_before = |swizzled: &Swizzled| swizzled.swizzles.iter().any(|(_, offset)| *offset < 0);
        if is_before(from) || is_before(to) {
            return Err(invalid!("relayout", "a layout begins at a negative offset").into());
        }
        check_destination(&to.layout)?;
        let joint = JointDigits::of(from, to, bytes)?;
        let tile = BlockTile::of(&joint);
        let blocks = tile.blocks().filter(|blocks| *blocks <= MOST_BLOCKS);
        let blocks = blocks.ok_or(Error::TooLarge { quantity: "the number of blocks" })?;
        let titles = [from.to_string(), to.to_string()];
        let of_elements = word::wide(joint.unit / bytes);
        let origins = joint.origins.map(|origin| (origin * of_elements).unsigned_abs());
        let touches = |order: CopySide, side: CopySide| {
            touched(TileWalk { joint: &joint, tile: &tile, order: TileOrder::Along(order), width: 1 }, side)
        };
        let report = |width: i64, touched: Touched| AccessReport {
            bytes: joint.unit * word::size(width),
            sectors: touched.sectors,
            least_sectors: touched.least_sectors,
            ways: 0,
            wavefronts: 0,
            least_wavefronts: 0,
        };
        let [read, best] =
            [CopySide::Destination, CopySide::Source].map(|order| touches(order, CopySide::Source));
        let (read, best) = (read?, best?);
        let widest = CopySide::BOTH.map(|side| tile.widest(&joint, side));
        // what a stage cannot better: neither sectors, nor how much lies together, nor small accesses
        let is_together = read.sectors <= best.sectors && read.pieces <= best.pieces;
        if is_together && (joint.unit >= 4 || widest == [1, 1]) {
            let written = touches(CopySide::Destination, CopySide::Destination)?;
            let reports = [report(1, read), report(1, written)];
            return Ok(RelayoutKernel { joint, tile, stage: None, reports, origins, blocks, titles });
        }
        let stage = TileStage::of(&joint, &tile, widest)?;
        let of_side = |side: CopySide, order: TileOrder| -> Result<AccessReport, EmitError> {
            let width = stage.widths[side.number()];
            let walk = TileWalk { joint: &joint, tile: &tile, order, width };
            Ok(AccessReport {
                ways: stage.ways[side.number()],
                wavefronts: stage.wavefronts[side.number()],
                least_wavefronts: stage.least[side.number()],
                ..report(width, touched(walk, side)?)
            })
        };
        let along_source = TileOrder::Along(CopySide::Source);
        let reports =
            [of_side(CopySide::Source, along_source)?, of_side(CopySide::Destination, stage.order())?];
        Ok(RelayoutKernel { joint, tile, stage: Some(stage), reports, origins, blocks, titles })
    }

    /// What its accesses to the source, and those that put elements into the stage, cost.
    pub fn source(&self) -> AccessReport {
        self.reports[0]
    }

    /// What its accesses to the destination, and those that get elements from the stage, cost.
    pub fn destination(&self) -> AccessReport {
        self.reports[1]
    }

    /// The bytes that lie together on both sides, and are moved as one.
    pub fn unit_bytes(&self) -> usize {
        self.joint.unit
    }

    /// The bytes of shared memory of a block; 0 where threads that write neighbours read no more sectors
    /// than those that read neighbours, nor what lies farther apart.
    pub fn stage_bytes(&self) -> usize {
        self.stage.as_ref().map_or(0, |stage| word::size(stage.units) * self.joint.unit)
    }

    /// How the stage is laid out, if there is one.
    pub fn skew(&self) -> Option<StageSkew> {
        self.stage.as_ref().map(|stage| stage.skew)
    }

    /// Where coordinate 0 is in the memory of source and destination, in elements: memory begins at the lowest place of
    /// a layout, which is before coordinate 0 where strides are negative.
    ///
    /// ```
    /// use tilework::emit::RelayoutKernel;
    /// let kernel = RelayoutKernel::new(&"(4,8):(-8,1)".parse()?, &"(4,8):(1,4)".parse()?, 2)?;
    /// assert_eq!(kernel.origins(), [24, 0]);
    /// # Ok::<(), tilework::emit::EmitError>(())
    /// ```
    pub fn origins(&self) -> [u64; 2] {
        self.origins
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.blocks.unsigned_abs()
    }

    /// How many threads a block has.
    pub fn threads(&self) -> usize {
        let units = self.stage.as_ref().map_or(1, |stage| {
            let [put, got] = stage.widths;
            put.max(got * stage.order().vectors())
        });
        word::size(self.tile.units() / units).next_multiple_of(WARP).clamp(WARP, MOST_THREADS)
    }

    /// The kernel in a language: CUDA, HIP, OpenCL or WGSL; [`Language::kernel_prologue`] stands before it.
    ///
    /// Its arguments are the source and the destination, each from its lowest place on, aligned to 16 bytes.
    ///
    /// # Errors
    /// If the language has no kernels, the name is none in it, a place does not fit in its integers, or, in WGSL, which
    /// stores 32 bits at least, a side cannot be read or written by 4 bytes.
    pub fn emit(&self, language: Language, name: &str) -> Result<EmittedKernel, EmitError> {
        if !matches!(language, Language::Cuda | Language::Hip | Language::OpenCl | Language::Wgsl) {
            return Err(invalid!(
                "relayout",
                "{language} has no kernels here: cuda, hip, opencl and wgsl have"
            )
            .into());
        }
        check_name(name, language)?;
        let grid = match language {
            Language::Wgsl if self.blocks > MOST_WORKGROUPS => {
                [MOST_WORKGROUPS, (self.blocks - 1) / MOST_WORKGROUPS + 1]
            }
            _ => [self.blocks, 1],
        };
        if language == Language::Wgsl {
            for (side, report) in ["source", "destination"].into_iter().zip(self.reports) {
                if report.bytes < 4 {
                    return Err(invalid!(
                        "relayout",
                        "WGSL stores 4 bytes at least, and of the {side} no more than {} lie together, aligned and \
                         with all of them inside",
                        report.bytes
                    )
                    .into());
                }
            }
        }
        let launch = Launch { grid, threads: self.threads() };
        let frame = Frame {
            joint: &self.joint,
            tile: &self.tile,
            stage: self.stage.as_ref(),
            launch,
            language,
            name,
        };
        let text = frame.text(&self.comment(launch))?;
        Ok(EmittedKernel {
            text,
            name: name.to_string(),
            grid: grid.map(i64::unsigned_abs),
            threads: launch.threads,
        })
    }

    /// What stands above a kernel.
    fn comment(&self, launch: Launch) -> Vec<String> {
        let [source, destination] = self.reports;
        let side = |name: &str, title: &str, origin: u64, report: AccessReport| {
            let AccessReport { bytes, sectors, least_sectors, ways, .. } = report;
            let ways = if ways > 0 { format!(", {ways}-way in the stage") } else { String::new() };
            let from = if origin > 0 { format!(" from element {origin} on") } else { String::new() };
            format!(
                "{name}: {title}{from}: {bytes} bytes at once, {sectors} sectors a block, {least_sectors} at least{ways}"
            )
        };
        let mut lines = Vec::from([
            side("from", &self.titles[0], self.origins[0], source),
            side("to", &self.titles[1], self.origins[1], destination),
            format!("grid {} x {}, block {}", launch.grid[0], launch.grid[1], launch.threads),
        ]);
        let Some(skew) = self.skew() else {
            lines.push(
                "no stage: threads that write neighbours read no more sectors than those that read neighbours"
                    .to_string(),
            );
            return lines;
        };
        let proof = match [source, destination].map(|side| side.wavefronts - side.least_wavefronts) {
            [0, 0] => "free of conflicts".to_string(),
            [put, get] => format!("{put} turns of conflicts as it is put, {get} as it is got"),
        };
        lines.push(format!(
            "stage of {} bytes, {skew} in units of {} bytes: {proof}",
            self.stage_bytes(),
            self.joint.unit
        ));
        lines
    }
}
