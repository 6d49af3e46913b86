#!/bin/sh
# npm.sh - the package as people get it: installed from its packed file into an empty project, without a network.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() {
    echo "FAILED: $*"
    failed=1
}
export HOME="$scratch/home" npm_config_offline=true npm_config_audit=false npm_config_fund=false \
    npm_config_update_notifier=false npm_config_cache="$scratch/cache"
mkdir -p "$HOME" "$scratch/project"
cd "$scratch/project"
echo '{"private": true}' >package.json
npm install --loglevel=error --ignore-scripts "$FR_WASM_DIR"/flamerender-*.tgz >../npm.log 2>&1 || { cat ../npm.log && exit 1; }
data=$FR_SOURCE_DIR/tests/data
here() { npx --no-install flamerender "$@"; }
bin=node_modules/.bin/flamerender

# One word of npx, then the program itself: npx takes a while.
here --version | grep -q '^flamerender [0-9]' || fail "npx flamerender --version"
$bin "$data/pprof/cpu-sort.pb.gz" -o x.html && "$FR_PROGRAM" "$data/pprof/cpu-sort.pb.gz" -o y.html 2>/dev/null
cmp x.html y.html || fail "a page differs"
ls -A | grep -q tmp && fail "a temporary file is left"
gzip -dc "$data/shop/before-1.perf.gz" | $bin >x.svg 2>x.err
gzip -dc "$data/shop/before-1.perf.gz" | "$FR_PROGRAM" >y.svg 2>y.err
cmp x.svg y.svg || fail "a picture through pipes differs"
cmp x.err y.err || fail "messages differ"
$bin "$data/mill.jfr.gz" "$data/mill.jfr.gz" -o link.svg 2>/dev/null || fail "two inputs"
ln -s target.svg to.svg && $bin "$data/pprof/heap.pb.gz" -o to.svg 2>/dev/null
[ -L to.svg ] && [ -s target.svg ] || fail "a link was replaced instead of followed"
$bin x.svg >/dev/stdout 2>/dev/null | head -c 5 | grep -q '<svg' || fail "/dev/stdout"

# Exit codes: like the native program's.
same_status() {
    a=0 b=0
    $bin "$@" >x.out 2>x.err </dev/null || a=$?
    "$FR_PROGRAM" "$@" >y.out 2>y.err </dev/null || b=$?
    [ $a -eq $b ] || fail "status $a instead of $b: $*"
    cmp x.err y.err || fail "messages differ: $*"
}
head -c 3000 "$data/mill.jfr.gz" >cut.jfr.gz
printf 'main 1\n' >one.folded
: >empty.folded
same_status missing.pb.gz
same_status --no-such-option
same_status cut.jfr.gz
same_status empty.folded
same_status one.folded -o /no/such/folder/x.svg
same_status --limit-nodes 2 "$data/pprof/cpu-sort.pb.gz"
same_status diff one.folded one.folded --format text
$bin one.folded -o x.png 2>x.err && fail "a PNG was written"
grep -q 'no cairo' x.err || fail "PNG: $(cat x.err)"
$bin record -- true 2>x.err && fail "record ran"
grep -q 'WebAssembly' x.err || fail "record: $(cat x.err)"

# A reader that leaves ends the program, as a signal would, without a word.
set +e
{ $bin "$data/pprof/cpu-sort.pb.gz" --format html 2>x.err; echo $? >status; } | head -c 1 >/dev/null
set -e
[ "$(cat status)" = 141 ] || fail "status $(cat status) after the reader has left"
grep -v note: x.err && fail "said something after the reader had left"

# Within the limit, and in words where it is too little.
awk 'BEGIN { for (i = 0; i < 400000; i++) print "main;f" i ";g" i * 7 % 1009 ";h" i " 1" }' >large.folded
status=0
$bin --limit-memory 64M large.folded -o x.svg 2>x.err || status=$?
case $status in
0) ;;
4) grep -q 'error:.*memory' x.err || fail "64 MB: $(cat x.err)" ;;
*) fail "64 MB: status $status: $(cat x.err)" ;;
esac
grep -q 'fault in its own code' x.err && fail "64 MB: a trap"
status=0
$bin --limit-memory 1M large.folded -o x.svg 2>x.err || status=$?
[ $status -eq 4 ] || fail "1 MB: status $status: $(cat x.err)"

[ $failed -eq 0 ] && echo "npm: installed from $(basename "$FR_WASM_DIR"/flamerender-*.tgz), Node $(node --version)"
exit $failed
