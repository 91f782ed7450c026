#!/usr/bin/env python3
"""Compares the atlas with the tables of Meta's package `tensor-layouts`: every atom, every (thread, value).

    tests/atlas/peer.py PROGRAM

takes the tables of PROGRAM (`tilework atlas --json`) and those that the package has when it is imported; if it is not there it is
installed into a folder that is thrown away. Where both differ, DECIDED below says who is right and by which document;
a difference that is not decided there fails, and so does a decision without a difference.
"""
import importlib
import importlib.metadata
import json
import math
import re
import subprocess
import sys
import tempfile

VERSION = "0.3.2"
KINDS = {
    "F64": "f64", "F32": "f32", "TF32": "tf32", "XF32": "tf32", "F16": "f16", "BF16": "bf16", "S8": "s8", "U8": "u8", "S4": "s4",
    "I8": "s8", "I4": "s4", "U1": "b1", "S16": "s16", "E4M3": "e4m3", "E5M2": "e5m2", "F8": "e4m3", "BF8": "e5m2", "C64": "c64",
}
TYPE = "TF32|XF32|F64|F32|F16|BF16|S32|I32|S16|S8|U8|S4|U4|I8|I4|U1|E4M3|E5M2|BF8|F8|C64"

# which of their atoms, which operands, and why they differ
LANES = (
    "AMD's matrix instruction calculator: lane = row + M * (k / values), so that the lanes share K out. They let the lanes of a row "
    "hold the same values, and count lanes, of 32 rows also registers, the other way round"
)
DECIDED = [
    (r"SM80_16x8x32_S32S4S4S32_TN", "B", "PTX m16n8k32 .s4: row = threadID_in_group * 8 + i. The stride of that digit is 64, not 32"),
    (r"CDNA.*", "ABC", LANES),
    (r"RDNA3_.*", "AB", "the calculator: lanes i and i + 16 hold row i, all sixteen values of it. They have half of it in each"),
    (r"RDNA3_.*", "C", "the calculator: row = 2 * register + lane / 16. They have row = 8 * (lane / 16) + register, as in RDNA4, and lanes "
                       "counted the other way round"),
    (r"AMX_.*", "B", "SDM, TDPB*: rows of neighbours along K (VNNI). They list the elements of the matrix in order, not of the register"),
    (r"Xe.*", "AB", "cl_intel_subgroup_matrix_multiply_accumulate: types of 16 and 8 bits have depths of 16 and 32, A is spread over the "
                    "work items. They count K in words of 32 bits, and give A to every work item"),
]
# what has no counterpart
NOT_OURS = [
    (r"SM50_Shuffle_.*", "no instruction, but shuffles and selections of CUTLASS"),
    (r"SM90_.*C64.*", "no instruction, but four products of f64 in CUTLASS"),
    (r"RDNA4_.*", "no such instructions: dense products of RDNA4 have a depth of 16, those of iu4 also 32"),
    (r"XeHPC_8x8x8_F32TF32TF32_DPAS", "tf32 needs subgroups of 16"),
]
# instructions that PTX has for other types
RENAMED = [(r"SM120_16x8x64_(?!.*SPARSE).*", "mma.m16n8k64.e2m1"), (r"SM120_16x8x128_.*", "mma_sp.m16n8k128.e2m1")]


def package(folder):
    """The modules of the package that have atoms, installed into a folder if they are not there; or None."""
    names = ["tensor_layouts.atoms_nv", "tensor_layouts.atoms_amd", "tensor_layouts.atoms_amx", "tensor_layouts.atoms_xe"]
    try:
        is_there = importlib.metadata.version("tensor-layouts") == VERSION
    except importlib.metadata.PackageNotFoundError:
        is_there = False
    if not is_there:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, f"tensor-layouts=={VERSION}"]
        try:
            subprocess.run(install, check=True, capture_output=True, timeout=120)
        except (OSError, subprocess.SubprocessError):
            return None
        sys.path.insert(0, folder)
    return [importlib.import_module(name) for name in names]


