#!/usr/bin/env python3
"""Builds the explorer: the library as WebAssembly inside one page, which needs no other file and no network.

    python3 explorer/build.py [FILE]

The page goes into FILE, or into explorer/tilework.html in the target folder. Of two modules the first one draws; the
second one, the hub between notations, is deflated, and the page unpacks it when it is needed. With rustup's nightly
compiler and `wasm-opt`, from Debian's package binaryen, they are small; without them they are built by the compiler that
the project names. With TILEWORK_EXPLORER=FILE in the environment, `cargo build -p tilework-cli` puts the page into the program.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
TARGET = "wasm32-unknown-unknown"
# what rustc takes for granted on this target
FEATURES = ["bulk-memory", "mutable-globals", "multivalue", "nontrapping-float-to-int", "reference-types", "sign-ext"]
# of what the page starts with
MOST_BYTES = 400_000


def run(*command, **environment):
    return subprocess.run(command, cwd=HERE, check=True, text=True, stdout=subprocess.PIPE, env=os.environ | environment).stdout


def can(*command):
    return subprocess.run(command, cwd=HERE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def can_be_small():
    """Whether there is what small modules need."""
    if can("rustup", "component", "add", "rust-src", "--toolchain", "nightly") and shutil.which("wasm-opt"):
        return True
    print("no nightly compiler with rust-src, or no wasm-opt: the modules are larger than they could be", file=sys.stderr)
    run("rustup", "target", "add", TARGET)
    return False


def module(feature, is_small):
    """A part of the library as WebAssembly."""
    arguments = ["build", "--quiet", "--profile", "page", "--target", TARGET, "-p", "tilework-explorer",
                 "--no-default-features", "--features", feature, "--message-format", "json-render-diagnostics"]
    if is_small:
        # the standard library is built anew, for size and without the texts of panics; a folder of its own, as the
        # other builds are of the compiler that the project names
        folder = pathlib.Path(target_folder(), "explorer")
        messages = run("cargo", "+nightly", *arguments, "--target-dir", str(folder), "-Zbuild-std=std,panic_abort",
                       "-Zbuild-std-features=optimize_for_size", RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort")
    else:
        messages = run("cargo", *arguments)
    files = [file for line in messages.splitlines() for file in json.loads(line).get("filenames", [])]
    built = pathlib.Path(next(file for file in files if file.endswith(".wasm")))
    if is_small:
        smaller = built.with_suffix(".opt.wasm")
        run("wasm-opt", "-Oz", "--strip-debug", "--strip-producers", *(f"--enable-{feature}" for feature in FEATURES),
            str(built), "-o", str(smaller))
        built = smaller
    return built.read_bytes()


def target_folder():
    return json.loads(run("cargo", "metadata", "--format-version", "1", "--no-deps"))["target_directory"]


def atlas():
    """What the library answers to `atlas.list`: the module has no room for it, deflated it is small."""
    answer = run("cargo", "run", "--quiet", "-p", "tilework-answers", "--example", "ask", "--", '{"op":"atlas.list"}')
    return zlib.compress(json.dumps(json.loads(answer)["result"], separators=(",", ":")).encode(), 9)


def page(pictures, notation):
    """The page with everything in it."""
    text = (HERE / "page/page.html").read_text()
    parts = {
        "/*STYLE*/": (HERE / "page/page.css").read_text(),
        "/*MODULE*/": base64.b64encode(pictures).decode(),
        "/*HUB*/": base64.b64encode(notation).decode(),
        "/*ATLAS*/": base64.b64encode(atlas()).decode(),
        "/*SCRIPT*/": (HERE / "page/page.js").read_text(),
    }
    for place, part in parts.items():
        before, after = text.split(place)
        text = before + part + after
    return text


def main():
    is_small = can_be_small()
    pictures, notation = (module(feature, is_small) for feature in ["pictures", "notation"])
    if is_small and len(pictures) > MOST_BYTES:
        sys.exit(f"the module that draws has {len(pictures)} bytes, at most {MOST_BYTES} are wanted")
    file = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else f"{target_folder()}/explorer/tilework.html").absolute()
    file.parent.mkdir(parents=True, exist_ok=True)
    deflated = zlib.compress(notation, 9)
    text = page(pictures, deflated)
    file.write_text(text)
    print(f"{file}: {len(text.encode())} bytes, of which WebAssembly is {len(pictures)} before base64, and deflated, for the "
          f"hub between notations, {len(deflated)} of {len(notation)}")


if __name__ == "__main__":
    main()
