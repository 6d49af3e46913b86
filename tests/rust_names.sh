#!/bin/sh
# rust_names.sh - Rust's legacy symbols are names of the source in every text format: a function of a recording in each
# gets such a symbol in place of its name, and the profile has the name of the source.
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib/scratch.sh"
escapes='_\$LT\$app..Shop\$u20\$as\$u20\$core..fmt..Debug\$GT\$::fmt'
wanted='<app::Shop as core::fmt::Debug>::fmt'
n_formats=0

# FORMAT FILE NAME SYMBOL: the file with the symbol where NAME stood.
check() {
    sed "s/\\b$3\\b/$4/g" "$here/../golden/$2" >"$scratch/in"
    cmp -s "$scratch/in" "$here/../golden/$2" && offend "$2 has no $3"
    "$FR_PROGRAM" convert -q --input-format "$1" --format json "$scratch/in" >"$scratch/out" 2>"$scratch/err" ||
        offend "$1: $(cat "$scratch/err")"
    sed -n 's/^  {"name": "\(.*\)", "kind".*/\1/p' "$scratch/out" | sed 's/\\u003c/</g; s/\\u003e/>/g' >"$scratch/names"
    grep -qF "$wanted" "$scratch/names" || offend "$1: no '$wanted' in: $(tr '\n' ';' <"$scratch/names")"
    grep -q '\$LT\$\|::h0123456789abcdef' "$scratch/names" && offend "$1: $(grep -n '\$LT\$\|::h0123' "$scratch/names")"
}

while read -r format file name; do
    n_formats=$((n_formats + 1))
    check "$format" "$file" "$name" "$escapes::h0123456789abcdef"
    check "$format" "$file" "$name" "$escapes"
done <<'END'
async-html async_html/folded/in.html main
backtraces backtraces/eu_stack/in.txt __poll
bcc bcc/delimited/in.txt __x64_sys_read
bpftrace bpftrace/key_first/in.txt app
bpftrace-json bpftrace_json/hostile/in.json main
callgrind callgrind/alone/in.txt main
chrome-trace chrome_trace/clang/in.json Backend
cpuprofile cpuprofile/heatmap/in.json main
dhat dhat/blocks/in.json calloc
dtrace dtrace/addresses/in.txt main
firefox firefox/gecko/in.json GeckoMain
flamegraph-svg flamegraph_svg/inferno/in.svg parse
flamebearer flamebearer/bytes/in.json log
folded folded/plain/in.folded main
heapprofile heapprofile/deep/in.json leaf
ghc-json ghc_json/plain/in.prof main
ghc-prof ghc_prof/ticks/in.txt parse
goroutines goroutines/debug_1/in.txt main.worker
instruments instruments/deep_copy/in.txt draw
java-threads java_threads/jstack/in.txt main
macos-sample macos_sample/over/in.txt main
perf-script perf_script/backslash_and_blanks/in.perf spaced
pmcstat pmcstat/graph/in.txt _start
pprof-legacy pprof_legacy/symbols_heap/in.txt copy_inlined
python-threads python_threads/faulthandler/in.txt parse
rows rows/answer/in.tsv main
safari safari/recording/in.json words
speedscope speedscope/lines/in.json main
stackprof stackprof/plain/in.json total
systemtap systemtap/counts/in.txt futex_wait
v8-log v8_log/plain/in.v8log.json ArrayMap
visual-studio visual_studio/samples/in.txt main
vtune vtune/hostile/in.txt Total
xctrace xctrace/cycles/in.txt main
END
echo "$n_formats formats"
exit $bad
