#!/bin/sh
# html.sh - pages as validators and browsers see them: the HTML checker finds no error; Chromium logs no breach
# of the page's policy and nothing else on its console, fetches nothing but the page, runs nothing of hostile
# names, and paints both schemes. Each check is first shown to find what it looks for.
#
# The checker (vnu, from npm) needs java; without it its part is skipped.
set -u
export LC_ALL=C.UTF-8
scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
bad=0
offend() {
    echo "FAILED: $*"
    bad=1
}
browser=
for name in chromium chromium-browser google-chrome; do
    command -v $name >/dev/null && browser=$name && break
done
[ -n "$browser" ] || { echo "FAILED: no chromium; tests/install.sh test installs it" && exit 1; }
command -v node >/dev/null || { echo "FAILED: no node; tests/install.sh test installs it" && exit 1; }

# ---- pages

cat >hostile.folded <<'END'
main;</script><script>console.error(1)</script> 10
main;</title></text></g></svg><img src=//evil.example/a onerror=console.error(2)> 9
main;"' onload="console.error(3) 8
main;<!-- 7
main;</style><style>*{background:url(//evil.example/b)} 6
main;<svg><script href=//evil.example/c></script> 5
main;<link rel=stylesheet href=//evil.example/d> 4
main;<iframe src=//evil.example/e> 3
END
data=$FR_SOURCE_DIR/tests/data
"$FR_PROGRAM" -q hostile.folded -o hostile.html --title '</title><script>console.error(4)</script>' \
    --notes '</main><img src=//evil.example/f>' || offend "no page of hostile names"
"$FR_PROGRAM" -q "$data/shop-before.perf.gz" -o live.html || offend "no live page"
"$FR_PROGRAM" -q --static "$data/nodejs.perf.gz" -o nodejs.html || offend "no page"
"$FR_PROGRAM" -q "$data/native.perf.gz" -o callers.html --callers --icicle || offend "no page of callers"
"$FR_PROGRAM" -q "$data/native.perf.gz" -o dark.html --scheme dark --static || offend "no dark page"
pages='hostile live nodejs callers dark'
# What must be found: a style whose hash is another, a script, and a request.
sed "s/style-src 'sha256-./style-src 'sha256-_/" nodejs.html >bad-hash.html
sed 's|</h1>|</h1><script>console.log("ran")</script>|' nodejs.html >bad-script.html
echo '<!DOCTYPE html><img src=//evil.example/g>' >bad-request.html
sed 's|</main>|</h2>|' nodejs.html >bad-markup.html

# ---- the checker

if command -v java >/dev/null; then
    jar=$FR_BUILD_DIR/tests/browser/node_modules/vnu-jar/build/dist/vnu.jar # browser/run.sh --install
    [ -s "$jar" ] || offend "the checker is not installed"
    # It takes the inert block of data for a script that the policy would stop: that alone is let through.
    check() { java -jar "$jar" "$1.html" 2>&1 | grep -v 'Inline script violates Content Security Policy' >vnu.log; }
    for page in $pages; do
        check $page && offend "$page: $(head -n 5 vnu.log)"
    done
    check bad-markup || offend "the checker finds nothing"
    check bad-hash || offend "the checker knows no hashes"
else
    echo "skipped: the checker of HTML: java is not installed"
fi

# ---- the browser, behind a server that is its only way out and writes down what it asks for

cat >serve.js <<'END'
"use strict";
const fs = require("fs");
const server = require("http").createServer((request, response) => {
    fs.appendFileSync("asked", request.url + "\n");
    const page = request.url.replace(/^http:\/\/page\.test\//, "");
    const known = /^[a-z-]+\.html$/.test(page) && fs.existsSync(page);
    response.writeHead(known ? 200 : 404, { "Content-Type": "text/html" });
    response.end(known ? fs.readFileSync(page) : "");
});
server.listen(0, "127.0.0.1", () => fs.writeFileSync("port", String(server.address().port)));
END
node serve.js &
server=$!
while [ ! -s port ] && kill -0 "$server"; do
    sleep 0.1
done
[ -s port ] || { echo "FAILED: no server" && exit 1; }

# visit PAGE [FLAG...]: what the page asked for in `asked`, what the console said in `said`.
visit() {
    page=$1 && shift
    : >asked
    rm -f "$page.png"
    HOME=$scratch timeout 600 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
        --disable-dev-shm-usage --force-device-scale-factor=1 --user-data-dir="$scratch/user" \
        --proxy-server="http://127.0.0.1:$(cat port)" --proxy-bypass-list='<-loopback>' \
        --window-size=1200,900 --enable-logging=stderr "$@" --screenshot="$page.png" \
        "http://page.test/$page.html" >browser.log 2>&1
    grep -E 'CONSOLE|Refused to|violates' browser.log >said
    grep -E '^http://(page\.test|evil\.example)/|evil' asked >asked.page
    [ -s "$page.png" ] || offend "$browser made no picture of $page: $(tail -n 2 browser.log)"
}

visit bad-hash
grep -q 'style' said || offend "a style of another hash is not found: $(tail -n 3 browser.log)"
visit bad-script
grep -q 'script' said || offend "a script is not found"
grep -q '"ran"' said && offend "the policy lets a script run"
visit bad-request
grep -q 'evil.example/g' asked.page || offend "a request is not found: $(cat asked)"
for page in $pages; do
    visit $page
    [ ! -s said ] || offend "$page: $(head -n 3 said)"
    [ "$(cat asked.page)" = "http://page.test/$page.html" ] || offend "$page asked for: $(cat asked.page)"
    mv $page.png $page-light.png
    visit $page --blink-settings=preferredColorScheme=0
done
cmp -s nodejs.png nodejs-light.png && offend "the page is the same in both schemes"
# A busy machine may show a picture, the first or the second, before all of it is painted: what differs is looked at again.
for try in 1 2 3; do
    cmp -s dark.png dark-light.png && break
    visit dark
    mv dark.png dark-light.png
    visit dark --blink-settings=preferredColorScheme=0
done
cmp -s dark.png dark-light.png || offend "a page of one scheme follows the reader's"
exit $bad
