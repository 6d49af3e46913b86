#!/bin/sh
# features.sh [ROOT] - counts the lines of each feature in docs/features.md: those of its C and JavaScript, with comments,
# without tests. It prints a line for each row, and what the row says where that is another number. It fails where a
# feature has lost its files.
#
#     differential                          8 417   (the row says 8 800)
set -eu
cd "${1:-$(dirname "$0")/..}"

# feature ROW FILE...
feature() {
    row=$1
    shift
    for file; do
        [ -f "$file" ] || { echo "FAILED: $row: no file $file" >&2 && exit 1; }
    done
    n=$(cat "$@" | wc -l | awk '{ n = $1 + 0; print n < 1000 ? n : int(n / 1000) " " sprintf("%03d", n % 1000) }')
    said=$(awk -F ' [|] ' -v row="| $row" '$1 == row { print $(NF - 1) }' docs/features.md)
    [ "$said" = "$n" ] && said="" || said="   (the row says ${said:-nothing})"
    printf '%-36s %6s%s\n' "$row" "$n" "$said"
}

feature 'perf script text, plain' formats/perf/*.[ch]
feature 'perf script text, fast ways' formats/perf/fast/*.[ch]
feature 'perf.data' formats/perfdata/*.[ch]
feature 'folded stacks, with fast ways' formats/folded/*.[ch] formats/folded/fast/*.[ch]
feature 'pprof' formats/pprof/*.[ch]
feature 'pprof, fast ways' formats/pprof/fast/*.[ch]
feature 'legacy pprof' formats/legacy/*.[ch]
feature 'OpenTelemetry profiles' formats/otlp/*.[ch]
feature 'JFR' formats/jfr/*.[ch]
feature 'listings of stacks' formats/listings/*.[ch] formats/austin.c
feature 'outlines' formats/outlines/*.[ch]
feature 'Chrome traces and V8 profiles' formats/chrome/*.[ch] formats/v8/*.[ch]
feature 'callgrind' formats/callgrind/*.[ch]
feature 'speedscope, read and written' formats/speedscope/*.[ch]
feature 'rows' formats/rows/*.[ch]
feature 'what is no profile' formats/suspects.c
feature 'names of Rust' formats/rust_v0_name.c formats/perf/rust_name.c
feature 'selections of samples' model/select/*.[ch]
feature 'transforms of stacks' model/transform/*.[ch]
feature 'differential' diff/*.[ch] cli/cmd_diff.c cli/sides.c render/change_words.[ch] render/layout/layout_diff.c \
    render/layout/diff_*.[ch]
feature 'trend' trend/*.[ch] cli/cmd_trend.c cli/trend_*.[ch] render/layout/layout_trend.c \
    render/layout/trend_panels.[ch]
feature 'heatmap, and what stands out in time' heatmap/*.[ch] cli/cmd_heatmap.c render/layout/layout_heat.c \
    render/layout/heat_*.[ch]
feature '`check`' model/report/quality*.[ch]
feature 'drop-in names' cli/dropin.[ch]
feature '`sql`' cli/cmd_sql.c
feature '`record`, `open`' cli/cmd_record.c cli/recorder.[ch] cli/cmd_open.c
feature 'help, man page, completions' cli/help.c
feature 'themes and colours' themes/*.[ch]
feature 'SVG' render/svg/*.[ch]
feature 'HTML' render/html/*.[ch] render/pack/*.[ch]
feature 'PNG, PDF' render/cairo/*.[ch]
feature 'pictures in a terminal' render/term/*.[ch] render/cell_text.c cli/terminal.c
feature 'reports' render/report/*.[ch]
feature 'the viewer' render/assets/*.js render/assets/[!m]*/*.js render/assets/*.css
