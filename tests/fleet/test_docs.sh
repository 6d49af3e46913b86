#!/bin/sh
# test_docs.sh - the commands of docs/fleet.md, one after another, in a folder with the profiles of a small fleet. Those
# for stores are run by test_stores.sh.
set -u
. "$FR_SOURCE_DIR/tests/fleet/fleet.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
start_engine
printf 'run.* runtime\n.* nobody\n' >teams
make_fleet profiles 60 1
sed '/^## Stores/,/^## Merges/d' "$FR_SOURCE_DIR/docs/fleet.md" | documented >commands
n=0
while IFS= read -r command; do
    n=$((n + 1))
    sh -c "$command" >out 2>err </dev/null || { cat err; failed "$command"; }
done <commands
echo "$n documented commands"
[ $n -gt 0 ]
