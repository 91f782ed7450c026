//! Relayouts that are executed: pairs of layouts, and what the destination holds before and afterwards.
use tilework::dynamic::{DynTuple, Swizzled};
use tilework::emit::RelayoutKernel;

/// A kernel, and what it is to do.
pub(crate) struct KernelCase {
    pub(crate) name: String,
    pub(crate) kernel: RelayoutKernel,
    bytes: usize,
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
            // steps that end in the middle of others' rows
            ("((4,5),(8,3)):((1,96),(4,32))", "((2,10),24):((24,48),1)"),
        ] {
            cases.push(KernelCase::new(from, to, bytes));
        }
    }
    cases
}
