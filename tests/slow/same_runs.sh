#!/bin/sh
# same_runs.sh - of 60 pairs of unchanged runs of the corpus at most 6 have a function that is sure to have changed.
set -u
command -v python3 >/dev/null 2>&1 || { echo "skipped: python3 is not installed" && exit 77; }
runs=${FLAMERENDER_CORPUS:-}/same-runs
[ -d "$runs" ] || { echo "skipped: FLAMERENDER_CORPUS names no folder with same-runs" && exit 77; }
PYTHONDONTWRITEBYTECODE=1 PYTHONIOENCODING=utf-8 exec python3 "${0%/*}/same_runs.py" "$FR_PROGRAM" "$runs"
