#!/bin/sh
# limits.sh - what a file may make large: depth, width, a line, the number of stacks, values; a file that
# shrinks while it is read. Nothing may crash; the figures are exact. Time is bounded by ctest's TIMEOUT.
export LC_ALL=C
. "${0%/*}/../lib/scratch.sh"

# run STATUS ARGUMENTS...: the program ends with that status; out and err hold what it wrote.
run() {
    status=$1 && shift
    "$FR_PROGRAM" "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq "$status" ] || offend "'$*' ended with $got, not $status: $(head -c 300 err)"
}
contains() { grep -qF -- "$2" "$1" || offend "$1 of '$3' lacks '$2': $(head -c 300 "$1")"; }
total() { awk '{ sum += $NF } END { printf "%d\n", sum }' out; }

# A stack of 1 000 000 frames, with a small stack of our own.
awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "%sf%d", i ? ";" : "", i % 1000; print " 7" }' >deep
(ulimit -s 256 && "$FR_PROGRAM" convert --input-format folded --format folded deep >out 2>err) ||
    offend "deep: $(head -c 300 err)"
cmp -s deep out || offend "deep: not written as read"
(ulimit -s 256 && "$FR_PROGRAM" render --input-format folded -o deep.svg deep 2>err) ||
    offend "deep picture: $(head -c 300 err)"
(ulimit -s 256 && "$FR_PROGRAM" render --input-format folded --callers -o deep.svg deep 2>err) ||
    offend "deep callers: $(head -c 300 err)"
(ulimit -s 256 && "$FR_PROGRAM" convert --fold-recursion=cycles --format folded deep >out 2>err) ||
    offend "deep cycles: $(head -c 300 err)"
run 4 convert --limit-depth 1000 --format folded deep
contains err --limit-depth deep
# one line of perf script a frame
awk 'BEGIN { print "app 1 1.0: 5 cycles:"; for (i = 0; i < 1000000; i++) printf "\t%x f%d (/a)\n", i, i % 1000; print "" }' >deep.perf
(ulimit -s 256 && "$FR_PROGRAM" convert --weight period --format folded deep.perf >out 2>err) ||
    offend "deep perf script: $(head -c 300 err)"
[ "$(total)" = 5 ] || offend "deep perf script: total $(total)"

# Options are large, and are not copied on the stack one within the other.
printf 'main;a 30\nmain;b 20\n' >base
printf 'main;a 60\nmain;b 20\n' >new
(ulimit -s 64 && "$FR_PROGRAM" diff base new -o small.svg 2>err) || offend "diff on 64 KiB: $(head -c 300 err)"
(ulimit -s 64 && "$FR_PROGRAM" trend --by order base new base -o small.html 2>err) ||
    offend "trend on 64 KiB: $(head -c 300 err)"

# 200 000 children of one parent, in an order that is neither sorted nor reversed.
awk 'BEGIN { for (i = 0; i < 200000; i++) printf "root;n%d %d\n", i * 7919 % 200000, 1 + i % 3 }' >wide
wanted=$(awk '{ sum += $NF } END { printf "%d", sum }' wide)
run 0 convert --format folded wide
[ "$(total)" = "$wanted" ] || offend "wide: total $(total), not $wanted"
run 0 render --format svg wide
run 0 render --sort value --format svg wide

# A name of 1 MB that a terminal has room for a few characters of.
awk 'BEGIN { s = "0123456789abcdef"; while (length(s) < 1000000) s = s s; print "main;" s " 10\nmain;b 90" }' >name
(ulimit -t 30 && exec "$FR_PROGRAM" render --input-format folded --format term --width 80 name >out 2>err) ||
    offend "name on a terminal: $(head -c 300 err)"
contains out '0123' name

# A line of 50 MB: one name, cut at the limit with a note; and 5 million short frames.
awk 'BEGIN { s = "0123456789abcdef"; while (length(s) < 1048576) s = s s; for (i = 0; i < 48; i++) printf "%s", s; print ";leaf 3" }' >long
run 0 convert --input-format folded --format folded long
[ "$(total)" = 3 ] || offend "long name: total $(total)"
[ "$(wc -c <out)" -lt 2200000 ] || offend "long name: $(wc -c <out) bytes written"
contains err 'cut' 'long name'

