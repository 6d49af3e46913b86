# inputs.sh - read by run.sh and ways.sh in their scratch folder: the tools, and inputs from fixed seeds, which are kept.
# shellcheck shell=sh disable=SC2154
for tool in generate measure; do
    ${CC:-cc} -std=c17 -O2 -o $tool "$here/$tool.c"
done
${CC:-cc} -std=c17 -O2 -o generate_pprof "$here/generate_pprof.c" -lz

input() { # input FILE GENERATE-ARGUMENTS...
    [ -s "$1" ] || { ./generate "$2" "$3" "$4" >"$1.part" && mv "$1.part" "$1"; }
}
sorted() { # sorted FILE SORTED-FILE: as collapsers write them
    [ -s "$2" ] || { LC_ALL=C sort "$1" >"$2.part" && mv "$2.part" "$2"; }
}
