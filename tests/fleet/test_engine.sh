#!/bin/sh
# test_engine.sh - the engine and the program agree, byte for byte, on random fleets: every statement that 'flamerender
# sql' prints, against the same files read by the program. Sums near 2^63 are exact or refused.
set -u
. "$FR_SOURCE_DIR/tests/fleet/fleet.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
start_engine
labels='--label service={4} --label version={3} --label host={2} --label time={time} --label path=/it'"'"'s/{2}'

cost='--cost 0.04USD/core-hour --cores 12000'
printf 'run.* runtime\n.*[<;"].* "odd" team\n.* nobody\n' >teams

# ask STATEMENT OPTION...: its answer.
ask() {
    clickhouse-client -q "$(flamerender sql "$@")"
}

# agree WHAT: the files want and got.
agree() {
    [ -s want ] || failed "$1: there is nothing to compare"
    cmp want got || failed "$1 of $fleet"
}

flamerender sql schema | clickhouse-client --multiquery || failed "schema"
for seed in ${SEEDS:-1 2 3 4 5 6 7 8 9 10 11 12 13 14 15}; do
    fleet="the fleet of seed $seed"
    rm -rf profiles
    make_fleet profiles 25 "$seed"
    find profiles -name '*.gz' | sort >list
    # shellcheck disable=SC2086
    flamerender convert --quiet $labels --files-from list -o all.pb.gz
    # shellcheck disable=SC2086
    flamerender convert --quiet $labels --files-from list --format rows -o rows.tsv
    clickhouse-client -q 'TRUNCATE TABLE flamerender_samples'
    # An upload that is tried again counts once.
    for try in 1 2; do
        clickhouse-client -q "$(flamerender sql ingest --token "$seed")" <rows.tsv || failed "ingest of $fleet"
    done

    flamerender convert --quiet --files-from list >want
    ask merge >answer || failed "merge of $fleet"
    flamerender convert --quiet --expect-total "$(ask total)" answer >got
    agree merge
    # Two of these conditions for each fleet, in turn.
    set -- service=svc1 'host!=h1' "path=/it's/h2" 'path~/h[13]$' 'version!~2' 'path!=x'
    shift $((seed % 5))
    for where in "$1" "$2"; do
        flamerender convert --quiet all.pb.gz --where "$where" >want
        ask slice --where "$where" | flamerender convert --quiet - >got
        agree "slice --where $where"
    done
    flamerender convert --quiet all.pb.gz --where 'time>=1700000300000000000' \
        --where 'time<1700001000500000000' >want
    ask window --from @1700000300 --to @1700001000.5 | flamerender convert --quiet - >got
    agree window
    flamerender diff --quiet all.pb.gz --base-where version=v1 --new-where version=v2 --format folded >want
    ask diff --base-where version=v1 --new-where version=v2 | flamerender diff --quiet - --format folded >got
    agree diff
    flamerender heatmap --quiet rows.tsv --value weight --format json >want
    ask heatmap | flamerender heatmap --quiet - --value weight --format json >got
    agree heatmap
    flamerender top --quiet all.pb.gz --by label:service --format csv >want
    ask cost --by service | flamerender top --quiet - --by label:service --format csv >got
    agree cost
    for by in '--owners teams' '--by label:service' '--by name'; do
        # shellcheck disable=SC2086
        flamerender top --quiet all.pb.gz $by $cost --format csv >want
        # shellcheck disable=SC2086
        ask merge --by service | flamerender top --quiet - $by $cost --format csv >got
        agree "$by with costs"
    done
    flamerender tags --quiet all.pb.gz --where 'service=svc0' --format csv | grep '"path"' >want
    ask merge --by service,path --where service=svc0 | flamerender tags --quiet - --format csv | grep '"path"' >got
    agree "merge --by"
done

# The 40 names that break quoting, terminals and markup.
clickhouse-client -q 'TRUNCATE TABLE flamerender_samples'
hostile=$FR_SOURCE_DIR/golden/rows/hostile/in.folded
flamerender convert --quiet --format rows "$hostile" | clickhouse-client -q "$(flamerender sql ingest --token hostile)" ||
    failed "ingest of hostile names"
flamerender convert --quiet "$hostile" >want
ask merge | flamerender convert --quiet - >got
fleet='hostile names' && agree merge

# 2^63 - 1 is exact, one more is refused, and nothing is written.
head -n 1 rows.tsv >large.tsv
printf '0\tbig\t\t\t\tcpu\tns\t[]\t[]\t00000000-0000-0000-0000-00000000000%d\t%s\tmain;f%d\n' \
    1 9223372036854775806 1 2 1 2 >>large.tsv
clickhouse-client -q "$(flamerender sql ingest --token large)" <large.tsv
ask slice --where service=big | flamerender convert --quiet --expect-total 9223372036854775807 - >got ||
    failed "a sum of 2^63 - 1"
