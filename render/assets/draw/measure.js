/*
 * measure.js - measures text by the table of render/measure.c and cuts labels as the program does. It does
 * not ask the browser, so thousands of labels cost little. The table is made by measure_table.cmake when
 * flamerender is built.
 */
import { GLYPH_RANGES, GLYPH_ADVANCES, MARK_RANGES } from "../measure_table.js";

const EM = 2048;
export const ELLIPSIS = "\u2026";
const CHARACTER_MAX = 64; // code points; what is longer is parted
const LABEL_MIN = 2; // characters beside the ellipsis
const ZWJ = 0x200d;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/* "gap length,...": ranges of code points, by their distance from the one before (measure_table.cmake).
 * `before` is how many characters stand in the ranges before, `width` that of a mark. */
function readRanges(text) {
    const rows = [];
    let code = 0,
        before = 0;
    for (const item of text.split(",")) {
        const [gap, length = "1"] = item.split(/[ !]/),
            first = code + parseInt(gap, 36),
            n = parseInt(length || "1", 36);
        code = first + n;
        rows.push({ first, last: code - 1, before, width: item.includes("!") ? EM : 0 });
        before += n;
    }
    return rows;
}

const glyphs = readRanges(GLYPH_RANGES);
const marks = readRanges(MARK_RANGES);
const ascii = Array.from({ length: 95 }, (_, i) => advanceAt(i));

function advanceAt(index) {
    return (
        DIGITS.indexOf(GLYPH_ADVANCES[2 * index]) * 64 +
        DIGITS.indexOf(GLYPH_ADVANCES[2 * index + 1])
    );
}

function findRange(rows, code) {
    let low = 0,
        high = rows.length;
    while (low < high) {
        const mid = (low + high) >> 1;
        if (code > rows[mid].last) low = mid + 1;
        else high = mid;
    }
    return low < rows.length && code >= rows[low].first ? rows[low] : null;
}

function findMark(code) {
    return code >= 0x300 ? findRange(marks, code) : null;
}

function glyphAdvance(code) {
    const range = findRange(glyphs, code);
    return (range && advanceAt(range.before + code - range.first)) || EM;
}

/* A mark without a base is drawn on a dotted circle. */
function baseAdvance(code) {
    if (code >= 32 && code <= 126) return ascii[code - 32];
    return findMark(code) ? EM : glyphAdvance(code);
}

function joinedAdvance(code) {
    const mark = findMark(code);
    return mark ? mark.width : glyphAdvance(code);
}

function isFlagLetter(code) {
    return code >= 0x1f1e6 && code <= 0x1f1ff;
}

function isJoined(code, next) {
    return findMark(next) || code === ZWJ || (isFlagLetter(code) && isFlagLetter(next));
}

function lengthOf(code) {
    return code > 0xffff ? 2 : 1;
}

/* The character at `at`: where it ends and how wide it is. */
function characterAt(text, at) {
    let code = text.codePointAt(at),
        end = at + lengthOf(code),
        width = baseAdvance(code);
    for (let n = 1; end < text.length && n < CHARACTER_MAX; n++) {
        const next = text.codePointAt(end);
        if ((next < 0x300 && code !== ZWJ) || !isJoined(code, next)) break;
        width += joinedAdvance(next);
        code = next;
        end += lengthOf(next);
    }
    return { end, width };
}

/** Width of regular text in tenths of a px, rounded up; `size` is in tenths of a px too. */
export function textWidth(text, size) {
    let units = 0;
    for (let at = 0; at < text.length;) {
        const c = characterAt(text, at);
        units += c.width;
        at = c.end;
    }
    return Math.ceil((units * size) / EM);
}

/* True where all of it fits into `room` font units. */
function fits(text, room) {
    for (let at = 0; at < text.length && room >= 0;) {
        const c = characterAt(text, at);
        room -= c.width;
        at = c.end;
    }
    return room >= 0;
}

function charactersOf(text) {
    const list = [];
    for (let at = 0; at < text.length;) {
        const c = characterAt(text, at);
        list.push({ from: at, end: c.end, width: c.width });
        at = c.end;
    }
    return list;
}

function keepHead(text, room) {
    let head = 0,
        n = 0;
    while (head < text.length) {
        const c = characterAt(text, head);
        room -= c.width;
        if (room < 0) break;
        head = c.end;
        n++;
    }
    return { head, tail: text.length, n };
}

function keepTail(text, room) {
    const list = charactersOf(text);
    let n = 0;
    for (; n < list.length; n++) {
        room -= list[list.length - 1 - n].width;
        if (room < 0) break;
    }
    return { head: 0, tail: n ? list[list.length - n].from : text.length, n };
}

/* Grows both sides, the narrower first. */
function keepBoth(text, room) {
    const list = charactersOf(text);
    let i = 0,
        j = list.length,
        head = 0,
        tail = 0;
    while (i < j) {
        const atHead = head <= tail;
        if (atHead) head += list[i].width;
        else tail += list[j - 1].width;
        if (head + tail > room) break;
        if (atHead) i++;
        else j--;
    }
    return {
        head: i ? list[i - 1].end : 0,
        tail: j < list.length ? list[j].from : text.length,
        n: i + list.length - j,
    };
}

const keeps = new Map([
    ["end", keepHead],
    ["start", keepTail],
    ["middle", keepBoth],
]);

/** Returns what of `text` fits into `room` tenths of a px, with an ellipsis; "" where too little does. */
export function cutLabel(text, size, room, truncate) {
    if (room < 0) return "";
    const units = Math.floor((room * EM) / size);
    if (fits(text, units)) return text;
    const kept = keeps.get(truncate)(text, units - EM);
    if (kept.n < LABEL_MIN || kept.head > kept.tail) return "";
    return text.slice(0, kept.head) + ELLIPSIS + text.slice(kept.tail);
}
