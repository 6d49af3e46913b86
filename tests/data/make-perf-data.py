#!/usr/bin/env python3
"""make-perf-data.py FOLDER - recordings made by hand, for golden/perf_data and tests/fuzz/corpus/perfdata.

little.data and big.data say the same in both byte orders: every kind of record that is read, three events with
different fields, samples out of order, and records that are damaged. stream.data is the same as a pipe has it.
lbr.data is what perf record --call-graph lbr writes, as perf's source says: the processors that keep call stacks are
not where this is tested. deep.data has stacks as deep as the kernel walks; fixed.data has many of them, of an event
whose samples are all of one period, which the event tells and the samples do not.

    make-perf-data.py FILE PROGRAM OUTER MIDDLE INNER

writes only that one, of a PROGRAM whose code at these offsets is mapped at 0x400000.
"""
import os
import struct
import sys

IP, TID, TIME, ADDR, READ, CHAIN, ID, CPU, PERIOD, STREAM, RAW, BRANCH, REGS, STACK = (1 << n for n in range(14))
IDENT = 1 << 16
USER, KERNEL = 2**64 - 512, 2**64 - 128
COMMON = IDENT | IP | TID | TIME | CPU
EVENTS = [  # type, config, sample_type, period, read_format, branches, registers, id, name
    (1, 0, COMMON | CHAIN | PERIOD, 4000, 0, 0, 0, 11, "cpu-clock"),
    (2, 42, COMMON | CHAIN | RAW, 1, 0, 0, 0, 12, None),
    (2, 43, COMMON | CHAIN | RAW, 1, 0, 0, 0, 13, None),
    (0, 1, COMMON | ADDR | ID | STREAM | READ | CHAIN | BRANCH | REGS | STACK, 9, 7, 1 << 17, 0x3, 14, "instructions"),
]


# perf record -c 1000000
FIXED = [(1, 0, COMMON | CHAIN, 1000000, 0, 0, 0, 31, "cpu-clock")]

# User code only, stacks of calls, and a word of where the processor's ring stands.
CALLS = [(0, 0, COMMON | CHAIN | PERIOD | BRANCH, 4000, 0, 1 << 0 | 1 << 11 | 1 << 17, 0, 21, "cycles")]