printf 'main;f1 9223372036854775806\nmain;f2 1\n' | cmp - got || failed "a sum of 2^63 - 1"
both='--base-where service=big --new-where service=big'
# shellcheck disable=SC2086
ask diff $both | flamerender diff --quiet - --normalize=none --format folded >got
printf 'main;f1 9223372036854775806 9223372036854775806\nmain;f2 1 1\n' | cmp - got || failed "sides of 2^63 - 1"
ask cost --by service --where service=big | flamerender top --quiet - --by label:service --format csv |
    grep -q '^9223372036854775807,' || failed "a cost of 2^63 - 1"
clickhouse-client -q "$(flamerender sql ingest --token more)" <large.tsv
[ "$(ask total --where service=big)" = cpu=18446744073709551614 ] || failed "a total beyond 64 bits"
ask slice --where service=big | flamerender - -o big.svg 2>said
[ $? -eq 4 ] && [ ! -e big.svg ] || { cat said; failed "a sum beyond 64 bits"; }
# shellcheck disable=SC2086
ask diff $both | flamerender diff - -o big.svg 2>said
[ $? -eq 4 ] && [ ! -e big.svg ] || { cat said; failed "sides beyond 64 bits"; }
ask cost --by service --where service=big | flamerender top - --by label:service -o big.csv 2>said
[ $? -eq 4 ] && [ ! -e big.csv ] || { cat said; failed "a cost beyond 64 bits"; }

# Profiles that lie in a table are decoded by the engine.
mkdir -p engine/user_scripts
cp "$FR_SOURCE_DIR/contrib/clickhouse/flamerender-rows" engine/user_scripts/
while IFS= read -r path; do
    printf '%s\t%s\t%s\n' "$(echo "$path" | cut -d/ -f2)" "$(echo "$path" | cut -d/ -f4)" "$(base64 -w0 "$path")"
done <list >blobs.tsv
clickhouse-client -q 'CREATE TABLE blobs (service String, host String, blob String) ENGINE = MergeTree ORDER BY host'
clickhouse-client -q 'INSERT INTO blobs FORMAT TSV' <blobs.tsv
clickhouse-client -q 'TRUNCATE TABLE flamerender_samples'
clickhouse-client --multiquery -q "$(cat "$FR_SOURCE_DIR/contrib/clickhouse/decode.sql")" || failed "executable()"
flamerender convert --quiet --label host={2} --files-from list --where host=h1 >want
ask slice --where host=h1 | flamerender convert --quiet - >got
cmp want got || failed "profiles decoded by the engine"

# Names that break templates arrive as they are stored; a profile that is damaged fails the statement.
clickhouse-client -q 'TRUNCATE TABLE flamerender_samples'
clickhouse-client -q 'TRUNCATE TABLE blobs'
blob=$(base64 -w0 "$(head -n 1 list)")
printf '%s\th9\t%s\n' 'a\\b{2}' "$blob" | clickhouse-client -q 'INSERT INTO blobs FORMAT TSV'
clickhouse-client --multiquery -q "$(cat "$FR_SOURCE_DIR/contrib/clickhouse/decode.sql")" || failed "a service with braces"
[ "$(clickhouse-client -q "SELECT count() > 0, any(service) = 'a\\\\b{2}' FROM flamerender_samples")" = 1,1 ] ||
    failed "a service with braces: $(clickhouse-client -q 'SELECT DISTINCT service FROM flamerender_samples')"
printf 'svc\th9\t%s\n' "$(echo "$blob" | cut -c1-40)" '' | clickhouse-client -q 'INSERT INTO blobs FORMAT TSV'
clickhouse-client --multiquery -q "$(cat "$FR_SOURCE_DIR/contrib/clickhouse/decode.sql")" 2>said && failed "a damaged profile is lost"
grep -q 'flamerender-rows' said || { cat said; failed "a damaged profile: the error does not name it"; }

# No sample: the answer has totals and no row.
ask slice --where host=nobody | flamerender - -o none.svg 2>said
[ $? -eq 5 ] && [ ! -e none.svg ] || { cat said; failed "an answer without a row"; }

# Coroot's tables, with a stack as its collector writes it.
clickhouse-client --multiquery -q "$(cat "$FR_SOURCE_DIR/tests/fleet/coroot.sql")" || failed "Coroot's tables"
ask merge --dialect coroot --where service=/k8s/default/api --where 'pod~^api-' | flamerender convert --quiet - >got
printf 'main.main;net/http.(*conn).serve 30\nmain.main;op\\x3berator 12\n' | cmp - got || failed "Coroot's stacks"
ask cost --dialect coroot --by pod >answer && grep -q 'go:profile_cpu:nanoseconds	nanoseconds	api-1	42' answer ||
    failed "Coroot's labels"
