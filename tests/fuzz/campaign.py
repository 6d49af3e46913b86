#!/usr/bin/env python3
"""campaign.py PROGRAM [--inputs N] [--seed S] [--found FOLDER] - gives mutated files to a program built with sanitizers.

    cmake --preset asan && cmake --build build/asan
    nice -n 19 python3 tests/fuzz/campaign.py build/asan/flamerender --inputs 50000

Seeds are the inputs of golden/, tests/data and tests/fuzz/corpus, and those of $FLAMERENDER_CORPUS where it is set. A
mutated file keeps its seed's suffix; what was packed by gzip is mutated inside or outside of its wrapping. Files of one
kind are read in batches by `convert --skip-bad` and by two of the other subcommands in turn, half of the batches
with the kind's --input-format. A batch that fails is tried again file by file, so that no file hides another.

A finding is: a signal, a report of a sanitizer, a status that docs do not name, more than 20 s of CPU, more than 1 GiB,
a file left by a run that failed, SVG or JSON that no parser reads. FOLDER gets the file and the arguments; the end
status is then 1. The same seed gives the same files.
"""
import argparse
import gzip
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import xml.parsers.expat
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_BYTES = 200_000
BATCH = 25
CPU_SECONDS = 20
OUTPUTS = [
    ("top",),
    ("check",),
    ("render", "-o", "OUT.svg"),
    ("render", "-o", "OUT.html"),
    ("render", "--callers", "--format", "scene-json", "-o", "OUT.json"),
    ("heatmap", "-o", "OUT.json"),
    ("heatmap", "-o", "OUT.html"),
    ("tags",),
    ("convert", "-o", "OUT.pb.gz"),
    ("convert", "-o", "OUT.speedscope.json"),
]
NUMBERS = [b"0", b"-1", b"1", b"65536", b"4294967295", b"4294967296", b"9223372036854775807", b"9223372036854775808",
           b"18446744073709551616", b"1e308", b"1e-308", b"NaN", b"0.000000001", b"00", b"+5"]
PARTS = [b"\0", b"\n", b"\r\n", b";", b"\t", b" ", b'"', b"{", b"}", b"[", b"]", b"<", b"&", b"\\u0000", b"\\ud800",
         b"\xff", b"\xe2\x80\xae", b"_[k]", b"null", b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", b"\xef\xbb\xbf"]


def find_seeds():
    """{kind: [path]}: a kind is a golden area, a folder of the corpus, or a suffix."""
    seeds = {}
    folders = [ROOT / "golden", ROOT / "tests/data", ROOT / "tests/fuzz/corpus"]
    if os.environ.get("FLAMERENDER_CORPUS"):
        folders.append(pathlib.Path(os.environ["FLAMERENDER_CORPUS"]))
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if not path.is_file() or path.stat().st_size == 0:
                continue
            if folder.name == "golden":
                if not path.name.startswith("in."):
                    continue
                kind = path.relative_to(folder).parts[0]
            elif folder.name == "corpus" and folder.parent.name == "fuzz":
                kind = path.relative_to(folder).parts[0]
            else:
                kind = "".join(path.suffixes[-2:]) or path.parent.name
            seeds.setdefault(kind, []).append(path)
    return seeds


def load(path):
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES)
    if data[:2] == b"\x1f\x8b":
        inflate = zlib.decompressobj(31)
        try:
            return inflate.decompress(data, MOST_BYTES), True
        except zlib.error:
            pass
    return data, False


def cut(r, data):
    start = r.randrange(len(data) + 1)
    return start, min(len(data), start + int(2 ** (r.random() * 10)))


def mutate_once(r, data, other):
    a, b = cut(r, data)
    c, d = cut(r, other)
    kind = r.randrange(10)
    if kind == 0 and a < len(data):
        return data[:a] + bytes([data[a] ^ 1 << r.randrange(8)]) + data[a + 1:]
    if kind == 1:
        return data[:a] + data[b:]
    if kind == 2:
        return data[:b] + data[a:b] * (1 + int(2 ** (r.random() * 6))) + data[b:]
    if kind == 3:
        return data[:a]
    if kind == 4:
        return data[:a] + other[c:d] + data[b:]
    if kind == 5:
        return data[:a] + r.choice(PARTS) + data[a:]
    if kind == 6:
        return data[:a] + r.choice(PARTS) + data[b:]
    if kind == 7:
        return data[:a] + bytes(r.randrange(256) for _ in range(r.randrange(1, 9))) + data[min(len(data), a + 4):]
    if kind == 8:
        lines = data.split(b"\n")
        i, k = r.randrange(len(lines)), r.randrange(len(lines))
        lines[i], lines[k] = lines[k], lines[i]
        return b"\n".join(lines)
    digits = [i for i in range(a, min(len(data), a + 400)) if 48 <= data[i] < 58]
    if not digits:
        return data
    end = digits[0]
    while end < len(data) and 48 <= data[end] < 58:
        end += 1
    return data[:digits[0]] + r.choice(NUMBERS) + data[end:]


