"""pprof_tables.py PROGRAM check|record FOLDER EXPECTED - our tables against pprof's, to the unit.

Every profile under FOLDER, each of its sample types plain, the last one under VARIANTS. With Go, what `go tool
pprof` says counts; without it, what it said when EXPECTED was recorded (profiles that are not there are omitted).

    == cpu lines                         sample type and variant
    20000000 40000000 main.spin cpu.go:12        self, total, name, as pprof prints them
"""
import gzip, json, os, re, shutil, subprocess, sys

# What pprof is asked, and what we are.
VARIANTS = {
    "lines": (["-lines"], ["--lines"]),
    "files": (["-files"], ["--files"]),
    "filefunctions": (["-filefunctions"], ["--filefunctions"]),
    "addresses": (["-addresses"], ["--granularity=addresses"]),
    "noinlines": (["-noinlines"], ["--no-inlines"]),
    "noinlines lines": (["-noinlines", "-lines"], ["--no-inlines", "--lines"]),
    "noinlines addresses": (["-noinlines", "-addresses"], ["--no-inlines", "--granularity=addresses"]),
    "focus": (["-focus=main|sync"], ["--focus=main|sync"]),
    "focus file": (["-focus=cpu[.]go"], ["--focus=cpu[.]go"]),
    "focus module": (["-focus=/work$"], ["--focus=/work$"]),
    "ignore": (["-ignore=runtime"], ["--ignore=runtime"]),
    "hide": (["-hide=^runtime|^main.*[aA]ll"], ["--hide=^runtime|^main.*[aA]ll"]),
    "hide inlined": (["-hide=turn|step|Less", "-lines"], ["--hide=turn|step|Less", "--lines"]),
    "show": (["-show=main[.]"], ["--show=main[.]"]),
    "show_from": (["-show_from=main[.]"], ["--show-from=main[.]"]),
    "show_from inlined": (["-show_from=low|insert|waste", "-lines"], ["--show-from=low|insert|waste", "--lines"]),
    "prune_from": (["-prune_from=sort[.]S|mallocgc|main[.]step"], ["--prune-from=sort[.]S|mallocgc|main[.]step"]),
    "prune_from lines": (["-prune_from=main[.](low|spin)|mallocgc", "-lines"],
                         ["--prune-from=main[.](low|spin)|mallocgc", "--lines"]),
    "all": (["-focus=main", "-ignore=gc", "-hide=^runtime", "-show_from=All|main", "-prune_from=main[.]mix|main[.]items", "-noinlines",
             "-lines"],
            ["--focus=main", "--ignore=gc", "--hide=^runtime", "--show-from=All|main", "--prune-from=main[.]mix|main[.]items",
             "--no-inlines", "--lines"]),
    "tagfocus": (["-tagfocus=handler=/sort"], ["--tagfocus=handler=/sort"]),
    "tagfocus list": (["-tagfocus=handler:/s,tenant:t[02]"], ["--tagfocus=handler:/s,tenant:t[02]"]),
    "tagfocus range": (["-tagfocus=1kb:64kb"], ["--tagfocus=1kb:64kb"]),
    "tagignore": (["-tagignore=tenant=t1,t2"], ["--tagignore=tenant=t1,t2"]),
    "tagroot": (["-tagroot=handler"], ["--tagroot=handler"]),
    "tagroot two": (["-tagroot=handler,tenant"], ["--tagroot=handler,tenant"]),
    "tagleaf": (["-tagleaf=tenant"], ["--tagleaf=tenant"]),
    "trim_path": (["-trim_path=runtime:example.org", "-lines"], ["--trim-path=runtime:example.org", "--lines"]),
    "trim_path files": (["-trim_path=/usr/lib:example.org/work", "-filefunctions"],
                        ["--trim-path=/usr/lib:example.org/work", "--filefunctions"]),
    "relative": (["-relative_percentages", "-focus=main"], ["--relative-percentages", "--focus=main"], "shares"),
    "not relative": (["-focus=main"], ["--focus=main"], "shares"),
    "relative hidden": (["-relative_percentages", "-ignore=runtime", "-show_from=main"],
                        ["--relative-percentages", "--ignore=runtime", "--show-from=main"], "shares"),
    "divide_by": (["-divide_by=7"], ["--divide-by=7"], "cut"),
    "divide_by part": (["-divide_by=0.3", "-focus=main"], ["--divide-by=0.3", "--focus=main"], "cut"),
    "mean": (["-mean"], ["--mean"], "cut"),
    "mean lines": (["-mean", "-lines", "-ignore=runtime"], ["--mean", "--lines", "--ignore=runtime"], "cut"),
}
# How amounts are compared: whole ones to the unit; "cut" ones, which pprof cuts to whole numbers and we have with
# decimals, to what is cut; "shares" as pprof prints its percentages.
UNITS = {"nanoseconds": "ns", "bytes": "B"}  # the others pprof counts


