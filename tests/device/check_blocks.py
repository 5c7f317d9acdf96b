#!/usr/bin/env python3
"""check_blocks.py NVCC SOURCE ARCH BLOCKS FLAGS...: whether the blocks of code_blocks.cu lie in the machine code as its host side needs them.

Each block is a function of 256 bytes, 15 multiply-adds and the return, and the functions lie one behind the other from a multiple of 256
bytes on. If only the first place is wrong, change kPadding of this architecture in code_blocks.cu by the number that this test prints.

The test decodes the instructions itself, because not every machine with a compiler has a disassembler. Exit codes: 0 the blocks lie as
they should, 1 they do not, 77 this compiler can't compile SOURCE for ARCH (the test is skipped).
"""

import struct
import subprocess
import sys
import tempfile

BLOCK, INSTRUCTION = 256, 16  # bytes
FFMA, RET, LDL, STL, CS2R = 0x223, 0x950, 0x983, 0x387, 0x805  # opcodes since compute capability 7.0
CLOCK_LOW = 0x50  # the number of the clock among the special registers that CS2R reads
FUNCTION = 2  # the type of such a symbol in an ELF file


def headers_of(cubin):
    start, = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    return [struct.unpack_from("<IIQQQQIIQQ", cubin, start + i * size) for i in range(count)], names


def text_at(cubin, at):
    return cubin[at:cubin.index(b"\0", at)].decode()


def code_and_functions(cubin):
    """The bytes of the kernel's section, and the places of the functions in it by name."""
    headers, names = headers_of(cubin)
    name_of = [text_at(cubin, headers[names][4] + header[0]) for header in headers]
    number = name_of.index(".text.code_blocks")
    table = headers[name_of.index(".symtab")]
    strings = headers[table[6]][4]
    functions = {}
    for at in range(table[4], table[4] + table[5], 24):
        name, info, _, section, value, _ = struct.unpack_from("<IBBHQQ", cubin, at)
        if info & 15 == FUNCTION and section == number:
            functions[text_at(cubin, strings + name)] = value
    code = headers[number]
    return cubin[code[4]:code[4] + code[5]], functions


def opcodes(code):
    return [struct.unpack_from("<H", code, at)[0] & 0xFFF for at in range(0, len(code) - INSTRUCTION + 1, INSTRUCTION)]


def clock_reads(code):
    words = [struct.unpack_from("<QQ", code, at) for at in range(0, len(code) - INSTRUCTION + 1, INSTRUCTION)]
    return sum(low & 0xFFF == CS2R and high >> 8 & 0xFF == CLOCK_LOW for low, high in words)


def faults(code, functions, blocks):
    places = sorted(place for name, place in functions.items() if name != "code_blocks")
    if len(places) != blocks:
        yield f"has {len(places)} functions, not {blocks}"
        return
    first = places[0]
    if places != [first + BLOCK * i for i in range(blocks)]:
        yield f"functions do not lie {BLOCK} bytes apart"
    for place in places:
        inside = opcodes(code[place:place + BLOCK])
        if inside.count(FFMA) != 15 or inside.count(RET) != 1 or inside[-1] != RET:
            yield f"the function at {place:#x} has other instructions than 15 multiply-adds and a return: {[hex(word) for word in inside]}"
            break
    kernel = opcodes(code[:first])
    if LDL in kernel or STL in kernel:
        yield "the kernel uses local memory"
    if clock_reads(code[:first]) != 2:
        yield f"the kernel reads the clock {clock_reads(code[:first])} times, not twice"
    if first % BLOCK != 0:
        yield f"the first function is at {first:#x}; add {-first % BLOCK // INSTRUCTION} to kPadding of this architecture"


def main():
    nvcc, source, arch, blocks, *flags = sys.argv[1:]
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        made = subprocess.run([nvcc, "-cubin", "-arch=" + arch, *flags, "-o", cubin.name, source], capture_output=True, text=True)
        if made.returncode != 0:
            print("SKIPPED: " + made.stderr.strip())
            return 77
        code, functions = code_and_functions(open(cubin.name, "rb").read())
    found = list(faults(code, functions, int(blocks)))
    for fault in found:
        print("FAIL " + fault)
    if not found:
        print(f"ok   {blocks} blocks of {BLOCK} bytes from {min(place for name, place in functions.items() if name != 'code_blocks'):#x} on")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
