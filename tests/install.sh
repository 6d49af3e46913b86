#!/bin/sh
# install.sh build|test|fleet|wasm - installs the Debian packages that are missing for building, for testing, for tests of
# fleets beside that, or for building for WebAssembly.
#
# Quiet when there is nothing to do. Without apt-get it says what would be needed, and ends with 1.
set -eu

build='cmake ninja-build gcc g++ pkg-config zlib1g-dev libjansson-dev libpcre2-dev libxxhash-dev
       libcairo2-dev libpango1.0-dev libxml2-dev'
# Done without where they can't be had: libzstd reads what zstd packed; libelf and libdw name the functions of
# perf.data; with ISA-L, which is made for these processors, what is gzipped is read in half the time.
welcome='libzstd-dev libelf-dev libdw-dev'
case $(uname -m) in x86_64) welcome="$welcome libisal-dev" ;; esac
# Chromium without its windows opens a page in less than half the time; without it tests open the pages in Chromium.
# Firefox is shown to do the same; wasi-libc tells whether the program compiles for WebAssembly; libdebuginfod is what
# --debuginfod loads; MkDocs, Sphinx and LaTeX set the pictures into their documents.
case ${1-} in test) welcome="$welcome chromium-headless-shell firefox-esr wasi-libc libdebuginfod1 mkdocs python3-sphinx texlive-latex-base" ;; esac
test="$build clang llvm libclang-rt-14-dev clang-format-14 libcmocka-dev librsvg2-bin poppler-utils chromium
      fonts-liberation libxml2-utils locales diffutils gzip nodejs"

fleet='parallel openmpi-bin jq slurmctld slurmd slurm-client munge clickhouse-server clickhouse-client'

wasm='cmake ninja-build pkg-config clang-14 llvm-14 lld lld-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen dpkg-dev nodejs'

case ${1-} in
wasm) wanted=$wasm ;;
fleet) wanted=$fleet ;;
build) wanted=$build ;;
test) wanted=$test ;;
*) echo "usage: install.sh build|test|fleet|wasm" >&2 && exit 2 ;;
esac

is_installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}
missing=
if command -v dpkg-query >/dev/null; then
    for package in $wanted; do
        is_installed "$package" || missing="$missing $package"
    done
else
    missing=" $(echo $wanted)"
fi
# Some packages of nodejs bring npm along, Debian's does not.
if { [ "$1" = test ] || [ "$1" = wasm ]; } && ! command -v npm >/dev/null; then
    missing="$missing npm"
fi
lacking=
for package in $welcome; do
    is_installed "$package" || lacking="$lacking $package"
done
# Nobody is asked for a password for its sake alone.
[ -n "$missing" ] || { [ -n "$lacking" ] && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; } || exit 0

# Elsewhere than on Debian the tools may be there under other packages' names.
lacks_something() {
    tools='cmake ninja pkg-config cc' modules='zlib jansson libpcre2-8 libxxhash cairo pango libxml-2.0'
    if [ "$1" = test ]; then
        tools="$tools c++ clang llvm-symbolizer clang-format-14 rsvg-convert pdftoppm pdftotext chromium xmllint localedef node"
        modules="$modules cmocka"
    fi
    if [ "$1" = wasm ]; then
        tools='cmake ninja pkg-config clang-14 llvm-ar-14 wasm-ld wasm-opt dpkg-source node npm' modules=
    fi
    for tool in $tools; do
        command -v "$tool" >/dev/null || return 0
    done
    for module in $modules; do
        pkg-config --exists "$module" || return 0
    done
    return 1
}
if ! command -v apt-get >/dev/null; then
    lacks_something "$1" || exit 0
    echo "error: no apt-get here; please install what Debian calls:$missing" >&2
    exit 1
fi
sudo=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
        { echo "error: not root and no sudo; please install:$missing" >&2 && exit 1; }
    sudo=sudo
fi
echo "installing:$missing$lacking"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt_get() {
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" >>"$log" 2>&1
}
# shellcheck disable=SC2086
if [ -n "$missing" ] && ! { apt_get update && apt_get install -y --no-install-recommends $missing; }; then
    tail -n 20 "$log" >&2
    echo "error: apt-get could not install:$missing" >&2
    exit 1
fi
# shellcheck disable=SC2086
if [ -n "$lacking" ] && ! apt_get install -y --no-install-recommends $lacking &&
    ! { [ -z "$missing" ] && apt_get update && apt_get install -y --no-install-recommends $lacking; }; then
    echo "going on without$lacking: tests of pages may then be slow or omit Firefox, gzip be inflated by zlib, zstd not be read," \
        "and perf.data lack names"
fi
