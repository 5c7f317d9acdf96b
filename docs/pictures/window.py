#!/usr/bin/env python3
"""Makes the pictures of the window, of its views and of single terms of the glossary that the pages show.

    docs/pictures/window.py build/ci/tests/app/window/window_shot [NAME …]     # makes all pictures, or those that are named
    docs/pictures/window.py build/ci/tests/app/window/window_shot --check      # compares them with pictures of the window as it is now

A picture is kept with 256 colours, which makes its file a third as large. --check makes the pictures in a temporary folder. It fails if
a picture can't be made, has another size, or differs in more than a twentieth of its area (MOST_OTHER): smaller differences come with
every version of Qt.
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The views whose pictures show the view alone, with the words for window_shot.
VIEWS = {
    "scope": ["model:gtx560ti", "space=global.ca", "bytes=17KiB", "stride=128"],
    "miss-pattern": ["model:gtx560ti", "probe=miss-pattern"],
    "steps": ["model:textbook", "bytes=52", "stride=4", "press=M"],
    "chase": ["model:textbook", "bytes=52", "stride=4"],
    "memory": ["recording:h100", "probe=discover"],
    "report": ["recording:h100", "probe=discover"],
    "set-map": ["model:gtx560ti", "probe=sets,line,fine-grained", "choose=l1_data"],
    "replacement": ["model:gtx560ti", "probe=replacement", "choose=l1_data"],
    "conflicts": ["file:docs/pictures/hashed-l1.json", "probe=conflicts"],
    "tlbs": ["model:gtx560ti", "probe=tlb"],
    "curves": ["model:gtx560ti", "probe=footprint-sweep"],
    "spectrum": ["model:gtx560ti", "probe=spectrum"],
    "l2-map": ["model:h100", "probe=l2-map"],
    "chip-map": ["recording:h100", "probe=l2-map"],
    "memory-halves": ["recording:h100", "probe=memory"],
    "banks": ["model:gtx780", "probe=banks"],
    "requests": ["model:k20", "probe=outstanding"],
    "bandwidth": ["model:h100", "probe=bandwidth"],
    "load": ["recording:tests/recordings/h200-load.cbor", "probe=load"],
    "operations": ["model:h100", "probe=operations"],
    "residency": ["model:h100", "probe=residency"],
    "instructions": ["model:h100", "probe=instructions,prefetch"],
    "disturbance": ["model:geforce840m", "probe=disturbance"],
}
# Probes whose method is shown by the glossary's picture of a term: probe and term.
TERMS = {"sharing": "memory-space", "count": "l1", "disturbance": "l1", "l2-map": "slice", "memory": "memory", "cluster": "cluster", "instructions": "level"}
# The arguments of window_shot for each picture, the device first; tests/app/window/window_shot.cpp explains them. All pictures have the
# light theme.
PICTURES = {
    "window-chase": ["model:textbook", "1280x800", "bytes=52", "stride=4", "tab=Chase"],
    "window-memory": ["recording:h100", "1280x800", "probe=discover", "tab=Memory"],
    "window-lesson": ["model:textbook", "1280x800", "lesson=02-cache-size", "step=3"],
    "window-sweep": ["model:gtx560ti", "1280x800", "probe=miss-pattern", "tab=Traces"],
    "window-report": ["recording:h100", "1280x800", "probe=discover", "tab=Report", "room"],
    "window-recovery": ["model:gtx560ti", "1280x800", "probe=discover", "tab=Memory", "left"],
    "window-builder": ["model:textbook", "1280x800", "builder=GeForce GTX 560 Ti, L1"],
    "window-manual": ["model:textbook", "1120x720", "empty", "manual=docs/views.md#chase"],
    **{f"views/{view}": [*words, "1360x860", f"only={view}"] for view, words in VIEWS.items()},
    **{f"probes/{probe}": ["model:textbook", f"picture={term}"] for probe, term in TERMS.items()},
}
MOST_BYTES = 200_000  # the largest size of a kept picture's file
BLOCK = 16            # pictures are compared by square blocks with sides of so many pixels
LOOKS_OTHER = 24      # a block differs if red, green or blue of its mean colour differ by more than this, of 255
MOST_OTHER = 0.05     # the share of blocks that may differ


def chunks(data):
    """The kind and the bytes of each chunk of a PNG file."""
    at = 8
    while at < len(data):
        size, = struct.unpack(">I", data[at:at + 4])
        yield data[at + 4:at + 8], data[at + 8:at + 8 + size]
        at += 12 + size


def read(path):
    """Returns (width, height, rows of (red, green, blue)) of a PNG file with 8 bits a channel or a palette of 8 bits. Ends this script for
    any other kind of PNG."""
    head, palette, packed = None, None, b""
    for kind, body in chunks(path.read_bytes()):
        if kind == b"IHDR":
            head = struct.unpack(">IIBBBBB", body)
        elif kind == b"PLTE":
            palette = [tuple(body[i:i + 3]) for i in range(0, len(body), 3)]
        elif kind == b"IDAT":
            packed += body
    width, height, depth, colour = head[:4]
    channels = {2: 3, 3: 1, 6: 4}.get(colour)
    if depth != 8 or channels is None or head[6] != 0:
        sys.exit(f"{path}: a PNG of this kind can't be read here")
    raw, stride = zlib.decompress(packed), width * channels
    rows, above = [], bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, above))
        elif kind:
            for i in range(stride):
                left = line[i - channels] if i >= channels else 0
                corner = above[i - channels] if i >= channels else 0
                if kind == 1:
                    guess = left
                elif kind == 3:
                    guess = (left + above[i]) // 2
                else:
                    guess = min((left, above[i], corner), key=lambda near, sum_of=left + above[i] - corner: abs(sum_of - near))
                line[i] = (line[i] + guess) & 255
        above = line
        if palette:
            rows.append([palette[i] for i in line])
        else:
            rows.append(list(zip(line[0::channels], line[1::channels], line[2::channels])))
    return width, height, rows


def write(path, width, height, rows):
    """Writes a PNG with a palette of the 256 most frequent colours. Every other colour becomes the nearest of these."""
    counts = {}
    for row in rows:
        for colour in row:
            counts[colour] = counts.get(colour, 0) + 1
    kept = sorted(counts, key=lambda colour: (-counts[colour], colour))[:256]
    place = {colour: i for i, colour in enumerate(kept)}
    for colour in counts:
        if colour not in place:
            place[colour] = min(range(len(kept)), key=lambda i: sum((a - b) ** 2 for a, b in zip(kept[i], colour)))
    raw = b"".join(b"\0" + bytes(place[colour] for colour in row) for row in rows)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) +
                     chunk(b"PLTE", b"".join(bytes(colour) for colour in kept)) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def blocks(width, height, rows):
    """The mean (red, green, blue) of each square block of a picture."""
    for y in range(0, height, BLOCK):
        for x in range(0, width, BLOCK):
            part = [colour for row in rows[y:y + BLOCK] for colour in row[x:x + BLOCK]]
            yield tuple(sum(colour[i] for colour in part) / len(part) for i in range(3))


def share_that_differs(one, other):
    """The share of blocks, from 0 to 1, in which two pictures of one size differ by more than LOOKS_OTHER."""
    pairs = list(zip(blocks(*one), blocks(*other)))
    return sum(max(abs(a - b) for a, b in zip(*pair)) > LOOKS_OTHER for pair in pairs) / len(pairs)


def shoot(program, name, folder):
    """Takes the picture of this name with window_shot, and returns it as read() does. Ends this script if that fails."""
    device, *words = PICTURES[name]
    raw = folder / f"{name.replace('/', '-')}-raw.png"
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(runtime), "QT_SCALE_FACTOR": "1"}
    done = subprocess.run([program, device, str(raw), *words], cwd=ROOT, capture_output=True, text=True, env=environment, timeout=120)
    if done.returncode != 0 or not raw.exists():
        sys.exit(f"{name}: window_shot failed: {done.stderr.strip()[-300:]}")
    return read(raw)


def main():
    if len(sys.argv) < 2:
        sys.exit("Name the program: docs/pictures/window.py build/ci/tests/app/window/window_shot [--check] [NAME …]")
    program = os.path.abspath(sys.argv[1])
    is_check = "--check" in sys.argv
    names = [word for word in sys.argv[2:] if word != "--check"] or list(PICTURES)
    faults = []
    with tempfile.TemporaryDirectory() as made:
        for name in names:
            kept = HERE / f"{name}.png"
            picture = shoot(program, name, pathlib.Path(made))
            if not is_check:
                kept.parent.mkdir(exist_ok=True)
                write(kept, *picture)
            if not kept.exists():
                faults.append(f"{name}.png is missing: make it by docs/pictures/window.py")
                continue
            if kept.stat().st_size > MOST_BYTES:
                faults.append(f"{name}.png has {kept.stat().st_size:,} bytes, more than {MOST_BYTES:,}")
            if is_check:
                before = read(kept)
                if before[:2] != picture[:2]:
                    faults.append(f"{name}.png is {before[0]}x{before[1]}, and the window is {picture[0]}x{picture[1]}")
                elif (share := share_that_differs(before, picture)) > MOST_OTHER:
                    faults.append(f"{name}.png: {100 * share:.0f} % of it looks different today: make it anew by docs/pictures/window.py")
    print("\n".join(faults) or f"{len(names)} pictures of the window")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
