/*
 * moved_lines.js - functions of one file at other lines, as diff/moved_functions.c pairs them: first by the lines that
 * functions moved by which are known, then by order.
 *
 * A function that is once in its file on both sides is an anchor: those behind it moved as it did. A file without
 * anchors has one move, which suits most of its functions; of equal ones the smallest.
 */
import { firstPlace } from "./bounds.js";

const MOST_MOVES = 1 << 20; // that are tried in a file without anchors
const MOST_TESTS = 1 << 26; // of two functions of it, for those of one column

/** Runs of neighbours with the same key, as [from, to]. */
export function sameRuns(rows, key) {
    const runs = [];
    for (let from = 0, to; from < rows.length; from = to) {
        to = from + 1;
        while (to < rows.length && rows[to][key] === rows[from][key]) to++;
        runs.push([from, to]);
    }
    return runs;
}

function findAnchors(rows, functions) {
    const anchors = [];
    for (const [from, to] of functions) {
        const all = rows.slice(from, to),
            base = all.filter(({ inBase }) => inBase),
            added = all.filter(({ inNew }) => inNew);
        if (base.length === 1 && added.length === 1)
            anchors.push({ line: base[0].line, move: added[0].line - base[0].line });
    }
    return anchors.sort((a, b) => a.line - b.line);
}

/* Adds the moves of a function to those of its name in the same column. Returns how many tests are left. */
function addMoves(moves, rows, [from, to], { line, column }, tests) {
    let left = tests;
    for (let j = from; j < to && moves.length < MOST_MOVES && left > 0; j++, left--)
        if (rows[j].inNew && rows[j].column === column) moves.push(rows[j].line - line);
    return left;
}

function listMoves(rows, functions) {
    const moves = [];
    let left = MOST_TESTS;
    for (const run of functions)
        for (let i = run[0]; i < run[1]; i++) if (rows[i].inBase) left = addMoves(moves, rows, run, rows[i], left);
    return moves;
}

function guessAnchor(rows, functions) {
    const times = new Map();
    for (const move of listMoves(rows, functions)) times.set(move, (times.get(move) || 0) + 1);
    const order = ([a, n], [b, m]) => m - n || Math.abs(a) - Math.abs(b) || a - b,
        [best] = [...times].sort(order)[0] || [0];
    return { line: 0, move: best };
}

/* Returns where a line of base is in new, as the last anchor before it tells. */
function expectedLine(anchors, line) {
    const next = firstPlace(0, anchors.length, (i) => anchors[i].line <= line);
    return line + anchors[Math.max(next - 1, 0)].move;
}

/* The row of new that stands at a place, or -1. */
function findNew(rows, [from, to], { line, column }) {
    const isBefore = (i) => rows[i].line < line || (rows[i].line === line && rows[i].column < column);
    let at = firstPlace(from, to, isBefore);
    for (; at < to && rows[at].line === line && rows[at].column === column; at++) if (rows[at].inNew) return at;
    return -1;
}

/* Those that stand where they are expected, in order. */
function pairExpected(rows, [from, to], anchors, pairs) {
    let next = from;
    for (let i = from; i < to; i++) {
        if (!rows[i].inBase) continue;
        const found = findNew(rows, [next, to], { ...rows[i], line: expectedLine(anchors, rows[i].line) });
        if (found < 0) continue;
        pairs.set(i, found);
        next = found + 1;
    }
}

/* Pairs what is left between two pairs, one after the other. */
function pairRest(rows, [from, to], pairs) {
    const taken = new Set();
    for (let i = from; i < to; i++) if (pairs.has(i)) taken.add(pairs.get(i));
    let j = from;
    for (let i = from; i < to; i++) {
        if (!rows[i].inBase) continue;
        if (pairs.has(i)) {
            j = pairs.get(i) + 1;
            continue;
        }
        while (j < to && !rows[j].inNew) j++;
        if (j < to && !taken.has(j)) pairs.set(i, j++);
    }
}

/** Which row of base is which of new. Rows are {called, line, column, inBase, inNew}, by function and line. */
export function findMovedLines(rows) {
    const functions = sameRuns(rows, "called"),
        found = findAnchors(rows, functions),
        anchors = found.length ? found : [guessAnchor(rows, functions)],
        pairs = new Map();
    for (const run of functions) {
        pairExpected(rows, run, anchors, pairs);
        pairRest(rows, run, pairs);
    }
    return pairs;
}
