#!/usr/bin/env python3
"""Which changes of the code no test finds: every mutant that cargo-mutants lists, all of them in one build.

    .ci/mutants.py PATH... [--tests NAME...] [--folder FOLDER] [--only TEXT] [--again] [--limit SECONDS]

PATH is a file or folder of the library, such as src/xla. Each function is woven so that it runs as the mutant whose number
the environment says, or as it is; mutants that do not compile are taken out, error by error. Then each test says which
functions it reaches, and each mutant runs the tests that reach it, the quickest first, until one fails. The examples of the
documentation are not among them. Needs cargo-mutants and a nightly compiler; what is found is in FOLDER/mutants.json. With
--again only those are tried that no test found there, wherever their lines are now; with --limit no test that takes longer.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FEATURES = "std,hlo,notation,draw,emit,atlas"
TESTS = ["lib", "access", "affine", "algebra", "draw", "dynamic", "emit", "format", "hlo", "kernel", "layout", "notation", "placed",
         "shard", "tensor", "tuple", "xla"]

MISSED = ("not reached", "survived", "not placed")

# what the woven functions ask; while constants are evaluated, nothing is changed
SWITCH = """
#[doc(hidden)]
#[allow(missing_docs, unsafe_code, clippy::all)]
pub mod mutants {
    extern crate std;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    const FUNCTIONS: usize = COUNT;
    static REACHED: [AtomicBool; FUNCTIONS] = [const { AtomicBool::new(false) }; FUNCTIONS];
    struct Asked { mutant: usize, reached: Option<std::fs::File> }
    fn asked() -> &'static Asked {
        static ASKED: OnceLock<Asked> = OnceLock::new();
        ASKED.get_or_init(|| Asked {
            mutant: std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0),
            reached: std::env::var_os("MUTANTS_REACHED")
                .and_then(|path| std::fs::OpenOptions::new().create(true).append(true).open(path).ok()),
        })
    }
    const fn while_compiling(_: usize) -> usize { 0 }
    fn running(function: usize) -> usize {
        let asked = asked();
        if let Some(mut file) = asked.reached.as_ref() {
            if !REACHED[function].swap(true, Ordering::Relaxed) {
                use std::io::Write;
                let _ = file.write_all(std::format!("{function}\\n").as_bytes());
            }
        }
        asked.mutant
    }
    #[inline(always)]
    pub const fn active(function: usize) -> usize {
        core::intrinsics::const_eval_select((function,), while_compiling, running)
    }
}
"""


def run(command, **more):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


class Mutant:
    def __init__(self, number, found, starts):
        self.number, self.file, self.name = number, found["file"], found["name"]
        place = lambda at: starts[at["line"] - 1] + at["column"] - 1
        self.begin, self.end = place(found["span"]["start"]), place(found["span"]["end"])
        self.replacement = found["replacement"]
        function = found["function"]
        self.function = function and (place(function["span"]["start"]), place(function["span"]["end"]))


def body(text, begin, end):
    """The text between the braces of a function: where it begins and ends."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.|[^\'\\])\'|\'\w+|[(\[{}\])]|\bfn\b', re.S)
    depth, is_function = 0, False
    for found in token.finditer(text, begin, end):
        mark = found.group()
        is_function = is_function or mark == "fn"
        if mark in "([":
            depth += 1
        elif mark in ")]":
            depth -= 1
        elif mark == "{" and is_function and depth == 0:
            return found.end(), end - 1
    return None


def weave(text, mutants, first):
    """The text with each function woven; how many functions; and the lines of each mutant."""
    outermost = {}
    spans = sorted({mutant.function for mutant in mutants if mutant.function}, key=lambda span: (span[0], -span[1]))
    last = None
    for span in spans:
        if last is None or span[0] >= last[1]:
            last = span
        outermost[span] = last
    grouped = {}
    for mutant in mutants:
        if mutant.function:
            grouped.setdefault(outermost[mutant.function], []).append(mutant)
    woven, at, lines, functions = [], 0, [], {}
    line = 1

    def write(piece):
        nonlocal line
        woven.append(piece)
        line += piece.count("\n")

    number = first
    for span in sorted(grouped):
        inside = body(text, *span)
        if inside is None:
            continue
        begin, end = inside
        placed = [mutant for mutant in grouped[span] if begin <= mutant.begin and mutant.end <= end]
        if not placed:
            continue
        write(text[at:begin])
        # as it is comes first: what a function returns, if it has no name, is what that says
        numbers = " | ".join(str(mutant.number) for mutant in placed)
        write(f" match crate::mutants::active({number}) {{\n__mutant if !matches!(__mutant, {numbers}) => {{{text[begin:end]}}}\n")
        for mutant in placed:
            start = line
            write(f"{mutant.number} => {{{text[begin:mutant.begin]}{mutant.replacement}{text[mutant.end:end]}}}\n")
            lines.append((start, line - 1, mutant))
            functions[mutant.number] = number
        write("_ => unreachable!(),\n}")
        at = end
        number += 1
    write(text[at:])
    return "".join(woven), number, lines, functions


