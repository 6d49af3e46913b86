/*
 * sibling_orders.js - the orders of siblings that a page has, and the samples as time goes, which is one of them.
 */
import { buildChart } from "../profile/chart.js";

/** The samples of the whole profile as time goes, a lane for each thread. */
export const IN_TIME = "time";
export const ORDER_OF = { name: "name", value: "largest", input: "met" }; // by view.sort
export const ORDER_WORDS = { name: "By name", largest: "Largest first", met: "As met", time: "As time goes" };

/** The orders of a page that opens in `first`. */
export function ordersOf(first, tree) {
    return [...new Set([first, "largest"]), ...(tree.lanes ? [IN_TIME] : [])];
}

/** The order that a page can show: time is of the whole profile from the roots. A page may open in it: `first`. */
export function possibleOrder({ order, from, steps }, orders, first) {
    const wanted = orders.includes(order) ? order : first;
    return wanted === IN_TIME && (from === "leaves" || steps) ? orders[0] : wanted;
}

/** The tree of the samples as time goes; `derived` (derived.js) keeps it. */
export function chartOf(derived) {
    const { whole, view } = derived;
    return derived.kept(IN_TIME, () => buildChart(whole.pack, whole.lanes, view));
}

/** Returns what else than steps a command needs to draw the same. */
export function optionsOf({ shape, order, from, column, colour }, view) {
    const sorts = from === "leaves" ? "largest" : "name", // of the program
        words = from === "leaves" ? ["--callers"] : [];
    if (order === IN_TIME) words.push("--flamechart");
    else if (order !== sorts) words.push("--sort=" + (order === "largest" ? "value" : "name"));
    if (shape === "icicle") words.push("--icicle");
    if (view.colours && colour !== view.colours.chosen) words.push("--color-by=" + colour);
    if (view.columns && order !== IN_TIME) words.push("--sample-index=" + column);
    return words;
}
