#!/bin/sh
# originals.sh - the links beside the scripts that they stand for, on the command lines of tests/data/dropin_lines.txt and
# on recordings. Nothing of the scripts is in this project: FR_ORIGINALS is a folder with flamegraph.pl,
# stackcollapse-perf.pl, stackcollapse.pl and difffolded.pl of FlameGraph; without it the test is skipped.
#
#     FR_ORIGINALS=~/FlameGraph FLAMERENDER_CORPUS=~/corpus ctest -R originals
#
# Compared: exit status, folded text, palette.map, and the sums of boxes by depth and name. docs/compat.md says where the
# scripts are wrong: a recording gets the empty line at its end that stackcollapse-perf.pl needs.
set -u
export LC_ALL=C
[ -n "${FR_ORIGINALS-}" ] || { echo "skipped: FR_ORIGINALS is not set" && exit 77; }
command -v perl >/dev/null || { echo "skipped: no perl" && exit 77; }
originals=$(cd "$FR_ORIGINALS" && pwd) || exit 1
tests=$FR_SOURCE_DIR/tests
FR_PROGRAM=$(cd "$(dirname "$FR_PROGRAM")" && pwd)/$(basename "$FR_PROGRAM")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
mkdir bin links scripts
"$FR_PROGRAM" install-links links >/dev/null || exit 1
PATH=$scratch/bin:$PATH
. "$tests/lib/dropin_inputs.sh"
. "$tests/lib/boxes.sh"
for script in flamegraph.pl stackcollapse-perf.pl stackcollapse.pl difffolded.pl; do
    printf '#!/bin/sh\nexec perl -w %s "$@"\n' "$originals/$script" >scripts/$script
