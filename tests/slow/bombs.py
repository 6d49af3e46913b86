"""bombs.py KIND - writes an input that once took far more time, memory or output than it should; docs/limits.md.

    drop      pprof of 2 000 names whose own drop_frames is (a+)+[bc]     scan    pprof of 4 names of 200 000 bytes, .*?a++[bc]
    base new  folded, near 2^63: the sides of a differential              far     perf script, two samples eleven days apart
    lines4097 lines1000000  pprof of one sample that has a location so many times, which has so many lines
    turns     pprof of 20 000 samples, of two stacks of a million frames in turn
    ids       Chrome trace of 40 profiles, each of one node whose id is near 2^26
    same_ids  perf.data of 4 096 events, which all name one section of 131 072 ids
    maps      perf.data of a process that maps 65 539 files, and runs in the first and the last of them
    times     perf script with times that are none                        font    theme with a quote that nothing closes
"""
import gzip
import json
import struct
import sys

from scaling import message, number, varint


def pprof(names, drop_frames):
    out = message(1, number(1, 1) + number(2, 2))
    for i in range(len(names)):
        out += message(2, message(1, varint(i + 1)) + message(2, varint(1)))
        out += message(4, number(1, i + 1) + message(4, number(1, i + 1)))
        out += message(5, number(1, i + 1) + number(2, 4 + i))
    for text in ["", "samples", "count", drop_frames] + names:
        out += message(6, text.encode())
    return gzip.compress(out + number(7, 3), mtime=0)


def lines(n_lines, *samples):
    """Samples have location 1, of so many lines, and location 2, of one line more."""
    out = message(1, number(1, 1) + number(2, 2))
    out += b"".join(message(2, message(1, ids) + message(2, varint(1))) for ids in samples)
    out += b"".join(message(4, number(1, i + 1) + message(4, number(1, 1)) * (n_lines + i)) for i in range(2))
    out += message(5, number(1, 1) + number(2, 3))
    return gzip.compress(out + b"".join(message(6, t) for t in (b"", b"samples", b"count", b"f")), mtime=0)


def perf(*times):
    return "".join("app 7/7 [000] %s: 1 cycles:\n\tab f%d (/a)\n\n" % (t, i) for i, t in enumerate(times)).encode()


def ids():
    begins = [{"name": "Profile", "id": "0x%x" % i, "args": {"data": {"startTime": 0}}} for i in range(40)]
    chunks = [{"name": "ProfileChunk", "id": "0x%x" % i, "args": {"data": {"timeDeltas": [5, 5], "cpuProfile": {
        "nodes": [{"id": 67108000, "callFrame": {"functionName": "f"}}], "samples": [67108000] * 2}}}} for i in range(40)]
    return json.dumps([{**event, "ph": "P", "pid": 7, "tid": 9, "ts": 1} for event in begins + chunks]).encode()


def same_ids():
    attr = struct.pack("<IIQQQ", 1, 112, 0, 1, 3).ljust(112, b"\0")
    numbers = b"".join(struct.pack("<Q", i + 1) for i in range(1 << 17))
    attrs = (attr + struct.pack("<QQ", 104 + 4096 * 128, len(numbers))) * 4096
    sample = struct.pack("<IHHQii", 9, 2, 24, 4096, 7, 7)
    head = struct.pack("<QQQQQQ", 104, 128, 104, len(attrs), 104 + len(attrs) + len(numbers), len(sample))
    return b"PERFILE2" + head.ljust(96, b"\0") + attrs + numbers + sample


def maps():
    def record(kind, misc, body):
        return struct.pack("<IHH", kind, misc, 8 + len(body)) + body

    def sample(place):
        return record(9, 2, struct.pack("<Qii", place << 13, 7, 7))

    attr = struct.pack("<IIQQQ", 1, 64, 0, 1, 3).ljust(64, b"\0") + struct.pack("<Q", 1)
    mapped = [record(1, 0, struct.pack("<iiQQQ8s", 7, 7, i << 13, 4096, 0, b"/a")) for i in range(1, 65540)]
    pieces = [b"PERFILE2", struct.pack("<Q", 16), record(64, 0, attr), *mapped, sample(1), sample(65539)]
    return b"".join(pieces)


KINDS = {
    "drop": lambda: pprof(["a" * 18 + "%dX" % i for i in range(2000)], "(a+)+[bc]"),
    "scan": lambda: pprof(["a" * 200000 + "%dX" % i for i in range(4)], ".*?a++[bc]"),
    "lines4097": lambda: lines(4097, varint(1) * 4097),
    "lines1000000": lambda: lines(1000000, varint(1) * 1000000),
    "turns": lambda: lines(125000, *([varint(1) * 8, varint(2) * 8] * 10000)),
    "base": lambda: b"main;x 9223372036854775800\n",
    "new": lambda: b"main;x 9223372036854775806\n",
    "far": lambda: perf("1.0", "999999.0"),
    "ids": ids,
    "same_ids": same_ids,
    "maps": maps,
    "times": lambda: perf("9223372036.854776", "1.0.0", "2.0", "2.5"),
    "font": lambda: b'{"font": "a\\"b"}\n',
}

if __name__ == "__main__":
    sys.stdout.buffer.write(KINDS[sys.argv[1]]())