def leaves(tree):
    return [tree] if isinstance(tree, int) else [leaf for mode in tree for leaf in leaves(mode)]


def digits(layout):
    """The digits of a layout of theirs: extents and strides."""
    return list(zip(leaves(layout.shape), leaves(layout.stride)))


def modes(layout):
    """The digits of thread and value."""
    return [list(zip(leaves(shape), leaves(stride))) for shape, stride in zip(layout.shape, layout.stride)]


def at(digits, index):
    offset = 0
    for extent, stride in digits:
        offset += index % extent * stride
        index //= extent
    return offset


def numbers(digits):
    """All offsets."""
    return [at(digits, index) for index in range(math.prod(extent for extent, _ in digits))]


def table(thread, value):
    """All offsets, thread fastest, and the number of threads."""
    threads = numbers(thread)
    return [t + v for v in numbers(value) for t in threads], len(threads)


def names(name, atom):
    """Our names of the operands of an atom of theirs: (operand, their layout, our name, how many of their units are one of ours)."""
    copy = re.match(r"SM\d+_U(16|32)x(\d)_(LDSM|STSM)_(N|T)", name)
    if copy:
        width, count, family, order = copy.groups()
        matrices = int(count) if width == "32" else int(count) // 2
        ours = {"LDSM": "ldmatrix", "STSM": "stmatrix"}[family] + f".x{matrices}." + {"N": "b16", "T": "trans"}[order]
        return [("S", atom.src_layout_bits, f"{ours}.S", 16), ("D", atom.dst_layout_bits, f"{ours}.D", 16)]
    if "CP_ASYNC" in name:
        ours = "cp_async.ca.b128" if "ALWAYS" in name else "cp_async.cg.b128"
        return [("S", atom.src_layout_bits, f"{ours}.S", 8), ("D", atom.dst_layout_bits, f"{ours}.D", 8)]
    m, n, k = atom.shape_mnk
    types = re.findall(TYPE, re.search(r"_((?:%s){3,4})" % TYPE, name).group(1))
    kind = KINDS[types[1]]
    shape = f"m{m}n{n}k{k}"
    for pattern, ours in RENAMED:
        if re.fullmatch(pattern, name):
            break
    else:
        if name.startswith("SM70"):
            a, b, c = {"T": "row", "N": "col"}[name[-2]], {"N": "col", "T": "row"}[name[-1]], KINDS[types[0]]
            return [("A", atom.a_layout, f"mma.m8n8k4.{a}.A", 1), ("B", atom.b_layout, f"mma.m8n8k4.{b}.B", 1),
                    ("C", atom.c_layout, f"mma.m8n8k4.{c}.C", 1)]
        if name.startswith("SM61"):
            ours = f"dot.{'dp4a' if k == 4 else 'dp2a'}.{kind}"
        elif re.match(r"SM90_64", name):
            family = "wgmma_sp" if "SPARSE" in name else "wgmma"
            return [("A", atom.a_layout, f"wgmma_ss.m64k{k}.{kind}.A", 1), ("B", atom.b_layout, f"{family}.{shape}.{kind}.B", 1),
                    ("C", atom.c_layout, f"{family}.{shape}.{kind}.C", 1)]
        elif name.startswith("SM100"):
            ours = f"tcgen05.{shape}.{kind}"
        elif name.startswith("SM"):
            ours = f"{'mma_sp' if 'SPARSE' in name else 'mma'}.{shape}.{kind}"
        elif name.startswith("CDNA"):
            edge, depth = map(int, re.match(r"CDNA\w*?_(\d+)x\d+x(\d+)_", name).groups())
            per_lane = {"f64": 1, "f32": 1, "tf32": 2, "bf16": 2 if "1K" not in name else 4, "f16": 4, "s8": 4}.get(kind, 8)
            blocks = 64 * per_lane // (edge * depth) if name.startswith("CDNA_") else 1
            ours = f"mfma.m{edge}n{edge}k{depth}{f'b{blocks}' if blocks > 1 else ''}.{kind}"
        elif name.startswith("RDNA"):
            ours = f"{name[:5].lower()}.{shape}.{kind}"
        elif name.startswith("AMX"):
            ours = f"amx.{shape}.{kind}"
        else:
            ours = f"dpas.m{m}n{n}k{k * (4 if kind == 's8' else 2)}.{kind}"
    return [(role, getattr(atom, f"{role.lower()}_layout"), f"{ours}.{role}", 1) for role in "ABC"]


