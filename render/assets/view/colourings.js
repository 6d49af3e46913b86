/*
 * colourings.js - the ways to colour the boxes of a page: by name what the view needs for each.
 *
 *     kind      {frameFills, root, legend, ...}
 *     package   {frameFills, root, legend, byFill: true, words: "colour is the package; ..."}
 */
import { SEPARATOR } from "../profile/format.js";

/** The ways of a view, from whose facts it takes what they say of colour. */
export function colouringsOf(view) {
    const { colours, columns = [], legend, match, rest } = view,
        ways = new Map();
    if (!colours) return ways;
    const { by } = colours,
        rests = legend.filter(([fill]) => fill === rest);
    const isOne = colours.ways.some((way) => way.by === by); // else it is a palette
    for (const way of [...(isOne ? [] : [{ ...view, by }]), ...colours.ways]) {
        const { frameFills, root, byFill, words } = way;
        ways.set(way.by, { frameFills, root, byFill, words, match, legend: [...way.legend, ...rests] });
    }
    const own = ways.get(by),
        said = own.words ? SEPARATOR + own.words : "";
    own.legend = legend;
    if (by === "search") for (const way of ways.values()) way.match = undefined;
    const search = ways.get("search");
    search.match = colours.match;
    search.frameFills = search.frameFills.map(() => rest); // which has no share of its own
    search.legend = [[rest, search.legend[0][1]]];
    if (!view.subtitle.includes(said)) own.words = ""; // an author's line
    for (const one of [view, ...columns, view.time || {}]) one.subtitle = one.subtitle?.replace(said, "");
    return ways;
}

/** Facts with what colour means. */
export function withWords(facts, { words }) {
    return words ? facts + SEPARATOR + words : facts;
}

/** The rows of a menu. */
export function colouringRows(ways) {
    return Array.from(ways.keys(), (way) => [way, "Colour: " + way]);
}
