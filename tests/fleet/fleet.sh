# fleet.sh - what the tests of fleets share: sourced, with $FR_PROGRAM and $FR_SOURCE_DIR set.

# need TOOL...: skips the test with a clear word where one is not there.
need() {
    for tool; do
        command -v "$tool" >/dev/null || { echo "skipped: no $tool here; 'make fleet' installs it" && exit 77; }
    done
}

# documented: the commands of a document, from standard input, a line each. A line that is indented further goes on with
# the command before it.
documented() {
    awk '/^        / { sub(/^ +/, " "); sub(/ *\\$/, ""); printf "%s", $0; next }
         /^    [a-z]/ { sub(/^ +/, ""); sub(/ *\\$/, ""); printf "%s%s", n++ ? "\n" : "", $0 }
         END { if (n) print "" }'
}

# make_fleet FOLDER N SEED: N small pprofs, as a fleet writes them, one a minute: SERVICE/VERSION/HOST/MINUTE.pb.gz. Names
# are of the kind that breaks quoting; each file has a time and a few samples.
make_fleet() {
    awk -v folder="$1" -v n="$2" -v seed="$3" 'BEGIN {
        srand(seed)
        split("main run it'"'"'s a\"b back\\slash tab\\tab <b> op;era;tor $(id) %s \\N NULL [x] {1} -- /*", name, " ")
        for (i = 0; i < n; i++) {
            where = folder "/svc" int(rand() * 3) "/v" 1 + int(rand() * 2) "/h" int(rand() * 5)
            system("mkdir -p " where)
            path = where "/" 1000 + i ".pb.gz"
            print path
            text = path ".perf"
            for (k = int(rand() * 12) + 1; k > 0; k--) {
                printf "app 1/1 [000] %d.%06d: %d cycles:\n", 1700000000 + 60 * i + int(rand() * 60),
                    rand() * 1000000, 1 + rand() * 1000 > text
                for (d = int(rand() * 6); d >= 0; d--)
                    printf "\t40%04d %s (/bin/app)\n", d, name[1 + int(rand() * 16)] > text
                printf "\n" > text
            }
            close(text)
        }
    }' | while IFS= read -r path; do
        "$FR_PROGRAM" convert --quiet --weight=period "$path.perf" -o "$path" && rm "$path.perf" || exit 1
    done
}

failed() {
    echo "FAILED: $*"
    exit 1
}

# start_engine: installs the engine once, with FLEET_INSTALL=1 from `make fleet`, and puts a client of it, with data of
# its own, into PATH. Skips where it is not there.
start_engine() {
    need node npm
    modules=$FR_BUILD_DIR/tests/fleet
    mkdir -p "$modules"
    if ! cmp -s "$FR_SOURCE_DIR/tests/fleet/package.json" "$modules/node_modules/.installed"; then
        [ -n "${FLEET_INSTALL-}" ] || { echo "skipped: no engine here; 'make fleet' installs it" && exit 77; }
        cp "$FR_SOURCE_DIR/tests/fleet/package.json" "$modules/"
        (cd "$modules" && npm install --no-package-lock --no-audit --no-fund --ignore-scripts >npm.log 2>&1) ||
            { cat "$modules/npm.log" && echo "skipped: the engine cannot be installed here" && exit 77; }
        cp "$FR_SOURCE_DIR/tests/fleet/package.json" "$modules/node_modules/.installed"
    fi
    mkdir -p bin
    cat >bin/clickhouse-client <<EOF
#!/bin/sh
exec node "$FR_SOURCE_DIR/tests/fleet/clickhouse-client.mjs" "\$@"
EOF
    chmod +x bin/clickhouse-client
    ln -sf "$FR_PROGRAM" bin/flamerender
    PATH=$PWD/bin:$PATH
    export FR_ENGINE_MODULES=$modules FR_ENGINE_DATA=$PWD/engine
}
