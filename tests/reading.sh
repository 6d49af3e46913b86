#!/bin/sh
# reading.sh - what a newcomer reads in the first hour (README.md, "Reading the code") stays at 1 900 lines or less. Of the
# header that is its first 300 lines.
set -eu
cd "$(dirname "$0")/.."
most=1900
n=$({ cat docs/architecture.md model/build/builder.h formats/folded/folded.c model/tree/tree.h model/tree/tree.c \
    render/layout/tree_boxes.c render/svg/svg.c && head -n 300 include/flamerender.h; } | wc -l)
[ "$n" -le $most ] || { echo "docs/architecture.md to render/svg/svg.c are $n lines, $most at most: what can go?" && exit 1; }
