/*
 * label.js - the label of a box that its name does not fit: a shorter form of the name where one fits, else a
 * cut that no other name of the picture has. The rules are those of render/label.c.
 */
import { cutLabel, ELLIPSIS } from "./measure.js";
import { shortForms } from "./short_name.js";

const LEAST_CUT = 6; // letters and digits of a cut label: fewer tell nothing
const LEAST_SIDE = 3; // of them on each side of an ellipsis in the middle

/* Long texts are not measured to their ends. */
function fitsRoom(text, size, room) {
    return cutLabel(text, size, room, "end") === text;
}

/* Letters and digits; those of other scripts count, "_" and an ellipsis do not. */
function countLetters(text) {
    return (text.match(/[0-9A-Za-z]|[^\0-\x7f\u2026]/gu) || []).length;
}

/* "…rawrunprotected": whole words of a snake, from the end. */
function cutWords(text, size, room) {
    const cut = cutLabel(text, size, room, "start");
    let from = cut.indexOf("_");
    if (from < 0) return "";
    while (cut[from + 1] === "_") from++;
    return from + 1 < cut.length ? ELLIPSIS + cut.slice(from + 1) : "";
}

/* "lua_r…ected" */
function cutMiddle(text, size, room) {
    const cut = cutLabel(text, size, room, "middle"),
        at = cut.indexOf(ELLIPSIS);
    const sides = [cut.slice(0, at), cut.slice(at + 1)];
    return at >= 0 && sides.every((side) => countLetters(side) >= LEAST_SIDE) ? cut : "";
}

/* One ellipsis where a cut stands beside that of a form: "less<…>…rator()" is "less…rator()". */
function joinEllipses(cut) {
    return cut.replace(/<?\u2026[<>]*\u2026>?/, ELLIPSIS);
}

const CUTS = [cutWords, cutMiddle, (text, size, room) => cutLabel(text, size, room, "end")]; // at last "lua_raw…"

/* True where the cut is this name's, from now on at the latest. */
function takeCut(labels, cut, name) {
    if (!labels.has(cut)) labels.set(cut, name);
    return labels.get(cut) === name;
}

/** The cuts of a picture, and whose they are. */
export function newLabels() {
    return new Map();
}

/** Returns what of `name` fits into `room` tenths of a px; "" where nothing does. */
export function fitLabel(labels, name, size, room, view) {
    if (room < 0) return "";
    if (fitsRoom(name, size, room)) return name;
    const forms = view.names === "full" ? [name] : shortForms(name),
        shortest = forms[forms.length - 1],
        fitting = forms.slice(1).find((form) => fitsRoom(form, size, room));
    if (fitting) return fitting;
    if (view.truncate !== "distinct") return cutLabel(shortest, size, room, view.truncate);
    for (const way of CUTS) {
        const cut = joinEllipses(way(shortest, size, room));
        if (countLetters(cut) >= LEAST_CUT && takeCut(labels, cut, name)) return cut;
    }
    return "";
}
