/*
 * moved_names.js - functions at other lines of their file, and files at other paths, are the same functions, as
 * diff/moved_functions.c has it:
 *
 *     base                        new
 *     words (/srv/a.js:2:15)      words (/srv/a.js:3:15)        a line was added above it
 *     words (/ci/1/a.js:2:15)     words (/ci/2/a.js:2:15)       the file lies elsewhere
 */
import { numberIn } from "./bounds.js";
import { findMovedFiles } from "./moved_files.js";
import { findMovedLines, sameRuns } from "./moved_lines.js";
import { isNameless, placeInName, spellPlace } from "./name_place.js";
import { compareText } from "./union.js";

/* The names that hold a place, in the order of their bytes; files and functions are numbers of `texts`. */
function placesOf(sides) {
    const ids = new Map(),
        places = [];
    for (const name of [...new Set([...sides[0], ...sides[1]])].sort(compareText)) {
        const place = placeInName(name);
        if (!place) continue;
        const row = { name, rank: places.length, line: place.line, column: place.column, nameless: isNameless(place) };
        row.file = numberIn(ids, place.file);
        row.called = numberIn(ids, place.called);
        places.push({ ...row, inBase: sides[0].has(name), inNew: sides[1].has(name) });
    }
    return { places, texts: [...ids.keys()] };
}

/* Files that one side alone has take the name of their other. */
function moveFiles(places, texts) {
    const known = [new Set(), new Set()];
    for (const { file, inBase, inNew } of places) {
        if (inBase) known[0].add(file);
        if (inNew) known[1].add(file);
    }
    const alone = (here, there) => places.filter((row) => !row.nameless && here.has(row.file) && !there.has(row.file)),
        moved = findMovedFiles(texts, alone(known[0], known[1]), alone(known[1], known[0]));
    for (const place of places) place.file = moved.get(place.file) ?? place.file;
    return moved.size;
}

/* "f (/srv/a.js:5:3)" of base is gone where another function has that place in new. */
function pairFile(rows, moves) {
    const byOther = new Set();
    for (const [i, j] of findMovedLines(rows)) {
        if (i === j) continue;
        byOther.add(rows[j]);
        moves.n++;
        moves.as[0].set(rows[i].name, rows[j].name);
    }
    for (const row of byOther)
        if (row.inBase && !moves.as[0].has(row.name)) moves.as[0].set(row.name, row.name + ", gone");
}

/* Names without a column hold the line that ran: all lines of a function are one. */
function joinLines(rows, texts, moves) {
    if (rows.length < 2 || rows[0].nameless || rows.every(({ column }) => column)) return;
    if (!rows.some(({ inBase }) => inBase) || !rows.some(({ inNew }) => inNew)) return;
    const name = spellPlace({ called: texts[rows[0].called], file: texts[rows[0].file] });
    for (const row of rows) {
        moves.n += row.inBase && !moves.as[0].has(row.name);
        for (const as of moves.as) as.set(row.name, name);
    }
}

/** Returns what names of base and of new become: {as: [Map, Map], n: functions, files}. `sides` are sets of names. */
export function findMoves(sides) {
    const moves = { as: [new Map(), new Map()], n: 0, files: 0 },
        { places, texts } = placesOf(sides);
    moves.files = moveFiles(places, texts);
    const keys = ["file", "called", "line", "column", "rank"];
    places.sort((a, b) => keys.reduce((order, key) => order || a[key] - b[key], 0));
    for (const [from, to] of sameRuns(places, "file")) {
        const rows = places.slice(from, to);
        pairFile(rows, moves);
        for (const run of sameRuns(rows, "called")) joinLines(rows.slice(...run), texts, moves);
    }
    return moves;
}
