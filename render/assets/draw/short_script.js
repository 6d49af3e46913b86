/*
 * short_script.js - shorter forms of names with a position, as in base/short_name.c:
 *
 *     "JS:*sort /srv/w1.js:4:559", "handle (/srv/views.py:12)"
 */
import { addForm, baseOf, isNameDigit, trimBlanks } from "./short_forms.js";

/* The start of ":12" at the end, or the length. */
function numberAtEnd(text) {
    let i = text.length;
    while (i > 0 && isNameDigit(text[i - 1])) i--;
    return i > 1 && i < text.length && text[i - 1] === ":" ? i - 1 : text.length;
}

const V8_KINDS = [
    "JS:",
    "LazyCompile:",
    "Function:",
    "Script:",
    "Eval:",
    "RegExp:",
    "Builtin:",
    "Handler:",
    "BytecodeHandler:",
];

/* Length of "JS:*", "LazyCompile:~"; 0: no prefix of V8's. */
function v8Prefix(name) {
    const kind = V8_KINDS.find((text) => name.startsWith(text));
    if (!kind) return 0;
    let n = kind.length;
    while (n < name.length && "*~^+'".includes(name[n])) n++;
    return n;
}

const PLACE_STARTS = ["/", "file:", "node:", "evalmachine."];

/* Returns where the file begins in "get size /srv/a b.js:4:5"; the length: there is none. */
function placeOf(text) {
    if (numberAtEnd(text) === text.length) return text.length;
    for (let i = 0; i < text.length; i++)
        if ((i === 0 || text[i - 1] === " ") && PLACE_STARTS.some((start) => text.startsWith(start, i)))
            return i;
    return text.lastIndexOf(" ") + 1;
}

const TELLING = 5; // letters: "4:733" tells functions of a file apart, "1:1" says nothing

/* "w1.js:4:733", "w1.js:4", "4:733"; `line` is the place without its column. */
function addPlace(forms, place, line) {
    const file = numberAtEnd(line);
    addForm(forms, place);
    if (file === line.length) return; // no column, or no line
    addForm(forms, line);
    if (place.length - file > TELLING) addForm(forms, place.slice(file + 1));
}

function addScript(forms, text) {
    const at = placeOf(text),
        words = text.slice(0, at),
        place = baseOf(text.slice(at));
    let line = place.slice(0, numberAtEnd(place));
    if (numberAtEnd(line) === line.length) line = place; // no column
    if (trimBlanks(words)) {
        addForm(forms, words + place);
        addForm(forms, words + line);
        addForm(forms, trimBlanks(words));
        return;
    }
    addPlace(forms, place, line);
}

export function takeScript(forms, name) {
    const prefix = v8Prefix(name),
        text = name.slice(prefix);
    if (!prefix) return false;
    if (placeOf(text) < text.length) addScript(forms, text);
    else addForm(forms, trimBlanks(text));
    return true;
}

/* "sort (/srv/w1.js:4:559)": "sort w1.js:4:559", "sort w1.js:4", "sort". False: the place has no column. */
function addColumn(forms, words, place) {
    const base = baseOf(place),
        line = base.slice(0, numberAtEnd(base));
    if (line.length === base.length || numberAtEnd(line) === line.length) return false;
    addForm(forms, words + base);
    addForm(forms, words + line);
    addForm(forms, trimBlanks(words));
    return true;
}

/* "handle (/srv/app/views.py:12)", "handle (views.py)" */
export function takeParenthesis(forms, name) {
    const open = name.indexOf(" (");
    if (open <= 0 || !name.endsWith(")")) return false;
    const inside = name.slice(open + 2, -1);
    if (numberAtEnd(inside) === inside.length && !inside.includes(".")) return false;
    if (inside.includes(",") || inside.includes("(")) return false;
    if (name.slice(0, open) === "(anonymous)") {
        const place = baseOf(inside); // it alone tells which it is
        addPlace(forms, place, place.slice(0, numberAtEnd(place)));
        return true;
    }
    if (addColumn(forms, name.slice(0, open + 1), inside)) return true;
    addForm(forms, name.slice(0, open + 2) + baseOf(name.slice(open + 2)));
    addForm(forms, name.slice(0, open));
    return true;
}
