//! Modules read and printed: what XLA printed comes out as it was, and whatever can be read comes out as a text of
//! the same module.
use std::path::{Path, PathBuf};
use std::{env, fs};
use tilework::dynamic::Error;
use tilework::hlo::Module;

/// The dumps of the examples, and the shared ones where their folder stands beside the repository or `CONFORMANCE`
/// names it.
fn dumps() -> Vec<(PathBuf, String)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = env::var_os("CONFORMANCE").map_or(here.join("../shared/conformance"), PathBuf::from);
    let folders = [here.join("examples/hlo"), shared.join("hlo/cpu"), shared.join("hlo/tpu")];
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let paths = files.map(|file| file.unwrap().path());
    let dumps = paths.filter(|path| path.extension().is_some_and(|extension| extension == "hlo"));
    dumps.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn without_trailing_blanks(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// The module, which must be equal to the one that its text is read as.
fn printed(text: &str) -> String {
    let module = Module::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let printed = module.to_string();
    assert_eq!(Module::parse(&printed).as_ref(), Ok(&module), "{text}");
    printed
}

#[test]
fn dumps_come_out_as_they_were() {
    let dumps = dumps();
    assert!(dumps.len() >= 8);
    for (path, text) in dumps {
        let printed = printed(&text);
        let (found, expected) = (without_trailing_blanks(&printed), without_trailing_blanks(&text));
        let differs = found.iter().zip(&expected).position(|(found, expected)| found != expected);
        assert_eq!((differs, found.len()), (None, expected.len()), "{}", path.display());
    }
}

/// What XLA prints, form by form: instructions of one computation after `%p` and `%q`.
const FORMS: [&str; 62] = [
    "%c = pred[] constant(true)",
    "%c = f32[2]{0} constant({-inf, nan})",
    "%c = f32[3]{0} constant({-0, 1e-07, -nan})",
    "%c = c64[2]{0} constant({(1, -2), (nan, inf)})",
    "%c = s32[2,3]{1,0} constant({ { 1, 2, 3 }, { 4, 5, 6 } })",
    "%c = f32[2,2]{1,0} constant({ { /*i1=0*/ 1, 2 }, { /*i1=1*/ 3, 4 } })",
    "%c = f32[2,2]{1,0} constant({\n  { 1, 2 },\n  { 3, 4 }\n})",
    "%c = f32[4096]{0} constant({...})",
    "%c = (f32[], s32[2]{0}) constant((1.5, {1, 2}))",
    "%c = ((f32[], pred[]), token[]) constant(((1.5, true), ))",
    "%c = f8e4m3fn[2]{0} constant({1, -0.5})",
    "%c = f32[2,2]{1,0} constant({[0, 1]: 5})",
    "%c = s32[0]{0} constant({})",
    "%c = u8[3]{0} constant(\"a\\\"\\\\b\")",
    "%x = f32[<=8,4]{1,0} add(%p, %q)",
    "%x = f32[?,4]{1,0} add(%p, %q)",
    "%x = f32[8,4]{1,0:T(8,128)(2,1)L(128)E(4)S(5)} copy(%p)",
    "%x = s4[8,4]{1,0:T(8,128)(32,1)E(4)} convert(%p)",
    "%x = b(f32[8,4]{1,0}) custom-call(%p), custom_call_target=\"Pin\"",
    "%x = f32[8,4]{1,0} custom-call(b(f32[8,4]{1,0}) %p), custom_call_target=\"Unpin\"",
    "%x = f32[8,4]{1,0} unheard-of(%p), so=what",
    "%x = f32[8,4]{1,0} add(f32[8,4]{1,0} %p, f32[8,4]{1,0} %q)",
    "%x = (f32[8,4]{1,0}, f32[8,4]{1,0}, f32[8,4]{1,0}, f32[8,4]{1,0}, f32[8,4]{1,0}, /*index=5*/f32[8,4]{1,0}) tuple(%p, %q, %p, %q, %p, /*index=5*/%q)",
    "%x = () tuple()",
    "%x = token[] after-all()",
    "%x = opaque[] custom-call(), custom_call_target=\"f\"",
    "%x = f32[8,4]{1,0} add(%p, %q), sharding={replicated}",
    "%x = f32[8,4]{1,0} add(%p, %q), sharding={devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}",
    "%x = f32[8,4]{1,0} add(%p, %q), sharding={devices=[2,2]<=[4] metadata={op_name=\"a}b\"}}",
    "%x = f32[8,4]{1,0} add(%p, %q), sharding={devices=[4,1]<=[2,2]T(1,0) last_tile_dims={manual, replicated}}",
    "%x = f32[8,4]{1,0} add(%p, %q), sharding={{maximal device=0}, {unknown shard_as 7}}",
    "%x = f32[8,4]{1,0} add(%p, %q), sharding={mesh['x'=2,'y'=4], [{'x'}, {'y':(1)2, ?}], replicated={'z'}}",
    "%x = f32[8,4]{1,0} add(%p, %q), metadata={op_type=\"add\" op_name=\"jit(f)/a\\\"b\\\\\" source_file=\"a b,c.py\" source_line=3}",
    "%x = f32[8,4]{1,0} add(%p, %q), metadata={op_name=\"a\" stack_frame_id=2 scheduling_name=\"%x\" deduplicated_name=\"y\"}",
    "%x = f32[8,4]{1,0} add(%p, %q), control-predecessors={%p, %q}",
    "%x = f32[8,4]{1,0} add(%p, %q), backend_config={\"a\":[\"1\",{\"b\":null}],\"c\":\"}{\\\"\"}",
    "%x = f32[8,4]{1,0} add(%p, %q), backend_config=\"{\\\"a\\\": \\\"b, c\\\"}\"",
    "%x = f32[8,4]{1,0} add(%p, %q), frontend_attributes={a=\"b\",c={\"d\":1},xla.sdy.sharding=\"#sdy.sharding<@m, [{}, {?}]>\"}",
    "%x = f32[8,4]{1,0} add(%p, %q), statistics={visualizing_index=1,a=0.5,b=2}",
    "%x = f32[8,4]{1,0} add(%p, %q), origin={{\"add.1\"}}",
    "%x = (f32[8,4]{1,0}, f32[8,4]{1,0}) tuple(%p, %q), origin={({\"p\" {0}}, {\"q\"})}",
    "%x = f32[8,4]{1,0} fusion(%p, %q), kind=kLoop, calls=%f, output_to_operand_aliasing={{}: (0, {})}",
    "%x = ((f32[8,4]{1,0}, f32[8,4]{1,0}), f32[8,4]{1,0}, u32[]) async-start(%p, %q), async_execution_thread=\"host\", calls=%f",
    "%x = ((f32[8,4]{1,0}), f32[8,4]{1,0}) custom-call-start(%p), custom_call_target=\"f\", api_version=API_VERSION_TYPED_FFI",
    "%x = (f32[8,4]{1,0}, f32[8,4]{1,0:S(5)}, u32[]{:S(2)}) copy-start(%p), cross_program_prefetch_index=0",
    "%x = f32[16,4]{1,0} all-gather(%p), channel_id=1, replica_groups=[2,4]<=[8], dimensions={0}, use_global_device_ids=true",
    "%x = f32[8,4]{1,0} all-reduce(%p), replica_groups={{0,1},{2,3}}, to_apply=%f",
    "%x = f32[8,4]{1,0} all-reduce(%p), replica_groups=[4,2]<=[2,2,2]T(2,0,1), to_apply=%f",
    "%x = f32[8,4]{1,0} all-reduce(%p), replica_groups=mesh['x'=2,'y'=4] {'x'}, to_apply=%f",
    "%x = f32[8,4]{1,0} collective-permute(%p), source_target_pairs={{0,1},{1,0}}",
    "%x = f32[8,8]{1,0} dot(%p, %q), lhs_contracting_dims={1}, rhs_contracting_dims={1}, algorithm=dot_bf16_bf16_f32",
    "%x = f32[8,4]{1,0} convolution(%p, %q), window={size=3x3 stride=2x1 pad=1_1x-1_0 rhs_reversal=1x0}, dim_labels=bf01_01io->bf01",
    "%x = f32[12,16]{1,0} pad(%p, %q), padding=1_4_1x4_8_0",
    "%x = f32[4,4]{1,0} slice(%p), slice={[0:8:2], [0:4]}",
    "%x = pred[8,4]{1,0} compare(%p, %q), direction=LT, type=TOTALORDER",
    "%x = f32[8,4]{1,0} while(%p), condition=%f, body=%f, backend_config={\"known_trip_count\":{\"n\":\"3\"}}",
    "%x = f32[8,4]{1,0} conditional(%p, %q), branch_computations={%f, %f}",
    "%x = f32[8,4]{1,0} rng(%p, %q), distribution=rng_uniform",
    "%x = (s32[2]{0}, token[]) recv(%p), channel_id=2, is_host_transfer=true",
    "%x = f32[8,4]{1,0} parameter(2), parameter_replication={true}",
    "%x.1-b_c = f32[8,4]{1,0} add(%p, %p)",
    "%1.2 = f32[8,4]{1,0} add(%p, %p)",
];

#[test]
fn every_form_comes_out_as_it_was() {
    for form in FORMS {
        let text = format!(
            "HloModule m, is_scheduled=true, input_output_alias={{ {{0}}: (0, {{}}, may-alias) }}, \
             origin_recovery_table={{\n  {{\"a\"}} : {{\"b\"}},\n  \"\n    ENTRY %r (p: f32[]) -> f32[] {{\n  }}\n  \"\n}}\n\n\
             %f (a: f32[8,4], b: (f32[], s32[<=2])) -> f32[8,4] {{\n  ROOT %a = f32[8,4]{{1,0}} parameter(0)\n}}, execution_thread=\"host\"\n\n\
             ENTRY %e (p: f32[8,4], q: f32[8,4]) -> f32[8,4] {{\n  \
             %p = f32[8,4]{{1,0}} parameter(0), sharding={{replicated}}\n  %q = f32[8,4]{{1,0}} parameter(1)\n  \
             {form}\n  ROOT %last = f32[8,4]{{1,0}} negate(%p)\n}}\n\n"
        );
        assert_eq!(printed(&text), text);
        // as XLA prints it without `%`
        let plain = text.replace('%', "");
        assert_eq!(printed(&plain), plain);
    }
}

#[test]
fn what_people_write_comes_out_once_and_for_all() {
    for text in [
        "e { p = f32[8] parameter(0) }",
        "HloModule m ENTRY e{p=f32[8]parameter(0)ROOT n=f32[8]negate(p)}",
        "HloModule m, a=1, /* b \" */ c={2} // d {\nENTRY e { p = f32[8] parameter(0), /* , */ x=1 // ROOT\n }",
        "FileNames\n1 \"a\" \n\n// end\nf { ROOT p = ((f32[], s4[2] {0:E(4)}), token []) parameter(/* zero */ 0) q = () tuple() }",
        "ENTRY e { ROOT %ROOT = f32[] parameter(0) %ENTRY = f32[] negate(f32[] /*x*/ %ROOT) }\r\n",
        "ENTRY e {\n p = u8[3] constant(\"(\")\n q = u8[3]{0}constant(\")\")\n}, execution_thread=\"x\", y",
        "ENTRY e { p = f32[]{:} parameter(0) }",
        "ENTRY e { p = f32[8] parameter(0), , x=1, }",
    ] {
        let once = printed(text);
        assert_eq!(printed(&once), once);
    }
}

#[test]
fn mistakes_are_pointed_at() {
    for (text, place, message) in [
        ("", 0, "expected a computation, found the end at position 0"),
        ("HloModule , a=1", 10, "expected the name of the module, found `,` at position 10"),
        ("ENTRY e {}", 8, "expected instructions in the computation e, found `{}` at position 8"),
        (
            "ENTRY a { p = f32[] parameter(0) } ENTRY b { p = f32[] parameter(0) }",
            35,
            "expected one `ENTRY` in a module, found `ENTRY b { p = f32[] parameter(0) }` at position 35",
        ),
        (
            "a { ROOT p = f32[] parameter(0) ROOT q = f32[] parameter(1) }",
            32,
            "expected one `ROOT` in a computation, found `ROOT q = f32[] parameter(1)` at position 32",
        ),
        (
            "a { p = f33[] parameter(0) }",
            8,
            "expected an element type such as `f32`, `bf16` or `s8`, found `f33` at position 8",
        ),
        ("a { p = f32[ parameter(0) }", 13, "expected an integer, found `parameter` at position 13"),
        ("a { p = f32[] parameter(0 }", 26, "expected `)`, found `}` at position 26"),
        (
            "a { p = f32[] parameter(0) }, b=\"}",
            30,
            "expected a value whose brackets and quotes are closed, found `b=\"}` at position 30",
        ),
        ("a { p = f32[] parameter(0", 23, "expected a `(` that is closed, found `(` at position 23"),
        (
            "a { p = f32[] negate(q) }",
            21,
            "expected an instruction that stands before, in the same computation, found `q` at position 21",
        ),
    ] {
        let Err(Error::Parse(error)) = Module::parse(text) else { panic!("{text}") };
        assert_eq!((error.span.start, error.to_string()), (place, message.to_string()), "{text}");
    }
}

#[test]
fn attributes_between_comments() {
    let text = "e { p = f32[] parameter(0), /* , */ x={1, /*y=2*/ 3}, // z=3\n w=\"a,\\\" b\", , mesh=mesh['x'=2]   {'x'}, v }";
    let module = Module::parse(text).unwrap();
    let found: Vec<_> = module.entry().root().attributes.iter().collect();
    let expected =
        [("x", "{1, /*y=2*/ 3}"), ("w", "\"a,\\\" b\""), ("mesh", "mesh['x'=2]   {'x'}"), ("v", "")];
    assert_eq!(found, expected);
}
