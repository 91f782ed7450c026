//! Instructions with many operands and outputs: all maps at once are each of them, and the work does not grow with
//! pairs.
use std::time::{Duration, Instant};
use tilework::hlo::{
    AllOutputs, GpuModel, Indexing, Module, Scope, UnknownReasons, input_to_output, inputs_to_outputs,
    output_shapes, output_to_input, outputs_to_inputs, warp_accesses,
};

fn list(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(", ")
}

fn lines(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| format!("  {}\n", one(number))).collect()
}

fn tuple_of(count: usize, shape: &str) -> String {
    format!("({})", list(count, |_| shape.into()))
}

/// Programs of each kind, with an entry whose root has so many operands, or outputs.
fn wide(count: usize) -> Vec<(&'static str, String)> {
    let parameters = lines(count, |number| format!("p{number} = f32[8,4] parameter({number})"));
    let names = list(count, |number| format!("p{number}"));
    let zeros = list(count, |_| "z".into());
    let tuple = tuple_of(count, "f32[8,4]");
    let entry =
        |root: String| format!("ENTRY e {{\n{parameters}  z = f32[] constant(0)\n  ROOT r = {root}\n}}\n");
    let fused = |body: String| format!("f {{\n{parameters}{body}}}\n");
    let fusion = |shape: &str| entry(format!("{shape} fusion({names}), kind=kLoop, calls=f"));
    let negated = lines(count, |number| format!("n{number} = f32[8,4] negate(p{number})"));
    let sum = lines(count, |number| match number {
        0 => "s0 = f32[8,4] negate(p0)".into(),
        _ => format!("s{number} = f32[8,4] add(s{}, p{number})", number - 1),
    });
    let branches = lines(count, |number| {
        format!("}}\nb{number} {{\n  a = f32[8,4] parameter(0)\n  ROOT n = f32[8,4] negate(a)")
    });
    let branches = branches.trim_start().trim_start_matches('}').to_string() + "}\n";
    vec![
        ("tuple", entry(format!("{tuple} tuple({names})"))),
        (
            "reduce",
            entry(format!(
                "{} reduce({names}, {zeros}), dimensions={{0}}, to_apply=c",
                tuple_of(count, "f32[4]")
            )),
        ),
        ("sort", entry(format!("{tuple} sort({names}), dimensions={{0}}, to_apply=c"))),
        ("concatenate", entry(format!("f32[{},4] concatenate({names}), dimensions={{0}}", 8 * count))),
        ("custom-call", entry(format!("{tuple} custom-call({names}), custom_call_target=\"f\""))),
        ("all-reduce", entry(format!("{tuple} all-reduce({names}), replica_groups={{}}, to_apply=c"))),
        (
            "fusion",
            fused(sum + &format!("  ROOT r = f32[8,4] negate(s{})\n", count - 1)) + &fusion("f32[8,4]"),
        ),
        (
            "fusion of many outputs",
            fused(negated + &format!("  ROOT r = {tuple} tuple({})\n", list(count, |n| format!("n{n}"))))
                + &fusion(&tuple),
        ),
        (
            "conditional",
            branches
                + &entry(format!(
                    "f32[8,4] conditional(i, {names}), branch_computations={{{}}}",
                    list(count, |number| format!("b{number}"))
                ))
                .replace("  z =", "  i = s32[] constant(0)\n  z ="),
        ),
        (
            "while",
            format!(
                "b {{\n  t = {tuple} parameter(0)\n{}  ROOT r = {tuple} tuple({})\n}}\nENTRY e {{\n{parameters}  t = {tuple} \
                 tuple({names})\n  ROOT w = {tuple} while(t), condition=c, body=b\n}}\n",
                lines(count, |number| format!("g{number} = f32[8,4] get-tuple-element(t), index={number}")),
                list(count, |number| format!("g{number}")),
            ),
        ),
    ]
}

/// One list from the lists of all outputs.
fn of_output(all: &AllOutputs, operand: usize, output: usize) -> tilework::hlo::OperandMaps {
    let found: Vec<_> = all[operand].iter().filter(|found| found.outputs.contains(&output)).collect();
    assert!(found.len() <= 1);
    found.first().map_or_else(|| Some(Default::default()), |found| found.maps.clone())
}

#[test]
fn all_at_once_are_each_of_them() {
    for (kind, text) in wide(5) {
        let module = Module::parse(&text).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let entry = module.entry();
        let root = entry.root_number();
        let operands = entry.root().operands.len();
        for scope in [Scope::Xla, Scope::Extended] {
            let reads = outputs_to_inputs(&module, entry, root, scope);
            let uses = inputs_to_outputs(&module, entry, root, scope);
            let alone = || UnknownReasons::new(&module, entry, root, scope);
            let reasons = alone();
            let forward: Vec<Indexing> =
                (0..operands).map(|operand| input_to_output(&module, entry, root, operand, scope)).collect();
            let fed = |operand: usize, output: usize| &forward[operand][output];
            for output in 0..output_shapes(&entry.root().shape, scope).count() {
                let backward = output_to_input(&module, entry, root, output, scope);
                for operand in 0..operands {
                    assert_eq!(
                        of_output(&reads, operand, output),
                        backward[operand],
                        "{kind}, {operand}, {output}"
                    );
                    assert_eq!(
                        of_output(&uses, operand, output),
                        *fed(operand, output),
                        "{kind}, {operand}, {output}"
                    );
                    assert_eq!(
                        reasons.of_read(operand, output).as_deref(),
                        alone().of_read(operand, output).as_deref()
                    );
                    assert_eq!(
                        reasons.of_use(operand, output).as_deref(),
                        alone().of_use(operand, output).as_deref()
                    );
                    assert_eq!(reasons.of_read(operand, output).is_some(), backward[operand].is_none());
                    assert_eq!(reasons.of_use(operand, output).is_some(), fed(operand, output).is_none());
                }
            }
        }
    }
}

/// What `index` does with an instruction.
fn work(text: &str) -> Duration {
    let module = Module::parse(text).unwrap();
    let (entry, root) = (module.entry(), module.entry().root_number());
    let start = Instant::now();
    for scope in [Scope::Xla, Scope::Extended] {
        let reasons = UnknownReasons::new(&module, entry, root, scope);
        for (operand, reads) in outputs_to_inputs(&module, entry, root, scope).iter().enumerate() {
            // of each list one output: the reasons of all of them are text
            let unknown = reads.iter().filter(|reads| reads.maps.is_none());
            unknown.for_each(|reads| assert!(reasons.of_read(operand, reads.outputs[0]).is_some()));
        }
        assert_eq!(inputs_to_outputs(&module, entry, root, scope).len(), entry.root().operands.len());
        assert_eq!(
            warp_accesses(&module, entry, root, scope, &GpuModel::default()).len(),
            entry.root().operands.len()
        );
    }
    start.elapsed()
}

/// Eight times as many operands and outputs are 64 times as many pairs.
#[test]
fn work_grows_with_operands_and_outputs_not_with_pairs() {
    let (few, many) = (wide(50), wide(400));
    for ((kind, few), (_, many)) in few.iter().zip(&many) {
        let base = work(few).min(work(few)).max(Duration::from_millis(1));
        let grown = work(many).min(work(many));
        assert!(grown < 24 * base, "{kind}: {base:?} became {grown:?}");
    }
}
