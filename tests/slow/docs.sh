#!/bin/sh
# docs.sh - documented commands run: every indented line of README.md, docs/ and CONTRIBUTING.md that starts with
# 'flamerender' or 'perf script', in a folder that holds the files they name. Each subcommand that reads profiles is
# shown by one of them.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
data=$FR_SOURCE_DIR/tests/data
mkdir bin
ln -s "$FR_PROGRAM" bin/flamerender
# perf script prints; perf record hands out a recording, and runs the command behind --.
cat >bin/perf <<END
#!/bin/sh
[ "\$1" = record ] || exec cat "$scratch/perf.txt"
while [ \$# -gt 0 ] && [ "\$1" != -- ]; do
    [ "\$1" != -o ] || cp "$FR_SOURCE_DIR/golden/shared/sorter/fp.data" "\$2"
    shift
done
[ \$# -eq 0 ] || { shift && "\$@"; }
END
printf '#!/bin/sh\n' >app
printf 'all:\n' >Makefile
chmod +x bin/perf app
PATH=$scratch/bin:$PATH HOME=$scratch # ~/bin is not that of who runs this
export TMPDIR="$scratch" # where pages for the desktop go
gzip -dc "$data/stall.perf.gz" >perf.txt && cp "$data/native.perf.gz" perf.txt.gz
printf 'main;parse;malloc 30\nmain;run 12\n' >cpu.folded
cp cpu.folded a.folded && cp cpu.folded b.folded
gzip -dc "$data/known.perf.gz" >switches.txt # what sched:sched_switch and cpu-clock recorded
for name in main pr a b cpu; do cp "$data/pprof/cpu-sort.pb.gz" $name.pb.gz; done
cp "$FR_SOURCE_DIR/golden/shared/labels.pb" server.pb.gz # its content decides, not its name
cp -R "$FR_SOURCE_DIR/golden/shared/points" profiles
cp -R "$data/trend/heap" heap
for run in run01 run02 run03 run04 main pr; do cp perf.txt $run.txt; done
for run in 1 2 3; do cp "$FR_SOURCE_DIR/golden/shared/sorter/fp.data" old.$run.perf.data; done
# Those of fleet.md follow from each other: tests/fleet/test_docs.sh runs them.
find "$FR_SOURCE_DIR/README.md" "$FR_SOURCE_DIR/docs" "$FR_SOURCE_DIR/CONTRIBUTING.md" -name '*.md' ! -name fleet.md |
    sort | xargs grep -hE '^    (flamerender|perf script)' | sed 's/^ *//' >commands
bad=0 n=0
# "  convert [FILE]...         Merges profiles and writes them as another format."
"$FR_PROGRAM" --help | sed -nE 's/^  ([a-z]+) \[(FILE|BASE)[]| ].*/\1/p' >subcommands
[ -s subcommands ] || { echo "FAILED: no subcommand found in --help" && bad=1; }
while read -r name; do
    [ "$name" = render ] || grep -q "flamerender $name " commands ||
        { echo "FAILED: no document shows 'flamerender $name' in a line of its own" && bad=1; }
done <subcommands
while IFS= read -r command; do
    n=$((n + 1))
    if ! sh -c "$command" >out 2>err </dev/null; then
        echo "FAILED: $command" && sed 's/^/    /' err
        bad=1
    fi
done <commands
echo "$n documented commands"
exit $bad
