"""scaling.py KIND N - writes an input with N different ones of a kind: what a table must find by hash.
scaling.py --list chain - lists the kinds whose names begin so.

    threads   perf script, N samples of N threads        comms     the same with N names of commands
    sched     perf script, N switches of N threads       events    perf script with N events
    labels    pprof, N samples with a label each         mappings  pprof with N mappings
    names     folded, N names                            siblings  folded, N children of one frame
    profiles  speedscope, N profiles                     maps      bpftrace, N maps
    levels    Visual Studio, a stack of N frames         paths     callgrind, N callers of N functions in a row
    backtraces  xctrace, N rows that refer to one backtrace of N frames
    files     perf.data, N files that are mapped and have a build id each
    remaps    perf.data, 30 000 maps of a process of which one is replaced N times
    counters  perf.data, N values of one counter, 2000 in each sample
    shared    Firefox, N threads with a sample each, of N stacks in tables that they share
    attributes  OpenTelemetry, an attribute of N numbers, which a sample has N times
    functions   OpenTelemetry, a function of N names, which a location has N times
    long_mappings, long_functions  pprof, long_otlp, long_firefox: N mappings or functions of one name of a million bytes
    wide.FORMAT   N different stacks in the format that --input-format FORMAT names
    chain.FORMAT  N stacks, each the caller of the next, with a value or a time each, where the format is a tree
"""
import gzip
import json
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lib"))
from protobuf import message, number, varint  # noqa: E402


LONG_NAME = b"/" + b"f" * 999999


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


# ---- one for each format: N different stacks ----


def text(n, line, before="", after=""):
    yield before.encode()
    for i in range(n):
        yield (line % {"i": i, "hex": "%x" % (0x401000 + 16 * i)}).encode()
    yield after.encode()


def times(n):
    return [i / 1000 for i in range(n)]


def packed(numbers):
    return b"".join(varint(number) for number in numbers)


def wide_legacy(n):
    words = [0, 3, 0, 10000, 0]
    for i in range(n):
        words += [1, 2, 0x401000 + 16 * i, 0x400000]
    yield struct.pack("<%dQ" % (len(words) + 3), *words, 0, 1, 0)


def otlp(n):
    """The numbers of strings: 1 samples, 2 count, 3 f, 4 and on the names."""
    samples = b"".join(message(2, number(1, 1 + i) + message(4, varint(1))) for i in range(n))
    profile = message(1, number(1, 1) + number(2, 2)) + samples
    yield message(1, message(2, message(2, profile)))
    yield message(2, b"".join(
        [message(1, b""), message(2, b""), message(3, b"")]
        + [message(2, message(3, number(1, 1 + i))) + message(3, number(1, 4 + i)) for i in range(n)]
        + [message(5, name.encode()) for name in ["", "samples", "count", "f"] + ["f%d" % i for i in range(n)]]
        + [message(6, b""), message(7, b"")] + [message(7, message(1, packed([1 + i, 1]))) for i in range(n)]))


def named_again(attribute, function, n_attributes, n_lines):
    """A sample with attribute 1 so many times, of a stack of one location with so many lines of function 1."""
    sample = number(1, 1) + message(2, b"\x01" * n_attributes) + message(4, varint(1))
    yield message(1, message(2, message(2, message(1, number(1, 1) + number(2, 2)) + message(2, sample))))
    yield message(2, b"".join(
        [message(1, b""), message(2, b""), message(2, message(3, number(1, 1)) * n_lines)]
        + [message(3, b""), message(3, function)] + [message(5, text) for text in (b"", b"samples", b"count", b"f", b"key")]
        + [message(6, b""), message(6, number(1, 4) + message(2, attribute)), message(7, b""), message(7, message(1, b"\x01"))]))


def nflxprofile(n, parent):
    yield b"\x09" + struct.pack("<d", 0) + b"\x11" + struct.pack("<d", n)
    yield message(3, packed(range(1, n + 1)))
    yield message(4, struct.pack("<%dd" % n, *[1] * n))
    for i in range(n + 1):
        node = message(1, b"f%d" % i) + number(5, parent(i) if i else 0)
        yield message(5, number(1, i) + message(2, node))
    yield message(8, message(1, b"has_parent") + message(2, b"true"))


