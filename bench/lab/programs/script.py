"""A small job in Python, to be recorded: json, re, zlib, sort, hashes and plain bytecode.

    python3 script.py ROUNDS [pack=150] [rehash=1] [search=0] [rename=1] ...

NAME=PERCENT is how much of its usual work a step does (100); rehash=1 hashes in emit() too;
rename=1 uses sha1 where md5 was used. Stacks are those of the interpreter, in C.
"""
import json
import random
import re
import sys
import zlib

import _md5
import _sha1

option = dict(dump=100, load=100, search=100, pack=100, order=100, hash=100, loop=100, rehash=0, rename=0)


def make(rng):
    return [{"id": i, "name": "user%d" % rng.randrange(900), "tags": [rng.randrange(50) for _ in range(5)],
             "score": rng.random()} for i in range(400)]


def hashed(text, times):
    for _ in range(times):
        (_sha1.sha1 if option["rename"] else _md5.md5)(text).digest()


def emit(text, times):
    total = 0
    for i in range(times * 60):
        total += i * len(text) % 7
    if option["rehash"]:
        hashed(text, 60)
    return total


def handle(rng):
    rows = make(rng)
    text = ""
    for _ in range(option["dump"] // 12):
        text = json.dumps(rows)
    for _ in range(option["load"] // 20):
        json.loads(text)
    for _ in range(option["search"] // 12):
        re.findall(r"user(\d+)[^}]*4\]", text)
    raw = text.encode()
    for _ in range(option["pack"] // 20):
        zlib.compress(raw, 5)
    for _ in range(option["order"] // 2):
        sorted(rows, key=lambda row: (row["name"], row["score"]))
    hashed(raw, option["hash"] // 2)
    emit(raw, option["loop"])


def main():
    for arg in sys.argv[2:]:
        name, value = arg.split("=")
        option[name] = int(value)
    rng = random.Random(1)
    for _ in range(int(sys.argv[1])):
        handle(rng)


main()
