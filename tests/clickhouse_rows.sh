#!/bin/sh
# clickhouse_rows.sh - contrib/clickhouse/flamerender-rows, without a server: labels arrive as they were stored, and a
# profile that is damaged or empty fails the script and leaves a line that is no row.
export LC_ALL=C
. "${0%/*}/lib/scratch.sh"
mkdir bin && ln -s "$FR_PROGRAM" bin/flamerender
PATH=$PWD/bin:$PATH
script=$FR_SOURCE_DIR/contrib/clickhouse/flamerender-rows
tab=$(printf '\t')
printf 'main;work 3\n' | "$FR_PROGRAM" convert -q - -o a.pb.gz
good=$(base64 -w0 a.pb.gz)

# decode FIELD...: one line, its fields between tabs.
decode() {
    line=$1 && shift
    for label; do line=$line$tab$label; done
    printf '%s\n' "$line" | sh "$script" >rows 2>said
}

# One field of TSV each, as the server writes it and as it comes out again, if it does not come out as it was: control
# characters in names become visible.
while read -r field want; do
    decode "$good" "service=$field" || offend "service '$field': $(cat said)"
    got=$(cut -f 2 rows)
    [ "$got" = "${want:-$field}" ] || offend "$(printf "service '%s' became '%s'" "$field" "$got")"
done <<'FIELDS'
svc
a\\b
a\tb a\\x09b
a\nb a\\x0ab
a\\tb
{2}
{{2}}
{time}
it's"$(id)"`id`$nl\\'x
FIELDS
decode "$good" 'service=a\'"'b" && [ "$(cut -f 2 rows)" = "a'b" ] || offend "an escaped quote: $(cat rows said)"
decode "$good" service=a host=b version= && [ "$(cut -f 2,3,5 rows)" = "a$tab${tab}b" ] || offend "labels: $(cat rows said)"

# damaged WHAT BLOB: between two profiles that are good.
damaged() {
    printf '%s\n' "$good${tab}service=a" "$2${tab}service=b" "$good${tab}service=c" | sh "$script" >rows 2>said
    [ $? -eq 1 ] || offend "$1: not status 1"
    grep -q 'line 2: ' said || offend "$1: $(cat said)"
    tail -n 1 rows | grep -q '^flamerender-rows: line 2: ' || offend "$1: the last line looks like a row: $(tail -n 1 rows)"
}
damaged "a cut blob" "$(head -c 40 a.pb.gz | base64 -w0)"
damaged "no base64" '!!!!'
damaged "base64 that stops" "${good%????????}*"
damaged "an empty blob" ''
exit $bad
