#!/usr/bin/env python3
"""Finds functions in x86-64 binaries whose stack is probed in a loop that loses a register in use.

A frame above 32 KiB is probed page by page in a loop over R11. The pinned compiler may move that loop behind code that keeps a
value in R11 and reads it afterwards: then the value is gone. Kernels keep their frames below that; this looks at what was built.
"""
import re
import subprocess
import sys

FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\s+(\S+)\s*(.*?)\s*(?:#.*)?$")
PAGE = re.compile(r"\$0x1000,%rsp")
R11 = re.compile(r"%r11[dwb]?\b")


def functions(path):
    """Name and instructions, as (operation, operands), of each function."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", "-C", path], capture_output=True, text=True, check=True).stdout
    name, instructions = None, []
    for line in text.splitlines():
        if match := FUNCTION.match(line):
            if name:
                yield name, instructions
            name, instructions = match[1], []
        elif match := INSTRUCTION.match(line):
            instructions.append((match[1], match[2]))
    if name:
        yield name, instructions


def overwrites(operation, operands):
    """Whether an instruction writes R11 without reading it."""
    sources, _, target = operands.rpartition(",")
    cleared = operation.startswith("xor") and sources == target
    return bool(R11.fullmatch(target)) and (cleared or operation.startswith(("mov", "lea", "pop")) and not R11.search(sources))


def reads_r11(instructions):
    for operation, operands in instructions:
        if overwrites(operation, operands):
            return False
        if R11.search(operands):
            return True
        if operation.startswith("ret"):
            return False
    return False


def probe_loops(instructions):
    """Where the loops begin and end."""
    for start, (operation, operands) in enumerate(instructions[:-1]):
        begins = operation.startswith("mov") and operands == "%rsp,%r11" and instructions[start + 1][1].endswith(",%r11")
        if begins or operation.startswith("lea") and operands.endswith("(%rsp),%r11"):
            end = next((at for at in range(start, len(instructions)) if instructions[at][0] == "jne"), None)
            # a page at a time: others take the address of something on the stack, and jump
            if end is not None and end - start < 8 and any(PAGE.fullmatch(operands) for _, operands in instructions[start:end]):
                yield start, end


def main(paths):
    loops, lost = 0, []
    for path in paths:
        for name, instructions in functions(path):
            for start, end in probe_loops(instructions):
                loops += 1
                held = any(R11.search(operands.rpartition(",")[2]) for _, operands in instructions[:start])
                if held and reads_r11(instructions[end + 1 :]):
                    lost.append(f"{path}: {name} loses R11")
    print(f"{len(paths)} binaries, {loops} probe loops, {len(lost)} that lose a register")
    print(*lost, sep="\n")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
