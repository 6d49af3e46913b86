# scratch.sh - what tests that are shell scripts begin with:
#
#     . "${0%/*}/../lib/scratch.sh"
#
# They then stand in an empty folder, which goes when they end. `offend WORDS` reports a failure; a script ends with
# `exit $bad`.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
bad=0
offend() {
    echo "FAILED: $*"
    bad=1
}