class Weaving:
    """A copy of the project whose functions are woven."""

    def __init__(self, folder, paths, is_wanted):
        self.tree = folder / "tree"
        self.target = folder / "target"
        if self.tree.exists():
            shutil.rmtree(self.tree)
        for name in run(["git", "ls-files"], cwd=ROOT).stdout.split():
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_file():
                shutil.copy2(ROOT / name, self.tree / name)
        globs = [part for path in paths for part in ("-f", path if path.endswith(".rs") else f"{path}/**/*.rs")]
        listed = run(["cargo", "mutants", "--list", "--json", "--package", "tilework", *globs], cwd=ROOT)
        self.texts, self.mutants = {}, []
        for found in json.loads(listed.stdout):
            if not is_wanted(found["name"]):
                continue
            if found["file"] not in self.texts:
                self.texts[found["file"]] = (ROOT / found["file"]).read_text()
            # columns count letters, and so do places in a text of Python
            starts = [0]
            for piece in self.texts[found["file"]].split("\n"):
                starts.append(starts[-1] + len(piece) + 1)
            self.mutants.append(Mutant(len(self.mutants) + 1, found, starts))
        self.gone = set()
        print(f"{len(self.mutants)} mutants are listed", flush=True)

    def write(self):
        self.functions, self.lines, count = {}, {}, 0
        for file, text in self.texts.items():
            left = [mutant for mutant in self.mutants if mutant.file == file and mutant.number not in self.gone]
            woven, count, lines, functions = weave(text, left, count)
            (self.tree / file).write_text(woven)
            self.lines[file] = lines
            self.functions.update(functions)
        library = (self.tree if "src/lib.rs" in self.texts else ROOT) / "src/lib.rs"
        features = "#![feature(core_intrinsics, const_eval_select)]\n#![allow(internal_features)]\n"
        (self.tree / "src/lib.rs").write_text(features + library.read_text() + SWITCH.replace("COUNT", str(count + 1)))

    def cargo(self, *arguments):
        environment = {**os.environ, "CARGO_TARGET_DIR": str(self.target), "CARGO_INCREMENTAL": "0",
                       "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_PROFILE_DEV_OPT_LEVEL": "1",
                       "RUSTFLAGS": "-A warnings -A arithmetic_overflow -A unconditional_panic -A unconditional_recursion"}
        return run(["cargo", "+nightly", *arguments], cwd=self.tree, env=environment)

    def compile(self):
        """Takes out what does not compile, until all does."""
        while True:
            self.write()
            checked = self.cargo("check", "--lib", "--features", FEATURES, "--message-format=json")
            if checked.returncode == 0:
                break
            wrong, unknown = set(), []
            for line in checked.stdout.splitlines():
                message = json.loads(line).get("message") if line.startswith("{") else None
                if not isinstance(message, dict) or message.get("level") != "error" or not message.get("spans"):
                    continue
                mutants = set()
                stack = list(message["spans"])
                while stack:
                    span = stack.pop()
                    if span.get("expansion"):
                        stack.append(span["expansion"]["span"])
                    for first, last, mutant in self.lines.get(span["file_name"], []):
                        if first <= span["line_start"] and span["line_end"] <= last:
                            mutants.add(mutant.number)
                wrong |= mutants
                if not mutants:
                    unknown.append(message["rendered"])
            if not wrong:
                sys.exit("errors that are in no mutant:\n" + ("\n".join(unknown[:5]) or checked.stderr[-3000:]))
            self.gone |= wrong
            print(f"{len(wrong)} do not compile, {len(self.gone)} in all", flush=True)


