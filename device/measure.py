#!/usr/bin/env python3
"""Runs kernels on the first NVIDIA device: what they write is compared with the definition, and their time with others.

    measure.py relayouts PROGRAM    large relayouts that PROGRAM prints (`tilework emit relayout`), beside a copy of the
                                    same bytes by the driver
    measure.py counters PROGRAM     smaller ones, under `ncu`: what their reports say against what the device counts
    measure.py kernels FOLDER       the kernels of this folder and their twins, as `kernels.py FOLDER --twins` left them

NumPy is needed; for what is printed `nvcc` too, in $CUDA/bin or $PATH.
"""

import ast
import concurrent.futures
import csv
import ctypes
import functools
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

from driver import Device
from kernels import ARCH, tool

# bf16 where nothing else is said: bytes of an element, and the two layouts
RELAYOUTS = {
    "rows to columns, u8": ("u8", "(16384,16384):(16384,1)", "(16384,16384):(1,16384)"),
    "rows to columns": ("bf16", "(8192,16384):(16384,1)", "(8192,16384):(1,8192)"),
    "rows to columns, f32": ("f32", "(8192,8192):(8192,1)", "(8192,8192):(1,8192)"),
    "rows to columns, f64": ("f64", "(8192,4096):(4096,1)", "(8192,4096):(1,8192)"),
    "rows to columns, odd, f32": ("f32", "(8191,8193):(8193,1)", "(8191,8193):(1,8191)"),
    "rows to columns, odd": ("bf16", "(8191,16385):(16385,1)", "(8191,16385):(1,8191)"),
    "rows to zN": ("bf16", "(8192,16384):(16384,1)", "((16,512),(16,1024)):((16,256),(1,131072))"),
    "zN to rows": ("bf16", "((16,512),(16,1024)):((16,256),(1,131072))", "(8192,16384):(16384,1)"),
    "rows to nZ": ("bf16", "(8192,16384):(16384,1)", "((16,512),(16,1024)):((1,262144),(16,256))"),
    "columns to nZ": ("bf16", "(8192,16384):(1,8192)", "((16,512),(16,1024)):((1,262144),(16,256))"),
    "rows to T(8,128), f32": ("f32", "(8192,8192):(8192,1)", "((8,1024),(128,64)):((128,65536),(1,1024))"),
    "rows to T(8,128)(2,1)": ("bf16", "(8192,16384):(16384,1)",
                              "((2,4,1024),(128,128)):((1,256,131072),(2,1024))"),
    "NCHW to NHWC": ("bf16", "(32,256,112,112):(3211264,12544,112,1)", "(32,256,112,112):(3211264,1,28672,256)"),
    "NHWC to NC/16HW16c": ("bf16", "(32,256,112,112):(3211264,1,28672,256)",
                           "(32,(16,16),112,112):(3211264,(1,200704),1792,16)"),
}
WIDTHS = {"u8": 1, "bf16": 2, "f32": 4, "f64": 8}


def offsets(layout):
    """The offset of each coordinate, an axis for each mode."""
    def leaves(shape, stride):
        if isinstance(shape, tuple):
            return [leaf for pair in zip(shape, stride) for leaf in leaves(*pair)]
        return [(shape, stride)]

    def along(mode):
        steps = numpy.zeros(1, numpy.int64)
        for extent, step in leaves(*mode):
            steps = (numpy.arange(extent)[:, None] * step + steps).ravel()
        return steps

    return functools.reduce(numpy.add.outer, map(along, zip(*map(ast.literal_eval, layout.split(":")))))


def printed(program, name, relayout):
    """A relayout as the program prints it, and its kernel as a cubin."""
    width, source, destination = relayout
    report = json.loads(subprocess.check_output([program, "emit", "relayout", source, destination, "--type", width,
                                                 "--lang", "cuda", "--name", name, "--json"]))
    with tempfile.TemporaryDirectory() as folder:
        text, binary = Path(folder, "k.cu"), Path(folder, "k.cubin")
        text.write_text(report["text"])
        subprocess.run([tool("nvcc"), f"-arch={ARCH}", "-cubin", text, "-o", binary], check=True)
        return report, binary.read_bytes()


def all_printed(program, relayouts):
    with concurrent.futures.ThreadPoolExecutor() as pool:
        jobs = [pool.submit(printed, program, f"k{number}", relayout) for number, relayout in enumerate(relayouts)]
        return [job.result() for job in jobs]


WRONG = []


def check(name, written, definition, close=False):
    """Notes a kernel that wrote something else than the definition says; sums may be rounded otherwise."""
    differs = ~numpy.isclose(written, definition, rtol=1e-4, atol=1e-4) if close else written != definition
    if wrong := numpy.count_nonzero(differs):
        WRONG.append(f"{name}: {wrong} of {definition.size} elements are wrong")