def pprof(arguments):
    return subprocess.run([PPROF, "-symbolize=none", *arguments], capture_output=True, text=True).stdout


def types_of(file):
    """The sample types of a profile and their units: "cpu/nanoseconds[dflt]"."""
    lines = pprof(["-raw", file]).splitlines()
    words = lines[lines.index("Samples:") + 1].split()
    return [re.sub(r"\[.*", "", word).split("/") for word in words]


def theirs(file, kind, unit, arguments, cells):
    """-unit=ns spells times out in full; other units have no larger one to move to."""
    out = pprof(["-top", "-nodecount=0", "-nodefraction=0", "-edgefraction=0", "-sample_index=" + kind,
                 "-unit=" + UNITS.get(unit, "count"), *arguments, file])
    rows, listed = [], False
    for line in out.splitlines():
        words = line.split(None, 5)
        if listed and len(words) == 6:
            name = re.sub(r" \((partial-)?inline\)$", "", words[5])
            own, total = (words[1], words[4]) if cells == "shares" else (number(words[0]), number(words[3]))
            rows.append(" ".join([own, total, name]))
        listed = listed or "flat%" in line
    return sorted(shared(rows))


def their_tags(file, kind, unit):
    """" handler: Total 4575ns", then "          2225ns (48.63%): /sort", as "2225 handler /sort"; the total as *."""
    out = pprof(["-tags", "-sample_index=" + kind, "-unit=" + UNITS.get(unit, "count"), file])
    rows, key = [], ""
    for line in out.splitlines():
        head = re.match(r"^ *(\S+): Total (\S+)$", line)
        value = re.match(r"^ +(\S+) \( *\S+\): (.*)$", line)
        key = head.group(1) if head else key
        if head or value:
            rows.append("%d %s %s" % (float(number((head and head.group(2)) or value.group(1))), key,
                                      "*" if head else re.sub(r"^(\d+)B$", r"\1 bytes", value.group(2))))
    return sorted(row for row in rows if not row.startswith("0 "))  # we list what has a value


def our_tags(file, kind):
    done = subprocess.run([PROGRAM, "tags", "-q", "--sample-index", kind, "--format", "json", file],
                          capture_output=True, text=True)
    rows = json.loads(done.stdout)["rows"] if done.returncode == 0 else []
    return sorted("%d %s %s" % (row["value"], row["key"], row["label"]) for row in rows)


def number(text):
    return re.match(r"-?[0-9.]+", text).group()


def shared(rows):
    """Rows without those where we differ on purpose (docs/pprof.md): samples that have no stack or no such label,
    which pprof drops or calls "<unknown>"."""
    return [row for row in rows if not re.search(r"^\S+ \S+ (<unknown>|\[no \S+\])$", row)]


def selfs(rows):
    """Self by name. At -files pprof keeps functions of different first lines apart and prints a file often: their
    totals overlap, so only self can be added up."""
    sums = {}
    for row in rows:
        own, _, name = row.split(" ", 2)
        sums[name] = sums.get(name, 0) + int(own)
    return sums


MOST_STACKS = 20000  # of a profile that is compared; each is divided by itself and cut at a millionth


def is_cut(want, got):
    """Rows of the same names, each amount of `got` (a sum of stacks) cut to that of `want`."""
    most = MOST_STACKS / 1e6
    pairs = list(zip(sorted(row.split(" ", 2)[::-1] for row in want), sorted(row.split(" ", 2)[::-1] for row in got)))
    return len(want) == len(got) and all(
        w[0] == g[0] and all(float(g[i]) - 1 - most < float(w[i]) < float(g[i]) + most for i in (1, 2)) for w, g in pairs)


def same(want, got, cells):
    if cells == "cut":
        return is_cut(want, got)
    names = [row.split(" ", 2)[2] for row in want]
    return want == got if len(set(names)) == len(names) else selfs(want) == selfs(got)


def spelled(name):
    """Frames of labels say their key."""
    return re.sub(r"^(handler|tenant)=", "", name)


