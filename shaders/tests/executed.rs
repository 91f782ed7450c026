//! Emitted WGSL, executed on the first device of Vulkan, which may be the processor, and compared with the twin.
#[allow(dead_code)]
#[path = "../../tests/emit/cases.rs"]
mod cases;
#[allow(dead_code)]
#[path = "../../tests/emit/kernels.rs"]
mod kernels;
#[path = "../../tests/common/random.rs"]
mod random;

use cases::Case;
use std::fmt::Write as _;
use tilework::emit::{EmitError, Language, Word};
use wgpu::util::DeviceExt as _;

struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    /// The first device there is, if there is any.
    fn first() -> Option<Gpu> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        }));
        let Ok(adapter) = adapter else {
            println!("no device of Vulkan here: skipped");
            return None;
        };
        println!("{}", adapter.get_info().name);
        let (device, queue) = pollster::block_on(adapter.request_device(&Default::default())).unwrap();
        Some(Gpu { device, queue })
    }

    /// What a kernel makes of the bytes of a destination.
    fn run(&self, text: &str, kernel: &str, grid: [u32; 2], source: &[u8], destination: &[u8]) -> Vec<u8> {
        use wgpu::BufferUsages as Usages;
        let buffer = |contents, usage| {
            self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
        };
        let source = buffer(source, Usages::STORAGE);
        let written = buffer(destination, Usages::STORAGE | Usages::COPY_SRC);
        let read = buffer(destination, Usages::MAP_READ | Usages::COPY_DST);
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some(kernel),
            compilation_options: Default::default(),
            cache: None,
        });
        let entries = [(0, &source), (1, &written)]
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() });
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut commands = self.device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(grid[0], grid[1], 1);
        drop(pass);
        commands.copy_buffer_to_buffer(&written, 0, &read, 0, None);
        self.queue.submit([commands.finish()]);
        read.map_async(wgpu::MapMode::Read, .., |outcome| outcome.unwrap());
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        read.get_mapped_range(..).unwrap().to_vec()
    }
}

/// The most arguments, and the most results; a call has a number before them, and an answer whether it is inside.
const MOST: usize = 8;
type Row = [u32; MOST + 1];

/// The bits of numbers as a function is over them; none where some do not fit.
fn bits(word: Word, values: &[i64]) -> Option<Vec<u32>> {
    let one = |value: &i64| match word {
        Word::U32 => u32::try_from(*value).ok(),
        Word::I32 => i32::try_from(*value).ok().map(i32::cast_unsigned),
        Word::U64 | Word::I64 => None,
    };
    values.iter().map(one).collect()
}

fn row(first: u32, behind: &[u32]) -> Row {
    let mut row = [first; MOST + 1];
    row[1..].fill(0);
    row[1..=behind.len()].copy_from_slice(behind);
    row
}

/// A case of a `switch` that calls a function, and puts what it gives into `answer`.
fn call(case: &Case, number: usize, word: Word) -> String {
    let kind = if word.is_signed() { "i32" } else { "u32" };
    let arguments: Vec<String> = (0..case.function.arguments().len())
        .map(|place| format!("bitcast<{kind}>(given[{}])", place + 1))
        .collect();
    let arguments = arguments.join(", ");
    let results = case.calls.iter().find_map(|(_, results)| results.as_ref().map(Vec::len)).unwrap_or(1);
    let mut text = format!("case {number}u: {{ if at{number}_contains({arguments}) {{ answer[0] = 1u; ");
    match results {
        1 => write!(text, "answer[1] = bitcast<u32>(at{number}({arguments}));").unwrap(),
        _ => {
            write!(text, "let r = at{number}({arguments}); ").unwrap();
            for place in 0..results {
                write!(text, "answer[{}] = bitcast<u32>(r[{place}]); ", place + 1).unwrap();
            }
        }
    }
    text + "} }\n"
}