# 1 000 000 distinct stacks within 2 GiB.
awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "main;a%d;b%d;c%d;d%d 1\n", i % 10, i % 100, i % 1000, i }' >many
if [ -z "${FR_SANITIZE-}" ]; then
    (ulimit -v 2097152 && "$FR_PROGRAM" convert --format folded many >out 2>err) ||
        offend "many: $(head -c 300 err)"
else
    run 0 convert --format folded many
fi
[ "$(total)" = 1000000 ] || offend "many: total $(total)"
run 0 render -o many.svg many
run 4 convert --limit-nodes 1000 --format folded many
contains err --limit-nodes many
run 4 convert --limit-memory 2M --format folded many
contains err --limit-memory many

# Values at and beyond the end of int64_t; a sum beyond names its stack.
echo 'main;largest 9223372036854775807' >large
run 0 convert --format folded large
cmp -s large out || offend "2^63-1 was not written as read"
run 0 render --format svg large
echo 'main;larger 9223372036854775808' >larger
run 1 convert --format folded larger
printf 'main;one;sum 9223372036854775807\nmain;one;sum 1\n' >sum
run 4 convert --format folded sum
contains err sum 'overflow of a stack'
printf 'main;one 9223372036854775807\nmain;two 1\n' >total
run 4 render --format svg total

# gzip: a gigabyte of blank lines costs time, not memory; a limit is a limit.
awk 'BEGIN { s = "\n\n\n\n\n\n\n\n"; while (length(s) < 1048576) s = s s; for (i = 0; i < 200; i++) printf "%s", s; print "a;b 1" }' | gzip -1 >bomb.gz
if [ -z "${FR_SANITIZE-}" ]; then
    (ulimit -v 262144 && "$FR_PROGRAM" convert --input-format folded --format folded bomb.gz >out 2>err) ||
        offend "bomb: $(head -c 300 err)"
    [ "$(cat out)" = 'a;b 1' ] || offend "bomb: $(head -c 100 out)"
fi
run 4 convert --limit-inflated 1M --input-format folded --format folded bomb.gz
contains err --limit-inflated bomb

# One location of as many lines as the sample has locations: the depth is known before it is built.
for times in 4097 1000000; do
    python3 "${0%/*}/bombs.py" "lines$times" >lines.pb.gz
    run 4 top --limit-memory 256M lines.pb.gz
    run 4 top lines.pb.gz
    contains err 'a stack of more than 16777216 frames' "lines$times"
done
# Two stacks of a million frames from eight bytes each, in turn, ten thousand times: each is built once.
python3 "${0%/*}/bombs.py" turns >turns.pb.gz
run 0 top --format csv turns.pb.gz
contains out 20000 turns

# The maps of a heap profile stand behind the first line that announces them, however many do.
awk 'BEGIN { print "heap profile: 1: 10 [1: 10] @ heapprofile\n1: 10 [1: 10] @ 0x401000"
    for (i = 0; i < 20000; i++) print "MAPPED_LIBRARIES:\n400000-40b000 r-xp 00001000 fd:00 1 /usr/bin/app" }' >announced
run 0 convert --limit-memory 256M --format folded announced
[ "$(cat out)" = '[app] 10' ] || offend "announced: $(head -c 300 out)"
# 400 000 addresses, each in another of as many maps: none is looked for among all.
awk 'BEGIN { print "heap profile: 1: 10 [1: 10] @ heapprofile"; n = 400000
    for (i = 0; i < n; i++) printf "1: 10 [1: 10] @ 0x%x\n", (i * 7919 % n + 1) * 4096 + 16
    print "MAPPED_LIBRARIES:"
    for (i = 1; i <= n; i++) printf "%x-%x r-xp 00000000 fd:00 1 /lib/l%d.so\n", i * 4096, (i + 1) * 4096, i % 10 }' >mapped
(ulimit -t 30 && exec "$FR_PROGRAM" convert --format folded mapped >out 2>err) || offend "mapped: $(head -c 300 err)"
[ "$(wc -l <out)" = 10 ] && [ "$(total)" = 4000000 ] || offend "mapped: total $(total)"
# A line of 900 KB that has a stamp at each ninth byte, and an id before it.
awk 'BEGIN { for (i = 0; i < 9; i++) print "app 7/7 [000] 1.000000: 1 cycles:\n\tab f (/a)\n"
    for (i = 0; i < 100000; i++) printf "7 1.0: a "; print "\n" }' >stamps
