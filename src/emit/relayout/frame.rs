//! The frame of a kernel in each language: memories, threads, and loops over items.
use super::digits::JointDigits;
use super::functions::{TileWalk, named};
use super::patch::TilePatch;
use super::side::CopySide;
use super::stage::TileStage;
use super::tile::{BlockTile, TileOrder};
use crate::emit::error::EmitError;
use crate::emit::language::Language;
use crate::emit::word::Word;
use crate::int::word;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How a kernel is started.
#[derive(Debug, Clone, Copy)]
pub(super) struct Launch {
    pub(super) grid: [i64; 2],
    pub(super) threads: usize,
}

/// The functions of a walk on a side, which are called with these arguments.
struct SideCalls {
    language: Language,
    arguments: &'static [&'static str],
    place: (String, Word),
    contains: Option<(String, Word)>,
}

/// All that the text of a kernel says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) joint: &'a JointDigits,
    pub(super) tile: &'a BlockTile,
    pub(super) stage: Option<&'a TileStage>,
    pub(super) launch: Launch,
    pub(super) language: Language,
    pub(super) name: &'a str,
}

impl Frame<'_> {
    /// The functions, and the kernel below a comment.
    pub(super) fn text(&self, comment: &[String]) -> Result<String, EmitError> {
        let mut functions = Vec::new();
        let body = match self.stage {
            Some(stage) => self.staged(stage, &mut functions)?,
            None => self.direct(&mut functions)?,
        };
        let mut text = functions.join("\n");
        text.push('\n');
        for line in comment {
            text += &format!("// {line}\n");
        }
        text += &self.head();
        for line in body {
            text += &format!("    {line}\n");
        }
        text += "}\n";
        Ok(text)
    }

    fn walk(&self, order: TileOrder, width: i64) -> TileWalk<'_> {
        TileWalk { joint: self.joint, tile: self.tile, order, width }
    }

    /// Prints the functions of a walk on a side: its place, and whether it is inside, if that is a question.
    fn functions_of(
        &self,
        walk: TileWalk<'_>,
        side: CopySide,
        functions: &mut Vec<String>,
    ) -> Result<SideCalls, EmitError> {
        let part = ["from", "to"][side.number()];
        let does = ["is read", "is written"][side.number()];
        let name = named(self.name, part);
        let comment = format!("Where an item of a block {does}, in {} bytes.", self.bytes(walk.width));
        let (text, word) = walk.place(side).print(self.language, &name, &comment)?;
        functions.push(text);
        let place = (name, word);
        let mut contains = None;
        if let Some(inside) = walk.inside(side) {
            let name = named(self.name, part) + "_contains";
            let (text, word) =
                inside.print(self.language, &name, &format!("Whether an item of a block {does}."))?;
            functions.push(text);
            contains = Some((name, word));
        }
        Ok(SideCalls { language: self.language, arguments: walk.arguments(), place, contains })
    }

    fn bytes(&self, width: i64) -> usize {
        self.joint.unit * word::size(width)
    }

    fn direct(&self, functions: &mut Vec<String>) -> Result<Vec<String>, EmitError> {
        let walk = self.walk(TileOrder::Along(CopySide::Destination), 1);
        let from = self.functions_of(walk, CopySide::Source, functions)?;
        let to = self.functions_of(walk, CopySide::Destination, functions)?;
        let mut lines = self.block();
        let mut inner = self.read(1, &from);
        inner.push(to.written(0, "value"));
        lines.extend(self.each_item(walk.items(), when(to.condition(0), inner)));
        Ok(lines)
    }

    fn staged(&self, stage: &TileStage, functions: &mut Vec<String>) -> Result<Vec<String>, EmitError> {
        let source = self.walk(TileOrder::Along(CopySide::Source), stage.widths[0]);
        let destination = self.walk(stage.order(), stage.widths[1]);
        let from = self.functions_of(source, CopySide::Source, functions)?;
        let (put, get) = (named(self.name, "put"), named(self.name, "get"));
        let comment = "Where an item is put in the stage.";
        functions.push(source.put(stage).print(self.language, &put, comment)?.0);
        let comment = match stage.patch {
            Some(_) => "Where a word of an item is got from the stage, in words.",
            None => "Where a unit of an item is got from the stage, in units.",
        };
        functions.push(destination.get(stage).print(self.language, &get, comment)?.0);
        if let Some(patch) = stage.patch {
            functions.extend(patch.functions(self.language, |part| named(self.name, part)));
        }
        let to = self.functions_of(destination, CopySide::Destination, functions)?;

        let mut lines = self.block();
        if !matches!(self.language, Language::Wgsl) {
            lines.push(self.stage_of(stage));
        }
        let mut inner = self.read(stage.widths[0], &from);
        inner.extend(self.put(stage, &format!("{put}(item)")));
        lines.extend(self.each_item(source.items(), inner));
        lines.push(
            match self.language {
                Language::OpenCl => "barrier(CLK_LOCAL_MEM_FENCE);",
                Language::Wgsl => "workgroupBarrier();",
                _ => "__syncthreads();",
            }
            .to_string(),
        );
        let inner = match stage.patch {
            Some(patch) => self.get_patch(stage, patch, &get, &to),
            None => {
                let mut inner = self.get(stage, &get);
                inner.push(to.written(0, "value"));
                when(to.condition(0), inner)
            }
        };
        lines.extend(self.each_item(destination.items(), inner));
        Ok(lines)
    }

    /// The number of the block.
    fn block(&self) -> Vec<String> {
        let [first, second] = self.launch.grid;
        let line = match self.language {
            Language::Wgsl if second > 1 => format!("let block = group.y * {first}u + group.x;"),
            Language::Wgsl => "let block = group.x;".to_string(),
            Language::OpenCl => "const uint block = get_group_id(0);".to_string(),
            _ => "const unsigned int block = blockIdx.x;".to_string(),
        };
        let mut lines = Vec::from([line]);
        if second > 1 {
            let blocks = self.tile.blocks().unwrap_or(0);
            lines.push(format!("if (block >= {blocks}u) {{ return; }}"));
        }
        lines
    }

    /// Does something for every item, as many times as a thread has items: a number that the compiler knows, so that it
    /// asks for all that a thread reads before it waits for the first.
    fn each_item(&self, items: i64, inner: Vec<String>) -> Vec<String> {
        let threads = word::wide(self.launch.threads);
        let (rounds, constant) = ((items - 1) / threads + 1, self.constant(4));
        let (thread, round) = match self.language {
            Language::Wgsl => ("thread", "var round = 0u".to_string()),
            Language::OpenCl => ("(uint)get_local_id(0)", format!("{} round = 0", self.of_bytes(4))),
            _ => ("threadIdx.x", format!("{} round = 0", self.of_bytes(4))),
        };
        let (head, behind) = match rounds {
            1 => ("{".to_string(), String::new()),
            _ => (format!("for ({round}; round < {rounds}u; round++) {{"), format!(" + round * {threads}u")),
        };
        let exists = (items % threads != 0).then(|| format!("item < {items}u"));
        let item = format!("    {constant} item = {thread}{behind};");
        let mut lines = Vec::from([head, item]);
        lines.extend(indented(when(exists, inner)));
        lines.push("}".to_string());
        lines
    }

    /// What the language calls a number of so many bytes.
    fn of_bytes(&self, bytes: usize) -> &'static str {
        match (self.language, bytes) {
            (Language::Wgsl, 8) => "vec2<u32>",
            (Language::Wgsl, 16) => "vec4<u32>",
            (Language::Wgsl, _) => "u32",
            (_, 8) => "uint2",
            (_, 16) => "uint4",
            (Language::OpenCl, 1) => "uchar",
            (Language::OpenCl, 2) => "ushort",
            (Language::OpenCl, _) => "uint",
            (_, 1) => "unsigned char",
            (_, 2) => "unsigned short",
            _ => "unsigned int",
        }
    }

    /// A number of so many bytes made of words.
    fn made_of(&self, bytes: usize, words: &[String]) -> String {
        let kind = self.of_bytes(bytes);
        match (self.language, words) {
            (_, [word]) if bytes == 4 => word.clone(),
            (_, [word]) => format!("({kind})({word})"),
            (Language::Wgsl, _) => format!("{kind}({})", words.join(", ")),
            (Language::OpenCl, _) => format!("({kind})({})", words.join(", ")),
            _ => format!("make_{kind}({})", words.join(", ")),
        }
    }

    fn zero(&self, bytes: usize) -> String {
        let words = alloc::vec!["0u".to_string(); bytes.div_ceil(4)];
        self.made_of(bytes, &words)
    }

    /// Reads an item of the source, or 0.
    fn read(&self, width: i64, from: &SideCalls) -> Vec<String> {
        let bytes = self.bytes(width);
        let (kind, place) = (self.of_bytes(bytes), from.place(0));
        let Some(is_read) = from.condition(0) else {
            return Vec::from([match self.language {
                Language::Wgsl => format!("let value = source[{place}];"),
                _ => format!("const {kind} value = source[{place}];"),
            }]);
        };
        let zero = self.zero(bytes);
        let first = match self.language {
            Language::Wgsl => format!("var value = {zero};"),
            _ => format!("{kind} value = {zero};"),
        };
        Vec::from([
            first,
            format!("if ({is_read}) {{"),
            format!("    value = source[{place}];"),
            "}".to_string(),
        ])
    }

    /// The bytes of an entry of the stage.
    fn cell(&self, stage: &TileStage) -> usize {
        self.bytes(stage.units_of_a_cell)
    }

    fn cells(&self, stage: &TileStage) -> i64 {
        (stage.units - 1) / stage.units_of_a_cell + 1
    }

    /// The stage as a variable.
    fn stage_of(&self, stage: &TileStage) -> String {
        let (kind, cells) = (self.of_bytes(self.cell(stage)), self.cells(stage));
        match self.language {
            Language::Wgsl => {
                format!("var<workgroup> {}: array<{kind}, {cells}>;", named(self.name, "stage"))
            }
            Language::OpenCl => format!("__local {kind} stage[{cells}] __attribute__((aligned(16)));"),
            _ => format!("__shared__ __align__(16) {kind} stage[{cells}];"),
        }
    }

    /// The name of the stage.
    fn stage_name(&self) -> String {
        match self.language {
            Language::Wgsl => named(self.name, "stage"),
            _ => "stage".to_string(),
        }
    }

    /// Puts what was read into the stage.
    fn put(&self, stage: &TileStage, place: &str) -> Vec<String> {
        let bytes = self.bytes(stage.widths[0]);
        let name = self.stage_name();
        if bytes == self.cell(stage) {
            return Vec::from([format!("{name}[{place}] = value;")]);
        }
        let (kind, words) = (self.of_bytes(bytes), bytes / 4);
        match self.language {
            Language::Wgsl => {
                let mut lines = Vec::from([format!("let at = {place};")]);
                let parts = ["x", "y", "z", "w"].into_iter().take(words).enumerate();
                lines.extend(parts.map(|(word, part)| format!("{name}[at + {word}u] = value.{part};")));
                lines
            }
            Language::OpenCl => Vec::from([format!("vstore{words}(value, 0, {name} + {place});")]),
            _ => Vec::from([format!("*reinterpret_cast<{kind} *>({name} + {place}) = value;")]),
        }
    }

    /// What declares a constant of so many bytes.
    fn constant(&self, bytes: usize) -> String {
        match self.language {
            Language::Wgsl => "let".to_string(),
            _ => format!("const {}", self.of_bytes(bytes)),
        }
    }

    /// Gets a patch from the stage, turns it, and writes its vectors.
    fn get_patch(&self, stage: &TileStage, patch: TilePatch, get: &str, to: &SideCalls) -> Vec<String> {
        let (name, width, constant) = (self.stage_name(), stage.widths[1], self.constant(4));
        let mut lines: Vec<String> = (0..width)
            .map(|number| format!("{constant} word{number} = {name}[{get}(item, {number}u)];"))
            .collect();
        let (turns, vectors) = patch.turned(&constant, |part| named(self.name, part));
        lines.extend(turns);
        for (vector, words) in (0..).zip(vectors) {
            let value = self.made_of(self.bytes(width), &words);
            lines.extend(when(to.condition(vector), Vec::from([to.written(vector, &value)])));
        }
        lines
    }

    /// Gets an item of the destination from the stage.
    fn get(&self, stage: &TileStage, get: &str) -> Vec<String> {
        let (name, unit, width) = (self.stage_name(), self.joint.unit, stage.widths[1]);
        let bytes = self.bytes(width);
        let value = self.constant(bytes);
        if unit >= 4 {
            let unit_at = |number: i64| format!("{name}[{get}(item, {number}u)]");
            return match width {
                1 => Vec::from([format!("{value} value = {};", unit_at(0))]),
                _ => {
                    let words: Vec<String> = (0..width).map(unit_at).collect();
                    Vec::from([format!("{value} value = {};", self.made_of(bytes, &words))])
                }
            };
        }
        let index = self.constant(4);
        let mut lines: Vec<String> =
            (0..width).map(|number| format!("{index} at{number} = {get}(item, {number}u);")).collect();
        let bits = 8 * unit;
        let (word, parts) = (self.of_bytes(4), stage.units_of_a_cell);
        let part = |number: i64| match parts {
            1 if self.cell(stage) == 4 => format!("{name}[at{number}]"),
            1 => format!("({word}){name}[at{number}]"),
            _ => format!(
                "(({name}[at{number} >> {}u] >> ((at{number} & {}u) * {bits}u)) & {:#x}u)",
                parts.ilog2(),
                parts - 1,
                (1_u32 << bits) - 1
            ),
        };
        let of_a_word = (4 / word::wide(unit)).min(width);
        let word_at = |first: i64| {
            let shifted = (0..of_a_word).map(|number| match number {
                0 => part(first),
                _ => format!("({} << {}u)", part(first + number), word::size(number) * bits),
            });
            shifted.collect::<Vec<String>>().join(" | ")
        };
        let words: Vec<String> = (0..width / of_a_word).map(|word| word_at(word * of_a_word)).collect();
        lines.push(format!("{value} value = {};", self.made_of(bytes, &words)));
        lines
    }

    /// Up to the brace that opens the kernel.
    fn head(&self) -> String {
        let widths = self.stage.map_or([1, 1], |stage| stage.widths);
        let [source, destination] = widths.map(|width| self.of_bytes(self.bytes(width)));
        let (name, threads) = (self.name, self.launch.threads);
        match self.language {
            Language::Wgsl => {
                let stage = self.stage.map_or(String::new(), |stage| self.stage_of(stage) + "\n");
                format!(
                    "@group(0) @binding(0) var<storage, read> source: array<{source}>;\n\
                     @group(0) @binding(1) var<storage, read_write> destination: array<{destination}>;\n\
                     {stage}\n\
                     @compute @workgroup_size({threads})\n\
                     fn {name}(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32) {{\n"
                )
            }
            Language::OpenCl => format!(
                "__kernel __attribute__((reqd_work_group_size({threads}, 1, 1)))\n\
                 void {name}(__global const {source} *restrict source, __global {destination} *restrict destination) {{\n"
            ),
            _ => format!(
                "extern \"C\" __global__ void __launch_bounds__({threads})\n\
                 {name}(const {source} *__restrict__ source, {destination} *__restrict__ destination) {{\n"
            ),
        }
    }
}

