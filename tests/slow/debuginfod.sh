#!/bin/sh
# debuginfod.sh - --debuginfod: files that are not here come from a server on this machine, by build id, and only where the
# option is given; without it the library is not loaded and nobody is asked. Of a pprof with addresses alone, and of a
# recording of perf where perf can record.
export LC_ALL=C
[ -z "${FR_SANITIZE-}" ] || { echo "skipped: the library for networks is not built with sanitizers" && exit 77; }
lib=$(cd "$(dirname "$0")/../lib" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
for tool in node python3 objcopy nm readelf; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed" && exit 77; }
done
. "$lib/scratch.sh"
trap 'kill "$server" 2>/dev/null; rm -rf "$scratch"' EXIT
unset DEBUGINFOD_URLS DEBUGINFOD_PROGRESS DEBUGINFOD_VERBOSE
export DEBUGINFOD_CACHE_PATH="$scratch/cache" DEBUGINFOD_TIMEOUT=20 HOME="$scratch"

cat >app.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static volatile uint64_t sink;
static inline __attribute__((always_inline)) uint64_t stir(uint64_t x)
{
    for (int i = 0; i < 400; i++)
        x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
    return x;
}
static __attribute__((noinline)) uint64_t brew(uint64_t x)
{
    return stir(x + 1) * 3;
}
int main(int argc, char **argv)
{
    uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    for (uint64_t i = 0; i < n; i++)
        sink += brew(i);
    return 0;
}
END
"${CC:-cc}" -O2 -g -fno-omit-frame-pointer -Wl,--build-id=sha1 -o app app.c || offend "app.c is not compiled"
id_of() { readelf -n "$1" | sed -n 's/.*Build ID: //p'; }
id=$(id_of app)
places=$(nm -S app | awk '$4 == "brew" { print $1, $2 }' | python3 -c 'import sys
at, size = (int(word, 16) for word in sys.stdin.read().split())
print(*(f"{at + i:x}" for i in range(0, size, 3)))')

mkdir -p away served/"$id" known && cp app away/app
# shellcheck disable=SC2086
python3 "$lib/address_profile.py" app "$scratch/app" "$id" $places >app.pb
if "$FR_PROGRAM" convert --symbolize --debuginfod --format=folded app.pb 2>&1 | grep -q '(-DFR_ELF=OFF)'; then
    echo "skipped: this build reads no ELF files"
    exit 77
fi
"$FR_PROGRAM" convert -q --symbolize --format=folded app.pb >want.folded
grep -q 'brew;stir ' want.folded || { offend "the program itself gives no names:" && cat want.folded; }
objcopy --only-keep-debug app served/"$id"/debuginfo
cp app served/"$id"/executable && strip served/"$id"/executable
strip app

: >log
node "$here/debug_files.mjs" "$scratch/served" "$scratch/log" "$scratch/port" &
server=$!
for i in $(seq 200); do [ -s port ] && break; sleep 0.05; done
url=http://127.0.0.1:$(cat port)
asked() { wc -l <log | tr -d ' '; }

# symbolize NAME ARGUMENT...: into NAME.folded and NAME.said.
symbolize() {
    name=$1
    shift
    "$FR_PROGRAM" convert --symbolize --format=folded "$@" app.pb >"$name.folded" 2>"$name.said"
}
says() { grep -qF -- "$2" "$1.said" || { offend "$1: does not say '$2'" && cat "$1.said"; }; }

# The program needs no library of networks, and without the option loads none and asks nobody.
readelf -d "$FR_PROGRAM" | grep -q 'NEEDED.*\(debuginfod\|curl\)' && offend "the program is linked with libdebuginfod"
export DEBUGINFOD_URLS="$url"
LD_DEBUG=libs LD_DEBUG_OUTPUT="$scratch/libs" symbolize without || offend "without the option: status $?"
grep -q 'libz' libs.* || offend "LD_DEBUG lists no libraries"
grep -q 'debuginfod\|libcurl' libs.* && offend "without the option the library is loaded"
[ "$(asked)" = 0 ] || offend "without the option the server was asked $(asked) times"
cmp -s without.folded want.folded && offend "the stripped program has all names"

# Without a server, and without the library: what is missing, and the line that mends it.
unset DEBUGINFOD_URLS
symbolize no_server --debuginfod && offend "no server: ends with 0"
says no_server DEBUGINFOD_URLS && says no_server 'hint: export DEBUGINFOD_URLS='
[ -s no_server.folded ] && offend "no server: half of it is written"
export DEBUGINFOD_URLS="$url"
mkdir broken && : >broken/libdebuginfod.so.1
LD_LIBRARY_PATH="$scratch/broken" symbolize no_library --debuginfod && offend "no library: ends with 0"
says no_library libdebuginfod.so.1 && says no_library 'hint: sudo apt install libdebuginfod1'
[ "$(asked)" = 0 ] || offend "the server was asked without the library"
if ! symbolize library --debuginfod; then
    grep -q 'needs the library' library.said && [ "$bad" = 0 ] && echo "skipped: libdebuginfod1 is not installed" && exit 77
    offend "with the option:" && cat library.said
fi

# The program is here without its symbols: they come from the server, once, and stay in the cache.
cmp -s library.folded want.folded || { offend "names of the server differ:" && diff want.folded library.folded | head -n 5; }
[ "$(cat log)" = "/buildid/$id/debuginfo" ] || { offend "asked for:" && cat log; }
says library 'had 1 of them'
symbolize cached --debuginfod
cmp -s cached.folded want.folded && [ "$(asked)" = 1 ] || offend "the cache is not used: $(asked) requests"
# The program is gone: it comes from the server too.
mv app gone && rm -rf cache && : >log
symbolize gone --debuginfod
cmp -s gone.folded want.folded || { offend "names of a program that is gone differ:" && diff want.folded gone.folded | head -n 5; }
[ "$(sort log | tr '\n' ' ')" = "/buildid/$id/debuginfo /buildid/$id/executable " ] || { offend "asked for:" && cat log; }
mv gone app
# What the server has is another build: nothing of it is believed.
rm -rf cache && sed 's/stir(x + 1)/stir(x + 2)/; s/brew/lied/' app.c >other.c
"${CC:-cc}" -O2 -g -Wl,--build-id=sha1 -o other other.c && cp served/"$id"/debuginfo kept && cp other served/"$id"/debuginfo
symbolize lie --debuginfod
cmp -s lie.folded without.folded || { offend "another build is believed:" && cat lie.folded; }
mv kept served/"$id"/debuginfo
# A server that has nothing, and one that is not there.
rm -rf cache && DEBUGINFOD_URLS="$url/nothing" symbolize nothing --debuginfod || offend "a server without the file: status $?"
says nothing 'had 0 of them' && cmp -s nothing.folded without.folded || offend "a server without the file changes names"
rm -rf cache && DEBUGINFOD_URLS="http://127.0.0.1:1" symbolize dead --debuginfod || offend "no server there: status $?"
says dead 'did not answer'
# pprof without --symbolize has no use for files.
"$FR_PROGRAM" convert --debuginfod --format=folded app.pb 2>pprof.said >/dev/null
says pprof '--symbolize'

# A recording.
if perf record -q -N -F 999 -e cpu-clock -g --buildid-mmap -o app.data ./app 300000 >/dev/null 2>&1; then
    "$FR_PROGRAM" convert --format=folded app.data >stripped.folded 2>stripped.said
    says stripped 'stripped of names: app' && says stripped --debuginfod
    mv app gone && rm -rf cache && : >log
    "$FR_PROGRAM" convert -q --format=folded app.data >plain.folded
    [ "$(asked)" = 0 ] || offend "perf.data without the option asks the server"
    grep -q 'brew' plain.folded && offend "perf.data: names without a file"
    "$FR_PROGRAM" convert --debuginfod --format=folded app.data >served.folded 2>served.said
    grep -q 'main;brew' served.folded || { offend "perf.data: no names" && cat served.said served.folded; }
    says served 'of them'
    grep -q 'stripped of names' served.said && offend "perf.data: stripped, though the server had it"
    grep -q "/buildid/$id/debuginfo" log || { offend "perf.data asks for:" && cat log; }
    echo "perf.data: $(asked) requests"
else
    echo "perf cannot record here: no recording was read"
fi
exit $bad
