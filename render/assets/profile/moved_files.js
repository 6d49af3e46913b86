/*
 * moved_files.js - files of one side alone are matched by the functions that they share, most first, as
 * diff/moved_files.c does: half of those of the file with fewer must be in the other, at least two, or one where both
 * files have one name.
 */
const MOST_TESTS = 1 << 24; // of a file with a file

/* The functions of each file, in the order of the files. */
function functionsOfFiles(rows) {
    const files = new Map();
    for (const { file, called } of rows) files.set(file, (files.get(file) || new Set()).add(called));
    return [...files].sort(([a], [b]) => a - b);
}

const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);

function matchFiles(names, [from, before], [to, after]) {
    let shared = 0;
    for (const called of before) shared += after.has(called);
    const sameName = baseName(names[from]) === baseName(names[to]),
        enough = shared >= (sameName ? 1 : 2) && 2 * shared >= Math.min(before.size, after.size);
    return enough ? [{ from, to, shared, sameName }] : [];
}

/** Which file of base is which of new. Rows are {file, called}, numbers of `names`. */
export function findMovedFiles(names, base, added) {
    const before = functionsOfFiles(base),
        after = functionsOfFiles(added),
        moved = new Map(),
        taken = new Set();
    if (before.length * after.length > MOST_TESTS) return moved;
    const matches = before.flatMap((a) => after.flatMap((b) => matchFiles(names, a, b)));
    matches.sort((a, b) => b.sameName - a.sameName || b.shared - a.shared || a.from - b.from || a.to - b.to);
    for (const { from, to } of matches) {
        if (moved.has(from) || taken.has(to)) continue;
        moved.set(from, to);
        taken.add(to);
    }
    return moved;
}
