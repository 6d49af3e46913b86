#!/bin/sh
# test_shards.sh - a sharded pair of ClickHouse servers on loopback, the rows of random fleets on either of them: answers
# are the program's, byte for byte. When a shard is killed the pipeline ends in an error and leaves no file.
#
# Debian's ClickHouse is of 2018. What its tables lack (codecs, tokens, LowCardinality) is taken out of the schema; the
# queries are as they are printed.
set -u
. "$FR_SOURCE_DIR/tests/fleet/fleet.sh"
need clickhouse-server clickhouse-client
scratch=$(mktemp -d)
stop() {
    for n in 1 2; do
        [ ! -s "$scratch/s$n/pid" ] || kill -9 "$(cat "$scratch/s$n/pid")" 2>/dev/null
    done
    wait 2>/dev/null
    rm -rf "$scratch"
}
trap stop EXIT
cd "$scratch" || exit 3
mkdir bin && ln -s "$FR_PROGRAM" bin/flamerender && PATH=$scratch/bin:$PATH
first=$((19000 + $$ % 500 * 2))

# client N OPTION...: of server N.
client() {
    port=$((first + $1 - 1))
    shift
    clickhouse-client --host 127.0.0.1 --port $port "$@"
}

# start N: a server with data of its own, which knows both.
start() {
    mkdir -p "s$1/data" "s$1/tmp"
    cat >"s$1/config.xml" <<EOF
<yandex>
    <logger><level>warning</level><log>$PWD/s$1/log</log><errorlog>$PWD/s$1/err</errorlog></logger>
    <listen_host>127.0.0.1</listen_host><tcp_port>$((first + $1 - 1))</tcp_port>
    <path>$PWD/s$1/data/</path><tmp_path>$PWD/s$1/tmp/</tmp_path>
    <mark_cache_size>5000000</mark_cache_size>
    <users_config>$PWD/users.xml</users_config>
    <default_profile>default</default_profile><default_database>default</default_database>
    <remote_servers><fleet>
        <shard><replica><host>127.0.0.1</host><port>$first</port></replica></shard>
        <shard><replica><host>127.0.0.1</host><port>$((first + 1))</port></replica></shard>
    </fleet></remote_servers>
</yandex>
EOF
    clickhouse-server --config-file="$PWD/s$1/config.xml" >"s$1/out" 2>&1 &
    echo $! >"s$1/pid"
}

cat >users.xml <<EOF
<yandex>
    <profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
    <users><default>
        <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
    </default></users>
    <quotas><default></default></quotas>
</yandex>
EOF
for n in 1 2; do
    start $n
done
for n in 1 2; do
    tries=0
    until client $n -q 'SELECT 1' >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || { cat s$n/out s$n/err && echo "skipped: no server starts here" && exit 77; }
        sleep 1
    done
done

flamerender sql schema | sed -E 's/LowCardinality\(String\)/String/; s/ CODEC\(.*\)(,?)$/\1/
    /^SETTINGS non_replicated/d; s/(ORDER BY \(service.*\))/\1;/; s/flamerender_(samples|stacks|rows)/&_here/g
    s/_here_to_(samples|stacks)_here/_to_\1/' >schema.sql
for n in 1 2; do
    client $n --multiquery <schema.sql || failed "schema of server $n"
done
for table in samples stacks; do
    client 1 -q "CREATE TABLE flamerender_$table AS flamerender_${table}_here
        ENGINE = Distributed(fleet, default, flamerender_${table}_here)" || failed "Distributed"
done

for seed in 1 2 3 4 5; do
    rm -rf profiles all.pb.gz
    make_fleet profiles 20 "$seed"
    find profiles -name '*.gz' | sort >list
    for n in 1 2; do
        client $n -q 'DROP TABLE flamerender_samples_here'
        client $n --multiquery <schema.sql
    done
    while IFS= read -r path; do
        dice=$(od -An -N1 -tu1 /dev/urandom)
        flamerender convert --quiet --format rows --label service={4} --label version={3} --label host={2} \
            --label time={time} "$path" |
            client $((dice % 2 + 1)) -q 'INSERT INTO flamerender_rows_here FORMAT TSVWithNames' || failed "insert"
    done <list
    flamerender convert --quiet --label service={4} --label version={3} --files-from list -o all.pb.gz

    flamerender convert --quiet --files-from list >want
    client 1 -q "$(flamerender sql merge)" |
        flamerender convert --quiet --expect-total "$(client 1 -q "$(flamerender sql total)")" - >got
    cmp want got || failed "merge of seed $seed"
    flamerender diff --quiet all.pb.gz --where service!=svc2 --base-where version=v1 --new-where version=v2 \
        --format folded >want
    client 1 -q "$(flamerender sql diff --where service!=svc2 --base-where version=v1 --new-where version=v2)" |
        flamerender diff --quiet - --format folded >got
    cmp want got || failed "diff of seed $seed"
done

kill -9 "$(cat s2/pid)"
client 1 -q "$(flamerender sql merge)" 2>said | flamerender - -o out.svg 2>>said
[ $? -ne 0 ] && [ ! -e out.svg ] || { cat said; failed "a killed shard"; }
client 1 -q "$(flamerender sql diff --base-where version=v1 --new-where version=v2)" 2>said |
    flamerender diff - -o out.svg 2>>said
[ $? -ne 0 ] && [ ! -e out.svg ] || { cat said; failed "a killed shard, of a diff"; }
flamerender convert want --expect-total "$(client 1 -q "$(flamerender sql total)" 2>said)" -o out.svg 2>>said
[ $? -ne 0 ] && [ ! -e out.svg ] || { cat said; failed "a killed shard, of a total"; }
