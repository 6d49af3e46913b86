#!/bin/sh
# columns.sh - of a profile with several value columns, folded stacks and traces have the one that is drawn: for each
# column of every pprof in tests/data/pprof, and of the corpus where there is one, the sums that others would read are
# those of the tables; without --sample-index they are those of the default, also through a picture.
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib/scratch.sh"
n_files=0 n_columns=0
run() { "$FR_PROGRAM" "$@" 2>"$scratch/err" || offend "$*: $(cat "$scratch/err")"; }
columns() { run convert -q --format json "$1" | sed -n 's/^  {"name": "\([^"]*\)", "unit": .*/\1/p'; }

# The sum of own values: of a table, and of the last tokens of folded stacks, as other programs read them.
table_sum() { run top -q --format csv --keep-frames '.*' "$@" | awk -F, 'NR > 1 { sum += $1 } END { printf "%.0f\n", sum }'; }
folded_sum() { awk '{ sum += $NF } END { printf "%.0f\n", sum }' "$1"; }

check_column() {
    file=$1 name=$2
    n_columns=$((n_columns + 1))
    want=$(table_sum --sample-index "$name" "$file")
    run convert -q --sample-index "$name" --format folded "$file" >"$scratch/folded"
    [ "$(folded_sum "$scratch/folded")" = "$want" ] || offend "$file, $name: folded stacks have another sum than $want"
    [ "$(table_sum "$scratch/folded")" = "$want" ] || offend "$file, $name: folded stacks read back as something else"
    [ "$want" -gt 0 ] || return
    run render -q --keep-frames '.*' --sample-index "$name" --data full -o "$scratch/x.svg" "$file"
    run convert -q -o "$scratch/back" --format folded "$scratch/x.svg"
    cmp -s "$scratch/folded" "$scratch/back" || offend "$file, $name: a picture gives other folded stacks"
    run convert -q -o "$scratch/x.pb" --sample-index "$name" "$file"
    [ "$(columns "$scratch/x.pb")" = "$name" ] || offend "$file, $name: pprof has other columns"
    [ "$(table_sum "$scratch/x.pb")" = "$want" ] || offend "$file, $name: pprof has another sum than $want"
}

check() {
    file=$1 names=$(columns "$1")
    n_files=$((n_files + 1))
    for name in $names; do
        check_column "$file" "$name"
    done
    want=$(table_sum "$file")
    "$FR_PROGRAM" convert --format folded -o "$scratch/folded" "$file" 2>"$scratch/notes"
    [ "$(folded_sum "$scratch/folded")" = "$want" ] || offend "$file: the default is not what is listed"
    [ "$(echo "$names" | wc -l)" = 1 ] || grep -q "is written; --sample-index" "$scratch/notes" ||
        offend "$file: no note names the columns"
    run convert -q -o "$scratch/x.trace.json" "$file"
    shown=$(run top -q --format csv --keep-frames '.*' "$file" | wc -l)
    [ "$(run top -q --format csv "$scratch/x.trace.json" | wc -l)" = "$shown" ] ||
        offend "$file: a trace has other functions"
}

for file in "$here"/data/pprof/*.pb.gz; do
    check "$file"
done
for file in "${FLAMERENDER_CORPUS:-/nonexistent}"/pprof/*.pb.gz; do
    [ -f "$file" ] && check "$file"
done
echo "$n_files files, $n_columns columns"
[ "$n_columns" -gt 15 ] || offend "too few columns were looked at"
exit $bad
