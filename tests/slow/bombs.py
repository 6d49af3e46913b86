"""bombs.py KIND - writes an input that once took far more time, memory or output than it should; docs/limits.md.

    drop      pprof of 2 000 names whose own drop_frames is (a+)+[bc]     scan    pprof of 4 names of 200 000 bytes, .*?a++[bc]
    base new  folded, near 2^63: the sides of a differential              far     perf script, two samples eleven days apart
    times     perf script with times that are none                        font    theme with a quote that nothing closes
"""
import gzip
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


def perf(*times):
    return "".join("app 7/7 [000] %s: 1 cycles:\n\tab f%d (/a)\n\n" % (t, i) for i, t in enumerate(times)).encode()


KINDS = {
    "drop": lambda: pprof(["a" * 18 + "%dX" % i for i in range(2000)], "(a+)+[bc]"),
    "scan": lambda: pprof(["a" * 200000 + "%dX" % i for i in range(4)], ".*?a++[bc]"),
    "base": lambda: b"main;x 9223372036854775800\n",
    "new": lambda: b"main;x 9223372036854775806\n",
    "far": lambda: perf("1.0", "999999.0"),
    "times": lambda: perf("9223372036.854776", "1.0.0", "2.0", "2.5"),
    "font": lambda: b'{"font": "a\\"b"}\n',
}

if __name__ == "__main__":
    sys.stdout.buffer.write(KINDS[sys.argv[1]]())
