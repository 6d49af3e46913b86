#!/bin/sh
# includes.sh [ROOT] - who may include whom: a folder includes only what stands left of it.
#
#     base <- model <- { formats, diff <- trend, heatmap };  base <- themes;
#     { model, diff, trend, heatmap, themes } <- render;   the program sees flamerender*.h and its own files
#
# Third-party headers have few rooms, and so has builder_bulk.h: only fast ways and the builder itself. Prints every offence; 1 if there is one.
# `includes.sh --self-check` plants one offence of each sort in a scratch folder and expects each found.
set -eu

check() {
    cd "$1"
    find base model formats diff trend heatmap themes render cli -name '*.[ch]' 2>/dev/null | sort |
        xargs grep -Hn '^[[:space:]]*#[[:space:]]*include' /dev/null |
        awk -F: '
        BEGIN {
            may["base"] = " base "
            may["model"] = " base model "
            may["formats"] = " base model formats "
            may["diff"] = " base model diff "
            may["trend"] = " base model diff trend "
            may["heatmap"] = " base model heatmap "
            may["themes"] = " base themes "
            may["render"] = " base model diff trend heatmap themes render "
            may["cli"] = " "
            room["zlib.h"] = "^base/(zip|archive|inflate_zlib|inflate_isal)[.]c$"
            room["zstd.h"] = "^base/unzstd[.]c$"
            room["gelf.h"] = "^formats/perfdata/perfdata_elf[.]c$"
            room["elfutils/"] = "^formats/perfdata/perfdata_(unwind|inline)[.]c$"
            room["dlfcn.h"] = "^formats/perfdata/perfdata_debuginfod[.]c$"
            room["dwarf.h"] = "^formats/perfdata/perfdata_inline[.]c$"
            room["isa-l/"] = "^base/inflate_isal[.]c$"
            room["xxhash.h"] = "^(base|themes)/"
            room["jansson.h"] = "^(themes/theme[.]c|diff/noise[.]c)$"
            room["pcre2.h"] = "^model/transform/names[.]c$"
            room["libxml/"] = "^formats/([a-z_]*/)?[a-z_]*xml[a-z_]*[.]c$"
            room["cairo"] = "^render/(cairo/[a-z_]+|measure)[.][ch]$"
            room["pango"] = "^render/(cairo/cairo_paint|measure)[.]c$"
            # What only fast ways use.
            bulk = "^(model/build/|formats/[a-z_]+/fast/)"
            # Only layouts know a tree, a differential, a trend or a grid: back-ends paint scenes.
            layouts = "^render/(layout/|change_words[.]c)"
        }
        {
            file = $1; text = $0; sub(/^[^:]*:[^:]*:/, "", text)
            folder = file; sub(/\/.*/, "", folder)
            quoted = text ~ /"/
            split(text, part, /[<">]/); header = part[2]
            if (quoted && header !~ /^flamerender(_trend|_options|_analysis)?[.]h$/) {
                from = header; sub(/\/.*/, "", from)
                own = folder == "cli" && (header !~ /\// || from == "cli")
                if (folder == "render" && file !~ layouts &&
                    header ~ /^(model\/(tree\/(tree|callers)|profile)|diff\/|trend\/|heatmap\/|render\/layout\/)/)
                    offend("a back-end may not know \"" header "\"")
                if (header == "model/build/builder_bulk.h" && file !~ bulk)
                    offend("is no fast way and may not include \"" header "\"")
                if (!own && (header !~ /\// || !index(may[folder], " " from " ")))
                    offend("may not include \"" header "\"")
            }
            if (!quoted)
                for (r in room)
                    if (index(header, r) == 1 && file !~ room[r])
                        offend("is no room of <" header ">")
        }
        function offend(why) { print file ":" $2 ": " why; bad = 1 }
        END { exit bad }'
}

self_check() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    plant() {
        mkdir -p "$scratch/$(dirname "$1")"
        echo "#include $2" >"$scratch/$1"
        if (check "$scratch") >/dev/null; then
            echo "self-check: $1 with $2 was not found" >&2
            exit 1
        fi
        rm "$scratch/$1"
    }
    plant render/svg/svg.c '"model/tree/tree.h"'
    plant render/cairo/png.c '"heatmap/grid.h"'
    plant render/html/html.c '"diff/diff.h"'
    plant base/a.c '"model/profile.h"'
    plant model/a.h '"formats/reader.h"'
    plant formats/a.c '"diff/diff.h"'
    plant diff/a.c '"heatmap/grid.h"'
    plant diff/a.c '"trend/trend.h"'
    plant render/html/html.c '"trend/trend.h"'
    plant heatmap/a.c '"formats/reader.h"'
    plant themes/a.c '"model/profile.h"'
    plant render/a.c '"formats/reader.h"'
    plant formats/folded/folded.c '"model/build/builder_bulk.h"'
    plant model/tree/tree.c '"model/build/builder_bulk.h"'
    plant cli/a.c '"base/bytes.h"'
    plant base/input.c '<zlib.h>'
    plant model/tree/tree.c '<xxhash.h>'
    plant formats/folded/folded.c '<jansson.h>'
    plant formats/folded/folded.c '<pcre2.h>'
    plant render/svg/svg.c '<cairo/cairo.h>'
    plant model/tree/tree.c '"tree.h"'
    echo '#include "flamerender.h"' >"$scratch/cli/a.c"
    (check "$scratch")
}

if [ "${1-}" = --self-check ]; then
    self_check
else
    check "${1:-$(dirname "$0")/..}"
fi
