#!/usr/bin/env python3
"""fetch_groups.py NVCC SOURCE ARCH FLAGS...: whether a boundary between two fetch groups lies in each timed section of the chase kernels, in
the machine code for a Hopper card.

An SM fetches instructions in groups of 64 bytes. A timed section is four instructions of 16 bytes: clock, load, store, clock. On an
H100, the same section of global.ca took 36 cycles where it filled one group, and 38 where a boundary lay inside. The program measures
this overhead once for each card, so the sections of all chases of global and read-only memory must cost the same: a boundary must lie in
each of them. If this test fails after a change of a kernel, the section has moved. Change the code before it (such as how a loop is
unrolled), and run the test again.

The test decodes the instructions itself, because not every machine with a compiler has a disassembler. Exit codes: 0 every section has a
boundary, 1 a section has none or is not as expected, 77 this compiler can't compile SOURCE for ARCH (the test is skipped).
"""

import re
import struct
import subprocess
import sys
import tempfile

GROUP, INSTRUCTION = 64, 16  # bytes
CS2R, CLOCK_LOW = 0x805, 0x50  # the opcode that reads a special register, and the number of the clock among these registers
# The kernels whose timed sections must cost the same.
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
    """The offsets in bytes, from the begin of the kernel, of the instructions that read the clock."""
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
