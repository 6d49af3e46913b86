#!/bin/sh
# stills.sh PROGRAM DATA - pictures that nobody can scroll: --max-height is never passed and says what it lost, --for draws
# 800 x 600 px at most with 95 % of self in 60 000 bytes and prints the text that shows it, differentials end ten rows past
# their last change, chains are folded, --paper fills a sheet.
program=$1 data=$2
. "${0%/*}/lib/scratch.sh"
unset NO_COLOR COLORTERM COLUMNS

# size_of PNG: "800 589", of its header.
size_of() { od -An -j16 -N8 -tu1 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'; }

for input in nodejs collect native gopipe convoy shop-after; do
    "$program" "$data/$input.perf.gz" --for github -o "$input.png" >body 2>said || offend "$input: $(cat said)"
    ! grep -q 'of self' said || offend "$input loses more than 5 %: $(cat said)"
    for picture in "$input.png" "$input-dark.png"; do
        set -- $(size_of "$picture")
        [ "$1" = 800 ] && [ "$2" -le 600 ] || offend "$picture is $1 x $2 px"
        [ "$(wc -c <"$picture")" -le 60000 ] || offend "$picture has $(wc -c <"$picture") bytes"
    done
    grep -q "srcset=\"$input-dark.png\"" body && grep -q "src=\"$input.png\" width=\"800\" alt=\"Flame graph of " body ||
        offend "$input: no text that shows it: $(cat body)"
done

for height in 150 300 601; do
    "$program" "$data/nodejs.perf.gz" --max-height $height -o high.png 2>said
    set -- $(size_of high.png)
    [ "$2" -le $height ] || offend "--max-height $height is $2 px high"
    [ $height -gt 150 ] || grep -q 'the rows that fit 150 px hold .* % of self' said || offend "nothing said: $(cat said)"
    "$program" "$data/nodejs.perf.gz" --max-height $height -o high.svg 2>/dev/null
    ! grep -q '<script' high.svg || offend "an SVG of a height has a script"
    [ $height -gt 150 ] || grep -q 'rows cut: .* of self is in them' high.svg || offend "the picture does not say what it lost"
done
"$program" "$data/nodejs.perf.gz" --max-height 100 -o least.png 2>said && offend "one row in 100 px is not refused"
grep -q 'hint: --max-height [0-9]*, or a larger --width' said || offend "no height is named: $(cat said)"
least=$(sed -n 's/.*hint: --max-height \([0-9]*\),.*/\1/p' said)
"$program" "$data/nodejs.perf.gz" --max-height "$least" -o least.png -q || offend "--max-height $least fails"
set -- $(size_of least.png)
[ "$2" = "$least" ] || offend "--max-height $least is $2 px high"

"$program" "$data/nodejs.perf.gz" --fold-chains --static -o folded.svg -q
grep -q '› [0-9]* more ›' folded.svg || offend "no chain is folded"
grep -q 'chains of frames folded to a row each' folded.svg || offend "folded chains are not said"

"$program" diff "$data/shop-before.perf.gz" "$data/shop-after.perf.gz" -o short.png -q
"$program" diff "$data/shop-before.perf.gz" "$data/shop-after.perf.gz" -o long.svg -q
set -- $(size_of short.png)
tall=$(sed -n 's/.*viewBox="0 0 [0-9.]* \([0-9]*\).*/\1/p;q' long.svg)
[ "$2" -lt 800 ] && [ "$tall" -gt 1500 ] || offend "a differential is $2 px high as PNG, $tall as SVG"

# Each host shows some formats and refuses the others with the way out.
for host in github:svg github:png gitlab:png gitlab:svg jenkins:svg jenkins:png confluence:png slack:png slide:png email:png; do
    file=h.${host#*:}
    "$program" "$data/native.perf.gz" --for "${host%:*}" -o "$file" -q >body || offend "$host fails"
    grep -q 'Flame graph of .* samples' body || offend "$host: no alt text: $(cat body)"
    [ "${host#*:}" != svg ] || ! grep -q '<script' "$file" || offend "$host has a script"
done
for host in github:html confluence:svg slack:pdf email:html; do
    "$program" "$data/native.perf.gz" --for "${host%:*}" -o "x.${host#*:}" 2>said && offend "$host is not refused"
    grep -q 'hint: -o flame' said || offend "$host: no way out: $(cat said)"
done
alt=$("$program" "$data/native.perf.gz" --alt -q)
case $alt in "Flame graph of "*"Largest own shares: "*) ;; *) offend "--alt: $alt" ;; esac
# A file's name is an address there: blanks would end it.
for host in github gitlab jenkins email; do
    echo 'a;b 3' | "$program" --for $host -o 'my (new) 100%.png' -q >body || offend "$host: a name with blanks fails"
    sed 's/alt="[^"]*"//; s/!\[[^]]*\]//' body | grep -q 'my%20%28new%29%20100%25' || offend "$host: $(cat body)"
    sed 's/alt="[^"]*"//; s/!\[[^]]*\]//' body | grep -q 'my (new)' && offend "$host: $(cat body)"
done
[ "$(printf 'b;a["x"]<&>|c 3\n' | "$program" --for gitlab -o alt.png -q | grep -c '&quot;x&quot;\|&#91;')" -ge 1 ] ||
    offend "names are not escaped in markdown"

# The median of three PNGs of 20 000 boxes and more would be a time; the size of the sheet is a fact.
for paper in "a4 595.2[78]* 841.89*" "a3 841.89* 1190.55*" "letter 612 792"; do
    set -- $paper
    "$program" "$data/nodejs.perf.gz" --paper "$1" -o sheet.pdf -q || offend "--paper $1 fails"
    box=$(tr -d '\000' <sheet.pdf | LC_ALL=C sed -n 's/.*\/MediaBox \[ 0 0 \([0-9.]* [0-9.]*\) .*/\1/p' | head -1)
    # shellcheck disable=SC2254
    case $box in $2\ $3 | $3\ $2) ;; *) offend "--paper $1 is $box points" ;; esac
done
exit $bad
