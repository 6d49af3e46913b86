#!/usr/bin/env python3
"""address_profile.py PROGRAM FILE BUILD-ID ADDRESS... - a pprof to standard output whose locations have nothing but an
address, as profilers write it that leave names to others: one sample of one location each, worth 1, 2, 3, ...

The mapping is that of code which a process has at BASE, or where a program that can't be moved stands, and says that its
file is FILE. PROGRAM is looked at for where its code lies, ADDRESSes are those that nm and objdump print of it, in
hexadecimal digits.
"""
import struct
import sys

from protobuf import message, number, varint

BASE = 0x555555554000


def code_of(path):
    """Offset, address and size of the segment of code, and where the program begins."""
    with open(path, "rb") as file:
        elf = file.read()
    movable = struct.unpack_from("<H", elf, 16)[0] == 3
    at, = struct.unpack_from("<Q", elf, 32)
    size, n = struct.unpack_from("<HH", elf, 54)
    for i in range(n):
        kind, flags, offset, address, _, _, length = struct.unpack_from("<IIQQQQQ", elf, at + i * size)
        if kind == 1 and flags & 1:
            return offset, address, length, BASE if movable else 0
    raise SystemExit(f"{path}: no code")


def main():
    program, name, build_id, *addresses = sys.argv[1:]
    offset, address, size, base = code_of(program)
    page = offset & ~4095
    start = base + (address & ~4095)
    strings = ["", "samples", "count", name, build_id]
    out = message(1, number(1, 1) + number(2, 2))
    for i, text in enumerate(addresses, 1):
        out += message(2, message(1, varint(i)) + message(2, varint(i)))
        out += message(4, number(1, i) + number(2, 1) + number(3, base + int(text, 16)))
    out += message(3, number(1, 1) + number(2, start) + number(3, start + (offset - page) + size) + number(4, page)
                   + number(5, 3) + number(6, 4))
    sys.stdout.buffer.write(out + b"".join(message(6, text.encode()) for text in strings))


main()
