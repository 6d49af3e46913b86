#!/bin/sh
# draw.sh - rsvg-convert, Chromium, our own PNG and poppler with our PDF paint what the scene says: the pixel above the label of each box has the
# box's fill, and the gap beside it the ground's. Chromium draws the file as a document and as an <img>, in the
# light and in the dark scheme.
#
# A missing browser is a failure, not a skip: tests/install.sh installs it.
export LC_ALL=C.UTF-8
. "${0%/*}/../lib/scratch.sh"
browser=
for name in chromium chromium-browser google-chrome; do
    command -v $name >/dev/null && browser=$name && break
done
[ -n "$browser" ] || { echo "FAILED: no chromium; tests/install.sh test installs it" && exit 1; }
for tool in rsvg-convert pdftoppm pdftotext node; do
    command -v $tool >/dev/null || { echo "FAILED: no $tool; tests/install.sh test installs it" && exit 1; }
done

# shoot PAGE IMAGE [FLAG...]: a screenshot of 1400 x 900 px; the browser may be slow to start.
shoot() {
    page=$1 image=$2 && shift 2
    rm -f "$image"
    HOME=$scratch timeout 600 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
        --disable-dev-shm-usage --force-device-scale-factor=1 --user-data-dir="$scratch/user" \
        --window-size=1400,900 "$@" --screenshot="$image" "file://$scratch/$page" >browser.log 2>&1
    [ -s "$image" ] || offend "$browser made no picture of $page: $(tail -n 2 browser.log)"
}

cat >in.folded <<'END'
main;parse;read_line 40
main;parse;tokenise_[k] 25
main;std::vector<int>::push_back 20
main;[unknown] 5
main 10
worker;run;a;b;c 30
worker;run;inlined_[i];x 13
END
"$FR_PROGRAM" render --width 1200 --format svg in.folded >x.svg || offend "no svg"
"$FR_PROGRAM" render --width 1200 --icicle --format svg in.folded >y.svg || offend "no svg"
"$FR_PROGRAM" render --width 1200 --format scene-json in.folded >x.json || offend "no scene-json"
"$FR_PROGRAM" render --width 1200 --icicle --format scene-json in.folded >y.json || offend "no scene-json"

cat >probes.js <<'END'
"use strict";
/* probes.js SCENE light|dark: a probe in each box of 6 px and more, above its label, unless a later box is over it. */
const scene = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
const holds = (box, x, y) => box.x0 <= x && x < box.x1 && box.y <= y && y < box.y + box.h;
scene.boxes.forEach((box, i) => {
    if (box.x1 - box.x0 < 6) return;
    const fill = scene.fills[box.fill][process.argv[3]].slice(1);
    const x = Math.floor((box.x0 + box.x1) / 2), y = Math.floor(box.y) + 2;
    if (scene.boxes.some((other, k) => k > i && holds(other, x, y))) return;
    console.log(x, y, fill, "the box of '" + box.name + "'");
});
END
for scene in x y; do
    for scheme in light dark; do
        node probes.js $scene.json $scheme >$scene.$scheme || offend "scene-json does not parse"
        [ "$(wc -l <$scene.$scheme)" -ge 12 ] || offend "only $(wc -l <$scene.$scheme) probes"
    done
done
cmp -s x.light x.dark && offend "light and dark fills are the same: the schemes are not distinguished"
if [ -x "$FR_BUILD_DIR/tests/pixels" ]; then
    pixels=$FR_BUILD_DIR/tests/pixels
else
    echo "FAILED: no pixels program" && exit 1
fi
probe() { "$pixels" "$1" <"$2" || offend "$3"; }

for picture in x y; do
    icicle= && [ $picture = y ] && icicle=--icicle
    for scheme in light dark; do
        "$FR_PROGRAM" render $icicle --scheme $scheme --format png in.folded >"$picture-$scheme.png"
        probe "$picture-$scheme.png" $picture.$scheme "the program draws its PNG otherwise"
        "$FR_PROGRAM" render $icicle --scheme $scheme --format pdf in.folded >page.pdf
        pdftoppm -r 96 -png -singlefile page.pdf page || offend "pdftoppm: $picture in $scheme"
        probe page.png $picture.$scheme "poppler draws the PDF of $picture otherwise"
    done
    rsvg-convert "$picture.svg" -o "$picture-rsvg.png" || offend "rsvg-convert: $picture.svg"
    probe "$picture-rsvg.png" $picture.light "rsvg-convert draws $picture.svg otherwise"
    echo "<!DOCTYPE html><body style='margin:0'><img src='$picture.svg' style='display:block'>" >$picture.html
    shoot $picture.html $picture-img.png
    probe $picture-img.png $picture.light "$browser draws $picture.svg otherwise as an <img>"
done
shoot x.svg x-document.png --window-size=1200,900
probe x-document.png x.light "$browser draws x.svg otherwise as a document"
shoot x.html x-dark.png --force-dark-mode --blink-settings=preferredColorScheme=0
probe x-dark.png x.dark "$browser draws x.svg otherwise in the dark scheme"

# page NAME COMMAND...: a PDF has the boxes and the texts of the same picture as scene-json.
page() {
    name=$1 && shift
    "$FR_PROGRAM" "$@" --format scene-json >$name.json && "$FR_PROGRAM" "$@" --format pdf >$name.pdf
    node probes.js $name.json light >$name.light
    [ "$(wc -l <$name.light)" -ge 5 ] || offend "only $(wc -l <$name.light) probes of $name"
    pdftoppm -r 96 -png -singlefile $name.pdf $name || offend "pdftoppm: $name"
    probe $name.png $name.light "poppler draws the PDF of $name otherwise"
    pdftotext -raw $name.pdf $name.txt
    pdfinfo $name.pdf >$name.info
    grep -q '^Pages: *1$' $name.info || offend "the PDF of $name is not one page"
}
finds() { grep -qF "$2" "$1.txt" || offend "'$2' is not found in the PDF of $1"; }
page callers render --callers in.folded
finds callers std::vector
finds callers 'stacks turned over'
printf 'main;parse;read 400 400\nmain;print 300 500\nmain;sort 300 100\n' >sides.folded
page sides diff sides.folded
finds sides '▲'
finds sides parse
awk 'BEGIN { for (i = 0; i < 300; i++)
    printf "app 7 [000] %d.%06d: cycles:\n\t401000 work+0x1 (app)\n\n", i % 5, i * 3331 }' >in.perf
page heat heatmap -q in.perf
finds heat 'When the CPU was busy'
finds heat '800'
exit $bad
