#!/usr/bin/env python3
"""The rows of `tilework-bench --relayout` by NumPy, PyTorch and oneDNN, on one core.

    python3 benches/scripts/relayout_peers.py [--quick] [FILTER]

Prints `ns ROW/PEER VALUE` for every row that plain loops can express, the median nanoseconds of one call from Python,
which itself takes up to a microsecond; `memcpy` is NumPy's copy of as many bytes without a change of order. PyTorch and
oneDNN are left out where they are not installed (`pip install numpy torch onednn-cpu-gomp`). What each of them wrote is
compared before it is timed: with the definition, or out of the caches with what NumPy wrote.
"""

import ctypes
import glob
import os
import re
import statistics
import sys
import time
from math import prod
from pathlib import Path

# set before any of them starts its threads
os.environ.setdefault("OMP_NUM_THREADS", "1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

try:
    import numpy as np
except ImportError as error:
    sys.exit(f"{error}: pip install numpy")
try:
    import torch

    torch.set_num_threads(1)
except (ImportError, OSError, ValueError) as error:
    print(f"without PyTorch: {error}", file=sys.stderr)
    torch = None

WIDTHS = {8: np.uint8, 16: np.uint16, 32: np.float32, 64: np.float64}


# A mode is the leaves of extent and stride, the innermost first, and the stride at which all of them repeat.
def blocks(size, block, order):
    extents = [block[0], -(-size[0] // block[0]), block[1], -(-size[1] // block[1])]
    strides = [prod(e for e, other in zip(extents, order) if other < own) for own in order]
    return [([(block[0], strides[0])], strides[1]), ([(block[1], strides[2])], strides[3])]


MATRICES = {
    "row": lambda size, e: [([], size[1]), ([], 1)],
    "column": lambda size, e: [([], 1), ([], size[0])],
    "zN": lambda size, e: blocks(size, (16, e), (1, 2, 0, 3)),
    "nZ": lambda size, e: blocks(size, (e, 16), (0, 3, 1, 2)),
    "zZ": lambda size, e: blocks(size, (16, e), (1, 3, 0, 2)),
    "nN": lambda size, e: blocks(size, (e, 16), (0, 2, 1, 3)),
    "L0C": lambda size, e: blocks(size, (16, 16), (1, 2, 0, 3)),
    "T(8,128)": lambda size, e: blocks(size, (8, 128), (1, 3, 0, 2)),
    "T(8,128)(2,1)": lambda size, e: [
        ([(2, 1), (4, 256)], 1024 * -(-size[1] // 128)),
        ([(128, 2)], 1024),
    ],
}


def row_major(shape):
    return [prod(shape[mode + 1 :]) for mode in range(len(shape))]


def rows():
    """Name, bits, extents and the modes of source and destination, of every row."""
    for bits in WIDTHS:
        mebi = 512 // bits
        large = {8: (8192, 8192), 16: (8192, 4096), 32: (4096, 4096), 64: (4096, 2048)}[bits]
        sizes = {"128x128": (128, 128), "64MiB": large, "1000x37": (1000, 37), "4099x257": (4099, 257)}
        for src, source in MATRICES.items():
            for dst, destination in MATRICES.items():
                for text, size in sizes.items():
                    if src != dst:
                        pair = source(size, 256 // bits), destination(size, 256 // bits)
                        yield f"{src}_to_{dst}_{bits}bit_{text}", bits, size, *pair
        for text, n, c, h, w in [("16Ki", 2, 32, 16, 16), ("64MiB", mebi, 64, 128, 128)]:
            images = {
                "NCHW": [([], c * h * w), ([], h * w), ([], w), ([], 1)],
                "NHWC": [([], c * h * w), ([], 1), ([], w * c), ([], c)],
                "NCHW16c": [([], c * h * w), ([(16, 1)], h * w * 16), ([], w * 16), ([], 16)],
            }
            for src, source in images.items():
                for dst, destination in images.items():
                    if src != dst:
                        yield f"{src}_to_{dst}_{bits}bit_{text}", bits, (n, c, h, w), source, destination
        for order, small, large in [
            ((3, 1, 0, 2), (8, 16, 8, 16), (4 * mebi, 64, 64, 64)),
            ((4, 1, 5, 2, 0, 3), (4, 8, 4, 4, 8, 4), (mebi, 16, 16, 16, 16, 16)),
        ]:
            for text, shape in [("16Ki", small), ("64MiB", large)]:
                strides = row_major([shape[mode] for mode in order])
                source = [([], stride) for stride in row_major(shape)]
                destination = [([], strides[order.index(mode)]) for mode in range(len(shape))]
                name = f"{len(shape)}-D_to_({','.join(map(str, order))})_{bits}bit_{text}"
                yield name, bits, shape, source, destination


def offset(mode, index):
    leaves, outer = mode
    sum = 0
    for extent, stride in leaves:
        sum += index % extent * stride
        index //= extent
    return sum + index * outer


def loops(extents, src, dst):
    """Extents with the strides of both sides, the slowest of the destination first; None where blocks do not divide."""
    result = []
    for extent, source, destination in zip(extents, src, dst):
        cuts = {extent}
        for leaves, _ in (source, destination):
            block = 1
            for leaf, _ in leaves:
                block *= leaf
                cuts.add(min(block, extent))
        block = 1
        for cut in sorted(cuts):
            if cut % block:
                return None
            if cut > block:
                result.append((cut // block, offset(source, block), offset(destination, block)))
            block = cut
    result.sort(key=lambda each: -each[2])
    merged = []
    for extent, source, destination in result:
        if merged and merged[-1][1:] == (extent * source, extent * destination):
            merged[-1] = (merged[-1][0] * extent, source, destination)
        else:
            merged.append((extent, source, destination))
    return merged


def define(extents, src, dst, data):
    """What the definition says of the destination."""
    result = np.zeros_like(data)
    offsets = []
    for modes in (src, dst):
        sum = np.zeros(1, dtype=np.int64)
        for extent, mode in zip(extents, modes):
            own = np.array([offset(mode, index) for index in range(extent)], dtype=np.int64)
            sum = (sum[:, None] + own[None, :]).reshape(-1)
        offsets.append(sum)
    result[offsets[1]] = data[offsets[0]]
    return result


class OneDnn:
    """oneDNN's reorder, through its C interface."""

    TYPES = {8: 6, 16: 2, 32: 3}

    def __init__(self):
        folders = [Path(sys.prefix) / "lib", Path(sys.prefix) / "lib64"]
        found = [path for folder in folders for path in sorted(glob.glob(f"{folder}/libdnnl.so*"))]
        self.library = ctypes.CDLL(found[0] if found else "libdnnl.so")
        self.engine, self.stream = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("dnnl_engine_create", ctypes.byref(self.engine), 1, ctypes.c_size_t(0))
        self.call("dnnl_stream_create", ctypes.byref(self.stream), self.engine, 1)

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status != 0:
            raise OSError(f"{name} returns {status}")

    def reorder(self, bits, nest, src, dst):
        """A function that copies, or None where oneDNN has none."""
        if bits not in self.TYPES or len(nest) > 12:
            return None
        numbers = ctypes.c_int64 * len(nest)
        dims = numbers(*(each[0] for each in nest))
        layouts, memories = [], []
        for side, data in ((1, src), (2, dst)):
            layout, memory = ctypes.c_void_p(), ctypes.c_void_p()
            strides = numbers(*(each[side] for each in nest))
            create = "dnnl_memory_desc_create_with_strides"
            self.call(create, ctypes.byref(layout), len(nest), dims, self.TYPES[bits], strides)
            place = ctypes.c_void_p(data.ctypes.data)
            self.call("dnnl_memory_create", ctypes.byref(memory), layout, self.engine, place)
            layouts.append(layout)
            memories.append(memory)
        described, primitive = ctypes.c_void_p(), ctypes.c_void_p()
        arguments = (layouts[0], self.engine, layouts[1], self.engine, None)
        self.call("dnnl_reorder_primitive_desc_create", ctypes.byref(described), *arguments)
        self.call("dnnl_primitive_create", ctypes.byref(primitive), described)

        class Argument(ctypes.Structure):
            _fields_ = [("number", ctypes.c_int), ("memory", ctypes.c_void_p)]

        pair = (Argument * 2)(Argument(1, memories[0]), Argument(17, memories[1]))
        execute, wait = self.library.dnnl_primitive_execute, self.library.dnnl_stream_wait

        def run():
            execute(primitive, self.stream, 2, pair)
            wait(self.stream)

        return run


def strided(data, nest, side):
    shape = [each[0] for each in nest]
    strides = [each[side] * data.itemsize for each in nest]
    return np.lib.stride_tricks.as_strided(data, shape, strides)


def contenders(bits, nest, src, dst, onednn):
    """What there is for a row: names, and functions that copy."""
    source, destination = strided(src, nest, 1), strided(dst, nest, 2)
    yield "numpy", lambda: np.copyto(destination, source)
    if torch is not None:
        shape = [each[0] for each in nest]
        # signed, because PyTorch has more of those
        signed = {8: np.int8, 16: np.int16}.get(bits, src.dtype)
        from_torch = torch.from_numpy(src.view(signed)).as_strided(shape, [each[1] for each in nest])
        to_torch = torch.from_numpy(dst.view(signed)).as_strided(shape, [each[2] for each in nest])
        yield "torch", lambda: to_torch.copy_(from_torch)
    if onednn is not None:
        try:
            run = onednn.reorder(bits, nest, src, dst)
        except OSError as error:
            print(f"without oneDNN here: {error}", file=sys.stderr)
            run = None
        if run is not None:
            yield "onednn", run


def batch(run, calls):
    start = time.perf_counter_ns()
    for _ in range(calls):
        run()
    return (time.perf_counter_ns() - start) / calls


def medians(runs, rounds, nanoseconds):
    """Of every function, the median nanoseconds of a call; all of them in turn."""
    calls = [max(1, round(nanoseconds / batch(run, 1))) for run in runs]
    times = [[batch(run, n) for run, n in zip(runs, calls)] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*times)]


def quick_rows():
    text = (Path(__file__).parent / "../src/relayout/mod.rs").read_text()
    return re.findall(r'"(.*)"', text[text.index("const QUICK") : text.index("];", text.index("const QUICK"))])


def main():
    words = [word for word in sys.argv[1:] if word != "--quick"]
    quick = quick_rows() if "--quick" in sys.argv else None
    try:
        onednn = OneDnn()
    except OSError as error:
        print(f"without oneDNN: {error}", file=sys.stderr)
        onednn = None
    for name, bits, extents, src_modes, dst_modes in rows():
        if (words and words[0] not in name) or (quick is not None and name not in quick):
            continue
        nest = loops(extents, src_modes, dst_modes)
        if nest is None:
            continue
        # plain loops leave no padding but what tiles wider than a matrix have
        room = 1 + max(sum((each[0] - 1) * each[side] for each in nest) for side in (1, 2))
        numbers = np.arange(room, dtype=np.int64) * 0x9E3779B9 >> 7
        src = (numbers & 0xFF).astype(WIDTHS[bits])
        large = name.endswith("64MiB")
        expected = None if large else define(extents, src_modes, dst_modes, src)
        dst = np.zeros_like(src)
        flat = np.zeros(prod(extents), dtype=src.dtype)
        labels, runs = ["memcpy"], [lambda: np.copyto(flat, src[: len(flat)])]
        for label, run in contenders(bits, nest, src, dst, onednn):
            dst[:] = 0
            run()
            expected = dst.copy() if expected is None else expected
            assert np.array_equal(dst, expected), f"{name} by {label}"
            labels.append(label)
            runs.append(run)
        for label, time_of_one in zip(labels, medians(runs, 7 if large else 51, 1 if large else 100_000)):
            print(f"ns {name}/{label} {time_of_one:.1f}", flush=True)


main()
