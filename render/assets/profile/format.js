/*
 * format.js - writes numbers for people as base/number.c does: exact, in integers (BigInt), with U+202F
 * NARROW NO-BREAK SPACE between groups and before units.
 */

export const NARROW_SPACE = "\u202f";
export const SEPARATOR = " \u00b7 "; // between the parts of a line

function digitsInGroups(digits) {
    return digits.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
}

/** "1 234 567.25" of 123456725 with 2 decimals; zeros at the end are cut. */
export function formatGrouped(value, decimals) {
    const scale = 10n ** BigInt(decimals),
        whole = BigInt(value);
    const part = (whole % scale).toString().padStart(decimals, "0").replace(/0+$/, "");
    const groups = digitsInGroups((whole / scale).toString());
    return decimals && part ? groups + "." + part : groups;
}

/** "1 box", "3 boxes" */
export function formatCount(n, one, many = one + "s") {
    return formatGrouped(n, 0) + " " + (n === 1 ? one : many);
}

/** "1.20" of 120 with 2 decimals, which all stay. */
export function withPoint(number, places) {
    const digits = String(number).padStart(places + 1, "0"),
        at = digits.length - places;
    return places ? digits.slice(0, at) + "." + digits.slice(at) : digits;
}

/** part / whole in percent, rounded half up; what is neither 0 nor all never reads as if it were. */
export function formatShare(part, whole, places) {
    const p = BigInt(part),
        w = BigInt(whole),
        power = 10n ** BigInt(places);
    if (p <= 0n || w <= 0n) return "0" + NARROW_SPACE + "%";
    const all = 100n * power,
        near = (p * 200n * power + w) / (w * 2n);
    const sign = near === 0n ? "<" : near === all && p < w ? ">" : "";
    const shown = sign === "<" ? 1n : sign === ">" ? all - 1n : near;
    return sign + withPoint(shown, places) + NARROW_SPACE + "%";
}

/** A share where all of it reads "100 %"; nothing of nothing is 0 %. */
export function formatPlainShare(part, whole) {
    return BigInt(part) === BigInt(whole) && BigInt(whole) > 0n
        ? "100" + NARROW_SPACE + "%"
        : formatShare(part, whole, 1);
}

/* The units of amounts, the largest first, each with the units that have it: in ns, or in bytes. */
const ladders = [
    [
        ["h", 3600000000000n, "hours"],
        ["min", 60000000000n, "minutes"],
        ["s", 1000000000n, "seconds"],
        ["ms", 1000000n, "milliseconds"],
        ["\u00b5s", 1000n, "microseconds", "us", "\u03bcs"],
        ["ns", 1n, "nanoseconds"],
    ],
    [
        ["TiB", 1n << 40n],
        ["GiB", 1n << 30n],
        ["MiB", 1n << 20n],
        ["KiB", 1n << 10n],
        ["bytes", 1n, "B"],
    ],
];

/* The ladder of a unit and its size; [[], 1n] where it has no multiples. */
function measureOf(unit) {
    for (const ladder of ladders)
        for (const [name, size, ...others] of ladder)
            if (name === unit || others.includes(unit)) return [ladder, size];
    return [[], 1n];
}

/* "1.23", "12.3", "123": three digits of value / size. */
function threeDigits(value, size) {
    const shownWith = (places) => (value * 2n * 10n ** BigInt(places) + size) / (size * 2n),
        places = [2, 1].find((n) => shownWith(n) < 1000n) ?? 0;
    return digitsInGroups(withPoint(shownWith(places), places));
}

/** "12.3 ms" of ns, "4.00 MiB" of bytes; "" where the unit has no multiples, or the value is small. */
export function formatMultiple(value, decimals, unit) {
    const [ladder, one] = measureOf(unit),
        base = (BigInt(value) * one) / 10n ** BigInt(decimals),
        rung = ladder.find(([, size]) => size > 1n && base >= size);
    return rung ? threeDigits(base, rung[1]) + NARROW_SPACE + rung[0] : "";
}

/** "samples", and "sample" for 1 of them. */
export function unitOf(view, value) {
    const plural = /[^s]s$/.test(view.unit) && view.unit.length > 3;
    return plural && BigInt(value) === 1n && view.decimals === 0
        ? view.unit.slice(0, -1)
        : view.unit;
}

/** "12 345 678 ns" */
export function formatPlain(view, value) {
    return formatGrouped(value, view.decimals) + " " + unitOf(view, value);
}

/** "12.3 ms", "649 samples" */
export function formatAmount(view, value) {
    return formatMultiple(value, view.decimals, view.unit) || formatPlain(view, value);
}

/** "12.3 ms", "649" */
export function formatShort(view, value) {
    return formatMultiple(value, view.decimals, view.unit) || formatGrouped(value, view.decimals);
}

/** "12.3 ms (12 345 678 ns)": with the exact number. */
export function formatExact(view, value) {
    const multiple = formatMultiple(value, view.decimals, view.unit),
        exact = formatPlain(view, value);
    return multiple ? `${multiple} (${exact})` : exact;
}
