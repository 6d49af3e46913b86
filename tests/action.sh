#!/bin/sh
# action.sh - the action of contrib/github-action against a stand-in for the host: action.mjs.
command -v node >/dev/null || { echo "skipped: no node, which the action runs in" && exit 77; }
command -v git >/dev/null || { echo "skipped: no git" && exit 77; }
exec node "$FR_SOURCE_DIR/tests/action.mjs"
