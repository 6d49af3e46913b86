# fleet.sh - what the tests of fleets share: sourced, with $FR_PROGRAM and $FR_SOURCE_DIR set.

# need TOOL...: skips the test with a clear word where one is not there.
need() {
    for tool; do
        command -v "$tool" >/dev/null || { echo "SKIPPED: no $tool here; 'make fleet' installs it" && exit 77; }
    done
}

# make_fleet FOLDER N SEED: N small pprofs, some of them idle, as a fleet writes them: SERVICE/VERSION/HOST/MINUTE.pb.gz
make_fleet() {
    awk -v folder="$1" -v n="$2" -v seed="$3" 'BEGIN {
        srand(seed)
        for (i = 0; i < n; i++) {
            service = "svc" int(rand() * 3); version = "v" 1 + int(rand() * 2); host = "h" int(rand() * 5)
            path = folder "/" service "/" version "/" host "/" 1000 + i ".pb.gz"
            print path
            text = path ".folded"
            system("mkdir -p " folder "/" service "/" version "/" host)
            for (k = int(rand() * 12) + 1; k > 0; k--) {
                stack = "main"
                for (d = int(rand() * 6); d > 0; d--)
                    stack = stack ";f" int(rand() * 9) (rand() < 0.2 ? "_[k]" : "")
                print stack, int(rand() * 100) + 1 > text
            }
            close(text)
        }
    }' | while IFS= read -r path; do
        "$FR_PROGRAM" convert --quiet "$path.folded" -o "$path" && rm "$path.folded" || exit 1
    done
}

failed() {
    echo "FAILED: $*"
    exit 1
}
