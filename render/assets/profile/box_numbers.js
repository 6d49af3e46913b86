/*
 * box_numbers.js - the numbers of a box as the details bar of a page shows them, and where its code is:
 *
 *     {what: "total", share: "20.2 %", more: "649 samples", title: "649 samples", part: 0.202}
 *
 * `part` is what a bar shows; `title` has the exact value.
 */
import { ARROW, changeFacts, changeOfAmount } from "./change_words.js";
import { factsOf, restFacts } from "./facts.js";
import { formatAmount, formatCount, formatExact, formatPlainShare, SEPARATOR } from "./format.js";
import { RUNNER } from "./tree.js";

const PLACES = /^(kind|module|file|process|thread|not drawn)$/; // facts that tell where, not how much

function portion(value, whole) {
    return Number(whole) ? Number(value) / Number(whole) : 0;
}

/* A value as a share of the profile. */
function amount(what, value, view) {
    return {
        ...{ what, share: formatPlainShare(value, view.whole), more: formatAmount(view, value) },
        ...{ title: formatExact(view, value), part: portion(value, view.whole) },
    };
}

/* A value as a share of another box. */
function share(what, value, of, name) {
    return { what, share: formatPlainShare(value, of), more: name, part: portion(value, of) };
}

/* "20.2 %  1 place": what the function has wherever it stands. */
function inAllPlaces(tree, node, view, functions) {
    const found = functions && functions.get(tree.name[node]);
    return found ? [{ ...amount("in all its places", found.total, view), more: formatCount(found.places, "place") }] : [];
}

/* "+1.20 pp ± 0.60 (x 1.08), within noise" in two parts. */
function changeNumber([what, text]) {
    const [, points, more] = /^(.*?)( [\u00b1(].*|, .*|)$/s.exec(text),
        sign = points.startsWith("+") ? "fr-grew" : points.startsWith("\u2212") ? "fr-shrank" : "";
    return { what, share: points, more: more.replace(/^,? /, ""), title: text, sign: /noise|small/.test(more) ? "" : sign };
}

/* Rows of facts in two parts. */
function factNumber([what, text]) {
    const [first, ...more] = text.split(SEPARATOR);
    return { what, share: first, more: more.join(SEPARATOR), title: text };
}

/* "8.10 % -> 23.40 %, +15.3 pp" of an amount of a function. */
function changedAmount(what, amounts, view) {
    const sides = ["base", "new"].map((side) => formatPlainShare(amounts[side], view.diff[side + "_whole"]));
    return { ...changeNumber([what, changeOfAmount(view, amounts)]), more: sides.join(ARROW) };
}

function numbersOfBoth(tree, node, view) {
    const rows = changeFacts(tree, node, view),
        { base, new: added } = tree.sides.total,
        { diff } = view;
    return rows.map((row, i) => {
        if (i > 1) return changeNumber(row);
        const part = i ? portion(added[node], diff.new_whole) : portion(base[node], diff.base_whole);
        return { ...factNumber(row), part };
    });
}

/** Self, total, and the shares of what is around; of a differential both sides and the change. `functions` is a Map of
 * rows (functions.js) by name, or null. */
export function numbersOf(tree, node, zoom, view, functions) {
    if (tree.sides) return numbersOfBoth(tree, node, view);
    const numbers = [amount(view.own, tree.self[node], view), amount("total", tree.total[node], view)],
        parent = tree.parent[node];
    if (!node) return numbers;
    if (zoom && node !== zoom && tree.holds(zoom, node)) numbers.push(share("of zoom", tree.total[node], tree.total[zoom], tree.titleOf(zoom)));
    else numbers.push(share("of its caller", tree.total[node], tree.total[parent], tree.titleOf(parent)));
    return [...numbers, ...inAllPlaces(tree, node, view, functions)];
}

/** The same of a function: a row of functions.js or change_functions.js. */
export function functionNumbers(row, view) {
    if (view.diff) return ["self", "total"].map((which) => changedAmount(which, row[which], view));
    return [
        amount("self", row.self, view),
        amount("total", row.total, view),
        share("self of its total", row.self, row.total, formatCount(row.places, "place")),
    ];
}

/** The same of a box that stands for narrow frames. */
export function restNumbers(tree, rest, zoom, view) {
    return restFacts(tree, rest, zoom, view).slice(0, -1).map(factNumber);
}

/** "kernel · /boot/vmlinux · process node · 3 children not drawn" */
export function codePlace(tree, node, view) {
    const rows = factsOf(tree, node, 0, view).filter(([what]) => PLACES.test(what)),
        worded = ([what, text]) => (RUNNER.test(what) ? what + " " + text : what === "not drawn" ? text + " " + what : text);
    return rows.map(worded).join(SEPARATOR);
}
