#!/bin/sh
# recipes.sh - what docs/stills.md says of hosts, as far as it can be tried without them: under the policy of Jenkins a
# picture has its colours and fonts without style and script; the filters of GitHub and Confluence leave what is printed for
# them as it is; a message takes its image by MIME. Pages of MkDocs and Sphinx: browser/documents.test.mjs; LaTeX and sheets:
# slow/paper.sh.
data=$FR_SOURCE_DIR/tests/data
. "${0%/*}/lib/scratch.sh"
skipped=
flamerender() { "$FR_PROGRAM" "$@" -q; }

# Jenkins: default-src 'none'; style-src 'self'; sandbox. No script, and nothing that a style element alone says.
flamerender "$data/native.perf.gz" --for jenkins -o jenkins.svg >jenkins.html || offend "no picture for jenkins"
! grep -q '<script\|<foreignObject\| on[a-z]*=\|url(http\|@import' jenkins.svg || offend "jenkins: a script, or a reference"
sed 's/<style>.*<\/style>//; /<style>/,/<\/style>/d' jenkins.svg >bare.svg
grep -q '<rect[^>]*fill=\|<g[^>]*fill=' bare.svg && grep -q 'font-size=' bare.svg && grep -q 'font-family=' bare.svg ||
    offend "jenkins: without its style the picture has no colours or fonts"
if command -v rsvg-convert >/dev/null; then
    rsvg-convert jenkins.svg -o with.png && rsvg-convert bare.svg -o without.png &&
        cmp -s with.png without.png || offend "jenkins: without its style the picture looks different"
else
    skipped="$skipped rsvg-convert"
fi

# GitHub keeps picture, source and img with these attributes; Confluence takes wiki markup of an attachment.
flamerender "$data/native.perf.gz" --for github -o github.png >github.md
[ "$(sed 's/ \(media\|srcset\|src\|width\|alt\)="[^"<>]*"//g; s/<\/*\(picture\|source\|img\)>//g' github.md | tr -d ' \n')" = "" ] ||
    offend "github: markup that its filter removes: $(cat github.md)"
flamerender "$data/native.perf.gz" --for confluence -o confluence.png >confluence.txt
grep -qx '!confluence.png|width=800,alt="[^"|!]*"!' confluence.txt || offend "confluence: $(cat confluence.txt)"
flamerender diff "$data/shop-before.perf.gz" "$data/shop-after.perf.gz" --format markdown >summary.md
[ "$(wc -c <summary.md)" -lt 65536 ] && head -1 summary.md | grep -q '^### .' || offend "the step summary has no first line"
flamerender "$data/native.perf.gz" --for gitlab -o gitlab.png >gitlab.md
grep -qx '!\[Flame graph of .*\](gitlab.png)' gitlab.md || offend "gitlab: $(cat gitlab.md)"

# E-mail: a part of the message is the image that its HTML names.
flamerender "$data/native.perf.gz" --for email -o mail.png >mail.html
if command -v python3 >/dev/null; then
    python3 - <<'END' || offend "the message cannot be put together"
import email, re
from email.message import EmailMessage
m = EmailMessage()
html = open("mail.html").read()
m.set_content(re.search('alt="([^"]*)"', html).group(1))
m.add_alternative(html, subtype="html")
m.get_payload()[1].add_related(open("mail.png", "rb").read(), "image", "png", cid="<mail.png>")
back = email.message_from_bytes(m.as_bytes())
image = [part for part in back.walk() if part.get_content_type() == "image/png"]
assert len(image) == 1 and image[0]["Content-ID"] == "<mail.png>" and "cid:mail.png" in html
assert image[0].get_payload(decode=True).startswith(b"\x89PNG") and len(m.as_bytes()) < 100000
END
else
    skipped="$skipped python3"
fi

[ -z "$skipped" ] || echo "left out, not installed:$skipped"
exit $bad
