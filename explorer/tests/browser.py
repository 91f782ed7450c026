#!/usr/bin/env python3
"""The explorer in a browser without a window: it answers as the program does, soon, and can be used without a mouse.

    python3 explorer/tests/browser.py PAGE PROGRAM [--requests N] [--shots FOLDER]

PAGE is what explorer/build.py wrote, PROGRAM is `tilework`. Needs chromium; speaks its protocol over a pipe.
"""
import argparse
import base64
import json
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import tempfile
import time


class Browser:
    """A browser, and one page in it."""

    def __init__(self, folder):
        name = next(filter(shutil.which, ["chromium", "chromium-browser", "google-chrome"]))
        # it reads from descriptor 3 and writes to descriptor 4
        here, there = os.pipe(), os.pipe()

        def connect():
            ends = [os.dup(here[0]), os.dup(there[1])]
            for end, number in zip(ends, (3, 4)):
                os.dup2(end, number)

        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                 "--remote-debugging-pipe", f"--user-data-dir={folder}"]
        self.process = subprocess.Popen([name, *flags], preexec_fn=connect, close_fds=False, stderr=subprocess.DEVNULL)
        os.close(here[0])
        os.close(there[1])
        self.requests, self.answers = os.fdopen(here[1], "wb", 0), os.fdopen(there[0], "rb", 0)
        self.read, self.number, self.session, self.events = b"", 0, None, []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Accessibility", "Log"]:
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        self.ask("Emulation.setDeviceMetricsOverride", width=1400, height=1400, deviceScaleFactor=1, mobile=False)

    def message(self):
        while b"\0" not in self.read:
            more = os.read(self.answers.fileno(), 1 << 20)
            assert more, "the browser has ended"
            self.read += more
        text, self.read = self.read.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        self.requests.write(json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                assert "error" not in message, (method, message["error"])
                return message["result"]
            self.events.append(message)

    def value(self, expression):
        """What an expression is in the page."""
        said = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in said, (expression[:200], said["exceptionDetails"])
        return said["result"].get("value")

    def open(self, address):
        self.ask("Page.navigate", url=address)
        while self.value("document.readyState") != "complete":
            time.sleep(0.01)

    def key(self, key):
        for kind in ["rawKeyDown", "keyUp"]:
            self.ask("Input.dispatchKeyEvent", type=kind, key=key)

    def type(self, text):
        self.ask("Input.insertText", text=text)

    def point(self, x, y):
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def shot(self, file, width, height=None, scheme="light"):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        size = {"width": width, "height": height or 900, "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        data = self.ask("Page.captureScreenshot", captureBeyondViewport=height is None)["data"]
        file.write_bytes(base64.b64decode(data))

    def print(self, file):
        file.write_bytes(base64.b64decode(self.ask("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"]))

    def close(self):
        self.process.terminate()
        self.process.wait()


# ---- requests ----

def shape(draw, depth=0):
    if depth < 2 and draw.random() < 0.5:
        return "(" + ",".join(shape(draw, depth + 1) for _ in range(draw.randint(1, 3))) + ")"
    return str(draw.choice([1, 2, 2, 3, 4, 4, 5, 6, 8]))


def stride(draw, text):
    """Strides for a shape: most are those of a compact layout in some order, some are anything."""
    numbers = [int(number) for number in text.replace("(", " ").replace(")", " ").replace(",", " ").split()]
    order = list(range(len(numbers)))
    draw.shuffle(order)
    strides, next_stride = [0] * len(numbers), 1
    for place in order:
        strides[place], next_stride = next_stride, next_stride * numbers[place]
    if draw.random() < 0.4:
        strides[draw.randrange(len(strides))] = draw.choice([0, 1, 2, 3, 4, 7, 8, 16, -1, -4, 1 << 40])
    result, number, place = "", "", 0
    for c in text + " ":
        if c.isdigit():
            number += c
            continue
        if number:
            result, number, place = result + str(strides[place]), "", place + 1
        result += c
    return result.strip()


def layout(draw):
    text = shape(draw)
    return f"{text}:{stride(draw, text)}"


def subject(draw):
    rows, columns = draw.randint(1, 40), draw.randint(1, 40)
    kind = draw.randrange(8)
    if kind < 4:
        return layout(draw)
    if kind == 4:
        name = draw.choice(["RowMajor", "ColumnMajor", "zN", "nZ", "zZ", "nN", "L0C"])
        return f"{name}:{draw.choice(['f16', 'f32', 'i8'])}:{rows}x{columns}"
    if kind == 5:
        return f"Sw<{draw.randint(0, 3)},{draw.randint(0, 3)},{draw.randint(-3, 3)}> o {layout(draw)}"
    if kind == 6:
        tiles = draw.choice(["", ":T(2,2)", ":T(8,128)", ":T(4,8)(2,1)", ":T(8)", ":T(*,4)"])
        return f"{draw.choice(['f32', 'bf16', 's4', 'pred'])}[{rows},{columns}]{{{draw.choice(['1,0', '0,1'])}{tiles}}}"
    return draw.choice(["", "(2,3", "(2,3):(3,x)", "zN:f16", "f32[2,3]{2,1}", "(2,3):(3,1) of (4,4)", "8:1@0"])


def tiler(draw):
    return layout(draw) if draw.random() < 0.6 else "<" + ",".join(draw.choice(["2", "3", "4:2", "_", "8"]) for _ in range(draw.randint(1, 2))) + ">"


def foreign(draw):
    """A text in a notation of the hub, some with mistakes."""
    sizes = [draw.randint(1, 9) for _ in range(draw.choice([2, 4, 4, 5]))]
    of = "(" + ",".join(map(str, sizes)) + ")"
    letters = "abcde"[:len(sizes)]
    blocked = draw.choice(letters)
    block = draw.choice([2, 4, 8])
    strides = ",".join(str(draw.choice([1, 2, 4, 8, 16, 64])) for _ in sizes)
    columns = ", ".join(f"d{d}: [{','.join(str(1 << draw.randint(0, 5)) for _ in range(draw.randint(0, 3)))}]" for d in range(len(sizes)))
    dims = ", ".join(f"d{d}" for d in range(len(sizes)))
    total = " + ".join(f"d{d} * {draw.choice([1, 3, 8])}" for d in range(len(sizes)))
    digits = f"d0 floordiv {block} * 16 + d0 mod {block}"
    domain = ", ".join(f"d{d} in [0, {size - 1}]" for d, size in enumerate(sizes))
    return draw.choice([
        f"{letters.replace(blocked, blocked.upper())}{block}{blocked} of {of}",
        f"{letters.replace(blocked, blocked.upper())}{block}{blocked}",
        f"{draw.choice(['NCHW', 'NHWC', 'NCHW4c', 'NCHW->NHWC'])} of {of}{draw.choice(['', ' padded'])}",
        f"({dims}) -> ({draw.choice([total, digits])}), domain: {domain}",
        f"ndarray(shape={of}, dtype='float32', strides=({strides}), offset=0)",
        f"DLTensor(ndim={len(sizes)}, dtype=(kDLFloat,{draw.choice([16, 32])},1), shape={of}, strides=({strides}), byte_offset=0)",
        f"layout_stride(extents={of}, strides=({strides}))",
        "{" + columns + "}",
        "{devices=[2,4]<=[4,2]T(1,0)}",
        f"S[{of}:({strides})]",
        f'!cute.layout<"{layout(draw)}">',
        f"{draw.choice(['zN:16', 'nZ:8', 'RowMajor'])} of ({sizes[0]},{sizes[1]})",
        subject(draw),
    ])


def asked_of_the_hub(draw, number):
    text = foreign(draw)
    if draw.random() < 0.3:
        return {"id": number, "op": "notation.layout", "text": text}
    asked = {"id": number, "op": "notation.convert", "text": text, "to": draw.choice(["all", "all", "cute", "xla", "f2", "none"])}
    if draw.random() < 0.5:
        asked["element"] = draw.choice(["f32", "bf16", "s4", "24", "nothing"])
    if draw.random() < 0.2:
        asked["shape"] = draw.choice(["2,4,6,8", "(4,8)", "(3"])
    return asked


def request(draw, number, atoms):
    unary = ["size", "cosize", "rank", "depth", "offsets", "coalesce", "right_inverse", "left_inverse", "complement"]
    divided = [f"{form}_{verb}" for verb in ["divide", "product"] for form in ["logical", "zipped", "tiled", "flat"]]
    kind = draw.randrange(11)
    if kind == 10:
        atom = draw.choice(atoms)
        asked = draw.choice([
            {"op": "draw.picture", "color_by": draw.choice(["thread", "value"])},
            {"op": "draw.cell", "index": [draw.randint(0, 8), draw.randint(0, 8)]},
        ])
        asked |= {"subject": atom["layout"], "tile": atom["tile"]}
    elif kind < 2:
        asked = {"op": f"layout.{draw.choice(unary)}", "layout": layout(draw)}
    elif kind < 4:
        asked = {"op": "layout.composition", "lhs": layout(draw), "rhs": tiler(draw)}
    elif kind < 6:
        asked = {"op": f"layout.{draw.choice(divided + ['blocked_product', 'raked_product'])}", "layout": layout(draw), "tiler": tiler(draw)}
    elif kind == 6:
        asked = {"op": "swizzle.offsets", "swizzle": f"Sw<{draw.randint(0, 4)},{draw.randint(0, 4)},{draw.randint(-4, 4)}>", "offset": draw.randint(0, 64), "layout": layout(draw)}
    elif kind == 7:
        asked = {"op": "draw.picture", "subject": subject(draw), "rows": draw.randint(2, 20), "columns": draw.randint(2, 20),
                 "color_by": draw.choice(["none", "tile", "order", "bank", "line:64", "thread"]), "label": draw.choice(["place", "coordinate", "index", "color"])}
    elif kind == 8:
        asked = {"op": "draw.cell", "subject": subject(draw), "index": [draw.randint(0, 6) for _ in range(draw.randint(1, 3))]}
    else:
        asked = draw.choice([
            {"op": "draw.find", "subject": subject(draw), "offset": draw.randint(-2, 40)},
            {"op": "draw.ways", "subject": subject(draw), "to": subject(draw)},
            {"op": "draw.access", "subject": subject(draw), "access": layout(draw), "element": draw.choice(["f16", "f32"])},
            {"op": "layout.nothing", "layout": layout(draw)},
        ])
    return {"id": number, **asked}


def compare(browser, program, count):
    """The page has the atlas of the program, and both give the same text to drawn requests."""
    def answers(lines):
        said = subprocess.run([program, "eval"], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True).stdout
        assert len(said.splitlines()) == len(lines)
        return said.splitlines()

    browser.value("atlasIsRead")
    atoms = browser.value("atoms.map(({ facts, layout, name, tile }) => ({ facts, layout, name, tile }))")
    (listed,) = answers([json.dumps({"op": "atlas.list"})])
    assert json.loads(listed)["result"] == atoms
    names = [atom["name"] for atom in atoms]
    names += [name.removesuffix("C") + "D" for name in names if name.endswith(".C")]
    found = answers([json.dumps({"op": "atlas.find", "name": name}) for name in names])
    here = browser.value(f"{json.dumps(names)}.map(name => atomOf(name).name)")
    assert [json.loads(line)["result"]["name"] for line in found] == here
    print(f"{len(names)} operands of instructions: the page finds what the program finds")
    draw = random.Random(15)
    drawn = {
        "answerText": [request(draw, number, atoms) for number in range(count)],
        "(await hubIsRead())": [asked_of_the_hub(draw, number) for number in range(count // 4)],
    }
    for answering, requests in drawn.items():
        lines = [json.dumps(request) for request in requests]
        expected = answers(lines)
        results = 0
        for start in range(0, len(lines), 250):
            part = browser.value(f"(async () => {json.dumps(lines[start:start + 250])}.map({answering}))()")
            for line, here, there in zip(lines[start:], part, expected[start:]):
                assert here == there, f"{line}\npage    {here[:2000]}\nprogram {there[:2000]}"
                assert '"kind":"internal"' not in here, line
                results += '"result":' in here
        assert results * 3 > len(lines), "most requests are refused"
        print(f"{len(lines)} requests: the page answers as the program, {results} with a result")


# ---- what a person does ----

def facts(browser, section="cell"):
    script = f"[...document.querySelectorAll('#{section} dt')].map(name => [name.textContent, name.nextSibling.textContent])"
    return dict(browser.value(script))


def use(browser, page):
    """Typing, pointing, keys, operations, refusals, and the address."""
    browser.open(page)
    assert facts(browser, "facts")["size"] == "96 coordinates"
    # the keyboard alone: to a cell, and the screen reader is told
    browser.value("document.querySelector('.drawing').focus()")
    for key in ["ArrowDown"] + 5 * ["ArrowRight"]:
        browser.key(key)
    said = facts(browser)
    assert (said["coordinate"], said["nested"], said["offset"]) == ("(1,5)", "((1,0),(1,1))", "37"), said
    spoken = browser.value("document.getElementById('spoken').textContent")
    assert "offset 37" in spoken, spoken
    browser.key("Enter")
    address = browser.value("location.hash")
    assert "cell=0:1,5" in address, address
    # the address holds what is seen
    browser.open("about:blank")
    browser.open(page + address)
    assert facts(browser)["offset"] == "37"
    browser.key("Escape")
    # pointing
    middle = browser.value("""(() => { const one = panels[0], grid = one.picture.pages[0], area = one.drawing.getBoundingClientRect();
        const scale = area.width / one.drawing.viewBox.baseVal.width;
        return [area.left + scale * (grid.left + 2.5 * grid.width), area.top + scale * (grid.top + 3.5 * grid.height)]; })()""")
    browser.point(*middle)
    assert facts(browser)["coordinate"] == "(3,2)"
    # typing
    browser.value("controls.layout.select(), controls.layout.focus()")
    browser.type("f32[3,5]{1,0:T(2,2)}")
    time.sleep(0.4)
    assert facts(browser, "facts")["padded bytes"] == "96"
    browser.value("controls.layout.select()")
    browser.type("(2,3):(3,")
    time.sleep(0.4)
    mistake = browser.value("document.getElementById('layout-error').textContent")
    assert "expected" in mistake, mistake
    # operations, refusals
    browser.value("set({ ...FIRST, layout: '24:3', see: 'operation', op: 'logical_divide', operand: '4:2' })")
    names = browser.value("panels.map(one => one.name + ' ' + one.picture.title)")
    assert names[-1] == "result ((2,2),(2,3)):((6,3),(12,24))" or names[-1].startswith("result"), names
    browser.value("set({ layout: '(6,2):(1,7)', op: 'composition', operand: '(3,2):(2,3)' })")
    refused = browser.value("document.querySelector('.refused').textContent")
    assert "has to be 8" in refused, refused
    assert browser.value("document.querySelectorAll('.marks .witness').length") == 1
    # two layouts: the cell is marked in both
    browser.value("set({ ...FIRST, layout: '(8,8):(8,1)', see: 'moves', to: '((4,2),(4,2)):((4,16),(1,32))' })")
    browser.value("look(panels[0], { page: 0, row: 1, column: 5 })")
    assert facts(browser)["offset after"] == "37", facts(browser)
    assert browser.value("document.querySelectorAll('.marks .here').length") == 2
    # threads that wait for each other
    browser.value("set({ ...FIRST, layout: '(32,32):(32,1)', see: 'access', access: '32:1', color: 'bank' })")
    assert facts(browser, "facts")["bank conflicts"] == "32-way"
    assert browser.value("document.querySelectorAll('.marks .clash').length") == 32
    # an operand of an instruction, typed
    browser.value("set({ ...FIRST }), controls.layout.select(), controls.layout.focus()")
    browser.type("mma.m16n8k16.f16.A")
    time.sleep(0.4)
    said = facts(browser, "facts")
    assert said["vendor"] == "NVIDIA, sm_80" and said["documented in"].endswith(": m16n8k16"), said
    browser.value("look(panels[0], { page: 0, row: 9, column: 3 })")
    assert facts(browser)["owner"] == "T5 V3", facts(browser)
    # one that there is not, and those that begin like it
    browser.value("controls.layout.select()")
    browser.type("mma.m16n8k16.f17.A")
    time.sleep(0.4)
    assert browser.value("controls.layout.getAttribute('aria-invalid')") == "true"
    browser.value("document.querySelector('#layout-error button').click()")
    assert browser.value("state.layout") == "mma.m16n8k16.f16.A"
    # found among all of them by keyboard, and where it is found is in the address
    browser.value("document.querySelector('[name=see][value=atlas]').click()")
    time.sleep(0.1)
    browser.value("controls.find.focus()")
    browser.type("gfx950 bf16 32x32")
    time.sleep(0.4)
    for key in ["Enter", "ArrowDown", "ArrowDown"]:
        browser.key(key)
    chosen = browser.value("document.getElementById(controls.find.getAttribute('aria-activedescendant')).textContent")
    assert chosen.startswith("mfma.") and browser.value("state.layout") in chosen, chosen
    assert facts(browser, "facts")["vendor"].startswith("AMD, "), facts(browser, "facts")
    address = browser.value("location.hash")
    browser.open("about:blank")
    browser.open(page + address)
    browser.value("atlasIsRead")
    assert browser.value("document.querySelector('#atoms [aria-selected=true]').textContent") == chosen
    # a text in another notation is drawn, and said in all of them
    browser.value("set({ ...FIRST }), controls.layout.select(), controls.layout.focus()")
    browser.type("NCHW4c of (1,8,3,4)")
    time.sleep(0.4)
    browser.value("hearing")
    assert facts(browser, "facts")["layout"] == "(1,(4,2),3,4):(96,(1,48),16,4)", facts(browser, "facts")
    browser.value("document.querySelector('#notations summary').click()")
    browser.value("hearing")
    said = facts(browser, "notations")
    assert len(said) == 13 and said["onednn"] == "aBcd4b of (1,8,3,4)", said
    assert said["numpy"].startswith("dim 1: 4*1 != 48"), said
    assert "notations=all" in browser.value("location.hash")
    # a mistake in one, and an operand in one
    browser.value("controls.layout.select(), controls.layout.focus()")
    browser.type("{d0: [8,16], d1: [1,2,}")
    time.sleep(0.4)
    browser.value("hearing")
    mistake = browser.value("document.getElementById('layout-error').textContent")
    assert mistake.startswith("this is no f2"), mistake
    browser.value("set({ ...FIRST, layout: '(8,8):(8,1)', see: 'moves', to: '{d0: [1,2,4], d1: [8,16,32]}' })")
    browser.value("hearing")
    browser.value("look(panels[1], { page: 0, row: 1, column: 5 })")
    assert (facts(browser)["offset before"], facts(browser)["offset"]) == ("13", "41"), facts(browser)
    # everything that can be operated has a name
    nodes = browser.ask("Accessibility.getFullAXTree")["nodes"]
    operated = [node for node in nodes if node["role"]["value"] in ("button", "textbox", "combobox", "radio", "application", "ComboBoxMenuSelect")]
    nameless = [node for node in operated if not node["name"]["value"]]
    assert len(operated) > 20 and not nameless, (len(operated), nameless)
    print(f"used: keys, pointer, typing, address; {len(operated)} controls have names")


def commands_are_the_programs(browser, program):
    """What is offered to be copied the program takes."""
    browser.value("navigator.clipboard.writeText = async text => { window.copied = text; }")
    commands = set()
    for number in range(browser.value("EXAMPLES.length")):
        browser.value(f"set({{ ...FIRST, ...EXAMPLES[{number}][1] }}), hearing")
        for button in range(browser.value("document.querySelectorAll('#elsewhere button').length")):
            browser.value(f"document.querySelectorAll('#elsewhere button')[{button}].click()")
            commands.add(browser.value("window.copied"))
    commands = [shlex.split(command)[1:] for command in commands if command.startswith("tilework ")]
    for arguments in commands:
        done = subprocess.run([program, *arguments], text=True, capture_output=True)
        assert done.returncode == 0, (arguments, done.stderr)
    assert len(commands) > 12, commands
    print(f"{len(commands)} commands that are copied are taken by the program")


def time_it(browser):
    """From what is typed to a picture of 128x128 on the screen: the answer, what the page makes of it, the numbers in sight,
    and the browser's layout and paint, until the next frame has begun. By bank each cell has another colour than its
    neighbours, which is the most there can be to draw. Beside it, as many squares that nothing was computed for: how fast
    a machine is, and what else it does, is no business of the page, so where it needs longer than it may, the squares
    have to say that all takes longer here."""
    timed = """new Promise(done => { const start = performance.now(); DRAW; const made = performance.now();
        requestAnimationFrame(() => requestAnimationFrame(() => { const seen = performance.now(); CLEAN; done([made - start, seen - start]); })); })"""
    picture = "set({ ...FIRST, layout: '((16,8),(16,8)):((16,2048),(1,256))', color: COLOR })"
    squares = """const frame = document.createElement('div'); frame.style = 'position: fixed; inset: 0; z-index: 9; background: white';
        frame.innerHTML = '<svg viewBox="0 0 128 128">' + Array.from({ length: 16384 }, (_, place) =>
            `<rect x="${place % 128}" y="${place >> 7}" width="1" height="1" fill="hsl(${place % 32 * 11} 50% 50%)"/>`).join('') + '</svg>';
        document.body.append(frame)"""
    drawn = {color: timed.replace("DRAW", picture.replace("COLOR", f"'{color}'")).replace("CLEAN", "") for color in ["tile", "bank"]}
    drawn["bare squares"] = timed.replace("DRAW", squares).replace("CLEAN", "frame.remove()")
    times = {name: [] for name in drawn}
    for _ in range(15):
        for name, script in drawn.items():
            times[name].append(browser.value(script))
    best = {}
    for name, each in times.items():
        made, seen = (sorted(column) for column in zip(*each))
        best[name] = seen[0]
        print(f"128x128, {name}: made in {made[7]:.1f} ms, seen in {seen[7]:.1f} ms, in the middle of 15; the best {seen[0]:.1f} ms")
    for color, most, share in [("tile", 100, 0.4), ("bank", 200, 0.8)]:
        assert best[color] < max(most, share * best["bare squares"]), (color, best)


def has_the_numbers_in_sight(browser):
    """A large picture has the numbers in sight, each where it is in the whole, and all of them on paper."""
    browser.value("set({ ...FIRST, layout: '((16,8),(16,8)):((16,2048),(1,256))' })")
    frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    # the letters that are there, and where the number of the last row and column begins, in shares of a letter
    letters = "[...document.querySelectorAll('.drawing text[textLength]')].reduce((sum, one) => sum + one.textContent.length, 0)"
    last = """(() => { const texts = [...document.querySelectorAll('.drawing text[textLength]')]; const found = texts.find(one => one.textContent.trimEnd().endsWith(' 16383'));
        return found ? Number(found.getAttribute('x')) + Number(found.getAttribute('textLength')) : null; })()"""
    browser.value(frames)
    first = browser.value(letters)
    assert 100 < first < 30000 and browser.value(last) is None, first
    browser.value("(() => { const frame = document.querySelector('.drawing'); frame.scrollTo(frame.scrollWidth, frame.scrollHeight); })()")
    browser.value(frames)
    scrolled, end = browser.value(letters), browser.value(last)
    browser.value("dispatchEvent(new Event('beforeprint'))")
    whole, end_on_paper = browser.value(letters), browser.value(last)
    browser.value("dispatchEvent(new Event('afterprint'))")
    assert 100 < scrolled < 30000 and whole > 90000, (scrolled, whole)
    assert abs(end - end_on_paper) < 0.01, (end, end_on_paper)
    assert browser.value(letters) == scrolled
    print(f"128x128: {first} letters of {whole} are laid out")


def is_quiet(browser):
    """Nothing was thrown, and nothing was fetched."""
    for event in browser.events:
        assert event.get("method") not in ("Runtime.exceptionThrown",), event
        if event.get("method") == "Log.entryAdded":
            assert event["params"]["entry"]["level"] != "error", event
        if event.get("method") == "Network.requestWillBeSent":
            assert event["params"]["request"]["url"].split(":")[0] in ("file", "data", "about"), event["params"]["request"]["url"]


def shots(browser, page, folder):
    """Pictures of the page, to be looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    browser.open(page)
    for number, name in enumerate(browser.value("EXAMPLES.map(example => example[0])")):
        file = name.replace(" ", "_")
        browser.value(f"set({{ ...FIRST, ...EXAMPLES[{number}][1] }}), hearing")
        browser.value("look(panels[0], { page: 0, row: 0, column: Math.min(5, panels[0].picture.columns.length - 1) })")
        for scheme in ["light", "dark"]:
            browser.shot(folder / f"{file}_{scheme}.png", 1400, 900, scheme)
        browser.shot(folder / f"{file}_narrow.png", 390, 1500)
        browser.print(folder / f"{file}.pdf")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--shots", type=pathlib.Path)
    given = parser.parse_args()
    page = given.page.resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            if given.shots:
                shots(browser, page, given.shots)
            else:
                use(browser, page)
                commands_are_the_programs(browser, given.program)
                time_it(browser)
                has_the_numbers_in_sight(browser)
                compare(browser, given.program, given.requests)
                is_quiet(browser)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
