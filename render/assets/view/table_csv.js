/*
 * table_csv.js - the table of a page as CSV, as render/report/report_csv.c writes that of `flamerender top`, and the
 * columns that a page knows of that of `flamerender diff`:
 *
 *     "self (ns)","self (%)","total (ns)","total (%)","function"
 *     1500000,99.966678,1500000,99.966678,"b"
 */
import { scaledText } from "./export_folded.js";
import { VERDICTS } from "../profile/verdict.js";

/* Spreadsheets take such text for a formula, even when it is quoted. */
const FORMULA = /^[=+\-@'\t\r\uff1d\uff0b\uff0d\uff20]/;

function quotedText(text) {
    return `"${FORMULA.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
}

/* Half up, in millionths of a percent. */
function percentText(part, whole) {
    const all = BigInt(whole),
        scaled = BigInt(part) * 200000000n;
    return scaledText(all > 0n ? (scaled + all) / (all * 2n) : 0n, 6);
}

function csvPoints(value, decimals) {
    return (value < 0 ? "-" : "") + scaledText(Math.abs(value), decimals);
}

function csvText(heads, rows) {
    return [heads.map((head) => `"${head.replaceAll('"', '""')}"`), ...rows].map((row) => row.join(",") + "\r\n").join("");
}

/** Rows of functions.js. */
export function csvOfFunctions(rows, { unit, decimals, whole }) {
    const heads = ["self", "total"].flatMap((which) => [`${which} (${unit})`, `${which} (%)`]),
        amount = (value) => [scaledText(value, decimals), percentText(value, whole)];
    return csvText(
        [...heads, "function"],
        rows.map(({ name, self, total }) => [...amount(self), ...amount(total), quotedText(name)]),
    );
}

/** Rows of change_functions.js with verdicts. Points have three decimals: a page carries no more. */
export function csvOfChanges(rows, { unit, decimals, diff }) {
    const changes = (prefix) => [`${prefix}change (pp)`, `${prefix}error (pp)`],
        values = (prefix) => [`${prefix}base (${unit})`, `${prefix}new (${unit})`],
        heads = [...changes(""), ...values(""), "base (%)", "new (%)", ...changes("self_"), ...values("self_")];
    const change = ({ points: by, error }) => [csvPoints(by, 3), error ? csvPoints(error, 3) : ""],
        sides = ({ base, new: added }) => [base, added].map((value) => scaledText(value, decimals)),
        shares = ({ base, new: added }) => [percentText(base, diff.base_whole), percentText(added, diff.new_whole)],
        verdict = ({ verdict: which }) => quotedText(VERDICTS[which]);
    const rowOf = ({ name, total, self }) => [
        ...[...change(total), ...sides(total), ...shares(total)],
        ...[...change(self), ...sides(self), verdict(self), verdict(total), quotedText(name)],
    ];
    return csvText([...heads, "self_verdict", "verdict", "function"], rows.map(rowOf));
}
