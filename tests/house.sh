#!/bin/sh
# house.sh [ROOT] [--list] - what the source is made of, counted: it prints, it fails nothing.
#
#     bodies          lines of functions between their braces, without blank ones, of all lines of C
#     headers         lines of .h, of all lines of C
#     one-call        functions that another file may call, outside base/ and include/, that are named once, in one
#                     other file: rows of tables are such names, too, but readers' rows (fr_NAME_probe) are left out
#     once-used       static functions that their file names once beside their definition
#     fragments       comments that begin with Of, What, Whether, How or Where: such a sentence has no verb
#     twice           base names that files of two folders have
#
# With --list the one-call functions, once-used statics, fragments and doubled names stand below, with their places.
set -eu
export LC_ALL=C
list=0 root=$(dirname "$0")/..
for word; do
    case $word in --list) list=1 ;; *) root=$word ;; esac
done
cd "$root"
if ! ctags --version 2>/dev/null | grep -q '^Universal'; then
    echo "skipped: functions, for Universal Ctags is missing (universal-ctags)"
    tags() { :; }
else
    tags() {
        xargs ctags -f - --sort=no --languages=C --langmap=C:.c.h --kinds-C=f --fields=neKf --excmd=number |
            awk -F'\t' '{
                end = 0; shown = "extern"
                for (i = 4; i <= NF; i++) {
                    if ($i ~ /^end:/) end = substr($i, 5)
                    if ($i == "file:") shown = "static"
                }
                line = $3; sub(/;.*/, "", line)
                print $2, line, end, shown, $1
            }'
    }
fi
folders="base model formats diff trend heatmap themes render cli include"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

find $folders -name '*.[ch]' | sort >"$scratch/files"
tags <"$scratch/files" >"$scratch/functions"

# Lines by folder: C, JavaScript, style sheets. What is made of other files is not counted.
echo "product, lines by folder"
find $folders \( -name '*.[ch]' -o -name '*.def' -o -name '*.js' -o -name '*.css' \) ! -path '*/minified/*' | sort |
    xargs wc -l | awk '$2 != "total" {
        n = split($2, part, "/"); kind = $2; sub(/.*[.]/, "", kind)
        name = part[1]; if (kind == "js" || kind == "css") name = "JavaScript, CSS"
        lines[name] += $1; files[name]++; all += $1; n_all++
    } END {
        for (name in lines) printf "  %-16s %7d lines %5d files\n", name, lines[name], files[name]
        printf "  %-16s %7d lines %5d files\n", "~ all", all, n_all
    }' | sort | sed 's/~ all/all  /'