impl SideCalls {
    /// Where a vector of an item is.
    fn place(&self, vector: i64) -> String {
        self.call(&self.place, vector)
    }

    /// Whether it is inside, if that is a question.
    fn condition(&self, vector: i64) -> Option<String> {
        self.contains.as_ref().map(|contains| self.call(contains, vector))
    }

    fn written(&self, vector: i64, value: &str) -> String {
        format!("destination[{}] = {value};", self.place(vector))
    }

    fn call(&self, (function, word): &(String, Word), vector: i64) -> String {
        let argument = |name: &&str| match (self.language, *name) {
            (_, "vector") if word.is_signed() => vector.to_string(),
            (_, "vector") => format!("{vector}u"),
            (Language::Wgsl, name) if word.is_signed() => format!("i32({name})"),
            (_, name) => name.to_string(),
        };
        let arguments: Vec<String> = self.arguments.iter().map(argument).collect();
        format!("{function}({})", arguments.join(", "))
    }
}

/// Lines within a condition, if there is one.
fn when(condition: Option<String>, lines: Vec<String>) -> Vec<String> {
    let Some(condition) = condition else { return lines };
    let mut whole = Vec::from([format!("if ({condition}) {{")]);
    whole.extend(indented(lines));
    whole.push("}".to_string());
    whole
}

fn indented(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("    {line}"))
}
