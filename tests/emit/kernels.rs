//! Relayouts that are executed: pairs of layouts, and what the destination holds before and afterwards.
use crate::random::Random;
use tilework::dynamic::{DynTuple, Swizzled};
use tilework::emit::RelayoutKernel;

/// A kernel, and what it is to do.
pub(crate) struct KernelCase {
    pub(crate) name: String,
    pub(crate) kernel: RelayoutKernel,
    pub(crate) bytes: usize,
    from: Places,
    to: Places,
}

/// Where the elements of a layout are, in the order of their coordinates, and where its padding.
struct Places {
    elements: Vec<usize>,
    padding: Vec<usize>,
    /// Where coordinate 0 would be without an offset.
    origin: usize,
    /// How many places there are.
    count: usize,
}

impl Places {
    /// By the twin, coordinate by coordinate.
    fn of(layout: &Swizzled) -> Places {
        let extents = layout.layout.extents();
        let whole = Swizzled { layout: layout.layout.clone().padded(), ..layout.clone() };
        let sizes: Vec<i64> =
            whole.layout.modes().map(|mode| mode.leaves().iter().map(|leaf| leaf.extent).product()).collect();
        let (mut elements, mut padding) = (Vec::new(), Vec::new());
        for index in 0..sizes.iter().product() {
            let mut left = index;
            let coordinate: Vec<i64> = sizes
                .iter()
                .map(|size| {
                    let digit = left % size;
                    left /= size;
                    digit
                })
                .collect();
            let at = match coordinate[..] {
                [index] => DynTuple::leaf(index),
                _ => DynTuple::flat(coordinate.clone()),
            };
            let is_inside = coordinate.iter().zip(extents.leaves()).all(|(index, extent)| index < extent);
            if is_inside { &mut elements } else { &mut padding }.push(whole.offset(&at).unwrap());
        }
        let all = || elements.iter().chain(&padding).copied();
        // memory begins at the lowest place, or before it where all are behind
        let origin = -all().min().unwrap().min(0);
        let in_memory = |place: i64| usize::try_from(origin + place).unwrap();
        Places {
            count: all().map(in_memory).max().unwrap() + 1,
            origin: in_memory(0),
            elements: elements.iter().copied().map(in_memory).collect(),
            padding: padding.iter().copied().map(in_memory).collect(),
        }
    }

    /// As many bytes as the places have, up to a multiple of 16.
    fn bytes(&self, element: usize) -> usize {
        (self.count * element).next_multiple_of(16)
    }
}

impl KernelCase {
    pub(crate) fn new(from: &str, to: &str, bytes: usize) -> KernelCase {
        let [from_layout, to_layout] = [from, to].map(|text| text.parse::<Swizzled>().unwrap());
        let name = format!("{from} -> {to}, {bytes} bytes");
        let kernel = RelayoutKernel::new(&from_layout, &to_layout, bytes);
        let kernel = kernel.unwrap_or_else(|error| panic!("{name}: {error}"));
        let [from, to] = [&from_layout, &to_layout].map(Places::of);
        assert_eq!(kernel.origins().map(|origin| origin as usize), [from.origin, to.origin], "{name}");
        KernelCase { name, kernel, bytes, from, to }
    }

    /// What the source holds: bytes that differ, in its padding too.
    pub(crate) fn source(&self) -> Vec<u8> {
        let mut state = 0x9e37_79b9_u32;
        let next = |_| {
            state = state.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
            (state >> 24) as u8 | 1
        };
        (0..self.from.bytes(self.bytes)).map(next).collect()
    }

    /// What the destination holds before.
    pub(crate) fn before(&self) -> Vec<u8> {
        vec![0xa4; self.to.bytes(self.bytes)]
    }

    /// What the destination holds afterwards, by the places of the twin.
    pub(crate) fn after(&self) -> Vec<u8> {
        let (source, mut after, bytes) = (self.source(), self.before(), self.bytes);
        for (from, to) in self.from.elements.iter().zip(&self.to.elements) {
            after[to * bytes..][..bytes].copy_from_slice(&source[from * bytes..][..bytes]);
        }
        for place in &self.to.padding {
            after[place * bytes..][..bytes].fill(0);
        }
        after
    }

