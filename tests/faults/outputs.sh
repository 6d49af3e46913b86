#!/bin/sh
# outputs.sh - outputs that refuse: a full disk, a closed descriptor, a reader that has left, a folder that
# is not there; kills in mid-write. No partial file, a message, status 3.
export LC_ALL=C
. "${0%/*}/../lib/scratch.sh"
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "main;a%d;b%d;c%d %d\n", i % 10, i % 100, i, 1 + i % 7 }' >in.folded

# is STATUS WHAT: of the command before.
is() {
    got=$?
    [ "$got" -eq "$1" ] || offend "$2: status $got, not $1: $(head -c 200 err)"
    [ "$1" -eq 0 ] || [ -s err ] || offend "$2: nothing said"
}

for format in svg html png folded scene-json text; do
    verb=convert && case $format in svg | html | png | scene-json | text) verb=render ;; esac
    "$FR_PROGRAM" $verb --format $format in.folded >/dev/full 2>err
    is 3 "$format to a full disk"
    grep -q 'No space left' err || offend "$format to a full disk: $(cat err)"
    "$FR_PROGRAM" $verb --format $format in.folded >&- 2>err
    is 3 "$format to a closed descriptor"
done

"$FR_PROGRAM" render -o nowhere/x.svg in.folded 2>err
is 3 "a folder that is not there"
mkdir folder
"$FR_PROGRAM" render --format svg -o folder in.folded 2>err
is 3 "a folder as the output"
[ "$(ls -A folder)" = "" ] || offend "left in the folder: $(ls -A folder)"
"$FR_PROGRAM" render --format svg folder 2>err >out
is 3 "a folder as the input"
"$FR_PROGRAM" render --format svg missing 2>err >out
is 3 "an input that is not there"

# A file size limit, whose signal ends those that do not ignore it.
for format in svg html png json; do
    verb=render && [ $format != json ] || verb=convert
    (ulimit -f 1 && exec "$FR_PROGRAM" $verb -o small.$format in.folded 2>err)
    is 3 "$format beyond the limit of sizes"
    grep -q 'File too large' err || offend "$format beyond the limit of sizes: $(cat err)"
    [ ! -e small.$format ] || offend "$format beyond the limit of sizes was left"
done

# A reader that leaves early: ends quietly, soon.
{ "$FR_PROGRAM" convert --format folded in.folded 2>err || echo $? >status; } | head -c 1 >out
[ ! -s err ] || offend "a reader that left: $(cat err)"

# No standard streams at all.
"$FR_PROGRAM" render -o y.svg in.folded <&- >&- 2>&-
[ $? -eq 0 ] || offend "without standard streams: status"
tail -c 7 y.svg 2>/dev/null | grep -q '</svg>' || offend "without standard streams: the file is not whole"

# The input as the output: refused, and still there.
cp in.folded same.folded
"$FR_PROGRAM" convert -o same.folded same.folded 2>err
is 2 "the input as the output"
cmp -s in.folded same.folded || offend "the input as the output: it is another file now"

# Killed at any moment: the old file or the new one.
mkdir kill
"$FR_PROGRAM" render -o good.svg in.folded 2>err
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    echo old >kill/x.svg
    "$FR_PROGRAM" render -o kill/x.svg in.folded 2>/dev/null &
    writer=$!
    sleep "0.0$i"
    kill -TERM $writer 2>/dev/null
    wait $writer 2>/dev/null
    cmp -s kill/x.svg good.svg || [ "$(cat kill/x.svg)" = old ] || offend "killed: a third file"
    rm -f kill/x.svg
done
left=$(ls -A kill | wc -l)
[ "$left" -eq 0 ] || offend "killed with TERM: $left files left: $(ls -A kill | head -n 2)"
exit $bad
