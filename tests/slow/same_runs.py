"""same_runs.py PROGRAM FOLDER [PAIRS] - what differentials of one run a side say of runs that nobody changed, and
what they find of changes that are put in.

FOLDER has runs of programs as NAME and a number, "py07.folded.gz", "node.same.3.folded": runs of one name are of one
unchanged program. PAIRS (60) pairs are drawn by a fixed seed, as many of each name. Fails where more than one in ten
have a sure function. Then functions of about 1 and 5 % get 1.5, 2 and 3 times their own samples in the second
run; the table says in how many of a hundred pairs they are sure, and how many a test of sampling noise alone finds.
"""
import csv
import gzip
import io
import os
import random
import re
import subprocess
import sys
import tempfile

CHANGES = ("grew", "shrank", "new", "gone")
SEED = 20
SHARES = (0.01, 0.05)
TIMES = (1.5, 2, 3)


def verdicts(program, runs, *options):
    """By function: its verdict."""
    command = [program, "diff", "-q", *options, *runs, "--format", "csv"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {row["function"]: row["verdict"] for row in csv.DictReader(io.StringIO(text))}


def groups_of(folder):
    groups = {}
    for name in sorted(os.listdir(folder)):
        found = re.fullmatch(r"(.*?)[.]?\d+\.folded(\.gz)?", name)
        if found:
            groups.setdefault(found[1], []).append(os.path.join(folder, name))
    return {name: runs for name, runs in groups.items() if len(runs) > 1}


def stacks_of(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt") as file:
        lines = (line.rpartition(" ") for line in file)
        return [(stack, int(value)) for stack, _, value in lines]


def leaf_of(stack):
    return stack.rpartition(";")[2]


def candidate(stacks, share, rng):
    """A function whose own share is within a third of `share`; None: there is none."""
    own = {}
    for stack, value in stacks:
        own[leaf_of(stack)] = own.get(leaf_of(stack), 0) + value
    whole = sum(own.values())
    near = sorted(name for name, value in own.items() if share / 1.33 < value / whole < share * 1.33)
    return rng.choice(near) if near else None


def plant(stacks, function, times, path):
    with open(path, "w") as file:
        for stack, value in stacks:
            more = value * (times if leaf_of(stack) == function else 1)
            file.write(f"{stack} {round(more)}\n")


def unchanged(program, groups, n_pairs, rng):
    print("| runs | pairs | sure | maybe | of sampling noise alone |\n|---|---|---|---|---|")
    sums = [0, 0, 0, 0]
    for name, runs in groups.items():
        row = [0, 0, 0, 0]
        for _ in range(n_pairs // len(groups)):
            pair = rng.sample(runs, 2)
            found = verdicts(program, pair).values()
            alone = verdicts(program, pair, "--noise", "none").values()
            seen = (True, any(v in CHANGES for v in found), "maybe" in found, any(v in CHANGES for v in alone))
            row = [a + b for a, b in zip(row, seen)]
        print(f"| {name} |", " | ".join(map(str, row)), "|", flush=True)
        sums = [a + b for a, b in zip(sums, row)]
    print("| all |", " | ".join(map(str, sums)), "|\n")
    return sums


def power(program, groups, n_pairs, rng):
    print("| share |", " | ".join(f"x {times}" for times in TIMES), "|\n|---|" + "---|" * len(TIMES))
    for share in SHARES:
        cells = []
        for times in TIMES:
            tried = sure = alone = 0
            for name, runs in groups.items():
                for _ in range(n_pairs // len(groups)):
                    base, changed = rng.sample(runs, 2)
                    stacks = stacks_of(changed)
                    function = candidate(stacks, share, rng)
                    if function is None:
                        continue
                    with tempfile.TemporaryDirectory() as folder:
                        path = os.path.join(folder, "changed.folded")
                        plant(stacks, function, times, path)
                        tried += 1
                        sure += verdicts(program, [base, path]).get(function) in CHANGES
                        alone += verdicts(program, [base, path], "--noise", "none").get(function) in CHANGES
            cells.append(f"{100 * alone // tried} → {100 * sure // tried}" if tried else "-")
        print(f"| {round(100 * share)} % |", " | ".join(cells), "|", flush=True)


def main():
    program, folder = sys.argv[1:3]
    n_pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    groups, rng = groups_of(folder), random.Random(SEED)
    n, n_sure, _, _ = unchanged(program, groups, n_pairs, rng)
    power(program, groups, n_pairs, rng)
    if n == 0 or n_sure * 10 > n:
        sys.exit(f"FAILED: {n_sure} of {n} pairs of unchanged runs have a sure function")


main()
