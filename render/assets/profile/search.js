/*
 * search.js - reads a query and finds the nodes that match it.
 *
 *     malloc       names that hold it; in any case, unless it has a capital
 *     /^std::/     a regular expression (regex.js), /.../i in any case
 *
 * Each distinct function name is tested once. A broken expression is searched as text, and a hint says so; another hint
 * follows a text that looks like an expression and finds nothing.
 */
import { Regex } from "./regex.js";
import { valueIn } from "../data/pack.js";

const LIKE_EXPRESSION = /[|^$\\]|[.\])][*+?]/;

function literalTest(text) {
    if (/\p{Lu}/u.test(text)) return (name) => name.includes(text);
    const lower = text.toLowerCase();
    return (name) => name.toLowerCase().includes(lower);
}

/** {text, test(name), hint}: what was typed, ready to be used; null for nothing. */
export function parseQuery(text) {
    if (!text) return null;
    const found = /^\/(.+)\/(i?)$/s.exec(text);
    if (!found) return { text, test: literalTest(text), hint: "", plain: true };
    try {
        const regex = new Regex(found[1], found[2] === "i");
        return { text, test: (name) => regex.test(name), hint: "" };
    } catch (error) {
        return asText(text, error);
    }
}

function asText(text, error) {
    return { text, test: literalTest(text), hint: "searched as text: " + error.message };
}

/** Returns where `query` matches in the whole tree: nodes in pre-order, and a mark for each. An expression that takes
 * too many steps becomes a query for its text. */
export function findMatches(tree, query) {
    try {
        const found = markMatches(tree, query);
        if (query.plain && LIKE_EXPRESSION.test(query.text))
            query.hint = found.functions ? "" : `try /${query.text}/`;
        return found;
    } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return markMatches(tree, Object.assign(query, asText(query.text, error)));
    }
}

function markMatches(tree, query) {
    const names = new Int8Array(tree.names.length).fill(-1),
        marks = new Uint8Array(tree.n),
        nodes = [];
    let functions = 0;
    for (let node = 1; node < tree.n; node++) {
        const name = tree.name[node];
        if (names[name] < 0) {
            names[name] = query.test(tree.names[name]) ? 1 : 0;
            functions += names[name];
        }
        if (names[name] === 1) {
            marks[node] = 1;
            nodes.push(node);
        }
    }
    return { marks, nodes, functions };
}

/** The value of samples under `root` whose stack has a match in it: nested matches count once. */
export function matchedValue(tree, matches, root, values = tree.total) {
    let value = valueIn(values.constructor, 0);
    for (let node = root; node < tree.end[root];) {
        if (matches.marks[node]) {
            value += values[node];
            node = tree.end[node];
        } else {
            node++;
        }
    }
    return value;
}

/** Returns how many matches stand within `root`. */
export function countWithin(tree, matches, root) {
    return root
        ? matches.nodes.filter((node) => tree.holds(root, node)).length
        : matches.nodes.length;
}