#[test]
fn functions() {
    let Some(gpu) = Gpu::first() else { return };
    let (mut functions, mut count, mut inside) = (0, 0, 0);
    // what is nowhere defined cannot be compared; nor the way back to a coordinate of no modes
    let mut cases = cases::all(1000);
    cases.retain(|case| case.name != "():() back" && case.calls.iter().any(|(_, results)| results.is_some()));
    for cases in cases.chunks(64) {
        let (mut text, mut body) = (String::new(), String::new());
        let (mut calls, mut expected): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
        for (number, case) in cases.iter().enumerate() {
            let emitted = match case.function.emit(Language::Wgsl, &format!("at{number}")) {
                Ok(emitted) => emitted,
                Err(EmitError::TooWide { .. }) => continue,
                Err(error) => panic!("{}: {error}", case.name),
            };
            text += &emitted.text;
            body += &call(case, number, emitted.word);
            functions += 1;
            for (arguments, results) in &case.calls {
                let Some(arguments) = bits(emitted.word, arguments) else { continue };
                calls.push(row(number as u32, &arguments));
                expected.push(match results {
                    Some(results) => row(1, &bits(emitted.word, results).unwrap()),
                    None => row(0, &[]),
                });
            }
        }
        write!(
            text,
            "@group(0) @binding(0) var<storage, read> calls: array<array<u32, {0}>>;\n\
             @group(0) @binding(1) var<storage, read_write> answers: array<array<u32, {0}>>;\n\
             @compute @workgroup_size(64) fn run(@builtin(global_invocation_id) id: vec3<u32>) {{\n\
             if id.x >= arrayLength(&calls) {{ return; }}\n\
             let given = calls[id.x];\nvar answer: array<u32, {0}>;\n\
             switch given[0] {{\n{body}default: {{}}\n}}\nanswers[id.x] = answer;\n}}\n",
            MOST + 1
        )
        .unwrap();
        let bytes =
            |rows: &[Row]| -> Vec<u8> { rows.iter().flatten().flat_map(|word| word.to_ne_bytes()).collect() };
        let (given, before) = (bytes(&calls), vec![0xa4; calls.len() * size_of::<Row>()]);
        let written = gpu.run(&text, "run", [calls.len().div_ceil(64) as u32, 1], &given, &before);
        for (answer, (call, expected)) in written.chunks(size_of::<Row>()).zip(calls.iter().zip(&expected)) {
            let case = &cases[call[0] as usize];
            assert_eq!(answer, bytes(&[*expected]), "{} at {:?}: {:?}", case.name, &call[1..], case.function);
        }
        count += calls.len();
        inside += expected.iter().filter(|answer| answer[0] == 1).count();
    }
    println!("{functions} functions, {count} calls, {inside} inside");
    assert!(functions > 1500 && inside > 10 * functions, "most functions are called inside");
}

/// All pairs of eight layouts of sizes odd and even, in three widths, and others at random.
#[test]
fn relayouts() {
    let Some(gpu) = Gpu::first() else { return };
    let mut cases = kernels::all(&[(67, 45), (64, 48)], &[4, 8, 16]);
    cases.extend(kernels::all(&[(64, 48)], &[1, 2]));
    cases.extend(kernels::drawn(100));
    let (mut executed, mut refused) = (0, 0);
    for case in &cases {
        let emitted = match case.kernel.emit(Language::Wgsl, "relayout") {
            Ok(emitted) => emitted,
            Err(error) => {
                let is_narrow = error.to_string().contains("WGSL stores 4 bytes at least");
                assert!(is_narrow && case.bytes < 4, "{}: {error}", case.name);
                refused += 1;
                continue;
            }
        };
        let grid = emitted.grid.map(|blocks| u32::try_from(blocks).unwrap());
        case.compare(&gpu.run(&emitted.text, "relayout", grid, &case.source(), &case.before()));
        executed += 1;
    }
    println!("{executed} kernels, {refused} refused");
    assert!(executed > cases.len() / 2);
}
