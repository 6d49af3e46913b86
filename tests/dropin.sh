#!/bin/sh
# dropin.sh LINES - command lines as people write them, with links in place of the scripts that they call.
#
# LINES has lines 'CHECK | COMMAND'; COMMAND runs in a folder with the inputs below, and the links of
# `flamerender install-links` are the first in PATH, beside stand-ins for perf and others that record. CHECK is
#     boxes FOLDED FILE     the boxes (depth, name, count) of the SVG in FILE are those of FOLDED, merged by awk
#     upside FOLDED FILE    the same with every stack of FOLDED turned over
#     same WANT FILE        FILE has the lines of WANT, in any order
#     status N              the exit status; 0 for all others
#     holds TEXT            what was printed, or a file OUT, has TEXT
set -u
export LC_ALL=C
lines=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
FR_PROGRAM=$(cd "$(dirname "$FR_PROGRAM")" && pwd)/$(basename "$FR_PROGRAM")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
mkdir bin
"$FR_PROGRAM" install-links bin >/dev/null || exit 1
PATH=$scratch/bin:$PATH

# ---- stand-ins: each prints what the real one would ----

stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}
stand_in perf 'case $1 in script) cat "$HOME/recorded.perf" ;; esac'
stand_in sudo 'exec "$@"'
stand_in profile-bpfcc 'cat "$HOME/app.folded"'
stand_in offcputime-bpfcc 'cat "$HOME/app.folded"'
stand_in asprof 'for last; do :; done; cp "$HOME/java.folded" out.collapsed'
stand_in dtrace 'cat "$HOME/recorded.dtrace"'
export HOME="$scratch"

# ---- inputs ----

printf 'app;main;parse 30\napp;main;parse;read 20\napp;main;run 40\napp;main;run;[libc] 10\n' >app.folded
printf 'java;Lorg/a/B:::run_[j] 12\njava;Lorg/a/B:::run_[j];java/util/List.get_[i] 3\njava;sys_read_[k] 5\n' >java.folded
printf 'node;/srv/app.js:12_[j] 9\nnode;v8::Call 4\n' >node.folded
printf 'r;app::serve;alloc::vec::Vec::push 7\nr;core::fmt::write 2\n' >rust.folded
printf 'go;main.main;runtime.mallocgc 5\ngo;main.main;net/http.Serve 8\n' >go.folded
printf 'app;main;parse 20\napp;main;run 70\n' >before.folded
printf 'app;main;parse 45\napp;main;run 40\napp;main;new 5\n' >after.folded
printf 'app;main;parse 20 45\napp;main;run 70 40\napp;main;new 0 5\n' >both.folded
cat >recorded.perf <<'PERF'
app 100/101 [000] 1.000000: cpu-clock:
	7f01 read+0x10 (/lib/libc.so)
	4001 parse (/bin/app)
	4002 main (/bin/app)

app 100/101 [000] 2.000000: cpu-clock:
	ffffffff81000001 do_syscall ([kernel.kallsyms])
	4002 main (/bin/app)

PERF
printf 'app;main;do_syscall 1\napp;main;parse;read 1\n' >perf.folded
printf 'app;main;do_syscall_[k] 1\napp;main;parse;read 1\n' >kernel.folded
printf 'app-100/101;main;do_syscall 1\napp-100/101;main;parse;read 1\n' >tid.folded
cat >recorded.dtrace <<'DTRACE'
CPU     ID                    FUNCTION:NAME
  0  64091                        :tick-60s


              libc.so`read+0x7
              app`main+0x12
                5

              app`main+0x20
                3

DTRACE
printf 'app`main 3\napp`main;libc.so`read 5\n' >dtrace.folded

# ---- checks ----

# The boxes of folded text: "depth name count".
boxes_of_folded() {
    awk -v upside="$1" '{
        count = $NF; sub(/ [^ ]*$/, ""); n = split($0, frame, ";"); path = ""; total[""] += count
        for (i = 1; i <= n; i++) {
            name = frame[upside ? n + 1 - i : i]; path = path ";" name
            depth[path] = i; total[path] += count
            sub(/_\[[kij]\]$/, "", name); names[path] = name
        }
        names[""] = "all"; depth[""] = 0
    } END { for (p in total) if (total[p] > 0) print depth[p], names[p], total[p] }' "$2" | sort
}
# The boxes of a picture that has a title in each; those of the largest y are the root.
boxes_of_svg() {
    "$FR_PROGRAM" convert --quiet --format folded "$1" >carried.folded 2>/dev/null
    awk '/<g transform="translate\(0 / { y = $0; sub(/.*translate\(0 /, "", y); sub(/\).*/, "", y) }
        /<title>/ && /<rect/ {
            n = split($0, part, "<title>")
            for (i = 2; i <= n; i++) {
                text = part[i]; sub(/<\/title>.*/, "", text)
                m = split(text, field, " \302\267 ")
                split(field[2], amount, " ")
                gsub(/\342\200\257/, "", amount[1])
                sub(/^[A-Za-z]+: /, "", field[1]) # --nametype
                gsub(/&lt;/, "<", field[1]); gsub(/&gt;/, ">", field[1]); gsub(/&amp;/, "\\&", field[1])
                row[++k] = y; name[k] = field[1]; count[k] = amount[1]
                if (field[1] == "all") root = y
            }
        }
        END {
            for (i = 1; i <= k; i++) {
                d = row[i] - root; if (d < 0) d = -d
                step = (step == "" || (d > 0 && d < step)) && d > 0 ? d : step
            }
            for (i = 1; i <= k; i++) {
                d = row[i] - root; if (d < 0) d = -d
                print (step ? d / step : 0), name[i], count[i]
            }
        }' "$1" | sort
}

same() {
    cmp -s want got && return 0
    diff want got | head -n 6
    return 1
}

check() {
    case $1 in
    boxes | upside)
        upside=0
        [ "$1" = boxes ] || upside=1
        boxes_of_folded $upside "$2" >want
        boxes_of_svg "$3" >got
        same
        ;;
    same)
        sort "$2" >want
        sort "$3" >got
        same
        ;;
    holds)
        shift
        cat printed OUT 2>/dev/null | grep -qF -- "$*"
        ;;
    status) : ;;
    *) return 1 ;;
    esac
}

bad=0 n=0
while IFS='|' read -r what command; do
    case $what in '#'* | '') continue ;; esac
    # The command may hold bars itself: read leaves them in its last field.
    rm -rf OUT ./*.svg out.collapsed palette.map out.* want got printed
    # shellcheck disable=SC2086 # the check is words
    set -- $what
    wanted=0
    [ "$1" != status ] || wanted=$2
    (eval "$command") >printed 2>said
    status=$?
    n=$((n + 1))
    if [ "$status" -ne "$wanted" ] || ! check "$@"; then
        echo "FAILED ($status): $command"
        head -n 3 said
        bad=1
    fi
done <"$lines"
echo "$n command lines"
[ "$n" -ge 60 ] && exit $bad
exit 1
