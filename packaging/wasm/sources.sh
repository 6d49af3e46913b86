#!/bin/sh
# sources.sh FOLDER - fetches Debian's source packages of the module's libraries into FOLDER, and unpacks them.
#
# By name, from where this machine has its packages from; its own list of sources and its own state stand in FOLDER, so
# that nothing of the machine's changes. Where a packaging is gone that the list names, the upstream archive is enough:
# apt has checked it as well.
set -eu

packages='zlib pcre2 jansson libxml2 libzstd xxhash libiberty'

mkdir -p "$1"
cd "$1"
[ ! -e complete ] || exit 0
mkdir -p parts lists/partial cache/archives/partial
log=$PWD/log
: >"$log"
for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"parts/${list##*/}"
done
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -e "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"parts/${list##*/}"
done

apt_get() {
    apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$PWD/parts" \
        -o Dir::State::lists="$PWD/lists" -o Dir::Cache="$PWD/cache" -o APT::Sandbox::User=root \
        -o APT::Update::Post-Invoke-Success::= "$@" >>"$log" 2>&1
}

# unpack NAME: the folder NAME-VERSION of what was fetched.
unpack() {
    for file in "$1"_*.dsc; do
        [ ! -e "$file" ] || { dpkg-source --no-check -x "$file" >>"$log" 2>&1 && return 0; }
    done
    tar -xf "$(ls "$1"_*.orig.tar.* | grep -v 'asc$' | head -n 1)"
}

apt_get update || echo "note: some lists of sources could not be fetched" >>"$log"
for package in $packages; do
    rm -rf "$package"_* "$package"-[0-9]*
    apt_get source --download-only "$package" || { rm -f "$package"_*.dsc && apt_get source --tar-only "$package"; } || {
        tail -n 20 "$log" >&2
        echo "error: the source package $package could not be fetched" >&2
        exit 1
    }
    unpack "$package"
done
touch complete
