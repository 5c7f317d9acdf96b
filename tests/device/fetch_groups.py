#!/usr/bin/env python3
"""Looks where the timed sections lie in the machine code of a Hopper card.

fetch_groups.py NVCC SOURCE ARCH FLAGS...

An SM fetches instructions in groups of 64 bytes. A timed section is four instructions of 16 bytes: clock, load, store, clock. On an
H100, the same section of global.ca took 36 cycles where it filled one group, and 38 where a boundary lay inside. What measuring costs
is measured once for each card, so all chases of global and read-only memory must be alike: a boundary lies in each of them. If this test
fails after a change of a kernel, the section moved: change what comes before it (such as how a loop is unrolled), and look again.

Reads the encoding itself, because a disassembler is not on every machine that can compile. Exit codes: 0 all is well, 1 something is
not, 77 not this compiler.
"""

import re
import struct
import subprocess
import sys
import tempfile

GROUP, INSTRUCTION = 64, 16
CS2R, CLOCK_LOW = 0x805, 0x50  # opcode, and the special register that it reads
ALIKE = re.compile(r"\.text\.chase_each_(global_c[ag]|readonly)_[48]")


def sections(cubin):
    """Names and bytes of an ELF file's sections."""
    start, = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", cubin, start + i * size) for i in range(count)]
    for name, _, _, _, offset, length in headers:
        at = headers[names][4] + name
        yield cubin[at:cubin.index(b"\0", at)].decode(), cubin[offset:offset + length]


def clock_reads(code):
    """Addresses of the instructions that read the clock."""
    for at in range(0, len(code) - INSTRUCTION + 1, INSTRUCTION):
        low, high = struct.unpack_from("<QQ", code, at)
        if low & 0xFFF == CS2R and high >> 8 & 0xFF == CLOCK_LOW:
            yield at


def main():
    nvcc, source, arch, *flags = sys.argv[1:]
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        made = subprocess.run([nvcc, "-cubin", "-arch=" + arch, *flags, "-o", cubin.name, source], capture_output=True, text=True)
        if made.returncode != 0:
            print("SKIPPED: " + made.stderr.strip())
            return 77
        code = open(cubin.name, "rb").read()
    failures, checked = 0, 0
    for name, text in sections(code):
        if not ALIKE.fullmatch(name):
            continue
        reads = list(clock_reads(text))
        if len(reads) != 2 or reads[1] - reads[0] != 3 * INSTRUCTION:
            print(f"FAIL {name}: its clock reads are at {[hex(read) for read in reads]}, and not two of four instructions in a row")
            failures += 1
        elif reads[0] // GROUP == reads[1] // GROUP:
            print(f"FAIL {name}: the timed section from {reads[0]:#x} to {reads[1]:#x} fills one group of {GROUP} bytes")
            failures += 1
        checked += 1
    if checked != 6:
        print(f"FAIL {checked} chases of global and read-only memory, not 6")
        failures += 1
    print(f"{checked} timed sections, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
