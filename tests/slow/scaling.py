"""scaling.py KIND N - writes an input with N different ones of a kind: what a table must find by hash.

    threads   perf script, N samples of N threads        comms     the same with N names of commands
    sched     perf script, N switches of N threads       events    perf script with N events
    labels    pprof, N samples with a label each         mappings  pprof with N mappings
    names     folded, N names                            siblings  folded, N children of one frame
    profiles  speedscope, N profiles                     maps      bpftrace, N maps
    levels    Visual Studio, a stack of N frames         paths     callgrind, N callers of N functions in a row
    backtraces  xctrace, N rows that refer to one backtrace of N frames
    firefox cpuprofile evented spans    N stacks, each the caller of the next, with a sample or a time each; in Firefox's
            format, V8's, speedscope's and Chrome's
"""
import json
import sys


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def message(field, data):
    return varint(field << 3 | 2) + varint(len(data)) + data


def perf(n, header):
    for i in range(n):
        yield (header % {"i": i, "s": 1 + i // 1000, "us": i % 1000 * 1000} + "\n\tab f (/a)\n\n").encode()


def sched(n):
    for i in range(n):
        yield ("app%d %d/%d [000] %d.%06d: sched:sched_switch: prev_comm=app prev_pid=%d prev_prio=120 "
               "prev_state=S ==> next_comm=app next_pid=%d next_prio=120\n\tab f (/a)\n\n"
               % (i % 9, i + 10, i + 10, 1 + i // 1000, i % 1000 * 1000, i + 10, i + 9)).encode()


def pprof(n, labels, mappings):
    yield message(1, number(1, 1) + number(2, 2))
    for i in range(n):
        label = message(3, number(1, 3) + number(2, 4 + i)) if labels else b""
        yield message(2, message(1, varint(1 + i if mappings else 1)) + message(2, varint(1)) + label)
    for i in range(n if mappings else 1):
        yield message(3, number(1, i + 1) + number(2, (i + 1) << 12) + number(3, (i + 2) << 12)
                      + number(5, 4 + i))
        yield message(4, number(1, i + 1) + number(2, i + 1) + number(3, (i + 1) << 12)
                      + message(4, number(1, 1)))
    yield message(5, number(1, 1) + number(2, 3))
    for text in ["", "samples", "count", "f"] + ["s%d" % i for i in range(n)]:
        yield message(6, text.encode())


def folded(n, line):
    for i in range(n):
        yield (line % {"i": i} + "\n").encode()


def profiles(n):
    yield b'{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"f"}]},'
    yield b'"profiles":['
    for i in range(n):
        yield (',' * (i > 0) + '{"type":"sampled","name":"p%d","unit":"none","samples":[[0]],"weights":[1]}'
               % i).encode()
    yield b']}'


def levels(n):
    yield b"Level,Function Name,Inclusive Samples,Exclusive Samples,\n"
    for i in range(n):
        yield b'%d,"f%d",%d,1,\n' % (i, i, n - i)


def paths(n):
    yield b"events: Ir\n"
    for i in range(n):
        yield b"fn=r%d\n1 0\ncfn=f0\ncalls=1 1\n1 100\n" % i
    for i in range(n):
        yield b"fn=f%d\n1 0\ncfn=f%d\ncalls=1 1\n1 %d\n" % (i, i + 1, n * 100)
    yield b"fn=f%d\n1 %d\n" % (n, n * 100)


def backtraces(n):
    yield b'<?xml version="1.0"?>\n<trace-query-result><node><row><backtrace id="1">\n'
    for i in range(n):
        yield b'<frame id="%d" name="f%d"/>\n' % (i + 2, i)
    yield b'</backtrace></row>\n'
    for i in range(n):
        yield b'<row><backtrace ref="1"/></row>\n'
    yield b"</node></trace-query-result>\n"


def firefox(n):
    thread = {"name": "m", "pid": "7", "tid": 7, "stringArray": ["main"],
              "samples": {"length": n, "stack": list(range(n)), "time": list(range(n)), "weightType": "samples",
                          "weight": None},
              "stackTable": {"length": n, "prefix": [None] + list(range(n - 1)), "frame": [0] * n},
              "frameTable": {"length": 1, "func": [0], "line": [3], "inlineDepth": [0], "address": [16]},
              "funcTable": {"length": 1, "name": [0], "isJS": [False], "resource": [-1], "fileName": [0],
                            "lineNumber": [None], "columnNumber": [None]},
              "resourceTable": {"length": 0, "name": [], "lib": [], "host": [], "type": []}}
    meta = {"interval": 1, "startTime": 0, "product": "app", "version": 29, "preprocessedProfileVersion": 49}
    yield json.dumps({"meta": meta, "libs": [], "threads": [thread]}).encode()


def cpuprofile(n):
    frames = [{"functionName": "f%d" % i, "scriptId": "0", "url": "a.js", "lineNumber": 1, "columnNumber": 1}
              for i in range(n)]
    nodes = [{"id": i + 1, "callFrame": frames[i], "children": [i + 2] if i + 1 < n else []} for i in range(n)]
    yield json.dumps({"nodes": nodes, "startTime": 0, "endTime": 10 * n, "samples": list(range(1, n + 1)),
                      "timeDeltas": [10] * n}).encode()


def evented(n):
    events = [{"type": "O" if i < n else "C", "frame": 0, "at": i} for i in range(2 * n)]
    yield json.dumps({"$schema": "https://www.speedscope.app/file-format-schema.json",
                      "shared": {"frames": [{"name": "f"}]},
                      "profiles": [{"type": "evented", "name": "p", "unit": "milliseconds", "startValue": 0,
                                    "endValue": 2 * n, "events": events}]}).encode()


def spans(n):
    yield json.dumps({"traceEvents": [{"ph": "X", "pid": 1, "tid": 1, "ts": i, "dur": 3 * n - 2 * i,
                                       "name": "f%d" % (i % 7)} for i in range(n)]}).encode()


KINDS = {
    "threads": lambda n: perf(n, "app %(i)d/%(i)d [000] %(s)d.%(us)06d: 1 cycles:"),
    "comms": lambda n: perf(n, "app%(i)d 7/7 [000] %(s)d.%(us)06d: 1 cycles:"),
    "events": lambda n: perf(n, "app 7/7 [000] %(s)d.%(us)06d: 1 event%(i)d:"),
    "sched": sched,
    "labels": lambda n: pprof(n, True, False),
    "mappings": lambda n: pprof(n, False, True),
    "names": lambda n: folded(n, "main;name%(i)d;leaf 1"),
    "siblings": lambda n: folded(n, "main;%(i)d 1"),
    "profiles": profiles,
    "maps": lambda n: folded(n, "@map%(i)d[\n    f%(i)d+1\n]: 1"),
    "levels": levels,
    "paths": paths,
    "backtraces": backtraces,
    "firefox": firefox,
    "cpuprofile": cpuprofile,
    "evented": evented,
    "spans": spans,
}

if __name__ == "__main__":
    sys.stdout.buffer.writelines(KINDS[sys.argv[1]](int(sys.argv[2])))