def same(theirs, ours, unit):
    """Whether both are one function."""
    offsets, threads = table(*modes(theirs))
    if unit > 1:
        # bits of rows of 16 bytes, each after the other, against elements of a tile of rows and columns, columns apart
        values = len(offsets) // threads
        if values % unit:
            return False
        rows, columns = ours["tile"]
        elements = []
        for value in range(0, values, unit):
            for thread in range(threads):
                bits = [offsets[thread + threads * (value + bit)] for bit in range(unit)]
                if bits != list(range(bits[0], bits[0] + unit)):
                    return False
                element = bits[0] // unit
                elements.append(element // columns + rows * (element % columns))
        offsets = elements
    expected, our_threads = table(ours["thread_digits"], ours["value_digits"])
    # where nobody shares, one thread holds all in order: then what is compared is the order
    return offsets == expected and (threads == our_threads or 1 in (threads, our_threads))


def main(folder):
    found = package(folder)
    if found is None:
        print("the package tensor-layouts is not to be had here: skipped")
        return 0
    ours = {row["name"]: row for row in json.loads(subprocess.run([sys.argv[1], "atlas", "--json"], capture_output=True, check=True).stdout)}
    theirs = {name: atom for module in found for name, atom in vars(module).items() if type(atom).__name__ in ("MMAAtom", "CopyAtom")}
    if not theirs:
        sys.exit("the package has no atoms where they were")
    agreed, different, without, undecided = [], {}, {}, []
    used = set()
    for name, atom in sorted(theirs.items()):
        reason = next((text for pattern, text in NOT_OURS if re.fullmatch(pattern, name)), None)
        if reason:
            without.setdefault(reason, []).append(name)
            continue
        whole = True
        for role, layout, our_name, unit in names(name, atom):
            if our_name not in ours:
                undecided.append(f"{name} {role}: there is no {our_name}")
                whole = False
            elif not same(layout, ours[our_name], unit):
                whole = False
                decision = next(
                    (i for i, (pattern, roles, _) in enumerate(DECIDED) if re.fullmatch(pattern, name) and role in roles), None)
                if decision is None:
                    row = ours[our_name]
                    undecided.append(f"{name} {role}: theirs {layout}, {our_name} is {row['layout']}")
                else:
                    used.add(decision)
                    different.setdefault(decision, {}).setdefault(role, []).append(name)
        lanes = getattr(atom, "thr_id", None)
        if whole and lanes is not None and len(numbers(digits(lanes))) > 1 and numbers(digits(lanes)) != numbers(ours[our_name]["lane_digits"]):
            undecided.append(f"{name}: lanes {lanes}, ours {ours[our_name]['lanes']}")
            whole = False
        if whole:
            agreed.append(name)
    for number, roles in sorted(different.items()):
        atoms = sorted({name for names_of_role in roles.values() for name in names_of_role})
        print(f"different, {'/'.join(sorted(roles))} of {len(atoms)} atoms ({atoms[0]} …): {DECIDED[number][2]}")
    for reason, atoms in without.items():
        print(f"not ours, {len(atoms)} atoms ({atoms[0]} …): {reason}")
    for line in undecided:
        print(f"undecided: {line}", file=sys.stderr)
    stale = [pattern for i, (pattern, _, _) in enumerate(DECIDED) if i not in used]
    for pattern in stale:
        print(f"decided, but there is no difference: {pattern}", file=sys.stderr)
    print(f"{len(agreed)} of {len(theirs)} atoms agree in every thread and value; {len({a for r in different.values() for n in r.values() for a in n})} "
          f"differ and are decided, {sum(map(len, without.values()))} are no instructions")
    return 1 if undecided or stale else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(main(folder))
