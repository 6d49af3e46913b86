#!/bin/sh
# trend_agrees.sh - a trend of recorded runs has the same numbers in text, markdown, csv, json, SVG and HTML, and the
# differential of the points beside its step has them too.
set -u
command -v python3 >/dev/null 2>&1 || { echo "skipped: python3 is not installed" && exit 77; }
PYTHONDONTWRITEBYTECODE=1 PYTHONIOENCODING=utf-8 exec python3 "${0%/*}/trend_agrees.py" "$FR_PROGRAM" "${0%/*}/../data/trend/cpu"
