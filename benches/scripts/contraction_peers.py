#!/usr/bin/env python3
"""The contractions of `tilework-bench --products contractions` by NumPy, PyTorch and TBLIS.

    python3 benches/scripts/contraction_peers.py [--threads N] [FILTER]

Prints `us LABELS/PEER VALUE` for every contraction, the median microseconds of one call from Python. PyTorch and TBLIS
are left out where they are not installed (`pip install numpy torch pytblis`). What each of them computed is compared
with what NumPy did before it is timed.
"""

import argparse
import os
import statistics
import sys
import time

N = 48
CONTRACTIONS = [
    "abxy,xycd->abcd",
    "axyz,xyzb->ab",
    "axyz,bxyz->ab",
    "axyz,ybzx->ab",
    "axby,yacx->abc",
    "xpay,aybx->ab",
]
# seconds for the rounds of a peer
TIME = 4.0

parser = argparse.ArgumentParser()
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("filter", nargs="?", default="")
arguments = parser.parse_args()
# set before any of them starts its threads
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TBLIS_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[variable] = str(arguments.threads)
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-arguments.threads :])

try:
    import numpy as np
except ImportError as error:
    sys.exit(f"{error}: pip install numpy")


def numpy_peer(labels, a, b):
    path = np.einsum_path(labels, a, b, optimize="optimal")[0]
    return lambda: np.einsum(labels, a, b, optimize=path)


def torch_peer(labels, a, b):
    import torch

    torch.set_num_threads(arguments.threads)
    a, b = torch.from_numpy(a), torch.from_numpy(b)
    return lambda: torch.einsum(labels, a, b).numpy()


def tblis_peer(labels, a, b):
    import pytblis

    pytblis.set_num_threads(arguments.threads)
    return lambda: pytblis.einsum(labels, a, b)


def rounds(call):
    """The median of as many calls as there is time for, but five at least."""
    times, start = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - start < TIME:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def main():
    operand = (np.arange(N**4) % 13 - 6).astype(np.float64).reshape(N, N, N, N)
    for labels in CONTRACTIONS:
        if arguments.filter not in labels:
            continue
        expected = numpy_peer(labels, operand, operand)()
        for name, peer in (("numpy", numpy_peer), ("torch", torch_peer), ("tblis", tblis_peer)):
            try:
                call = peer(labels, operand, operand)
            except (ImportError, OSError) as error:
                print(f"without {name}: {error}", file=sys.stderr)
                continue
            if not np.array_equal(call(), expected):
                sys.exit(f"{name} computes {labels} otherwise than NumPy")
            print(f"us {labels}/{name} {rounds(call) * 1e6:.1f}", flush=True)


main()