    /// Compares what a device wrote, element by element.
    pub(crate) fn compare(&self, written: &[u8]) {
        let after = self.after();
        assert_eq!(written.len(), after.len(), "{}", self.name);
        let elements = after.chunks(self.bytes).zip(written.chunks(self.bytes)).enumerate();
        for (place, (expected, found)) in elements {
            assert_eq!(found, expected, "{} at place {place}", self.name);
        }
    }
}

/// Eight layouts of a matrix: rows, columns, rows with a longer stride, zN, nZ, swizzled rows, tiles of 8x128, and
/// nested tiles.
pub(crate) fn layouts(rows: i64, columns: i64) -> [String; 8] {
    let up = |number: i64, to: i64| (number + to - 1) / to;
    let (r16, c16) = (up(rows, 16), up(columns, 16));
    let (r8, c128) = (up(rows, 8), up(columns, 128));
    let extent = format!("of ({rows},{columns})");
    let long = 64 * up(columns, 64);
    [
        format!("({rows},{columns}):({columns},1)"),
        format!("({rows},{columns}):(1,{rows})"),
        format!("({rows},{columns}):({},1)", columns + 3),
        format!("((16,{r16}),(16,{c16})):((16,256),(1,{})) {extent}", 256 * r16),
        format!("((16,{r16}),(16,{c16})):((1,{}),(16,256)) {extent}", 256 * c16),
        format!("Sw<3,3,3> o ({rows},{columns}):({long},1)"),
        format!("((8,{r8}),(128,{c128})):((128,{}),(1,1024)) {extent}", 1024 * c128),
        format!("((4,4,{r16}),(2,8,{c16})):((2,64,256),(1,8,{})) {extent}", 256 * r16),
    ]
}

/// All pairs of the eight layouts, for matrices of these sizes and elements of these bytes; and some of more modes.
pub(crate) fn all(sizes: &[(i64, i64)], widths: &[usize]) -> Vec<KernelCase> {
    let mut cases = Vec::new();
    for &bytes in widths {
        for &(rows, columns) in sizes {
            let layouts = layouts(rows, columns);
            for from in &layouts {
                cases.extend(layouts.iter().map(|to| KernelCase::new(from, to, bytes)));
            }
        }
        for (from, to) in [
            ("(5,7,33):(231,33,1)", "(5,7,33):(1,5,35)"),
            ("(8,12,64):(768,64,1)", "(8,12,64):(64,512,1)"),
            ("(3,40,2,9):(720,18,9,1)", "(3,40,2,9):(1,54,27,3)"),
            // one row for all
            ("(30,70):(0,1)", "(30,70):(70,1)"),
            ("(30,70):(0,1)", "(30,70):(1,30)"),
            ("(1,1):(1,1)", "(1,1):(1,1)"),
            ("1:0", "1:0"),
            // gaps behind every element
            ("(20,30):(90,3)", "(20,30):(2,40)"),
            ("Sw<2,4,3> o 32 o (64,64):(64,1)", "Sw<3,3,4> o 16 o (64,64):(1,64)"),
            // upside down, from right to left, and both, with edges and padding
            ("(20,32):(-32,1)", "(20,32):(1,20)"),
            ("(67,45):(45,-1)", "(67,45):(1,-67)"),
            ("(67,45):(-1,-67)", "(67,45):(-45,-1)"),
            ("((16,3),(16,2)):((-16,256),(1,-768)) of (45,31)", "(45,31):(-31,1)"),
            ("(45,31):(-31,1)", "((16,3),(16,2)):((-16,256),(1,-768)) of (45,31)"),
            ("Sw<3,3,3> o 2816 o (45,61):(-64,1)", "Sw<3,3,3> o 3072 o (48,64):(-64,-1) of (45,61)"),
            ("(640,33):(-33,1)", "(640,33):(-1,640)"),
            // exclusive sums on one side, with edges, or on both, and what lies together in them
            ("(64,32):(F33,F1)", "(64,32):(1,64)"),
            ("(60,31):(1,60)", "(64,32):(F41,F8) of (60,31)"),
            ("((4,15),(8,4)):((F1,F36),(F8,F64)) of (60,31)", "(60,31):(F1,F65)"),
            ("Sw<2,4,3> o 32 o (48,24):(F32,F1)", "Sw<2,1,3> o (48,24):(F1,F192)"),
            // leaves that do not refine each other: on one side, in two modes, before units, upside down, with edges
            ("((3,2),32):((64,32),1)", "((2,3),32):((3,1),6)"),
            ("((4,6),(6,8)):((1,4),(24,144))", "((6,4),(4,12)):((288,1),(4,24)) of (24,48)"),
            ("((4,9),64):((576,64),1)", "((6,6),64):((64,384),1)"),
            ("((4,9),64):((-64,256),-1)", "((6,6),64):((64,-384),1)"),
            ("((8,5),(8,6)):((8,64),(1,320)) of (35,45)", "((5,7),(9,5)):((9,45),(1,315))"),
            ("((8,5),(8,6)):((F8,F64),(F1,F512)) of (35,45)", "((5,7),(9,5)):((F16,F128),(F1,F1024))"),
            ("Sw<2,0,3> o ((4,9),64):((64,256),1)", "((6,6),64):((64,384),1)"),
            // steps that end in the middle of others' rows
            ("((4,5),(8,3)):((1,96),(4,32))", "((2,10),24):((24,48),1)"),
        ] {
            cases.push(KernelCase::new(from, to, bytes));
        }
    }
    cases
}