class Test:
    def __init__(self, name, command):
        self.name, self.command = name, command
        self.seconds, self.reached, self.is_well = 0.0, set(), False

    def run(self, tree, timeout=None, **environment):
        return run(self.command, cwd=tree, timeout=timeout,
                   env={**os.environ, "CARGO_MANIFEST_DIR": str(tree), **environment})

    def measure(self, folder, tree):
        """How long it takes, and which functions it reaches."""
        file = folder / f"reached.{id(self)}"
        file.unlink(missing_ok=True)
        begin = time.monotonic()
        self.is_well = self.run(tree, MUTANTS_REACHED=str(file)).returncode == 0
        self.seconds = time.monotonic() - begin
        if file.exists():
            self.reached = set(map(int, file.read_text().split()))
            file.unlink()

    def kills(self, mutant, tree):
        try:
            return self.run(tree, 5 + 10 * self.seconds, MUTANT=str(mutant.number)).returncode != 0
        except subprocess.TimeoutExpired:
            return True


def tests_of(weaving, names):
    targets = [part for name in names for part in (["--lib"] if name == "lib" else ["--test", name])]
    built = weaving.cargo("test", "--no-run", "--features", FEATURES, "--message-format=json", *targets)
    if built.returncode:
        sys.exit(built.stderr[-5000:])
    for message in map(json.loads, built.stdout.splitlines()):
        if message.get("reason") == "compiler-artifact" and message.get("executable") and message["profile"]["test"]:
            binary = message["executable"]
            for line in run([binary, "--list"], cwd=weaving.tree).stdout.splitlines():
                if line.endswith(": test"):
                    name = line.removesuffix(": test")
                    yield Test(name, [binary, "--exact", name, "--test-threads=1"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--tests", nargs="*", default=TESTS)
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target/mutants")
    parser.add_argument("--only", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--limit", type=float, default=float("inf"))
    given = parser.parse_args()
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # the name of a mutant without its line and column
    kind = lambda name: re.sub(r":\d+:\d+: ", ": ", name, count=1)
    before = json.loads((folder / "mutants.json").read_text()) if given.again else []
    missed = {kind(one["mutant"]) for one in before if one["verdict"] in MISSED}
    weaving = Weaving(folder, given.paths, lambda name: given.only in name and (not given.again or kind(name) in missed))
    weaving.compile()
    tests = list(tests_of(weaving, given.tests))
    print(f"{len(tests)} tests", flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda test: test.measure(folder, weaving.tree), tests))
        for test in tests:
            if not test.is_well:
                print(f"left out, as it fails without a mutant: {test.name}")
        tests = sorted((test for test in tests if test.is_well and test.seconds <= given.limit), key=lambda test: test.seconds)
        left = [mutant for mutant in weaving.mutants if mutant.number not in weaving.gone]
        placed = [mutant for mutant in left if mutant.number in weaving.functions]
        reaching = {mutant.number: [test for test in tests if weaving.functions[mutant.number] in test.reached] for mutant in placed}
        tried = [mutant for mutant in placed if reaching[mutant.number]]
        print(f"{len(placed)} compile, {len(tried)} are reached", flush=True)
        kill = lambda mutant: next((test.name for test in reaching[mutant.number] if test.kills(mutant, weaving.tree)), None)
        found = dict(zip((mutant.number for mutant in tried), pool.map(kill, tried)))
    verdict = lambda mutant: ("does not compile" if mutant.number in weaving.gone else "not placed" if mutant.number not in weaving.functions
                              else "not reached" if not reaching[mutant.number] else "killed" if found[mutant.number] else "survived")
    told = [{"mutant": mutant.name, "verdict": verdict(mutant), "by": found.get(mutant.number)} for mutant in weaving.mutants]
    (folder / "mutants.json").write_text(json.dumps(told, indent=1))
    for one in told:
        if one["verdict"] in MISSED:
            print(f"{one['verdict']}: {one['mutant']}")
    count = lambda name: sum(one["verdict"] == name for one in told)
    viable = count("killed") + count("survived") + count("not reached")
    print(f"{len(told)} listed: {count('does not compile')} do not compile, {count('not placed')} not placed; "
          f"of {viable} viable {count('killed')} killed ({100 * count('killed') / max(viable, 1):.1f} %), "
          f"{count('survived')} survived, {count('not reached')} not reached")


if __name__ == "__main__":
    main()
