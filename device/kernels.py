#!/usr/bin/env python3
"""Compiles the kernels of this folder to PTX, and looks at it; to SASS too where `ptxas` and `nvdisasm` can be had.

No kernel may call a function, use a stack, or spill a register. With --twins, the same kernels in CUDA C++ and in CuTe
C++ are compiled beside them, and the table of the README is printed. Tools are looked for in $CUDA and in $PATH, the
headers of CuTe in $CUTLASS.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ARCH = "sm_90"


def tool(name):
    """The path of a tool of CUDA, or None."""
    found = [Path(os.environ["CUDA"], "bin", name)] if "CUDA" in os.environ else []
    return next((str(path) for path in found if path.exists()), None) or shutil.which(name)


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout + done.stderr


def rust_ptx(out):
    """The kernels in Rust as PTX."""
    run("cargo", "+nightly", "rustc", "--quiet", "--release", "--target-dir", out / "build", "--", "--emit",
        f"asm={out / 'kernels.ptx'}", cwd=HERE)
    return (out / "kernels.ptx").read_text()


def entries(ptx):
    """The text of each kernel, by name."""
    return {match[1]: match[0] for match in re.finditer(r"\.entry (\w+)\(.*?\n}\n", ptx, re.DOTALL)}


def check_ptx(ptx):
    """What a kernel may not do, as text."""
    for function in re.findall(r"\.extern \.func[^;]*?(\w{8,})\s*\(?$", ptx, re.MULTILINE):
        yield f"the module calls {function}, which is not in it"
    for name, text in entries(ptx).items():
        if "call" in text:
            yield f"{name} calls a function"
        if ".local" in text:
            yield f"{name} has a stack"


def sass(out, name, ptx):
    """Of each kernel its instructions, registers and bytes spilled, by name."""
    source, binary = out / f"{name}.ptx", out / f"{name}.cubin"
    source.write_text(ptx)
    report = run(tool("ptxas"), f"-arch={ARCH}", "-v", source, "-o", binary)
    counts = {}
    for section in run(tool("nvdisasm"), "-c", binary).split(".section\t.text.")[1:]:
        kernel = section.split(",", 1)[0]
        lines = re.findall(r"^\s+/\*[0-9a-f]{4,}\*/\s+(.*)$", section, re.MULTILINE)
        counts[kernel] = sum(not line.startswith("NOP") for line in lines)
    found = re.findall(r"entry function '(\w+)'.*?(\d+) bytes spill stores, (\d+) bytes spill loads.*?Used (\d+) reg", report,
                       re.DOTALL)
    return {kernel: (counts[kernel], int(registers), int(stores) + int(loads)) for kernel, stores, loads, registers in found}


def twin(out, source, *options):
    """A file in CUDA C++ as PTX."""
    environment = {**os.environ, "PATH": f"{Path(tool('nvcc')).parent}:{os.environ['PATH']}"}
    run(tool("nvcc"), "-std=c++17", f"-arch={ARCH}", *options, "-ptx", HERE / "twins" / source, "-o", out / "twin.ptx",
        env=environment)
    return (out / "twin.ptx").read_text()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("out", type=Path, help="a folder for what is built")
    arguments.add_argument("--twins", action="store_true", help="compile the twins too, and print the table")
    options = arguments.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)

    ptx = rust_ptx(out)
    kernels = sorted(entries(ptx))
    if not kernels:
        sys.exit("no kernel in the PTX")
    if wrong := list(check_ptx(ptx)):
        sys.exit("\n".join(wrong))
    print(f"{len(kernels)} kernels as PTX for {ARCH}: no function is called, no stack is used")
    if not (tool("ptxas") and tool("nvdisasm")):
        print("no ptxas and nvdisasm here: no SASS")
        return
    columns = {"Rust": sass(out, "rust", ptx)}
    if spilled := [name for name in kernels if columns["Rust"][name][2]]:
        sys.exit(f"registers are spilled by {', '.join(spilled)}")
    if options.twins:
        columns["CUDA, `size_t`"] = sass(out, "words", twin(out, "hand.cu"))
        columns["CUDA, `int`"] = sass(out, "ints", twin(out, "hand.cu", "-DNARROW"))
        columns["CuTe, `int`"] = sass(out, "cute", twin(out, "cute.cu", f"-I{os.environ['CUTLASS']}"))
    print("\n| kernel | " + " | ".join(columns) + " |\n|---" + "|---:" * len(columns) + "|")
    for name in kernels:
        counts = (column.get(name) for column in columns.values())
        cells = (f"{count[0]} / {count[1]}" + (f" / {count[2]}" if count[2] else "") if count else "" for count in counts)
        print(f"| `{name}` | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
