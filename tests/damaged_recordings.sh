#!/bin/sh
# damaged_recordings.sh PROGRAM - recordings of golden/shared that were cut at ten places, whose header has no size yet
# (perf record was killed), and that belong to somebody else: what is read of them, and what is said. Needs no perf.
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shared=$(cd "$(dirname "$0")/.." && pwd)/golden/shared/sorter
. "${0%/*}/lib/scratch.sh"

# fold FILE OUT: its stacks, with the names of the functions; what was said is in err.
fold() {
    "$program" convert --symfs="$shared/files" --format folded -o "$2" "$1" 2>err </dev/null
}

# is_part OUT WHOLE: each stack is one of the whole recording, not more often than there.
is_part() {
    awk 'NR == FNR { n = $NF; sub(/ [0-9]+$/, ""); whole[$0] = n; next }
         { n = $NF; sub(/ [0-9]+$/, ""); if (n > whole[$0]) bad = 1 } END { exit bad }' "$2" "$1"
}

# cut NAME BYTES: what is whole before the cut is read, with a note, also where only sections behind the data are cut; without a sample before it, an error says so.
n_read=0 n_refused=0
cut() {
    head -c "$2" "$shared/$1.data" >cut.data
    rm -f cut.folded
    fold cut.data cut.folded
    case $? in
    0)
        n_read=$((n_read + 1))
        grep -Eq 'the file (is cut or damaged behind its record [0-9]+; read as far as it goes|ends before the sections that tell)' err || offend "$1, $2 bytes: no note: $(cat err)"
        is_part cut.folded "$1.folded" || offend "$1, $2 bytes: stacks that the whole recording lacks"
        ;;
    1 | 5)
        n_refused=$((n_refused + 1))
        grep -Eq 'is cut( before its first sample)?$' err && grep -q 'hint: record again, or copy it again' err || offend "$1, $2 bytes: $(cat err)"
        [ ! -e cut.folded ] || offend "$1, $2 bytes: a file is left"
        ;;
    *) offend "$1, $2 bytes: $(cat err)" ;;
    esac
}

names="fp dump pipe packed"
case " ${FR_WITHOUT-} " in *' zstd '*) names="fp dump pipe" ;; esac
for name in $names; do
    fold "$shared/$name.data" "$name.folded" || offend "$name: $(cat err)"
    size=$(($(wc -c <"$shared/$name.data")))
    for place in 13 97 212 341 405 536 628 719 850 997; do
        cut "$name" $((size * place / 1000))
    done
done
[ "$n_read" -gt 9 ] && [ "$n_refused" -gt 3 ] || offend "$n_read cut recordings were read, $n_refused refused"

# The size of the data stands at byte 48, and is written last.
for name in fp dump; do
    { head -c 48 "$shared/$name.data" && head -c 8 /dev/zero && tail -c +57 "$shared/$name.data"; } >killed.data
    fold killed.data killed.folded || offend "killed $name: $(cat err)"
    grep -q 'perf record was killed before it finished the file; read as far as it goes: [0-9]* records' err || offend "killed $name: no note: $(cat err)"
    cmp killed.folded "$name.folded" || offend "killed $name: other stacks than those of the whole recording"
done
{ head -c 48 "$shared/fp.data" && head -c 8 /dev/zero && head -c 500 "$shared/fp.data" | tail -c +57; } >killed.data
fold killed.data early.folded && offend "killed before the first sample: is read"
grep -q 'perf record was killed before it wrote a sample' err || offend "killed before the first sample: $(cat err)"

# What a recording names is opened only if it is a file: a writer at a pipe goes on waiting.
mkdir -p pipes/tmp/demo && mkfifo pipes/tmp/demo/sorter
(exec 3>pipes/tmp/demo/sorter && : >woken) &
writer=$!
"$program" convert --symfs=pipes --format folded -o piped.folded "$shared/fp.data" 2>err </dev/null || offend "a pipe in place of a file: $(cat err)"
sleep 0.2
[ ! -e woken ] || offend "a pipe that the recording names was opened"
kill $writer && wait $writer 2>/dev/null

# sudo perf record leaves a file of root's.
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    cp "$program" own_program && chmod 755 . own_program && cp "$shared/fp.data" root.data && chmod 600 root.data
    setpriv --reuid=65534 --clear-groups ./own_program root.data --format svg >out 2>err </dev/null
    got=$?
    [ $got -eq 3 ] && grep -q "hint: if sudo recorded it, it belongs to root: sudo chown \$USER root.data" err || offend "a file of root's: $got: $(cat err)"
else
    echo "left out: a file of root's, which needs root and setpriv"
fi
exit $bad