def jfr(n):
    """A recording is a chunk, and chunks may follow each other: a chunk for each 500."""
    data = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/mill.jfr.gz")
    with gzip.open(data) as file:
        chunk = file.read()
    for _ in range(1 + n // 500):
        yield chunk


def speedscope(n):
    yield json.dumps({"$schema": "https://www.speedscope.app/file-format-schema.json",
                      "shared": {"frames": [{"name": "f%d" % i} for i in range(n)]},
                      "profiles": [{"type": "sampled", "name": "p", "unit": "milliseconds", "startValue": 0, "endValue": n,
                                    "samples": [[0, i] for i in range(n)], "weights": [1] * n}]}).encode()


def call(i):
    return {"functionName": "f%d" % i, "scriptId": "0", "url": "a.js", "lineNumber": i, "columnNumber": 1}


def cpuprofile(n, children):
    nodes = [{"id": i + 1, "callFrame": call(i), "hitCount": 1, "children": children(i)} for i in range(n)]
    yield json.dumps({"nodes": nodes, "startTime": 0, "endTime": 10 * n, "samples": list(range(1, n + 1)),
                      "timeDeltas": [10] * n}).encode()


def nested(n, chain, node, before, after):
    """A tree whose children stand in their parents; `node` ends before its list of children does."""
    yield before.encode()
    for i in range(n):
        yield (("," if i and not chain else "") + node % {"i": i, "id": i + 2} + ("" if chain else "]}")).encode()
    yield ("]}" * n if chain else "").encode() + after.encode()


V8_CALL = '"functionName":"f%(i)d","scriptId":"0","url":"a.js","lineNumber":%(i)d,"columnNumber":1'


def heapprofile(n, chain):
    return nested(n, chain, '{"callFrame":{' + V8_CALL + '},"selfSize":8,"id":%(id)d,"children":[',
                  '{"head":{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,'
                  '"columnNumber":-1},"selfSize":0,"id":1,"children":[', ']},"samples":[]}')


def older_cpuprofile(n, chain):
    return nested(n, chain, '{' + V8_CALL + ',"hitCount":1,"id":%(id)d,"children":[',
                  '{"head":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":0,"columnNumber":0,'
                  '"hitCount":0,"id":1,"children":[', ']},"startTime":0,"endTime":9,"samples":[%s],"timestamps":[%s]}'
                  % (",".join(str(i + 2) for i in range(n)), ",".join(str(10 * i) for i in range(n))))


def ghc_json(n, chain):
    centres = [{"id": i, "label": "f%d" % i, "module": "Main", "src_loc": "app.hs:%d:1" % (i + 1), "is_caf": False}
               for i in range(n + 1)]
    yield from nested(n, chain, '{"id":%(i)d,"entries":1,"alloc":8,"ticks":1,"children":[',
                      '{"program":"app","arguments":["app"],"rts_arguments":["-pj"],"end_time":"","total_time":1,'
                      '"total_ticks":%d,"tick_interval":1000,"total_alloc":8,"cost_centres":%s,"profile":{"id":%d,'
                      '"entries":0,"alloc":0,"ticks":0,"children":[' % (n, json.dumps(centres), n), ']}}')


def v8_log(n):
    yield json.dumps({"code": [{"name": "f%d /srv/app.js:%d:1" % (i, i + 1), "type": "JS", "kind": "Opt", "func": i}
                               for i in range(n)], "functions": [],
                      "ticks": [{"tm": 1000 * i, "vm": 0, "s": [i, 0, 0, 0]} for i in range(n)]}).encode()


def spans(n, dur):
    yield json.dumps({"traceEvents": [{"ph": "X", "pid": 1, "tid": 1, "ts": 2 * i, "dur": dur(i), "name": "f%d" % i}
                                      for i in range(n)]}).encode()


def begin_and_end(n):
    events = [{"ph": "B" if i < n else "E", "pid": 1, "tid": 1, "ts": i, "name": "f%d" % (i % 7)} for i in range(2 * n)]
    yield json.dumps({"traceEvents": events}).encode()


def hermes(n):
    frames = {str(i + 1): {"name": "f%d" % i, "category": "JavaScript", "parent": i} for i in range(n)}
    del frames["1"]["parent"]
    samples = [{"cpu": "-1", "name": "", "ts": str(i), "pid": 1, "tid": "1", "weight": "1", "sf": i + 1}
               for i in range(n)]
    yield json.dumps({"traceEvents": [], "stackFrames": frames, "samples": samples}).encode()


def chunks(n):
    events = [{"ph": "P", "pid": 1, "tid": 1, "ts": 0, "name": "Profile", "id": "0x1",
               "args": {"data": {"startTime": 0}}}]
    for i in range(n):
        node = {"id": i + 1, "callFrame": call(i)}
        if i:
            node["parent"] = i
        events.append({"ph": "P", "pid": 1, "tid": 1, "ts": i, "name": "ProfileChunk", "id": "0x1",
                       "args": {"data": {"cpuProfile": {"nodes": [node], "samples": [i + 1]}, "timeDeltas": [1]}}})
    yield json.dumps({"traceEvents": events}).encode()


def long_otlp(n):
    samples = b"".join(message(2, number(1, 1 + i) + message(4, varint(1))) for i in range(n))
    yield message(1, message(2, message(2, message(1, number(1, 1) + number(2, 2)) + samples)))
    yield message(2, b"".join(
        [message(1, b""), message(2, b""), message(3, b"")]
        + [message(2, message(3, number(1, 1 + i))) + message(3, number(1, 3) + number(4, 1 + i)) for i in range(n)]
        + [message(5, name) for name in (b"", b"samples", b"count", LONG_NAME)] + [message(6, b""), message(7, b"")]
        + [message(7, message(1, packed([1 + i]))) for i in range(n)]))


def long_pprof(n, mappings):
    yield message(1, number(1, 1) + number(2, 2))
    for i in range(1, n + 1):
        yield message(2, message(1, varint(i)) + message(2, varint(1)))
        if mappings:
            yield message(3, number(1, i) + number(2, i << 12) + number(3, (i + 1) << 12) + number(5, 3))
            yield message(4, number(1, i) + number(2, i) + number(3, (i << 12) + 5))
        else:
            yield message(4, number(1, i) + message(4, number(1, i)))
            yield message(5, number(1, i) + number(2, 3) + number(5, i))
    for name in (b"", b"samples", b"count", LONG_NAME):
        yield message(6, name)


def long_firefox(n):
    rows = list(range(n))
    thread = {"name": "m", "pid": "7", "tid": 7, "stringArray": [LONG_NAME.decode()],
              "samples": {"length": n, "stack": rows, "time": rows}, "stackTable": {"length": n, "prefix": [None] * n, "frame": rows},
              "frameTable": {"length": n, "func": rows, "line": [3] * n}, "funcTable": {"length": n, "name": [0] * n}}
    meta = {"interval": 1, "startTime": 0, "product": "app", "version": 29, "preprocessedProfileVersion": 49}
    yield json.dumps({"meta": meta, "libs": [], "threads": [thread]}).encode()


def firefox(n, prefix, n_names):
    funcs = list(range(n_names))
    thread = {"name": "m", "pid": "7", "tid": 7, "stringArray": ["f%d" % i for i in funcs],
              "samples": {"length": n, "stack": list(range(n)), "time": list(range(n)), "weightType": "samples",
                          "weight": None},
              "stackTable": {"length": n, "prefix": [prefix(i) if i else None for i in range(n)],
                             "frame": [i % n_names for i in range(n)]},
              "frameTable": {"length": n_names, "func": funcs, "line": [3] * n_names, "inlineDepth": [0] * n_names,
                             "address": [16] * n_names},
              "funcTable": {"length": n_names, "name": funcs, "isJS": [False] * n_names, "resource": [-1] * n_names,
                            "fileName": [0] * n_names, "lineNumber": [None] * n_names,
                            "columnNumber": [None] * n_names},
              "resourceTable": {"length": 0, "name": [], "lib": [], "host": [], "type": []}}
    meta = {"interval": 1, "startTime": 0, "product": "app", "version": 29, "preprocessedProfileVersion": 49}
    yield json.dumps({"meta": meta, "libs": [], "threads": [thread]}).encode()


def shared(n):
    tables = {"stackTable": {"length": n, "prefix": [None] + [i // 2 for i in range(n - 1)], "frame": list(range(n))},
              "frameTable": {"length": n, "func": list(range(n)), "line": [3] * n},
              "funcTable": {"length": n, "name": list(range(n))}, "stringArray": ["f%d" % i for i in range(n)]}
    threads = [{"name": "t%d" % i, "pid": "7", "tid": i, "samples": {"length": 1, "stack": [i], "time": [i]}} for i in range(n)]
    meta = {"interval": 1, "startTime": 0, "product": "app", "version": 29, "preprocessedProfileVersion": 49}
    yield json.dumps({"meta": meta, "libs": [], "shared": tables, "threads": threads}).encode()


def safari(n):
    yield json.dumps({"version": 1, "recording": {
        "displayName": "x", "startTime": 0, "endTime": n / 1000, "records": [],
        "sampleStackTraces": [{"timestamp": time, "stackFrames": [{"name": "f%d" % i}, {"name": "main"}]}
                              for i, time in enumerate(times(n))],
        "sampleDurations": [0.001] * n}}).encode()


def async_html(n, chain):
    """f(name << 3 | kind, level, left, width) opens a frame; the level is below the one before, or back at 1."""
    calls = ["f(%d,%d,0,%d)" % ((i + 1) << 3 | 1, i + 1, n - i) if chain else
             "f(%d,1,%d,1)" % ((i + 1) << 3 | 1, i > 0) for i in range(n)]
    names = ["all"] + [" f%07d" % i for i in range(n)]
    yield ("<!DOCTYPE html>\n<html lang='en'>\n<h1>CPU profile</h1>\n<script>\n\tfunction unpack(cpool) {\n\t}\n"
           "\tfunction samples(n) { return n === 1 ? '1 sample' : n + ' samples'; }\nconst cpool = [\n%s\n];\n"
           "unpack(cpool);\n\nf(3,0,0,%d)\n%s\nsearch();\n</script></body></html>\n"
           % (",\n".join("'%s'" % name for name in names), n, "\n".join(calls))).encode()


def dhat(n):
    yield json.dumps({"dhatFileVersion": 2, "mode": "heap", "verb": "Allocated", "bklt": True, "bkacc": False,
                      "tu": "instrs", "Mtu": "Minstr", "tuth": 500, "cmd": "a", "pid": 1, "te": 9, "tg": 9,
                      "pps": [{"tb": 8, "tbk": 1, "tl": 1, "mb": 8, "mbk": 1, "gb": 0, "gbk": 0, "eb": 0, "ebk": 0,
                               "fs": [i + 1, 0]} for i in range(n)],
                      "ftbl": ["[root]"] + ["0x%X: f%d (a.c:%d)" % (16 * i, i, i + 1) for i in range(n)]}).encode()


def stackprof(n):
    raw = []
    for i in range(n):
        raw += [2, 0, i + 1, 1]
    frames = {str(i): {"name": "f%d" % i, "file": "a.rb", "line": i + 1} for i in range(n + 1)}
    yield json.dumps({"version": 1.2, "mode": "wall", "interval": 1000, "samples": n, "gc_samples": 0,
                      "missed_samples": 0, "frames": frames, "raw": raw, "raw_timestamp_deltas": [1000] * n}).encode()


def flamebearer(n, levels):
    yield json.dumps({"version": 1, "flamebearer": {"names": ["total"] + ["f%d" % i for i in range(n)], "numTicks": n,
                                                    "levels": [[0, n, 0, 0]] + levels, "maxSelf": 1},
                      "metadata": {"format": "single", "sampleRate": 100, "units": "samples"}}).encode()


def perf_data_of(records, build_ids=b""):
    """A file of one event, and the section of build ids behind its data."""
    fields = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 8  # IP TID TIME CALLCHAIN PERIOD
    attr = struct.pack("<IIQQQQQ", 1, 128, 0, 1000, fields, 0, 1 << 10).ljust(128, b"\0")
    start, size = 104 + 144, len(b"".join(records))
    yield struct.pack("<8sQQQQQQQQQQQQ", b"PERFILE2", 104, 144, 104, 144, start, size, 0, 0, 1 << 2 if build_ids else 0,
                      0, 0, 0)
    yield attr + struct.pack("<QQ", 104, 0)
    yield from records
    yield struct.pack("<QQ", start + size + 16, len(build_ids)) + build_ids if build_ids else b""


def record(kind, body, misc=2):
    body += b"\0" * (-len(body) % 8)
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def chain_of(i, address):
    return record(9, struct.pack("<QiiQQQQQQ", address, 7, 7, 1000000 * (i + 1), 1, 3, 2**64 - 512, address, 0x400000))


def perf_data(n):
    comm = record(3, struct.pack("<ii", 7, 7) + b"app\0")
    return perf_data_of([comm] + [chain_of(i, 0x401000 + 16 * i) for i in range(n)])


def files(n):
    mapped = (record(1, struct.pack("<iiQQQ", 7, 7, (i + 1) << 20, 1 << 20, 0) + b"/no/%d\0" % i) for i in range(n))
    samples = (chain_of(i, (i + 1 << 20) + 16) for i in range(n))
    build_ids = (record(0, struct.pack("<i20s4s", -1, b"%020d" % i, b"\0" * 4) + b"/no/%d\0" % i) for i in range(n))
    return perf_data_of([one for pair in zip(mapped, samples) for one in pair], b"".join(build_ids))


def remaps(n):
    def mapped(i, name):
        return record(1, struct.pack("<iiQQQ", 7, 7, (i + 1) << 20, 1 << 12, 0) + name)

    yield from perf_data_of([mapped(i, b"/no/old\0") for i in range(30000)] + [mapped(i % 100, b"/no/new\0") for i in range(n)]
                            + [chain_of(i, (i % 200 + 1 << 20) + 16) for i in range(200)])


def counters(n):
    """A file of one event whose samples hold a group of counters."""
    fields = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5  # IP TID TIME READ CALLCHAIN
    attr = struct.pack("<IIQQQQQ", 1, 128, 0, 1000, fields, 1 << 2 | 1 << 3, 0).ljust(128, b"\0")
    chain = struct.pack("<4001Q", 4000, *range(0x400000, 0x400000 + 4000))
    samples = [record(9, struct.pack("<QiiQQ", 0x400000, 7, 7, i + 1, 2000) + values_from(2000 * i) + chain) for i in range(n // 2000)]
    yield struct.pack("<8sQQQQQQQQQQQQ", b"PERFILE2", 104, 144, 104, 144, 256, len(b"".join(samples)), 0, 0, 0, 0, 0, 0)
    yield attr + struct.pack("<QQQ", 248, 8, 3)
    yield from samples


def values_from(first):
    return b"".join(struct.pack("<QQ", first + i + 1, 3) for i in range(2000))


def tracepoints(n):
    """A pipe: formats of 60 000 tracepoints, and samples of the last of them."""
    fields = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 10  # IP TID TIME CALLCHAIN RAW
    attr = struct.pack("<IIQQQQQ", 2, 128, 60000, 1, fields, 0, 0).ljust(128, b"\0")
    formats = [b"name: e\nID: %d\nformat:\n\tfield:u64 n;\toffset:8;\tsize:8;\tsigned:0;\n" % (i + 1) for i in range(60000)]
    tracing = (b"\x17\x08\x44tracing0.6\0" + bytes([0, 8]) + struct.pack("<I", 4096) + b"header_page\0" + struct.pack("<Q", 0)
               + b"header_event\0" + struct.pack("<QII", 0, 0, 1) + b"sys\0" + struct.pack("<I", len(formats))
               + b"".join(struct.pack("<Q", len(f)) + f for f in formats))
    yield struct.pack("<8sQ", b"PERFILE2", 16) + record(64, attr + struct.pack("<Q", 1), 0)
    yield struct.pack("<IHHI", 66, 0, 12, len(tracing)) + tracing + b"\0" * (-len(tracing) % 8)
    for i in range(n):
        yield record(9, struct.pack("<QiiQQQQI8xQ4x", 0x400000, 7, 7, i + 1, 2, 2**64 - 512, 0x400000, 20, i + 1))


def perf_script(n):
    return text(n, "app 7/7 [000] %(i)d.000001: 1 cycles:\n\t%(hex)s f%(i)d (/a)\n\t400000 main (/a)\n\n")


def callgrind(n, chain):
    """Whom main calls, or each the next: a cost of its own and that of what it calls."""
    yield b"events: Ir\nfn=main\n1 1\n"
    for i in range(1 if chain else n):
        yield b"cfn=f%d\ncalls=1 1\n1 %d\n" % (i, n if chain else 1)
    for i in range(n):
        yield b"fn=f%d\n1 1\n" % i
        if chain and i + 1 < n:
            yield b"cfn=f%d\ncalls=1 1\n1 %d\n" % (i + 1, n - i - 1)


def xctrace(n):
    yield b'<?xml version="1.0"?>\n<trace-query-result>\n<node><schema name="time-profile"><col><mnemonic>time'
    yield b'</mnemonic><name>Sample Time</name><engineering-type>sample-time</engineering-type></col></schema>\n'
    for i in range(n):
        a = 10 * i + 1
        yield (b'<row><sample-time id="%d">%d</sample-time><thread id="%d" fmt="m 0x1 (App, pid: 7)">'
               b'<tid id="%d">1</tid><process id="%d" fmt="App (7)"><pid id="%d">7</pid></process></thread><weight id="%d">1000000</weight>'
               b'<backtrace id="%d"><frame id="%d" name="f%d"/><frame id="%d" name="main"/></backtrace></row>\n'
               % (a, i * 1000000, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7, i, a + 8))
    yield b"</node></trace-query-result>\n"


def flamegraph_svg(n, chain):
    """Boxes of 0.01 px a sample, as flamegraph.pl draws them: bottom up, the root first."""
    wide, high = (1200, 16 * (n + 6)) if chain else (20 + 10 * n, 100)
    yield (b'<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
           b'"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg version="1.1" width="%d" height="%d" '
           b'onload="init(evt)" viewBox="0 0 %d %d" xmlns="http://www.w3.org/2000/svg" '
           b'xmlns:xlink="http://www.w3.org/1999/xlink">\n<!-- Flame graph stack visualization. -->\n'
           b'<g id="frames">\n' % (wide, high, wide, high))
    for i in range(-1, n):
        level = i + 1 if chain or i < 0 else 1
        count = n - max(i, 0) if chain or i < 0 else 1
        x, width = (10, wide - 20) if i < 0 else (10, (wide - 20) * count / n) if chain else (10 + 10 * i, 10)
        yield (b'<g ><title>%s (%d samples, %.2f%%)</title><rect x="%.1f" y="%d" width="%.1f" height="15.0" '
               b'fill="rgb(227,0,7)" rx="2" ry="2" /><text x="12" y="9" ></text></g>\n'
               % (b"all" if i < 0 else b"f%d" % i, count, 100 * count / n, x, high - 48 - 16 * level, width))
    yield b"</g>\n</svg>\n"


def ghc_prof(n):
    return text(n, " f%(i)d  Main  app.hs:%(i)d:1  %(i)d  1  0.0  0.0  0.0  0.0  1  8\n",
                "\tSun Nov 22 10:14 2026 Time and Allocation Profiling Report  (Final)\n\n\t   app +RTS -P -RTS\n\n"
                "\ttotal time  =        0.12 secs   (120 ticks @ 1000 us, 1 processor)\n"
                "\ttotal alloc =  81,233,000 bytes  (excludes profiling overheads)\n\n"
                "COST CENTRE MODULE SRC              %time %alloc ticks bytes\n\n"
                "f  Main  app.hs:1:1  1.0  1.0  1  8\n\n\n"
                "COST CENTRE MODULE SRC  no. entries  %time %alloc   %time %alloc  ticks  bytes\n\n"
                "MAIN  MAIN  <built-in>  128  0  0.0  0.0  100.0  100.0  1  8\n")


WIDE = {
    "pprof": lambda n: pprof_names(n),
    "pprof-legacy": wide_legacy,
    "otlp": otlp,
    "nflxprofile": lambda n: nflxprofile(n, lambda i: 0),
    "jfr": jfr,
    "speedscope": speedscope,
    "cpuprofile": lambda n: cpuprofile(n, lambda i: [] if i else list(range(2, n + 1))),
    "heapprofile": lambda n: heapprofile(n, False),
    "v8-log": v8_log,
    "chrome-trace": lambda n: spans(n, lambda i: 1),
    "firefox": lambda n: firefox(n, lambda i: 0, n),
    "safari": safari,
    "async-html": lambda n: async_html(n, False),
    "dhat": dhat,
    "stackprof": stackprof,
    "flamebearer": lambda n: flamebearer(n, [[k for i in range(n) for k in (0, 1, 1, i + 1)]]),
    "perf-data": perf_data,
    "perf-script": perf_script,
    "dtrace": lambda n: text(n, "\n              app`f%(i)d+0x1\n              app`main+0x2c\n                7\n"),
    "bpftrace": lambda n: text(n, "@[\n    f%(i)d+40\n    main+1\n]: 3\n"),
    "bpftrace-json": lambda n: text(
        n, '"\\n    f%(i)d+1\\n    main+40\\n,app": 3,', '{"type": "map", "data": {"@": {',
        '"\\n    main+1\\n,app": 1}}}\n'),
    "bcc": lambda n: text(n, "    f%(i)d\n    main\n    -                app (4711)\n        7\n\n"),
    "systemtap": lambda n: text(n, "0x%(hex)s : f%(i)d+0x2c/0x90 [app]\n0x400000 : main+0x1/0x2 [app]\n\t12\n"),
    "goroutines": lambda n: text(
        n, "goroutine %(i)d [running]:\nmain.f%(i)d()\n\t/src/a.go:14 +0x1d\nmain.main()\n\t/src/a.go:9 +0x25\n\n"),
    "java-threads": lambda n: text(
        n, '"t%(i)d" #%(i)d prio=5 os_prio=0 tid=0x%(hex)s nid=0x%(hex)s runnable  [0x00007f2c1d8f1000]\n'
        "   java.lang.Thread.State: RUNNABLE\n\tat a.P.f%(i)d(P.java:14)\n\tat a.M.main(M.java:9)\n\n",
        "2026-11-22 10:14:22\nFull thread dump OpenJDK 64-Bit Server VM (17.0.9+9 mixed mode, sharing):\n\n"),
    "austin": lambda n: text(n, "P1;T0:2;/a.py:main:1;/a.py:f%(i)d:2 300\n",
                             "# austin: 3.7.0\n# interval: 100\n# mode: wall\n\n"),
    "python-threads": lambda n: text(
        n, 'Thread %(i)d (active): "T%(i)d"\n    f%(i)d (app.py:14)\n    <module> (app.py:9)\n',
        "Process 4711: python app.py\nPython v3.11.2 (/usr/bin/python3.11)\n\n"),
    "backtraces": lambda n: text(
        n, "Thread %(i)d (LWP %(i)d):\n#0  0x%(hex)s in f%(i)d () at a.c:3\n#1  0x400000 in main () at a.c:9\n\n"),
    "macos-sample": lambda n: text(
        n, "    +   1 f%(i)d  (in App) + 1  [0x%(hex)s]\n",
        "Analysis of sampling App (pid 7) every 1 millisecond\nProcess:         App [7]\n"
        "Path:            /App\nAnalysis Tool:   /usr/bin/sample\n----\n\nCall graph:\n    %d Thread_1\n"
        "    + %d start  (in App) + 1  [0x7fff6bc3ecc9]\n" % (n, n), "\nTotal number in stack\n"),
    "instruments": lambda n: text(n, "1.00 ms  0.1%%\t1.00 ms\t \t f%(i)d\n",
                                  "Weight\tSelf Weight\t\tSymbol Name\n%d.00 ms  100.0%%\t0 s\t \tmain\n" % n),
    "pmcstat": lambda n: text(n, "01.00%%  [1]      f%(i)d @ /app\n 100.0%%  [1]      main\n\n",
                              "@ CPU_CLK_UNHALTED [%d samples]\n\n" % n),
    "ghc-prof": ghc_prof,
    "ghc-json": lambda n: ghc_json(n, False),
    "vtune": lambda n: text(n, "  f%(i)d,0.001,app,a.c\n",
                            "Function Stack,CPU Time:Self,Module,Source File\nTotal,0,,\n"),
    "visual-studio": lambda n: text(n, '1,"f%(i)d",1,1,\n', "Level,Function Name,Inclusive Samples,Exclusive Samples,\n"
                                    '0,"main",%d,0,\n' % n),
    "callgrind": lambda n: callgrind(n, False),
    "rows": lambda n: text(n, "cpu\tns\tapi\tmain;f%(i)d\t20\n", "type\tunit\tservice\tstack\tvalue\n",
                           "\n\t\t\t\t%d\n" % (20 * n)),
    "xctrace": xctrace,
    "flamegraph-svg": lambda n: flamegraph_svg(n, False),
    "folded": lambda n: folded(n, "main;f%(i)d 1"),
}

CHAIN = {
    "nflxprofile": lambda n: nflxprofile(n, lambda i: i - 1),
    "cpuprofile": lambda n: cpuprofile(n, lambda i: [i + 2] if i + 1 < n else []),
    "cpuprofile-older": lambda n: older_cpuprofile(n, True),
    "heapprofile": lambda n: heapprofile(n, True),
    "speedscope-evented": lambda n: evented(n),
    "chrome-trace": lambda n: spans(n, lambda i: 4 * n - 4 * i),
    "chrome-trace-ends": begin_and_end,
    "chrome-trace-chunks": chunks,
    "chrome-trace-hermes": hermes,
    "firefox": lambda n: firefox(n, lambda i: i - 1, 1),
    "async-html": lambda n: async_html(n, True),
    "flamebearer": lambda n: flamebearer(n, [[0, n - i, 1, i + 1] for i in range(n)]),
    "ghc-json": lambda n: ghc_json(n, True),
    "visual-studio": levels,
    "callgrind": lambda n: callgrind(n, True),
    "flamegraph-svg": lambda n: flamegraph_svg(n, True),
}


def pprof_names(n):
    yield message(1, number(1, 1) + number(2, 2))
    for i in range(n):
        yield message(2, message(1, varint(2 + i) + varint(1)) + message(2, varint(1)))
        yield message(4, number(1, i + 2) + message(4, number(1, i + 2)))
        yield message(5, number(1, i + 2) + number(2, 4 + i))
    yield message(4, number(1, 1) + message(4, number(1, 1))) + message(5, number(1, 1) + number(2, 3))
    for name in ["", "samples", "count", "f"] + ["s%d" % i for i in range(n)]:
        yield message(6, name.encode())


def evented(n):
    events = [{"type": "O" if i < n else "C", "frame": 0, "at": i} for i in range(2 * n)]
    yield json.dumps({"$schema": "https://www.speedscope.app/file-format-schema.json",
                      "shared": {"frames": [{"name": "f"}]},
                      "profiles": [{"type": "evented", "name": "p", "unit": "milliseconds", "startValue": 0,
                                    "endValue": 2 * n, "events": events}]}).encode()


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
    "files": files,
    "remaps": remaps,
    "counters": counters,
    "shared": shared,
    "attributes": lambda n: named_again(number(3, 7) * n, number(1, 3), n, 1),
    "functions": lambda n: named_again(number(3, 7), number(1, 3) * n, 1, n),
    "tracepoints": tracepoints,
    "long_mappings": lambda n: long_pprof(n, True),
    "long_functions": lambda n: long_pprof(n, False),
    "long_otlp": long_otlp,
    "long_firefox": long_firefox,
}
KINDS.update(("wide." + name, make) for name, make in WIDE.items())
KINDS.update(("chain." + name, make) for name, make in CHAIN.items())

if __name__ == "__main__":
    if sys.argv[1] == "--list":
        sys.exit(print(*(name for name in KINDS if name.startswith(sys.argv[2] + "."))))
    sys.stdout.buffer.writelines(KINDS[sys.argv[1]](int(sys.argv[2])))