def prepared(device, name, relayout, report, image):
    """The launch of a relayout, after one whose result was compared with the definition; its bytes, and its memory."""
    width, *layouts = relayout
    # what counts is where an element goes: floating-point numbers are moved as bits
    number = numpy.dtype(f"u{WIDTHS[width]}")
    places = [offsets(layout) for layout in layouts]
    count = places[0].size
    source = numpy.random.default_rng(1).integers(0, 256, count * number.itemsize, numpy.uint8).view(number)
    expected = numpy.empty(count, number)
    expected[places[1].ravel()] = source[places[0].ravel()]
    memory = device.memory(source.nbytes), device.memory(source.nbytes)
    device.put(memory[0], source)
    # a place that is not written has a byte more than the definition says
    device.put(memory[1], expected + number.type(1))
    kernel = device.module(image)(report["kernel"])

    def launch():
        device.launch(kernel, report["grid"], report["block"], 0, *memory)

    launch()
    device.finish()
    written = numpy.empty(count, number)
    device.get(memory[1], written)
    check(name, written, expected)
    return launch, source.nbytes, memory


def relayouts(program):
    device = Device()
    print(f"{device.name}: GB read and written a second, and the share of a copy's\n")
    print("| relayout | GB/s | copy | share |\n|---|---:|---:|---:|")
    for (name, relayout), (report, image) in zip(RELAYOUTS.items(), all_printed(program, RELAYOUTS.values())):
        launch, count, memory = prepared(device, name, relayout, report, image)
        copied = device.seconds(lambda: device.copy(*memory, count))
        moved = device.seconds(launch)
        rates = [2 * count / time / 1e9 for time in (moved, copied)]
        print(f"| {name} | {rates[0]:.0f} | {rates[1]:.0f} | {rates[0] / rates[1]:.2f} |", flush=True)
        device.free(*memory)


SMALL = {
    "columns, u8": ("u8", "(512,512):(512,1)", "(512,512):(1,512)"),
    "columns": ("bf16", "(512,512):(512,1)", "(512,512):(1,512)"),
    "columns, f32": ("f32", "(512,512):(512,1)", "(512,512):(1,512)"),
    "columns, f64": ("f64", "(512,512):(512,1)", "(512,512):(1,512)"),
    "zN": ("bf16", "(512,512):(512,1)", "((16,32),(16,32)):((16,256),(1,8192))"),
    "nZ": ("bf16", "(512,512):(512,1)", "((16,32),(16,32)):((1,8192),(16,256))"),
    "T(8,128)(2,1)": ("bf16", "(512,512):(512,1)", "((2,4,64),(128,4)):((1,256,4096),(2,1024))"),
    "odd": ("f32", "(511,257):(257,1)", "(511,257):(1,511)"),
}
COUNTERS = {
    "sectors read": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "sectors written": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "put into the stage": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "got from the stage": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
}


def once(program):
    """Each of the small relayouts once."""
    device = Device()
    for (name, relayout), (report, image) in zip(SMALL.items(), all_printed(program, SMALL.values())):
        prepared(device, name, relayout, report, image)


def counters(program):
    command = ["ncu", "--clock-control", "none", "--csv", "--metrics", ",".join(COUNTERS.values())]
    output = subprocess.check_output([*command, sys.executable, __file__, "once", program], text=True)
    table = output[output.index('"ID"'):].splitlines()
    counted = {}
    for line in csv.DictReader(table):
        counted[line["Kernel Name"].split("(")[0], line["Metric Name"]] = float(line["Metric Value"].replace(",", ""))
    print("said / counted: sectors and wavefronts of all blocks\n")
    print("| rows to | " + " | ".join(COUNTERS) + " |\n|---" + "|---:" * len(COUNTERS) + "|")
    for number, ((name, _), (report, _)) in enumerate(zip(SMALL.items(), all_printed(program, SMALL.values()))):
        blocks = report["grid"][0] * report["grid"][1]
        sides = report["source"], report["destination"]
        said = [blocks * side[what] for what in ("sectors", "stage_wavefronts") for side in sides]
        cells = (f"{here} / {counted[f'k{number}', metric]:.0f}" for here, metric in zip(said, COUNTERS.values()))
        print(f"| {name} | " + " | ".join(cells) + " |")


# whose kernels stand in which files, and the words of their rows
ALL = {"rust": None, "words": None, "ints": None, "cute": None}
OF_ROWS = {
    "": {"rust": ctypes.c_size_t, "words": ctypes.c_size_t},
    "_narrow": {"rust": ctypes.c_uint32, "ints": ctypes.c_uint32, "cute": ctypes.c_uint32},
}


