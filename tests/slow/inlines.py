#!/usr/bin/env python3
"""inlines.py PROGRAM RECORDING - compares inlined functions with those that llvm-symbolizer prints.

    templates.data: 518 places, 234 with inlined functions: 482 equal; 36 another name of the function that holds them

Each place of the recording (a file, an offset in it) is asked for once: flamerender by --symbolize of a pprof that is made
here, llvm-symbolizer by address. Of both the names are compared, the innermost first; the function that holds the
others has the name of its symbol. Names of C++ are compared without parameters, those of Rust without hashes.
Prints each class of difference with examples. The status is 1 where the inlined functions of fewer than 99 % of the
places are the same.
"""
import collections
import os
import re
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from protobuf import message, number, varint  # noqa: E402

LEAST = 0.99
HOLDER = "another name of the function that holds them"


def run(words, text=None):
    return subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout


def places(recording):
    """{file: offsets}, of code that stands in a file."""
    found = collections.defaultdict(set)
    text = run(["perf", "script", "-i", recording, "-F", "ip,dso", "--no-inline"])
    for offset, file in re.findall(r"^\s+([0-9a-f]+) \((/.*)\)$", text, re.MULTILINE):
        if not file.endswith(".map") and "(deleted)" not in file:
            found[file].add(int(offset, 16))
    return found


def segments(file):
    """(offset, address, size) of each segment of code."""
    with open(file, "rb") as elf:
        data = elf.read()
    at, = struct.unpack_from("<Q", data, 32)
    size, n = struct.unpack_from("<HH", data, 54)
    for i in range(n):
        kind, flags, offset, address, _, in_file, _, _ = struct.unpack_from("<IIQQQQQQ", data, at + i * size)
        if kind == 1 and flags & 1:
            yield offset, address, in_file


def address_of(parts, offset):
    for start, address, size in parts:
        if start <= offset < start + size:
            return offset - start + address
    return None


# ------------------------------------------------------------ flamerender


def own_chains(program, asked):
    """{(file, offset): [name]}: a pprof of a sample for each place, whose root is the place's number."""
    texts = ["", "n", "x"]
    out = message(1, number(1, 1) + number(2, 2))
    for m, file in enumerate(sorted({file for file, _ in asked}), 1):
        texts.append(file)
        out += message(3, number(1, m) + number(2, 0x1000) + number(3, 1 << 46) + number(4, 0x1000) + number(5, len(texts) - 1))
    mapping = {file: m for m, file in enumerate(sorted({file for file, _ in asked}), 1)}
    for i, (file, offset) in enumerate(asked, 1):
        texts.append(f"place{i}")
        out += message(5, number(1, i) + number(2, len(texts) - 1))
        out += message(4, number(1, 2 * i) + message(4, number(1, i)))
        out += message(4, number(1, 2 * i + 1) + number(2, mapping[file]) + number(3, offset))
        out += message(2, message(1, varint(2 * i + 1) + varint(2 * i)) + message(2, varint(1)))
    for text in texts:
        out += message(6, text.encode())
    done = subprocess.run([program, "convert", "-q", "--symbolize", "--input-format", "pprof", "--format", "folded", "-"],
                          input=out, capture_output=True, check=True)
    chains = {}
    for line in done.stdout.decode().splitlines():
        names = line.rsplit(" ", 1)[0].split(";")
        chains[asked[int(names[0][5:]) - 1]] = [re.sub(r"_\[i\]$", "", name) for name in names[:0:-1]]
    return chains


# ------------------------------------------------------------ llvm-symbolizer


def other_chains(file, offsets):
    """{offset: [mangled name]}"""
    parts = list(segments(file))
    known = [(offset, address_of(parts, offset)) for offset in offsets]
    known = [(offset, address) for offset, address in known if address is not None]
    text = run(["llvm-symbolizer", "--no-demangle", "--inlines", "--obj=" + file], "".join(f"0x{a:x}\n" for _, a in known))
    blocks = text.strip("\n").split("\n\n")
    return {offset: block.split("\n")[0::2] for (offset, _), block in zip(known, blocks)}


def plain(program, names):
    """{mangled name: as flamerender shows it}; c++filt -p leaves parameters out, as flamerender does here."""
    names = sorted(names)
    shown = run(["c++filt", "-p"], "\n".join(names) + "\n").split("\n")
    return {name: re.sub(r"::h[0-9a-f]{16}$|\[[0-9a-f]{8,16}\]|(?<=[a-z0-9]): (bool|char|[iu][0-9a-z]+)(?=[>,])", "", text) for name, text in zip(names, shown)}


def symbol(name):
    """A symbol without what makes it a version, or a part, of a function."""
    return re.sub(r"@.*|( \[clone .*\])+$|(\.(part|isra|constprop|cold|lto_priv|llvm)\.?[0-9]*)+$", "", name)


# ------------------------------------------------------------ classes


def scope_less(name):
    """Without arguments of templates and scopes."""
    before = None
    while before != name:
        before, name = name, re.sub(r"<[^<>]*>", "", name)
    return re.sub(r".*::", "", name)


def classify(own, other):
    if own == other:
        return "equal"
    if len(own) == len(other) and own[:-1] == other[:-1]:
        return HOLDER
    if len(own) == len(other) and [scope_less(n) for n in own[:-1]] == [scope_less(n) for n in other[:-1]]:
        return "other scopes or arguments of templates"
    if len(own) == len(other):
        return "other names"
    return "more inlined functions here" if len(own) > len(other) else "more inlined functions there"


def main():
    program, recording = sys.argv[1:3]
    found = places(recording)
    asked = sorted((file, offset) for file in found for offset in found[file])
    own = own_chains(program, asked)
    other = {(file, offset): chain for file in found for offset, chain in other_chains(file, sorted(found[file])).items()}
    names = plain(program, {name for chain in other.values() for name in chain})
    classes, examples, inlined = collections.Counter(), {}, 0
    for place in asked:
        theirs = [names[name] for name in other.get(place, ["??"])]
        if theirs == ["??"] or place not in own:
            classes["without a name"] += 1
            continue
        ours = own[place]
        inlined += len(ours) > 1 or len(theirs) > 1
        kind = classify([*ours[:-1], symbol(ours[-1])], [*theirs[:-1], symbol(theirs[-1])])
        classes[kind] += 1
        examples.setdefault(kind, []).append((place, ours, theirs))
    named = sum(classes.values()) - classes.pop("without a name", 0)
    equal = classes.pop("equal", 0)
    rest = "".join(f"; {n} {kind}" for kind, n in classes.most_common())
    print(f"{recording}: {named} places, {inlined} with inlined functions: {equal} equal{rest}")
    for kind, n in classes.most_common():
        for place, ours, theirs in examples[kind][:3]:
            print(f"  {kind}: {place[0]}+0x{place[1]:x}\n    here   {' < '.join(ours)}\n    there  {' < '.join(theirs)}")
    return 0 if inlined >= 10 and equal + classes[HOLDER] >= LEAST * named else 1


if __name__ == "__main__":
    sys.exit(main())
