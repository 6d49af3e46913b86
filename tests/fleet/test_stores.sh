#!/bin/sh
# test_stores.sh - the commands of docs/fleet.md for stores, on answers of stores (stores/README.md): each command runs as
# it is documented, with clients that answer from files.
. "${0%/*}/../lib/scratch.sh"
. "$FR_SOURCE_DIR/tests/fleet/fleet.sh"
need jq
answers=$FR_SOURCE_DIR/tests/fleet/stores
mkdir bin
ln -s "$FR_PROGRAM" bin/flamerender
cat >bin/profilecli <<'EOT'
#!/bin/sh
for last; do :; done
[ "$1 $2" = "query profile" ] && cp "$ANSWERS/pyroscope.pb.gz" "${last#--output=pprof=}"
EOT
cat >bin/curl <<'EOT'
#!/bin/sh
case $* in
*"$PYROSCOPE/pyroscope/render"*format=json*) exec cat "$ANSWERS/pyroscope.json" ;;
*"/v2/projects/$PROJECT/profiles"*) exec cat "$ANSWERS/google.json" ;;
*) exit 22 ;;
esac
EOT
cat >bin/grpcurl <<'EOT'
#!/bin/sh
jq -e '.reportType == "REPORT_TYPE_PPROF_UNSPECIFIED" and .mode == "MODE_MERGE"' >query || exit 1
exec cat "$ANSWERS/parca.json"
EOT
chmod +x bin/profilecli bin/curl bin/grpcurl
PATH=$scratch/bin:$PATH ANSWERS=$answers PYROSCOPE=http://pyroscope PARCA=parca:7070 PROJECT=shop TOKEN=none
export PATH ANSWERS PYROSCOPE PARCA PROJECT TOKEN

sed -n '/^## Stores/,/^## Merges/p' "$FR_SOURCE_DIR/docs/fleet.md" | documented >commands
n=0
while IFS= read -r command; do
    n=$((n + 1))
    sh -c "$command" >out 2>err </dev/null || { cat err && offend "$command"; }
done <commands
echo "$n documented commands"
[ $n -gt 0 ] || offend "no command"

# same FILE STACKS: the profile has these stacks.
same() {
    flamerender convert --quiet --format folded "$1" >got
    printf "$2" | cmp - got || offend "the stacks of $1"
}
api='main;serve 30\nmain;serve;parse 12\n'
same api.pb.gz "$api"
same render.html "$api"
same parca.html "$api"
same exported/api/v1/2026-11-01T10:00:00Z.pb.gz "$api"
same google.pb.gz 'main;serve 50\nmain;serve;log 5\nmain;serve;parse 12\n'
exit $bad
