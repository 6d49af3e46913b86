#!/bin/sh
# reading.sh - what a newcomer reads in the first hour (README.md, "Reading the code") stays under 1 900 lines.
set -eu
cd "$(dirname "$0")/.."
most=1899
n=$(cat README.md docs/architecture.md include/flamerender.h formats/folded/folded.c model/tree/tree.h \
    render/layout/layout_flame.c render/svg/svg.c | wc -l)
[ "$n" -le $most ] || { echo "README.md to render/svg/svg.c are $n lines, $most at most: what can go?" && exit 1; }