done
chmod +x scripts/*
n=0 bad=0

differ() {
    echo "DIFFERS: $*"
    bad=$((bad + 1))
}

# Colours of names, without the root, which has no rule here, and without names that begin or end in a blank there, which
# does not count here: `blanks` lists them.
colours() {
    grep -v '^->' palette.map | awk '
        FILENAME == "blanks" { blank[$0] = 1; next }
        {
            name = $0; sub(/->rgb\([0-9,]*\)$/, "", name); line[++n] = $0; bare = name
            sub(/^ +/, "", bare); mark = match(bare, /_\[[a-z]\]$/) ? substr(bare, RSTART) : ""
            bare = substr(bare, 1, length(bare) - length(mark)); sub(/ +$/, "", bare); bare = bare mark
            of[n] = bare
            if (bare != name) blank[bare] = 1
        }
        END {
            for (i = 1; i <= n; i++) if (!(of[i] in blank)) print line[i]
            for (b in blank) print b > "blanks.new"
        }' blanks - | sort
    touch blanks.new
    mv blanks.new blanks
}

# ---- command lines ----

# run FOLDER OUT COMMAND: with the programs of FOLDER; what it leaves goes to OUT.
run() {
    rm -rf ./*.svg out.collapsed palette.map out.* "$2"
    mkdir "$2"
    (PATH=$scratch/$1:$PATH && eval "$3") >printed 2>said
    echo $? >"$2/status"
    for file in printed ./*.svg out.* palette.map; do
        [ -f "$file" ] && cp "$file" "$2/"
    done
}

# One picture each, or sorted text: boxes of differentials have other amounts here, their status is compared.
same_files() {
    for file in theirs/*; do
        name=${file#theirs/}
        if grep -q 'data-flamerender="diff"' "ours/$name"; then
            :
        elif grep -q '<svg' "$file" && ! grep -q ERROR "$file"; then
            boxes_of_original "$file" | sum_boxes >want
            boxes_of_svg "ours/$name" | sed 's/^\([0-9]*\) \(.*\) \([0-9.]*\)$/\1	\2	\3/' | sum_boxes >got
            cmp -s want got || { diff want got | head -n 4 && return 1; }
        elif [ "$name" = palette.map ]; then
            sort "$file" | grep -v '^->' >want # the root has a colour there, and no rule
            sort "ours/$name" | grep -v '^->' >got
            cmp -s want got || { diff want got | head -n 4 && return 1; }
        elif ! grep -q 'USAGE\|<svg' "$file"; then
            sort "$file" >want
            sort "ours/$name" >got
            cmp -s want got || { diff want got | head -n 4 && return 1; }
        fi
    done
}

# Where they differ knowingly: a spurious "--" on top of chains; the root's value is --total; the root has a colour in
# palette.map, and no rule; the words of usage.
known='*--color=chain* *--total* *cat?palette.map* *--title-is-no-option*'

is_known() {
    for pattern in $known; do
        # shellcheck disable=SC2254 # they are patterns
        case $1 in $pattern) return 0 ;; esac
    done
    return 1
}

set -f # patterns are no files
while IFS='|' read -r what command; do
    case $what$command in '#'* | '' | *inferno-*) continue ;; esac
    is_known "$command" && continue
    set +f
    n=$((n + 1))
    run links ours "$command"
    run scripts theirs "$command"
    same_files || differ "$command"
    set -f
done <"$tests/data/dropin_lines.txt"
set +f
echo "$n command lines"

# ---- recordings ----

n_folded=0 n_boxes=0 n_colours=0
corpus=${FLAMERENDER_CORPUS:-/nonexistent}
for input in "$corpus"/flamegraph-perf/*.txt "$corpus"/recordings/*; do
    [ -f "$input" ] || continue
    case $input in *.gz) gzip -dc "$input" ;; *) cat "$input" ;; esac >in.perf
    [ "$(wc -c <in.perf)" -lt 20000000 ] || continue
    echo >>in.perf
    for option in '' --pid --tid --kernel --jit --all --addrs; do
        # shellcheck disable=SC2086 # no option is no word
        scripts/stackcollapse-perf.pl $option in.perf >want 2>/dev/null
        wanted=$?
        # shellcheck disable=SC2086
        links/stackcollapse-perf.pl $option in.perf >got 2>/dev/null
        if [ $? -ne $wanted ] || ! cmp -s want got; then
            differ "stackcollapse-perf.pl $option $(basename "$input")"
            diff want got | head -n 4
        fi
        n_folded=$((n_folded + 1))
    done
    scripts/stackcollapse-perf.pl --all in.perf >in.folded 2>/dev/null
    [ -s in.folded ] || continue
    for option in '' --reverse --inverted; do
        # shellcheck disable=SC2086
        scripts/flamegraph.pl --minwidth 0 $option in.folded >want.svg 2>/dev/null
        boxes_of_original want.svg | sum_boxes >want
        # shellcheck disable=SC2086
        "$FR_PROGRAM" render --quiet --input-format=folded --no-demangle --minwidth 0 --max-depth 60000 --format=scene-json $option in.folded |
            boxes_of_json | sum_boxes >got
        cmp -s want got || { differ "flamegraph.pl $option $(basename "$input")" && diff want got | head -n 4; }
        n_boxes=$((n_boxes + $(wc -l <want)))
    done
    for palette in hot java js; do
        for shade in '' --hash; do
            rm -f palette.map
            # shellcheck disable=SC2086
            scripts/flamegraph.pl --cp --minwidth 0 --colors $palette $shade in.folded >/dev/null 2>&1
            : >blanks
            colours >want
            rm -f palette.map
            # shellcheck disable=SC2086
            links/flamegraph.pl --cp --minwidth 0 --colors $palette $shade in.folded >/dev/null 2>&1
            colours >got
            n_colours=$((n_colours + $(wc -l <want)))
            cmp -s want got || { differ "--colors $palette $shade $(basename "$input")" && diff want got | head -n 4; }
        done
    done
done
echo "$n_folded folded texts of recordings, $n_boxes sums of boxes, $n_colours colours; $bad differ"
exit $((bad > 0))
