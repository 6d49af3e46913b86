/*
 * decimal.js - decimal text as a whole number of 10^-decimals, exactly as fr_decimal_parse_scientific() of
 * base/number.c reads it: up to 9 decimals, below 2^63.
 *
 *     "12.50" -> { digits: 125n, decimals: 1 }     "1e3" -> { digits: 1000n, decimals: 0 }
 */
const NUMBER = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/,
    MOST_DECIMALS = 9,
    MOST_DIGITS = 19;

/** The largest value. */
export const LARGEST = 2n ** 63n - 1n;

function withoutZerosBehind(digits) {
    let n = digits.length;
    while (n > 0 && digits[n - 1] === "0") n--;
    return digits.slice(0, n);
}

/* So many zeros that decimals are 0 or more; null where that is too large. */
function scaled(digits, decimals, roundsUp) {
    const zeros = Math.max(0, -decimals),
        text = digits.replace(/^0+/, "");
    if (text.length + zeros > MOST_DIGITS) return null;
    const value = BigInt(text + "0".repeat(zeros)) + BigInt(roundsUp);
    return value > LARGEST ? null : value;
}

/** {digits, decimals} of a token: null where it is no number, digits null where it is too large. */
export function readDecimal(token) {
    const found = NUMBER.exec(token);
    if (!found || !(found[2] || found[3])) return null;
    const [, sign, whole, fraction = "", power = "0"] = found,
        all = withoutZerosBehind(whole + fraction);
    if (!all) return { digits: 0n, decimals: 0 };
    let exact = whole.length + fraction.length - all.length,
        decimals = fraction.length - Math.max(-1e9, Math.min(1e9, Number(power))) - exact;
    const cut = Math.max(0, decimals - MOST_DECIMALS);
    exact = Math.max(0, all.length - cut);
    decimals -= cut;
    let digits = scaled(all.slice(0, exact), decimals, cut > 0 && cut <= all.length && all[exact] >= "5");
    if (digits === null) return { digits, decimals };
    for (; decimals > 0 && digits % 10n === 0n; decimals--) digits /= 10n;
    return { digits: sign === "-" ? -digits : digits, decimals: Math.max(0, decimals) };
}
