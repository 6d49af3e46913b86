/*
 * paired_names.js - names of two profiles that are one function, made one, as diff/pairing.c does it: first what moved
 * (moved_names.js), then what is the same always, then one to one, the largest first.
 *
 *     pairNames([base, new]) -> { sides: [base, new], notes }     sides: union.js
 */
import { numberIn } from "./bounds.js";
import { findMoves } from "./moved_names.js";
import { formatCount } from "./format.js";
import { pairForm, sameForm } from "./name_forms.js";
import { compareText } from "./union.js";

const PROCESS_KIND = 5; // FR_KIND_PROCESS of flamerender.h

function settleNames(side, names, as) {
    const { kind } = side.pack.frames,
        forms = new Map();
    return names.map((name, frame) => {
        const process = Boolean(kind && kind[frame] === PROCESS_KIND),
            key = process + name;
        if (!forms.has(key)) forms.set(key, sameForm(as.get(name) ?? name, process));
        return forms.get(key);
    });
}

/* ---- who is where ---- */

/* Names with a value at or above them, and names that stand within some stack. */
function findNames({ pack, column }, names) {
    const { values } = pack.columns[column],
        has = new Uint8Array(values.length),
        used = new Set(),
        inner = new Set();
    for (let stack = values.length - 1; stack > 0; stack--) {
        if (values[stack]) has[stack] = 1;
        const name = names[pack.frame[stack]];
        if (pack.parent[stack]) inner.add(name);
        if (!has[stack]) continue;
        has[pack.parent[stack]] = 1;
        used.add(name);
    }
    return { used, inner };
}

/* The forms of names that this side alone has. */
function formsOf(here, there) {
    const forms = new Map();
    for (const name of here.used) {
        const outermost = !here.inner.has(name) && !there.inner.has(name),
            form = there.used.has(name) ? null : pairForm(name, outermost);
        if (form !== null) forms.set(name, form);
    }
    return forms;
}

function weightsBelow({ pack, column }, scale) {
    const sums = Float64Array.from(pack.columns[column].values, (value) => Number(value) * scale);
    for (let stack = sums.length - 1; stack > 0; stack--) sums[pack.parent[stack]] += sums[stack];
    return sums;
}

/* Stacks that a name with a form stands on, or that are below one. */
function stacksWithForms(pack, isFormed) {
    const wanted = new Uint8Array(pack.parent.length);
    for (let stack = wanted.length - 1; stack > 0; stack--) {
        if (isFormed[pack.frame[stack]]) wanted[stack] = 1;
        if (wanted[stack]) wanted[pack.parent[stack]] = 1;
    }
    return wanted;
}

/* Adds the names with a form by the stack of forms that they stand on: places.get(at)[k] is a Map name -> value. Texts
 * and stacks of them have the same numbers on both sides. */
function addPlaces(places, { texts, stacks }, k, { pack }, names, forms, sums) {
    const isFormed = names.map((name) => forms.has(name)),
        ids = names.map((name) => numberIn(texts, forms.has(name) ? "f" + forms.get(name) : "n" + name)),
        wanted = stacksWithForms(pack, isFormed),
        at = new Float64Array(wanted.length);
    for (let stack = 1; stack < wanted.length; stack++) {
        if (!wanted[stack]) continue;
        const frame = pack.frame[stack];
        at[stack] = 1 + numberIn(stacks, at[pack.parent[stack]] * 0x200000 + ids[frame]); // far below 2^53 for any page
        if (!isFormed[frame]) continue;
        if (!places.has(at[stack])) places.set(at[stack], [new Map(), new Map()]);
        const values = places.get(at[stack])[k];
        values.set(names[frame], (values.get(names[frame]) || 0) + sums[stack]);
    }
}

/* ---- who meets whom ---- */

const byValueAndName = ([a, x], [b, y]) => y - x || compareText(a, b);

/* Pairs of names with the value of the smaller, all places. */
function matchesOf(places) {
    const matches = new Map();
    for (const sides of places.values()) {
        const [base, added] = sides.map((values) => [...values].sort(byValueAndName));
        for (let i = 0; i < base.length && i < added.length; i++) {
            const key = base[i][0] + "\n" + added[i][0],
                match = matches.get(key) || { base: base[i][0], added: added[i][0], value: 0 };
            match.value += Math.min(base[i][1], added[i][1]);
            matches.set(key, match);
        }
    }
    return [...matches.values()].sort(
        (a, b) => b.value - a.value || compareText(a.base, b.base) || compareText(a.added, b.added),
    );
}

/* Each name meets one other: what names of base become. */
function acceptMatches(matches) {
    const become = new Map(),
        taken = new Set();
    for (const { base, added } of matches) {
        if (become.has(base) || taken.has(added)) continue;
        become.set(base, added);
        taken.add(added);
    }
    return become;
}

function findPairs(sides, names) {
    const known = sides.map((side, k) => findNames(side, names[k])),
        forms = [formsOf(known[0], known[1]), formsOf(known[1], known[0])];
    if (!forms[0].size || !forms[1].size) return new Map();
    const decimals = sides.map(({ pack, column }) => pack.columns[column].decimals),
        places = new Map(),
        to = { texts: new Map(), stacks: new Map() };
    sides.forEach((side, k) => {
        const sums = weightsBelow(side, 10 ** (Math.max(...decimals) - decimals[k]));
        addPlaces(places, to, k, side, names[k], forms[k], sums);
    });
    return acceptMatches(matchesOf(places));
}

/* ---- all of it ---- */

/* The side with other names for its frames; files and modules keep their places. */
function withNames(side, names) {
    const { pack } = side,
        all = [...pack.names],
        place = new Map(all.map((name, i) => [name, i]));
    const name = Uint32Array.from(names, (text) => {
        if (!place.has(text)) place.set(text, all.push(text) - 1);
        return place.get(text);
    });
    return { ...side, pack: { ...pack, names: all, frames: { ...pack.frames, name } } };
}

function notesOfNames({ n, files }, pairs) {
    const elsewhere = "compared with the same function at another line or in another file";
    return [
        n && formatCount(n, `function is ${elsewhere}`, `functions are ${elsewhere}`),
        files && formatCount(files, "file is taken as renamed", "files are taken as renamed"),
        pairs && formatCount(pairs, "name that differs by run is paired", "names that differ by run are paired"),
    ].filter(Boolean);
}

/** Both sides with one name for each function that both have. */
export function pairNames(sides) {
    const own = sides.map(({ pack }) => Array.from(pack.frames.name, (name) => pack.names[name])), // by frame
        moves = findMoves(own.map((names) => new Set(names))),
        names = own.map((all, k) => settleNames(sides[k], all, moves.as[k])),
        become = findPairs(sides, names);
    names[0] = names[0].map((name) => become.get(name) ?? name);
    return { sides: sides.map((side, k) => withNames(side, names[k])), notes: notesOfNames(moves, become.size) };
}
