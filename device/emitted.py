#!/usr/bin/env python3
"""Compiles kernels in CUDA C++ as NVIDIA's tools do, to PTX and to SASS, and says what they take.

    emitted.py FILE     the text of kernels, such as tests/emit/assembled.rs writes

The compiler is NVRTC, a library, which needs neither a device nor a driver: PyPI has it as `nvidia-cuda-nvrtc`. It is
looked for in $CUDA/lib, `ptxas` and `nvdisasm` in $CUDA/bin or $PATH. A kernel that spills a register is an error.
"""

import ctypes
import os
import sys
from pathlib import Path

from kernels import ARCH, sass


def nvrtc():
    """The library, of whatever version stands there."""
    paths = sorted(Path(os.environ["CUDA"], "lib").glob("libnvrtc.so*"))
    if not paths:
        sys.exit("no libnvrtc in $CUDA/lib")
    # the library looks for the other one by its name
    for builtins in paths[-1].parent.glob("libnvrtc-builtins.so*"):
        ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(paths[-1]))


def ptx_of(text):
    """The text as PTX."""
    library, program, size = nvrtc(), ctypes.c_void_p(), ctypes.c_size_t()

    def all_of(what):
        getattr(library, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        getattr(library, f"nvrtcGet{what}")(program, buffer)
        return buffer.value.decode()

    options = [f"--gpu-architecture={ARCH.replace('sm', 'compute')}".encode(), b"--std=c++17"]
    library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"emitted.cu", 0, None, None)
    if library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options)):
        sys.exit(all_of("ProgramLog"))
    return all_of("PTX")


def main():
    source = Path(sys.argv[1]).resolve()
    kernels = sass(source.parent, source.stem, ptx_of(source.read_text()))
    if not kernels:
        sys.exit(f"no kernel in {source}")
    instructions, registers, _ = (max(column) for column in zip(*kernels.values()))
    print(f"kernels for {ARCH}: {len(kernels)}, with at most {instructions} instructions and {registers} registers")
    if spilled := [name for name, counts in kernels.items() if counts[2]]:
        sys.exit(f"registers are spilled by {', '.join(spilled)}")


main()
