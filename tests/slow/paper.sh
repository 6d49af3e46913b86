#!/bin/sh
# paper.sh - a PDF in a LaTeX document, and a sheet: the picture fills the column, its names can be searched for and its
# labels are of 7 points and more on A4, functions stand in two columns below, all on one sheet.
data=$FR_SOURCE_DIR/tests/data
. "$FR_SOURCE_DIR/tests/lib/scratch.sh"
for tool in pdftotext pdftoppm pdfinfo; do
    command -v $tool >/dev/null || { echo "skipped: no $tool (poppler-utils)" && exit 77; }
done

"$FR_PROGRAM" "$data/nodejs.perf.gz" --paper a4 -o sheet.pdf -q || offend "no sheet"
[ "$(pdfinfo sheet.pdf | sed -n 's/^Pages: *//p')" = 1 ] || offend "the sheet has more than one page"
pdftotext -bbox sheet.pdf words.xml
# Heights of the boxes of words: 7 points of type are 7.7 and more in Liberation Sans.
awk 'match($0, /yMin="[0-9.]*/) { top = substr($0, RSTART + 6, RLENGTH - 6)
    match($0, /yMax="[0-9.]*/); foot = substr($0, RSTART + 6, RLENGTH - 6)
    n++; if (foot - top < 7.7) { small++; print } }
    END { exit n < 50 || small > 0 }' words.xml >small || offend "small words: $(head -3 small)"
# Both columns have a head, on one line, and ten rows and more of the same height.
awk 'match($0, /yMin="[0-9.]*/) { y = sprintf("%.1f", substr($0, RSTART + 6, RLENGTH - 6)) }
    />function</ { head[y]++ }
    />[0-9][0-9.]*</ { row[y]++ }
    END { for (y in head) two += head[y] == 2; for (y in row) full += row[y] == 4; exit two != 1 || full < 10 }' words.xml ||
    offend "the functions are not in two columns"

# A sheet of a differential lists what changed.
"$FR_PROGRAM" diff --base "$data"/shop/before-*.gz --new "$data"/shop/after-*.gz --paper a4 -o diff.pdf -q || offend "no sheet of a differential"
pdftotext -layout diff.pdf - | grep -q '7.8.*23.7.*+17.3.*words' || offend "what changed is not listed: $(pdftotext -layout diff.pdf -)"

command -v pdflatex >/dev/null || { [ $bad = 0 ] && echo "skipped: no pdflatex (texlive-latex-base)" && exit 77; exit $bad; }
"$FR_PROGRAM" "$data/native.perf.gz" --max-height 700 -o paper.pdf -q
cat >doc.tex <<'END'
\documentclass{article}\usepackage{graphicx}\begin{document}
Before. \par\noindent\includegraphics[width=\linewidth]{paper.pdf}\par After.
\end{document}
END
pdflatex -interaction=batchmode doc.tex >/dev/null || offend "LaTeX does not take the PDF: $(tail -5 doc.log)"
pdftotext doc.pdf doc.txt
grep -q '^Before' doc.txt && grep -q 'After' doc.txt && grep -q ' of the time' doc.txt && grep -q 'samples of' doc.txt ||
    offend "the picture's words are not in the document: $(cat doc.txt)"
! grep -q 'Warning.*version' doc.log || offend "$(grep 'Warning.*version' doc.log)"
pdftoppm -r 40 -gray doc.pdf page
[ "$(od -An -v -tu1 -w1 page-1.pgm | awk '$1 > 90 && $1 < 235' | wc -l)" -gt 5000 ] || offend "no picture on the page"
exit $bad
