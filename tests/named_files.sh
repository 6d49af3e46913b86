#!/bin/sh
# named_files.sh ROOT - files that comments and documents name are there, by their path from the top folder.
#
# Names that tests make up, and paths in other projects, stand in `others`.
set -eu
cd "$1"
others='docs/index.md include/features.h include/libxml/xmlversion.h include/uapi/linux/perf_event.h'
parts='base|bench|cli|contrib|diff|docs|formats|heatmap|include|model|packaging|render|tests|themes|trend'
named=$(grep -rhoE "(^|[^A-Za-z0-9_/.-])($parts)(/[a-z0-9_]+)+\.(c|h|js|mjs|sh|md|cmake|def|inc|py)\b" \
    --include='*.[ch]' --include='*.js' --include='*.mjs' --include='*.sh' --include='*.md' --include='*.cmake' \
    --include=CMakeLists.txt --exclude-dir=minified --exclude-dir=node_modules --exclude=includes.sh \
    base cli diff docs formats heatmap include model packaging render tests themes trend README.md CONTRIBUTING.md CMakeLists.txt |
    grep -oE "($parts)/.*" | sort -u)
n=0 bad=0
for file in $named; do
    n=$((n + 1))
    case " $others " in *" $file "*) continue ;; esac
    [ -e "$file" ] && continue
    # a module of the viewer names another by its folder below render/assets
    [ -e "render/assets/$file" ] && continue
    echo "$file is not there, but named in:"
    grep -rlF "$file" $(echo "$parts" | tr '|' ' ') --include='*.[ch]' --include='*.js' --include='*.mjs' --include='*.sh' \
        --include='*.md' --include='*.cmake' --exclude-dir=minified | sed 's/^/    /'
    bad=1
done
echo "$n files are named"
[ "$n" -gt 100 ] || { echo "too few were found: the search is broken" && exit 1; }
exit $bad
