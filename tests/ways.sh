#!/bin/sh
# ways.sh - every fast way that base/ways.h names has its row in docs/fast-paths.md, which names files that there are,
# and is priced by bench/ways.sh. Prints every offence; 1 if there is one.
set -eu
cd "$(dirname "$0")/.."
bad=0
ways=$(sed -n 's/^ *FR_WAY_\([A-Z_]*\),.*/\1/p' base/ways.h)
[ -n "$ways" ] || { echo "no way found in base/ways.h" && exit 1; }
for way in $ways; do
    grep -q "^| \`$way\` |" docs/fast-paths.md || { echo "$way has no row in docs/fast-paths.md" && bad=1; }
    grep -q "row $way " bench/ways.sh || { echo "$way has no row in bench/ways.sh" && bad=1; }
    grep -rq "FR_WAY_$way[,)]" --include=*.c base model formats || { echo "nothing takes $way" && bad=1; }
done
for file in $(sed -n '/^| `/s/`/\n/gp' docs/fast-paths.md | grep -E '^(base|model|formats|tests)/'); do
    [ -e "$file" ] || { echo "docs/fast-paths.md names $file, which is not there" && bad=1; }
done
exit $bad
