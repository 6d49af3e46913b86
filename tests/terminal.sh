#!/bin/sh
# terminal.sh PROGRAM DATA - what appears in a terminal: a picture without -o, as wide as the terminal and no higher, in its
# colours, and none where NO_COLOR is set or TERM is dumb; a light ground is asked for and believed; -o, pipes and
# --format get what they got.
program=$1 data=$2
command -v script >/dev/null || { echo "skipped: no 'script' (util-linux), which makes a terminal" && exit 77; }
. "${0%/*}/lib/scratch.sh"
unset NO_COLOR COLORTERM COLUMNS
export TERM=xterm
esc=$(printf '\033')

# on_terminal ROWS COLUMNS COMMAND: its output there, without the CR of the terminal and the question for the ground.
on_terminal() {
    script -qec "stty rows $1 cols $2; $3" /dev/null </dev/null 2>&1 |
        sed -e 's/\r$//' -e "s/$esc\]11;?$(printf '\a')$esc\[c//"
}
# plain: without colours.
plain() { sed "s/$esc\[[0-9;]*m//g"; }
widest() { plain | LC_ALL=C.UTF-8 wc -L; }

for size in "24 80" "50 200" "40 100" "10 40"; do
    rows=${size% *} columns=${size#* }
    on_terminal "$rows" "$columns" "'$program' '$data/nodejs.perf.gz' -q" >picture
    [ "$(widest <picture)" -le "$columns" ] || offend "$size: wider than the terminal"
    lines=$(wc -l <picture)
    [ "$rows" -lt 20 ] || [ "$lines" -le $((rows - 1)) ] || offend "$size: $lines lines"
    grep -q "$esc\[0;.*48;5;" picture || offend "$size: no colours"
    plain <picture | grep -q ' of the time is in' || offend "$size: no title: $(head -3 picture)"
done
# Where rows do not fit, chains that lose little are folded so that what is at their end is in sight.
on_terminal 24 80 "'$program' diff --base '$data'/shop/before-*.gz --new '$data'/shop/after-*.gz -q" | plain >picture
grep -q '+17.2 words' picture && [ "$(wc -l <picture)" -le 23 ] && head -1 picture | grep -q 'takes 3.7x as long' ||
    offend "24 lines do not show what changed: $(cat picture)"
for lines in 24 40; do
    on_terminal $lines 80 "'$program' heatmap '$data/stall.perf.gz' -q" | plain >picture
    [ "$(wc -l <picture)" -lt $lines ] || offend "a heatmap has $(wc -l <picture) lines in $lines"
done
on_terminal 24 80 "'$program' heatmap '$data/stall.perf.gz' -q --rows 50" | grep -q 'cell 20.*ms' || offend "--rows is not kept"
on_terminal 24 60 "'$program' trend '$data'/trend/cpu/*.pb.gz -q" | plain >picture
grep -q '^panels 1-[0-9]* of [0-9]*; a file has all' picture || offend "panels are left out in silence: $(cat picture)"
grep -q '^40 points in 24 columns' picture || offend "points share columns in silence: $(cat picture)"
tr -d '\n' <picture | grep -q '0.05x' || offend "the end of a sentence is cut: $(cat picture)"
on_terminal 40 100 "COLORTERM=truecolor '$program' '$data/nodejs.perf.gz' -q" | grep -q ';48;2;' ||
    offend "COLORTERM=truecolor gives no 24 bits"
for plainly in NO_COLOR=1 TERM=dumb; do
    on_terminal 40 100 "$plainly '$program' '$data/nodejs.perf.gz' -q" >picture
    ! grep -q "$esc" picture || offend "$plainly has escapes"
    grep -q '│all' picture || offend "$plainly has no lines for edges"
done
on_terminal 40 100 "'$program' '$data/nodejs.perf.gz' -q --ansi never" | grep -q "$esc" && offend "--ansi never has escapes"
"$program" "$data/nodejs.perf.gz" -q --format term --ansi always | grep -q "$esc\[0" || offend "--ansi always has no colours in a pipe"
"$program" "$data/nodejs.perf.gz" -q | head -c 5 | grep -q '<svg' || offend "a pipe got no SVG"

on_terminal 60 80 "'$program' heatmap '$data/stall.perf.gz' -q" | plain >picture
grep -q 'When the CPU was busy' picture && grep -q '▀' picture || offend "no heatmap in a terminal: $(cat picture)"
for asked in "" " --format term"; do
    on_terminal 40 80 "'$program' diff '$data/shop-before.perf.gz' '$data/shop-after.perf.gz' -q$asked" | plain >picture
    grep -q '+15.5?.* words' picture && grep -q '^0.*100.*%$' picture || offend "no signs in a differential: $(cat picture)"
    on_terminal 24 80 "'$program' trend '$data'/trend/cpu/*-run1.pb.gz --by order -q$asked" | plain >picture
    grep -q '█.* main.sortRows' picture || offend "no picture of a trend: $(cat picture)"
    [ "$(wc -l <picture)" -le 23 ] || offend "a trend has $(wc -l <picture) lines"
done
on_terminal 40 80 "'$program' diff '$data/shop-before.perf.gz' '$data/shop-after.perf.gz' --format text -q" >picture
grep -q 'change  *base' picture && ! grep -q '^0.*100.*%$' picture || offend "--format text is no report in a terminal: $(cat picture)"
for command in "'$data/nodejs.perf.gz' --format text" "top '$data/nodejs.perf.gz'" "check '$data/nodejs.perf.gz'" \
    "diff '$data/shop-before.perf.gz' '$data/shop-after.perf.gz' --format text"; do
    on_terminal 40 80 "'$program' $command -q" >picture
    [ "$(widest <picture)" -le 80 ] || offend "$command is wider than the terminal: $(cat picture)"
done
exit $bad