def mutated(r, paths):
    path = r.choice(paths)
    data, packed = load(path)
    other, _ = load(r.choice(paths))
    outside = packed and r.random() < 0.15
    if outside:
        data = gzip.compress(data, mtime=0)
    for _ in range(1 + int(2 ** (r.random() * 4)) - 1):
        data = mutate_once(r, data, other)[:2 * MOST_BYTES] or b"\n"
    if packed and not outside:
        data = gzip.compress(data, 1, mtime=0)
    return "".join(path.suffixes[-2:]), data


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def broken_output(path):
    """What is wrong with a file that was written, or None."""
    data = path.read_bytes()
    try:
        if path.suffix == ".svg":
            xml.parsers.expat.ParserCreate().Parse(data, True)
        elif path.suffix == ".json":
            json.loads(data)
        elif path.suffix == ".gz":
            gzip.decompress(data)
        elif b"\0" in data:
            return "a NUL in it"
    except (xml.parsers.expat.ExpatError, ValueError, OSError, zlib.error) as error:
        return str(error)
    return None


def run(program, arguments, files, scratch):
    """What is wrong with a run, or None; and whether it ended before it had read all files."""
    out = None
    for path in scratch.glob("OUT.*"):
        path.unlink()
    words = [word if not word.startswith("OUT.") else str(scratch / word) for word in arguments]
    for word in words:
        if word.startswith(str(scratch / "OUT.")):
            out = pathlib.Path(word)
    environment = dict(os.environ, ASAN_OPTIONS="exitcode=99:hard_rss_limit_mb=1024:allocator_may_return_null=1",
                       UBSAN_OPTIONS="halt_on_error=1:exitcode=99:print_stacktrace=1",
                       LSAN_OPTIONS=f"suppressions={ROOT}/tests/lsan.supp")
    done = subprocess.run([program, *words, "--skip-bad", *map(str, files)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, preexec_fn=limit)
    report = done.stderr.decode("utf-8", "replace")
    if re.search(r"ERROR: \w+Sanitizer", report) or "runtime error" in report or "hard rss limit" in report:
        return report, True
    if done.returncode not in (0, 1, 2, 3, 4, 5):
        return f"status {done.returncode}\n{report[-2000:]}", True
    if out and out.exists():
        if done.returncode > 1:
            return f"status {done.returncode}, and {out.name} is left", True
        wrong = broken_output(out)
        return (f"{out.name}: {wrong}" if wrong else None), False
    return None, done.returncode > 1


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("program")
    words.add_argument("--inputs", type=int, default=2000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--found", default="found")
    opt = words.parse_args()
    program = str(pathlib.Path(opt.program).resolve())
    listed = subprocess.run([program, "formats"], capture_output=True, text=True).stdout
    formats = set(re.findall(r"^  ([a-z][a-z0-9-]*) ", listed, re.MULTILINE))
    seeds = find_seeds()
    kinds = sorted(seeds)
    found = pathlib.Path(opt.found)
    n_found = n_runs = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        for batch in range((opt.inputs + BATCH - 1) // BATCH):
            r = random.Random(f"{opt.seed}/{batch}")
            kind = kinds[batch % len(kinds)]
            files = []
            for i in range(min(BATCH, opt.inputs - batch * BATCH)):
                suffix, data = mutated(r, seeds[kind])
                files.append(scratch / f"{i}{suffix}")
                files[-1].write_bytes(data)
            forced = ["--input-format", kind.replace("_", "-")]
            forced = forced if forced[1] in formats and r.random() < 0.5 else []
            for arguments in [("convert", "-o", "OUT.folded"), *r.sample(OUTPUTS, 2)]:
                wrong, early = run(program, [*arguments, *forced], files, scratch)
                n_runs += 1
                if not early and not wrong:
                    continue
                alone = [(file, run(program, [*arguments, *forced], [file], scratch)[0]) for file in files]
                n_runs += len(files)
                alone = [(file, why) for file, why in alone if why]
                for file, why in alone or ([(files, wrong)] if wrong else []):
                    n_found += 1
                    folder = found / f"{opt.seed}-{batch}-{n_found}"
                    folder.mkdir(parents=True, exist_ok=True)
                    for one in file if isinstance(file, list) else [file]:
                        shutil.copy(one, folder)
                    (folder / "why").write_text(" ".join([*arguments, *forced]) + "\n" + why)
                    print(f"found: {folder}: {why.splitlines()[0]}", flush=True)
            for file in files:
                file.unlink()
            if batch % 100 == 99:
                print(f"{(batch + 1) * BATCH} inputs, {n_runs} runs, {n_found} findings", flush=True)
    print(f"{opt.inputs} inputs of {len(kinds)} kinds, {n_runs} runs, {n_found} findings")
    return 1 if n_found else 0


if __name__ == "__main__":
    sys.exit(main())
