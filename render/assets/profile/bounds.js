/*
 * bounds.js - numbers between bounds, places in what is sorted, and numbers for keys.
 */
export function within(number, least, most) {
    return Math.min(Math.max(number, least), most);
}

/** The first place from `low` on that is not before what is looked for, or `high`; those before it come first. */
export function firstPlace(low, high, isBefore) {
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (isBefore(middle)) low = middle + 1;
        else high = middle;
    }
    return low;
}

/** The number of a key; one that has none gets the next. */
export function numberIn(numbers, key) {
    return numbers.get(key) ?? numbers.set(key, numbers.size).size - 1;
}
