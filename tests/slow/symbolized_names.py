#!/usr/bin/env python3
"""symbolized_names.py TOOL PROGRAM ADDRESS... - the folded stacks that address_profile.py's samples of these addresses
are, by llvm-symbolizer or addr2line: "main:app.c:40;brew:app.c:30;stir:app.h:9 3". Names alone with --names first.
"""
import collections
import subprocess
import sys


def ask(tool, program, addresses):
    """For each address its (name, file, line), the innermost first."""
    flags = {"llvm-symbolizer": ["--inlines", "--functions=linkage", "--basenames", "--no-demangle", "--obj=" + program],
             "addr2line": ["-a", "-i", "-f", "-s", "-e", program]}[tool]
    said = subprocess.run([tool, *flags], input="".join(f"0x{text}\n" for text in addresses), text=True,
                          capture_output=True, check=True).stdout
    if tool == "addr2line":  # each answer begins with its address
        answers = [part.splitlines()[1:] for part in ("\n" + said).split("\n0x")[1:]]
    else:
        answers = [part.splitlines() for part in said.strip().split("\n\n")]
    for lines in answers:
        yield [(name, *place.split(" ")[0].split(":")[:2]) for name, place in zip(lines[::2], lines[1::2])]


def main():
    arguments = sys.argv[1:]
    names = arguments[0] == "--names"
    tool, program, *addresses = arguments[names:]
    stacks = collections.Counter()
    for value, frames in enumerate(ask(tool, program, addresses), 1):
        stacks[";".join(name if names or line in "0?" else f"{name}:{file}:{line}"
                        for name, file, line in reversed(frames))] += value
    for stack, value in sorted(stacks.items()):
        print(stack, value)


main()
