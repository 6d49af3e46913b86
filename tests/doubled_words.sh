#!/bin/sh
# doubled_words.sh - no help, man page or message says "show show" or "include or exclude include or exclude".
# Messages are the texts in the program: without the scripts of pages, and names of C types.
export LC_ALL=C
. "${0%/*}/lib/scratch.sh"
command -v strings >/dev/null || { echo "skipped: strings is not installed" && exit 77; }

# doubled NAME: what stands twice in a row in the file `text`, up to five words.
twice="(^|[^a-z'_-])([a-z]{2,}([ ]+[a-z]+){0,4}) \2([^a-z_-]|\$)"
doubled() {
    ! grep -oEi "$twice" text >found || offend "$1: $(cat found)"
}

echo 'it will show show time' >text
(doubled "a self-check" >said; exit "$bad") && offend "nothing would be found"
strings -n 6 "$FR_PROGRAM" | awk 'length($0) < 1000' | grep -vE 'long long|^complete -o|--pid PID' >text
doubled "the texts in the program"
for command in '' render diff heatmap trend top tags convert check sql help; do
    # shellcheck disable=SC2086 # the first is no argument
    "$FR_PROGRAM" $command --help | sed 's/.* --[a-z].*  //; s/--[a-z-]* [A-Z]*//' | tr -s '\n ' '  ' >text
    doubled "$command --help"
done
"$FR_PROGRAM" help --man | sed '/^\.TP/,+1d; /^\.SH/d; /^\.SS/d' | tr -s '\n ' '  ' >text
doubled "the man page"
exit $bad