/// So many pairs at random, whose leaves seldom refine each other.
pub(crate) fn drawn(count: usize) -> Vec<KernelCase> {
    let mut random = Random(0x17);
    let pair = |_| {
        let extents: Vec<i64> = (0..random.within(1, 3)).map(|_| random.within(1, 24)).collect();
        let [from, to] = [(); 2].map(|()| drawn_layout(&mut random, &extents));
        KernelCase::new(&from, &to, random.of(&[1, 2, 4, 8, 16]))
    };
    (0..count).map(pair).collect()
}

/// A layout of these extents, no two elements of which have one place: its leaves divide them or overhang, and lie in
/// any order, some with gaps or upside down, over integers or F2, some swizzled.
fn drawn_layout(random: &mut Random, extents: &[i64]) -> String {
    let mut leaves = Vec::new();
    for (mode, extent) in extents.iter().enumerate() {
        let mut rest = *extent;
        for _ in 0..random.below(3) {
            let inner = random.of(&[2, 3, 4, 5, 8]);
            leaves.push((mode, inner));
            rest = (rest - 1) / inner + 1;
        }
        leaves.push((mode, rest));
    }
    let mut order: Vec<usize> = (0..leaves.len()).collect();
    random.shuffle(&mut order);
    let (is_f2, is_swizzled) = (random.once_in(3), random.once_in(4));
    let (mut strides, mut step) = (vec![String::new(); leaves.len()], 1_i64);
    for leaf in order {
        let extent = leaves[leaf].1;
        if is_f2 {
            // bits below its own are also those of others
            strides[leaf] = format!("F{}", step ^ (random.below(step) * random.below(2)));
            step <<= i64::BITS - (extent - 1).leading_zeros();
        } else {
            let sign = if is_swizzled || !random.once_in(4) { 1 } else { -1 };
            strides[leaf] = (sign * step).to_string();
            step *= extent;
            if random.once_in(3) {
                step = (step / 8 + 1) * 8;
            }
        }
    }
    let tree = |of: &dyn Fn(usize) -> String| {
        let mode = |mode: usize| {
            let own = (0..leaves.len()).filter(|leaf| leaves[*leaf].0 == mode).map(of);
            format!("({})", own.collect::<Vec<_>>().join(","))
        };
        format!("({})", (0..extents.len()).map(mode).collect::<Vec<_>>().join(","))
    };
    let swizzle = match is_swizzled {
        true => format!("Sw<{},{},{}> o ", random.within(1, 2), random.below(4), random.within(2, 3)),
        false => String::new(),
    };
    let (shape, stride) = (tree(&|leaf| leaves[leaf].1.to_string()), tree(&|leaf| strides[leaf].clone()));
    let extents: Vec<String> = extents.iter().map(i64::to_string).collect();
    format!("{swizzle}{shape}:{stride} of ({})", extents.join(","))
}
