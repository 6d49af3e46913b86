# boxes.sh - boxes of pictures as sorted lines "depth name count". FR_PROGRAM: the program under test.

# The boxes of folded text: "depth name count".
boxes_of_folded() {
    awk -v upside="$1" '{
        count = $NF; sub(/ [^ ]*$/, ""); n = split($0, frame, ";"); path = ""; total[""] += count
        for (i = 1; i <= n; i++) {
            name = frame[upside ? n + 1 - i : i]; path = path ";" name
            depth[path] = i; total[path] += count
            sub(/_\[[kij]\]$/, "", name); names[path] = name
        }
        names[""] = "all"; depth[""] = 0
    } END { for (p in total) if (total[p] > 0) print depth[p], names[p], total[p] }' "$2" | sort
}
# The boxes of a picture that has a title in each; those of the largest y are the root.
boxes_of_svg() {
    "$FR_PROGRAM" convert --quiet --format folded "$1" >carried.folded 2>/dev/null
    awk '/<g transform="translate\(0 / { y = $0; sub(/.*translate\(0 /, "", y); sub(/\).*/, "", y) }
        /<title>/ && /<rect/ {
            n = split($0, part, "<title>")
            for (i = 2; i <= n; i++) {
                text = part[i]; sub(/<\/title>.*/, "", text)
                m = split(text, field, " \302\267 ")
                sub(/.*\(/, "", field[2]) # "1.2 ms (1 234 us)"
                split(field[2], amount, " ")
                gsub(/\342\200\257/, "", amount[1])
                sub(/^[A-Za-z]+: /, "", field[1]) # --nametype
                gsub(/&lt;/, "<", field[1]); gsub(/&gt;/, ">", field[1]); gsub(/&amp;/, "\\&", field[1])
                row[++k] = y; name[k] = field[1]; count[k] = amount[1]
                if (field[1] == "all") root = y
            }
        }
        END {
            for (i = 1; i <= k; i++) {
                d = row[i] - root; if (d < 0) d = -d
                step = (step == "" || (d > 0 && d < step)) && d > 0 ? d : step
            }
            for (i = 1; i <= k; i++) {
                d = row[i] - root; if (d < 0) d = -d
                print (step ? d / step : 0), name[i], count[i]
            }
        }' "$1" | sort
}

# Those of a picture that flamegraph.pl drew: a title and a rectangle on one line; the lowest row, or the highest, is the
# root's, which is called "all". Boxes of one name in one row are one: flamegraph.pl splits siblings (docs/compat.md).
boxes_of_original() {
    awk '/<title>/ && /<rect/ {
            text = $0; sub(/.*<title>/, "", text); sub(/<\/title>.*/, "", text)
            y = $0; sub(/.*<rect[^>]* y="/, "", y); sub(/".*/, "", y)
            at = match(text, / \([^(]*\)$/)
            count = substr(text, at + 2); sub(/ .*/, "", count); gsub(/,/, "", count)
            text = substr(text, 1, at - 1)
            gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text); gsub(/&amp;/, "\\&", text)
            row[++k] = y; name[k] = text; counts[k] = count
            if (text == "all" && count > most) { most = count; root = y }
        }
        END {
            for (i = 1; i <= k; i++) {
                d = row[i] - root; if (d < 0) d = -d
                if (d > 0 && (step == "" || d < step)) step = d
            }
            for (i = 1; i <= k; i++) {
                d = row[i] - root; if (d < 0) d = -d
                print (step ? d / step : 0) "\t" name[i] "\t" counts[i]
            }
        }' "$1"
}

# Sums lines "depth TAB name TAB count" by depth and name. Blanks at the ends of a name do not count here.
sum_boxes() {
    awk -F '\t' '{ sub(/ +$/, "", $2); sub(/^ +/, "", $2); n[$1 " " $2] += $3 } END { for (b in n) print b, n[b] }' | sort
}

# Those of scene-json on standard input, as lines "depth TAB name TAB count".
boxes_of_json() {
    awk '/^ \{"name": / {
            name = $0; sub(/^ \{"name": "/, "", name); sub(/", "row": .*/, "", name)
            depth = $0; sub(/.*", "row": /, "", depth); sub(/,.*/, "", depth)
            total = $0; sub(/.*, "total": /, "", total); sub(/,.*/, "", total)
            gsub(/\\u003c/, "<", name); gsub(/\\u003e/, ">", name); gsub(/\\u0026/, "\\&", name)
            gsub(/\\"/, "\"", name); gsub(/\\\\/, "\\", name)
            print depth "\t" (name == "" ? "all" : name) "\t" total
        }'
}
