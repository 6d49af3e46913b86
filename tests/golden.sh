#!/bin/sh
# golden.sh [--update] PROGRAM AREA... - runs every case of golden/<area>/ and compares byte by byte.
#
# A case is a folder golden/<area>/<case>/ with
#     cmd           comment lines (# what is expected and why), then one line: the arguments of the
#                   program, read by sh, so that pipes and redirections may follow. "# needs: elf" is a case for
#                   builds with it, "# without: elf" for builds without: FR_WITHOUT lists what a build lacks
#     in.*          inputs; the case runs in a copy of its folder. What several cases read stands once in
#                   golden/shared/, which is no area: in.folded -> ../../shared/foo-bar.folded
#     want.out      standard output
#     want.err      standard error; none: it must be empty
#     want.status   exit status; none: 0
#     want.file.X   a file X that the case leaves behind
# A missing want.out, a case without a comment and a file with another name fail.
# --update writes the wants of all cases and shows what changed.
set -u
export LC_ALL=C TZ=UTC HOME=/nonexistent
unset NO_COLOR COLUMNS COLORTERM 2>/dev/null
update=
if [ "$1" = --update ]; then
    update=yes
    shift
fi
FR_PROGRAM=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
export FR_PROGRAM
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
n_cases=0 n_bad=0 n_left_out=0

is_lacking() { case " ${FR_WITHOUT-} " in *" $1 "*) ;; *) return 1 ;; esac; }

# read_cmd CASE: its line in $cmd; fails where there is none, or several, or no comment.
read_cmd() {
    cmd= said= n_lines=0 lacks=
    [ -e "$1/cmd" ] || return 1
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        '# needs: '*) ! is_lacking "${line#'# needs: '}" || lacks="this build is without ${line#'# needs: '}" ;;
        '# without: '*) is_lacking "${line#'# without: '}" || lacks="for builds without ${line#'# without: '}" ;;
        '# '*) said=yes ;;
        '#'*) ;;
        *) cmd=$line n_lines=$((n_lines + 1)) ;;
        esac
    done <"$1/cmd"
    [ -n "$cmd" ]
}

# want CASE NAME GOT: the golden against what came out.
want() {
    golden=$1/want.$2
    [ -e "$golden" ] && cmp -s "$golden" "$3" && return 0
    if [ -n "$update" ]; then
        diff -u --label "$golden" --label new "$([ -e "$golden" ] && echo "$golden" || echo /dev/null)" "$3"
        cp "$3" "$golden"
        return 0
    fi
    echo "$1: want.$2 differs:"
    [ -e "$golden" ] || echo "    (there is no want.$2)"
    diff -u --label "want.$2" --label got "$([ -e "$golden" ] && echo "$golden" || echo /dev/null)" "$3" |
        head -n 60
    return 1
}

# want_status CASE STATUS; no golden is 0.
want_status() {
    wanted=0
    [ ! -e "$1/want.status" ] || read -r wanted <"$1/want.status"
    [ "$wanted" = "$2" ] && return 0
    echo "$2" >"$scratch/status"
    want "$1" status "$scratch/status"
}

# Each case runs in a folder of its own.
run_case() {
    where=$1 run=$scratch/$n_cases ok=0
    read_cmd "$where" || { echo "$where: no cmd" && return 1; }
    [ "$n_lines" -eq 1 ] || { echo "$where: cmd has more than one line" && return 1; }
    [ -n "$said" ] || { echo "$where: cmd says not what is expected" && return 1; }
    [ -z "$lacks" ] || { echo "left out: $where: $lacks" && n_left_out=$((n_left_out + 1)) && return 0; }
    mkdir "$run"
    set --
    for file in "$where"/*; do
        case ${file##*/} in
        in.*) set -- "$@" "$file" ;;
        cmd | want.out | want.err | want.status | want.file.*) ;;
        *) echo "$file: not a file of a golden case" && return 1 ;;
        esac
    done
    [ $# -eq 0 ] || cp -RL "$@" "$run/" || return 1
    (cd "$run" && exec sh -c "\"\$FR_PROGRAM\" $cmd") \
        >"$scratch/out" 2>"$scratch/err" </dev/null
    want_status "$where" $? || ok=1
    want "$where" out "$scratch/out" || ok=1
    [ -s "$scratch/err" ] || [ -e "$where/want.err" ] && { want "$where" err "$scratch/err" || ok=1; }
    for file in "$run"/*; do
        case ${file##*/} in
        in.* | '*') ;;
        *) want "$where" "file.${file##*/}" "$file" || ok=1 ;;
        esac
    done
    for file in "$where"/want.file.*; do
        [ -e "$file" ] || continue
        left=$run/${file##*/want.file.}
        [ -e "$left" ] || { echo "$where: ${left##*/} was not written" && ok=1; }
    done
    return $ok
}

for area; do
    [ "$(basename "$area")" != shared ] || continue
    for where in "$area"/*/; do
        n_cases=$((n_cases + 1))
        run_case "${where%/}" || n_bad=$((n_bad + 1))
    done
done
echo "$n_cases golden cases, $n_left_out left out, $n_bad failed"
[ "$n_cases" -gt 0 ] || { echo "no case found in $*" && exit 1; }
[ "$n_bad" -eq 0 ] || { echo "if the new bytes are right: make golden-update, and read its diff" && exit 1; }