def percentage(part, whole):
    """As internal/measurement.Percentage() of pprof prints it."""
    ratio = abs(part / whole) * 100 if whole else 0
    if 99.95 <= ratio <= 100.05:
        return "100%"
    return ("%.2f%%" if ratio >= 1 else "%.2g%%") % ratio


def cell(report, row, key, cells):
    if cells == "shares":
        return percentage(*row[key + "_share"])
    decimals = next(column.get("decimals", 0) for column in report["columns"] if column["key"] == key)
    return "%.*f" % (decimals, row[key] / 10**decimals) if cells == "cut" else "%d" % row[key]


def ours(file, kind, arguments, cells):
    done = subprocess.run([PROGRAM, "top", "-q", "-n", "0", "--sample-index", kind, "--format", "json", *arguments, file],
                          capture_output=True, text=True)
    if done.returncode == 5:  # nothing is left
        return []
    if done.returncode:
        return [done.stderr]
    report = json.loads(done.stdout)
    name = report["columns"][-1]["key"]
    return sorted(shared(" ".join([cell(report, row, "self", cells), cell(report, row, "total", cells), spelled(row[name])])
                         for row in report["rows"]))


def tables(file, types):
    """What is compared: (title, sample type, unit, pprof's options, ours, how)."""
    for kind, unit in types:
        yield kind + " plain", kind, unit, [], [], "whole"
    kind, unit = types[-1]
    for name, (options, mine, *cells) in VARIANTS.items():
        if "-mean" in options and len(types) == 1:
            continue  # we refuse to divide the first column by itself
        yield kind + " " + name, kind, unit, options, mine, cells[0] if cells else "whole"


def recorded(path):
    """Titles and rows of a file of expected tables."""
    found = {}
    for line in gzip.open(path, "rt", encoding="utf-8").read().splitlines():
        if line.startswith("== "):
            rows = found.setdefault(line[3:], [])
        elif line.startswith("types "):
            found["types"] = [word.split("/") for word in line.split()[1:]]
        else:
            rows.append(line)
    return found


def record(file, path):
    types = types_of(file)
    text = "types " + " ".join("/".join(t) for t in types) + "\n"
    for title, kind, unit, options, _, cells in tables(file, types):
        text += "".join(line + "\n" for line in ["== " + title, *theirs(file, kind, unit, options, cells)])
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as to:
        to.write(text.encode())


def check_tags(file):
    """Of pprof's -tags, where it can be asked."""
    bad = 0
    for kind, unit in types_of(file):
        want, got = their_tags(file, kind, unit), our_tags(file, kind)
        if want != got:
            print("FAILED: %s tags %s: pprof says %s, we say %s" % (file, kind, want[:4], got[:4]))
            bad += 1
    return bad


def check(file, path):
    """Number of tables and of those that differ."""
    if not PPROF and not os.path.exists(path):
        return 0, 0
    told = {} if PPROF else recorded(path)
    written = os.path.dirname(os.path.abspath(path)) != os.path.join(os.path.abspath(folder), "expected")
    n = bad = 0
    for title, kind, unit, options, mine, cells in tables(file, types_of(file) if PPROF else told["types"]):
        if not PPROF and written and "-addresses" in options:
            continue  # what we write has no addresses of functions
        want = theirs(file, kind, unit, options, cells) if PPROF else told[title]
        got = ours(file, kind, mine, cells)
        n += 1
        if not same(want, got, cells):
            bad += 1
            print("FAILED: %s %s: pprof says %s, we say %s" % (
                file, title, [r for r in want if r not in got][:3], [r for r in got if r not in want][:3]))
    return n, bad


PROGRAM, what, folder, expected = sys.argv[1:]
PPROF = not os.environ.get("FR_PPROF_RECORDED") and shutil.which("go") and subprocess.run(["go", "tool", "-n", "pprof"], capture_output=True,
                                              text=True).stdout.strip()
n_tables = n_bad = 0
for name in sorted(os.listdir(folder)):
    if not name.endswith(".pb.gz"):
        continue
    file, path = os.path.join(folder, name), os.path.join(expected, name[:-len(".pb.gz")] + ".txt.gz")
    if what == "record":
        record(file, path)
        continue
    n, bad = check(file, path)
    n_tables += n
    n_bad += bad + (check_tags(file) if PPROF else 0)
print("%s: %d tables, %d differ; %s" % (folder, n_tables, n_bad, "go tool pprof" if PPROF else "recorded"))
sys.exit(n_bad > 0)