def kernels(folder):
    device, random = Device(), numpy.random.default_rng(1)
    modules = {column: device.module(Path(folder, f"{column}.cubin").read_bytes()) for column in ALL}
    times = {}

    def compare(name, inputs, definition, grid, block, shared, layouts, close=False):
        """The result of a kernel of each compiler against the definition, and its time."""
        memory = [device.memory(array.nbytes) for array in inputs]
        for address, array in zip(memory, inputs):
            device.put(address, array)
        target = device.memory(definition.nbytes)
        addresses = [*memory, target]
        for suffix, columns in (OF_ROWS if layouts else {"": ALL}).items():
            for column, word in columns.items():
                device.put(target, numpy.full_like(definition, 7))
                arguments = addresses
                if layouts:
                    pairs = [(address, (word * 3)(*rows)) for address, rows in zip(addresses, layouts)]
                    arguments = [part for pair in pairs for part in pair]
                kernel = modules[column](name + suffix)
                device.launch(kernel, grid, block, shared, *arguments)
                device.finish()
                written = numpy.empty_like(definition)
                device.get(target, written)
                check(f"{name}{suffix}, {column}", written, definition, close)
                # short kernels come one behind the other, so that their launches overlap
                times.setdefault(name + suffix, {})[column] = device.seconds(
                    lambda: device.launch(kernel, grid, block, shared, *arguments), together=20)
        device.free(*addresses)

    at = numpy.arange(128 * 128, dtype=numpy.uint32)
    fractal = offsets("((16,8),(16,8)):((16,256),(1,2048))").ravel().astype(numpy.uint32)
    compare("index_zn", [], fractal, (64, 1, 1), (256, 1, 1), 0, None)
    tiles = offsets("((2,4,32),(128,4)):((1,256,4096),(2,1024))").ravel().astype(numpy.uint32)
    compare("index_xla", [], tiles, (512, 1, 1), (256, 1, 1), 0, None)
    row, col = at[:512] // 64, at[:512] % 64
    compare("index_swizzle", [], 64 * row + (col ^ 8 * row), (2, 1, 1), (256, 1, 1), 0, None)
    numbers = random.integers(0, 1 << 16, 128 * 128, numpy.uint16)
    compare("zn_to_rows", [numbers], numbers[fractal], (64, 1, 1), (256, 1, 1), 0, None)
    blocks = numpy.empty_like(numbers)
    blocks[fractal] = numbers
    compare("rows_to_zn", [numbers], blocks, (64, 1, 1), (256, 1, 1), 0, None)

    m, n = 4099, 8195
    numbers = random.integers(0, 1 << 16, (m, n), numpy.uint16)
    wider = numpy.full((m, n + 5), 7, numpy.uint16)
    wider[:, :n] = numbers
    compare("copy_rows", [numbers], wider, (-(-n // 32), -(-m // 8), 1), (32, 8, 1), 0, [(m, n, n), (m, n, n + 5)])
    numbers = random.random((m, n), numpy.float32)
    compare("transpose", [numbers], numpy.ascontiguousarray(numbers.T), (-(-n // 32), -(-m // 32), 1), (32, 8, 1), 4096,
            [(m, n, n), (n, m, m)])
    numbers = random.random((1024, 2048), numpy.float32)
    compare("transpose_fixed", [numbers], numpy.ascontiguousarray(numbers.T), (64, 32, 1), (32, 8, 1), 4096, None)
    m, n, k = 1025, 1023, 517
    left, right = random.random((m, k), numpy.float32), random.random((k, n), numpy.float32)
    compare("product", [left, right], left @ right, (-(-n // 64), -(-m // 64), 1), (16, 16, 1), 8192,
            [(m, k, k), (k, n, n), (m, n, n)], close=True)

    print(f"{device.name}: microseconds, and ours over each\n")
    print("| kernel | Rust | CUDA, `size_t` | CUDA, `int` | CuTe, `int` |\n|---|---:|---:|---:|---:|")
    for name, row in times.items():
        cells = (f"{row[column] * 1e6:.1f}" + ("" if column == "rust" else f" ({row['rust'] / row[column]:.2f})")
                 if column in row else "" for column in ALL)
        print(f"| `{name}` | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    verbs = {verb.__name__: verb for verb in (relayouts, counters, once, kernels)}
    if len(sys.argv) != 3 or sys.argv[1] not in verbs:
        sys.exit(__doc__)
    verbs[sys.argv[1]](sys.argv[2])
    if WRONG:
        sys.exit("\n".join(WRONG))