awk -v list="$list" -v functions="$scratch/functions" '
function percent(part, whole) { return sprintf("%.1f %%", whole ? 100 * part / whole : 0) }
function sorted(values, n,    i, j, v) {
    for (i = 2; i <= n; i++) {
        v = values[i]
        for (j = i - 1; j >= 1 && values[j] > v; j--) values[j + 1] = values[j]
        values[j + 1] = v
    }
}
# Counts every name that code holds, by file; comments and strings are no code.
function count_names(file, text) {
    gsub(/"([^"\\]|\\.)*"/, "", text)
    if (within) {
        if (!sub(/^.*\*\//, "", text)) return
        within = 0
    }
    gsub(/\/\*([^*]|\*[^\/])*\*\//, "", text)
    if (sub(/\/\*.*$/, "", text)) within = 1
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (word in defined) {
            used[file, word]++
            if (file ~ /[.]c$/ && !((word, file) in seen)) { seen[word, file] = 1; users[word] = users[word] " " file }
        }
    }
}
BEGIN {
    while ((getline line < functions) > 0) {
        split(line, f, " ")
        n_functions++
        at_file[n_functions] = f[1]; at_line[n_functions] = f[2]; at_end[n_functions] = f[3] ? f[3] : f[2]
        kind[n_functions] = f[4]; name[n_functions] = f[5]
        defined[f[5]]++
        lengths[n_functions] = at_end[n_functions] - at_line[n_functions] + 1
    }
}
FNR == 1 { within = 0 }
{
    n_lines++
    lines_of[FILENAME]++
    if (FILENAME ~ /[.]h$/) n_header++
    text[FILENAME, FNR] = $0
    if ($0 ~ /^[ \t]*(\/\*|\/\/) *(Of|What|Whether|How|Where) / || $0 ~ /[;,{)] +\/\* *(Of|What|Whether|How|Where) /)
        fragment[++n_fragments] = FILENAME ":" FNR ": " $0
    count_names(FILENAME, $0)
}
END {
    for (i = 1; i <= n_functions; i++) {
        from = at_line[i]
        while (from <= at_end[i] && text[at_file[i], from] !~ /\{/) from++
        for (k = from + 1; k < at_end[i]; k++)
            if (text[at_file[i], k] !~ /^[ \t]*$/) n_body++
        own = used[at_file[i], name[i]]
        if (kind[i] == "static" && at_file[i] ~ /[.]c$/) {
            n_static++
            if (own == 2) once[++n_once] = at_file[i] ":" at_line[i] ": " name[i] ", " lengths[i] " lines"
        }
        if (kind[i] == "extern" && at_file[i] ~ /[.]c$/ && at_file[i] !~ /^(base|include)\// &&
            !(at_file[i] ~ /^formats\// && name[i] ~ /_(probe|read|boundary|write)$/) && !is_public(name[i])) {
            n_extern++
            n_users = split(users[name[i]], who, " ")
            others = 0; calls = 0
            for (k = 1; k <= n_users; k++)
                if (who[k] != at_file[i]) { others++; calls += used[who[k], name[i]]; other = who[k] }
            if (others == 1 && calls == 1 && own == 1)
                one_call[++n_one_call] = at_file[i] ":" at_line[i] ": " name[i] ", called in " other
        }
    }
    for (file in lines_of)
        if (file ~ /[.]h$/) { n_headers++; if (lines_of[file] < 30) n_small++ }
    print "C"
    printf "  %-16s %7d of %d lines, %s\n", "bodies", n_body, n_lines, percent(n_body, n_lines)
    printf "  %-16s %7d of %d lines, %s\n", "headers", n_header, n_lines, percent(n_header, n_lines)
    printf "  %-16s %7d of %d headers\n", "under 30 lines", n_small, n_headers
    printf "  %-16s %7d of %d external functions, %s\n", "one-call", n_one_call, n_extern, percent(n_one_call, n_extern)
    printf "  %-16s %7d of %d statics, %s\n", "once-used", n_once, n_static, percent(n_once, n_static)
    sort_lengths()
    printf "  %-16s %7d functions: p50 %d, p90 %d, max %d\n", "lengths", n_functions, rank(0.5), rank(0.9), rank(1)
    printf "  %-16s %7d comments\n", "fragments", n_fragments
    if (list) {
        print "one-call"; for (i = 1; i <= n_one_call; i++) print "  " one_call[i]
        print "once-used"; for (i = 1; i <= n_once; i++) print "  " once[i]
        print "fragments"; for (i = 1; i <= n_fragments; i++) print "  " fragment[i]
    }
}
# Says whether a declaration stands in include/: such functions are for programs that are not here.
function is_public(word,    file) {
    for (file in lines_of)
        if (file ~ /^include\// && (file, word) in used) return 1
    return 0
}
function sort_lengths(    i) { for (i = 1; i <= n_functions; i++) of_length[lengths[i]]++ }
function rank(share,    n, length_) {
    for (length_ = 1; length_ < 100000; length_++) {
        n += of_length[length_]
        if (n >= share * n_functions) return length_
    }
    return 0
}' $(cat "$scratch/files")

# Base names in two folders, C and JavaScript apart; x.c and x.h of one folder are one file.
find $folders \( -name '*.[ch]' -o -name '*.js' \) ! -path '*/minified/*' | sort | awk -v list="$list" -F/ '{
        name = $NF; kind = name ~ /js$/ ? "js" : "c"; sub(/[.][a-z]+$/, "", name)
        folder = $0; sub(/\/[^\/]*$/, "", folder)
        key = kind " " name
        if (!((key, folder) in seen)) { seen[key, folder] = 1; n[key]++; where[key] = where[key] " " folder }
    } END {
        for (key in n) if (n[key] > 1) { twice++; text = text "  " key ":" where[key] "\n" }
        printf "  %-16s %7d base names\n", "twice", twice
        if (list) printf "%s", text
    }'
find render/assets -name '*.js' ! -path '*/minified/*' | sort |
    xargs grep -cE '^ *(/\*|//|\*) *(Of|What|Whether|How|Where) ' | awk -F: '
    { n += $2 } END { printf "JavaScript\n  %-16s %7d comments\n", "fragments", n }'