(ulimit -t 30 && exec "$FR_PROGRAM" convert --format folded stamps >out 2>err) || offend "stamps: $(head -c 300 err)"
[ "$(cat out)" = 'app;f 9' ] || offend "stamps: $(head -c 300 out)"
# 200 000 CPU profiles in a trace, and as many parts of the first: none is looked for among all.
awk 'BEGIN { n = 200000; print "["
    for (i = 0; i < 2 * n; i++) printf "{\"name\": \"Profile%s\", \"ph\": \"P\", \"pid\": 7, \"tid\": 9, \"ts\": %d, \"id\": \"%d\", \"args\": {\"data\": {%s}}}%s\n", i < n ? "" : "Chunk", i, i < n ? i : 0, i < n ? "\"startTime\": 0" : "\"timeDeltas\": [5, 5], \"cpuProfile\": {\"nodes\": [{\"id\": 1, \"callFrame\": {\"functionName\": \"f\"}}], \"samples\": [1, 1]}", i < 2 * n - 1 ? "," : "]" }' >parts.json
(ulimit -t 30 && exec "$FR_PROGRAM" convert --format folded parts.json >out 2>err) || offend "parts: $(head -c 300 err)"
[ "$(total)" = 2000000000 ] || offend "parts: total $(total)"
# A table of 3 000 000 symbols that does not fit: no function has the name of another, or none, without a word.
if [ -z "${FR_SANITIZE-}" ]; then
    data=${0%/*}/../../golden/shared/made-by-hand/little.data
    awk 'BEGIN { print "ffffffff81000000 T _text"; for (i = 1; i < 3000000; i++) printf "ffffffff8%07x t func_%d\n", 16777216 + i * 16, i }' >symbols
    run 0 convert --kallsyms symbols --format folded "$data"
    run 4 convert --limit-memory 100M --kallsyms symbols --format folded "$data"
    contains err 'out of memory' symbols
fi
# A map of bpftrace whose name is long has many keys: the name is not kept for each of them.
awk 'BEGIN { name = "@"; for (i = 0; i < 200000; i++) name = name "x"
    printf "{\"type\": \"map\", \"data\": {\"@a\": {\"\\n f\\n\": 1}}}\n{\"type\": \"map\", \"data\": {\"%s\": {", name
    for (i = 0; i < 8000; i++) printf "%s\"\\n    f%d+4\\n\": 1", i ? ", " : "", i
    print "}}}" }' >long_name
run 0 convert --limit-memory 256M --format folded long_name
[ "$(cat out)" = 'f 1' ] || offend "long_name: $(head -c 300 out)"
# 40 profiles of one node each, whose ids would be the length of an array.
python3 "${0%/*}/bombs.py" ids >ids.json
if [ -z "${FR_SANITIZE-}" ]; then
    (ulimit -v 2097152 && "$FR_PROGRAM" convert --format folded ids.json >out 2>err) ||
        offend "ids: $(head -c 300 err)"
else
    run 0 convert --format folded ids.json
fi
[ "$(total)" = 400000 ] || offend "ids: total $(total)"
# 4 096 events of one section of ids: the section is not read for each of them.
python3 "${0%/*}/bombs.py" same_ids >same_ids.data
(ulimit -t 30 && exec "$FR_PROGRAM" convert --format folded same_ids.data >out 2>err) ||
    offend "same_ids: $(head -c 300 err)"
[ "$(total)" = 1 ] || offend "same_ids: total $(total)"
# Maps of a process beyond 65 536, as many as Linux has, are omitted with a note.
python3 "${0%/*}/bombs.py" maps >maps.data
run 0 convert --format folded maps.data
[ "$(total)" = 2 ] || offend "maps: total $(total)"
contains err 'a process has more than 65 536 maps: functions in 3 of them have no names' maps

# 200 000 functions without a name in one file, all at other columns: none is looked for among all the others.
for side in 1 2; do
    awk -v side=$side 'BEGIN { for (i = 0; i < 200000; i++) print "m;(anonymous) (/b.js:" i + 1 ":" side ") 1" }' >bundle.$side
done
(ulimit -t 30 && exec "$FR_PROGRAM" diff --format csv -o out.csv bundle.1 bundle.2 >out 2>err) ||
    offend "bundle: $(head -c 300 err)"

# 100 000 functions are gone and as many are new: the rank of each is known without a look at all others.
for side in a b; do
    awk -v side=$side 'BEGIN { for (i = 0; i < 100000; i++) print "m;" side i, 1000 + i % 50 }' >all.$side
done
(ulimit -t 30 && exec "$FR_PROGRAM" diff --min-change 0 --accept-sampling-noise --fail-if new-in-top:10 \
    --format csv -o out.csv all.a all.b >out 2>err)
contains err '(new) and 1999 more' new-in-top
# A trace of 600 000 threads, as where a request is one: each is found without a look at all others.
awk 'BEGIN { print "["; for (i = 0; i < 600000; i++) printf "{\"ph\":\"X\",\"name\":\"r\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":5},\n", i, i; print "{\"ph\":\"M\"}]" }' >requests.json
(ulimit -t 30 && exec "$FR_PROGRAM" convert --format folded -o requests.folded requests.json 2>err) ||
    offend "requests: $(head -c 300 err)"
[ "$(wc -l <requests.folded)" -eq 600000 ] || offend "requests: $(wc -l <requests.folded) threads"

# 5 000 scripts that moved, all with functions of the same three names: files are paired by their names, not each with
# all; of 17 000 with one function more pairs are possible than are looked at, which is said.
for side in 1 2; do
    awk -v side=$side 'BEGIN { for (i = 0; i < 15000; i++) print "m;f" i % 3 " (/srv/" side "/s" int(i / 3) ".js:" 5 + i % 3 ":1) 3" }' >scripts.$side
    awk -v side=$side 'BEGIN { for (i = 0; i < 17000; i++) print "m;init (/srv/" side "/s" i ".js:5:1) 3" }' >inits.$side
done
(ulimit -t 30 && exec "$FR_PROGRAM" diff --format text scripts.1 scripts.2 >out 2>err) ||
    offend "scripts: $(head -c 300 err)"
tr -s '\n ' '  ' <out >flat
contains flat 'files are taken as renamed' scripts
run 0 diff --format text inits.1 inits.2
tr -s '\n ' '  ' <out >flat
contains flat 'too many files share functions to tell which of them moved' inits

# 30 000 functions that call one another, and all grow: who passes on what whom changed by.
for point in 1 2 3 4; do
    awk -v n=$point 'BEGIN { for (i = 0; i < 30000; i++) printf "%sf%d", i ? ";" : "", i; print " " 1000 * n "\nother 10000" }' >chain.$point
done
(ulimit -t 30 && exec "$FR_PROGRAM" trend --by order --format csv -o out.csv chain.1 chain.2 chain.3 chain.4 >out 2>err) ||
    offend "chain of callers: $(head -c 300 err)"

# 5 000 points of a function that grows: 12 million pairs of points are more than 64 MiB.
mkdir points
awk 'BEGIN { for (i = 0; i < 5000; i++) { f = "points/" i ".folded"; print "main;a " 1000 + i "\nmain;b 1000" >f; close(f) } }'
run 0 trend --limit-memory 64M --format text points
tr -s '\n ' '  ' <out >flat
contains flat 'points: slopes and the places of several steps' points

# What would write more than the limit leaves no file; a list without end is refused within its bound.
awk 'BEGIN { for (i = 1; i <= 400; i++) { s = s ";f"; print "main" s " 1" } }' >chain
for format in folded rows speedscope; do
    run 4 convert --limit-output 100000 -o chain.out --format $format chain
    contains err --limit-output "$format"
    [ ! -e chain.out ] || offend "$format: a file beyond --limit-output was left"
done
run 0 convert --limit-output 100000 -o chain.pb.gz chain
run 4 convert --limit-output 100 --format folded chain
run 4 convert --files-from /dev/zero -o zero.folded
contains err "'/dev/zero' is larger than 256 MiB" /dev/zero

# A file cut while it is read: any error or a smaller profile, never a signal.
for delay in 0.01 0.05 0.1; do
    awk 'BEGIN { for (i = 0; i < 3000000; i++) printf "main;a;b;c%d 1\n", i % 1000 }' >shrinking
    "$FR_PROGRAM" convert --format folded shrinking >out 2>err &
    reader=$!
    sleep "$delay"
    : >shrinking
    wait "$reader"
    got=$?
    [ "$got" -lt 128 ] || offend "a file cut while it is read: status $got"
done
exit $bad
