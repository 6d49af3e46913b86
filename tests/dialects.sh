#!/bin/sh
# dialects.sh ROOT - each dialect of a listing (formats/listings/NAME.c) stands where CONTRIBUTING.md says that it has to:
# its values may be told a unit, no other reader takes its text, its text is fuzzed, and its time grows with its size.
cd "$1" || exit 1
bad=0 n=0
units=$(grep '"weight-unit"' cli/options.def | grep -o 'FROM("[^"]*")')
for file in formats/listings/*.c; do
    name=$(basename "$file" .c | tr _ -)
    [ "$name" = listing ] && continue
    n=$((n + 1))
    lacks() { echo "$file: no '$name' in $1" && bad=1; }
    case "$units" in *[\"\ ]"$name"[\"\ ]*) ;; *) lacks "FROM of --weight-unit, cli/options.def" ;; esac
    grep -lx "$name" tests/fuzz/corpus/listing/* >/dev/null || lacks "the first lines of tests/fuzz/corpus/listing"
    grep -q "\"$name\"" tests/unit/test_probe_matrix.c || lacks tests/unit/test_probe_matrix.c
    grep -q "^    \"$name\": " tests/slow/scaling.py || lacks tests/slow/scaling.py
done
echo "$n dialects"
[ "$n" -gt 5 ] || { echo "too few were found: the search is broken" && exit 1; }
exit $bad