class Maker:
    def __init__(self, order, events=EVENTS):
        self.order = order
        self.events = events

    def pack(self, format, *values):
        return struct.pack(self.order + format, *values)

    def attr(self, event):
        kind, config, fields, period, read, branches, registers = event[:7]
        flags = 1 << 18 | (self.events is not FIXED) << 10  # sample_id_all, freq
        bits = flags.to_bytes(8, "little")
        if self.order == ">":  # bit-fields begin at the other end of each byte
            bits = bytes(int(f"{byte:08b}"[::-1], 2) for byte in bits)
        return (self.pack("IIQQQQ", kind, 128, config, period, fields, read) + bits
                + self.pack("IIQQQQIiQIHHIIQ", 0, 0, 0, 0, branches, registers, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    def record(self, kind, misc, body):
        return self.pack("IHH", kind, misc, 8 + len(body)) + body

    def trailer(self, tid, time, event=0):
        return self.pack("iiQIIQ", 100, tid, time, 1, 0, self.events[event][7])

    def name(self, text):
        raw = text.encode() + b"\0"
        return raw + b"\0" * (-len(raw) % 8)

    def chain(self, *words):
        return self.pack(f"Q{len(words)}Q", len(words), *words)

    def sample(self, event, tid, time, ip, rest, pid=100):
        return self.record(9, 2, self.pack("QQiiQ", self.events[event][7], ip, pid, tid, time) + rest)

    def clock(self, tid, time, *words, period=4000, pid=100):
        return self.sample(0, tid, time, words[-1], self.pack("IIQ", 1, 0, period) + self.chain(*words), pid)

    def tracepoint(self, event, tid, time, raw, *words):
        raw += b"\0" * (-(len(raw) + 4) % 8)
        return self.sample(event, tid, time, 0, self.pack("II", 1, 0) + self.chain(*words)
                           + self.pack("I", len(raw)) + raw)

    def rich(self, tid, time, *words):
        body = self.pack("QQQII", 0x1234, 14, 0, 1, 0) + self.pack("QQQQ", 77, 1, 1, 14)
        body += self.chain(*words) + self.pack("QQ", 1, 0) + self.pack("QQQ", 1, 2, 3)
        return self.sample(3, tid, time, words[-1], body + self.pack("QQQ", 0, 0, 0)[:16])

    def mmap2(self, misc, start, length, offset, prot, name, build_id=b"", major=8):
        who = (bytes([len(build_id), 0, 0, 0]) + build_id.ljust(20, b"\0") if build_id
               else self.pack("IIQQ", major, 1, 5, 0))
        return self.record(10, misc, self.pack("iiQQQ", 100, 100, start, length, offset) + who
                           + self.pack("II", prot, 2) + self.name(name) + self.trailer(100, 1000))

    def switch(self, out, state, to):
        return (self.pack("HBBi", 43, 0, 0, out) + b"one".ljust(16, b"\0") + self.pack("iiq", out, 120, state)
                + b"two".ljust(16, b"\0") + self.pack("ii", to, 120))

    def records(self):
        out = [
            self.record(1, 1, self.pack("iiQQQ", -1, 0, 0xffffffff81000000, 0x1000000, 0xffffffff81000000)
                        + self.name("[kernel.kallsyms]_text") + self.pack("iiQIIQ", -1, 0, 0, 0, 0, 11)),
            self.record(3, 0, self.pack("ii", 100, 100) + self.name("worker-12  ") + self.trailer(100, 900)),
            self.mmap2(2, 0x400000, 0x2000, 0, 5, "/opt/app"),
            self.mmap2(2 | 1 << 14, 0x7f0000000000, 0x4000, 0x1000, 5, "/opt/libx.so", b"\xab\xcd" * 10),
            self.mmap2(2, 0x7e0000000000, 0x1000, 0, 7, "//anon"),
            # Linux 6.18 marks all maps so while another perf asks for build IDs
            self.mmap2(2 | 1 << 14, 0x401000, 0x800, 0x5000, 5, "/opt/late", major=259),
            self.clock(100, 2000, KERNEL, 0xffffffff81000010, USER, 0x400100, 0x401100, 0x7f0000000800),
            self.clock(100, 4000, USER, 0x7e0000000010, 0x401900),
            self.record(68, 0, b""),
            self.record(7, 0, self.pack("iiiiQ", 200, 100, 200, 100, 2500) + self.trailer(100, 2500)),
            self.record(7, 0, self.pack("iiiiQ", 100, 100, 101, 100, 2600) + self.trailer(100, 2600)),
            self.clock(200, 3100, USER, 0x7f0000000800, pid=200),
            self.record(3, 1 << 13, self.pack("ii", 200, 200) + self.name("child") + self.trailer(200, 3200)),
            self.clock(200, 3300, USER, 0x400100, pid=200),
            self.clock(101, 3000, USER, 0x400180, period=8000),
            self.clock(999, 3500, USER, 0x400180, pid=999),
            self.record(68, 0, b""),
            self.tracepoint(1, 100, 5000, self.pack("HBBiqQ", 42, 0, 0, 100, -5, 512), USER, 0x400100),
            self.tracepoint(1, 101, 5100, self.pack("HBBiqQ", 42, 0, 0, 101, 5, 64), USER, 0x400180),
            self.tracepoint(2, 100, 6000, self.switch(100, 1, 101), USER, 0x400100),
            self.tracepoint(2, 101, 6700, self.switch(101, 0, 100), USER, 0x400180),
            self.rich(100, 7000, USER, 0x400100, 0x401100),
            self.record(14, 0, self.trailer(101, 7100)),
            self.record(2, 0, self.pack("QQ", 11, 55) + self.trailer(100, 7200)),
            self.record(13, 0, self.pack("Q", 7) + self.trailer(100, 7300)),
            self.record(5, 0, self.pack("QQQ", 7400, 11, 11) + self.trailer(100, 7400)),
            self.record(99, 0, b"unknown!"),
            self.clock(100, 8000, 2**64 - 2048, 0x400100),  # a guest: no stack
            self.sample(0, 100, 8100, 1, self.pack("IIQQ", 1, 0, 4000, 2**61)),  # a chain longer than its record
            self.sample(0, 100, 8200, 1, b""),
            self.record(9, 2, self.pack("QQiiQ", 77, 1, 100, 100, 8300)),  # of no event
            self.record(68, 0, b""),
        ]
        return b"".join(out)

    def text(self, text):
        raw = self.name(text)
        return self.pack("I", len(raw)) + raw

    def tracing(self):
        def field(kind, name, offset, size, signed):
            return f"\tfield:{kind} {name};\toffset:{offset};\tsize:{size};\tsigned:{signed};\n"

        common = (field("unsigned short", "common_type", 0, 2, 0) + field("int", "common_pid", 4, 4, 1) + "\n")
        kmalloc = ("name: kmalloc\nID: 42\nformat:\n" + common + field("long", "balance", 8, 8, 1)
                   + field("size_t", "bytes_req", 16, 8, 0) + "\nprint fmt: \"\"\n").encode()
        switch = ("name: sched_switch\nID: 43\nformat:\n" + common + field("char", "prev_comm[16]", 8, 16, 0)
                  + field("pid_t", "prev_pid", 24, 4, 1) + field("int", "prev_prio", 28, 4, 1)
                  + field("long", "prev_state", 32, 8, 1) + field("char", "next_comm[16]", 40, 16, 0)
                  + field("pid_t", "next_pid", 56, 4, 1) + field("int", "next_prio", 60, 4, 1)).encode()
        out = b"\x17\x08\x44tracing0.6\0" + bytes([self.order == ">", 8]) + self.pack("I", 4096)
        out += b"header_page\0" + self.pack("Q", 2) + b"x\n" + b"header_event\0" + self.pack("Q", 2) + b"y\n"
        out += self.pack("I", 1) + self.pack("Q", 1) + b"z" + self.pack("I", 2)
        for system, file in (b"kmem", kmalloc), (b"sched", switch):
            out += system + b"\0" + self.pack("I", 1) + self.pack("Q", len(file)) + file
        return out

    def features(self):
        build_id = self.pack("i", -1) + b"\x12\x34" * 10 + bytes([20, 0, 0, 0]) + self.name("/opt/app")
        named = [event for event in self.events if event[8]]
        events = self.pack("II", len(named), 128)
        for event in named:
            events += self.attr(event) + self.pack("I", 1) + self.text(event[8]) + self.pack("Q", event[7])
        return {
            1: self.tracing(),
            2: self.record(67, 1 << 15 | 2, build_id),
            3: self.text("box"),
            4: self.text("6.1.0"),
            11: self.pack("I", 3) + self.text("perf") + self.text("record") + self.text("./app"),
            12: events,
            21: self.pack("QQ", 2000, 8200 + 10**9),
        }

    def file(self, data, features):
        attr_size = 128 + 16
        ids_at = 104
        attrs_at = ids_at + 8 * len(self.events)
        data_at = attrs_at + attr_size * len(self.events)
        bits = sum(1 << number for number in features)
        out = self.pack("Q", 0x32454c4946524550) + self.pack("QQQQQQQQ", 104, attr_size, attrs_at,
                                                             attr_size * len(self.events), data_at, len(data), 0, 0)
        out += b"".join(self.pack("Q", bits >> 64 * i & 2**64 - 1) for i in range(4))
        out += b"".join(self.pack("Q", event[7]) for event in self.events)
        for i, event in enumerate(self.events):
            out += self.attr(event) + self.pack("QQ", ids_at + 8 * i, 8)
        out += data
        at = len(out) + 16 * len(features)
        for content in features.values():
            out += self.pack("QQ", at, len(content))
            at += len(content)
        return out + b"".join(features.values())

    def stream(self):
        out = self.pack("QQ", 0x32454c4946524550, 16)
        for event in EVENTS:
            out += self.record(64, 0, self.attr(event) + self.pack("Q", event[7]))
        tracing = self.tracing()
        out += self.record(66, 0, self.pack("I", len(tracing)) + b"\0" * 4)[:12]
        out = out[:-12] + self.pack("IHH", 66, 0, 12) + self.pack("I", len(tracing))
        out += tracing + b"\0" * (-len(tracing) % 8)
        for number, content in self.features().items():
            if number == 2:
                out += content
            elif number != 1:
                out += self.record(80, 0, self.pack("Q", number) + content)
        return out + self.records()


def call_stacks(program, *offsets):
    """Calls of OUTER's MIDDLE, and of MIDDLE's INNER: in user code, in the kernel, without user code, and none kept."""
    maker = Maker("<", CALLS)
    outer, middle, inner = (0x400000 + offset for offset in offsets)

    def sample(time, words, branches):
        kept = maker.pack("QQ", len(branches), 2**64 - 1) + b"".join(maker.pack("QQQ", *pair, 0) for pair in branches)
        return maker.sample(0, 100, time, words[-1], maker.pack("IIQ", 1, 0, 4000) + maker.chain(*words) + kept)

    both = [(middle + 4, inner), (outer + 4, middle)]
    data = (maker.record(3, 0, maker.pack("ii", 100, 100) + maker.name("app") + maker.trailer(100, 900))
            + maker.mmap2(2, 0x400000, 0x100000, 0, 5, program)
            + sample(2000, [USER, inner + 8, 0x1234], both)
            + sample(3000, [KERNEL, 0xffffffff81000010, USER, inner + 8], both)
            + sample(4000, [USER, middle + 8, outer + 4], both[1:])
            + sample(5000, [KERNEL, 0xffffffff81000010], both)
            + (sample(6000, [USER, middle + 8, outer + 4], []) if program == "/opt/app" else b""))
    return maker.file(data, {number: content for number, content in maker.features().items() if number in (3, 4, 12)})


def deep():
    """A stack of 126 addresses, which with its markers are 128 words, and one of 127: the kernel cuts that one."""
    maker = Maker("<", EVENTS[:1])
    data = (maker.record(3, 0, maker.pack("ii", 100, 100) + maker.name("app") + maker.trailer(100, 900))
            + maker.mmap2(2, 0x400000, 0x100000, 0, 5, "/opt/app"))
    for time, n_callers in ((2000, 125), (3000, 126)):
        data += maker.clock(100, time, KERNEL, 0xffffffff81000010, USER, *[0x400100] * n_callers)
    return maker.file(data, {number: content for number, content in maker.features().items() if number in (3, 4, 12)})


def fixed():
    """Sixteen stacks of 127 addresses, and four of two."""
    maker = Maker("<", FIXED)
    data = (maker.record(3, 0, maker.pack("ii", 100, 100) + maker.name("app") + maker.trailer(100, 900))
            + maker.mmap2(2, 0x400000, 0x100000, 0, 5, "/opt/app"))
    for i in range(20):
        words = [USER, *[0x400100] * (127 if i < 16 else 2)]
        data += maker.sample(0, 100, 2000 + 1000000 * i, words[-1], maker.pack("II", 1, 0) + maker.chain(*words))
    return maker.file(data, {number: content for number, content in maker.features().items() if number in (3, 4, 12)})


def main():
    if len(sys.argv) > 2:
        with open(sys.argv[1], "wb") as file:
            file.write(call_stacks(sys.argv[2], *(int(text, 16) for text in sys.argv[3:])))
        return
    folder = sys.argv[1]
    little, big = Maker("<"), Maker(">")
    for name, content in (("little", little.file(little.records(), little.features())),
                          ("big", big.file(big.records(), big.features())), ("stream", little.stream()),
                          ("lbr", call_stacks("/opt/app", 0x100, 0x200, 0x300)), ("deep", deep()),
                          ("fixed", fixed())):
        with open(os.path.join(folder, name + ".data"), "wb") as file:
            file.write(content)


main()
