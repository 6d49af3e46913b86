/*
 * functions.js - the functions of a whole profile, from its tree (tree.js): own values, and totals that count
 * a recursive function once in a stack, as `flamerender top` has them.
 */
import { cachedByTree } from "../data/tree_cache.js";
import { each } from "../data/slices.js";

function* findFunctions(tree) {
    const n = tree.names.length,
        self = new tree.Values(n),
        total = new tree.Values(n),
        end = new Uint32Array(n), // of the outermost node that is open
        widest = new Uint32Array(n),
        places = new Uint32Array(n);
    yield* each(1, tree.n, (node) => {
        const id = tree.name[node];
        self[id] += tree.self[node];
        places[id]++;
        if (node >= end[id]) {
            total[id] += tree.total[node];
            end[id] = tree.end[node];
        }
        if (!widest[id] || tree.total[node] > tree.total[widest[id]]) widest[id] = node;
    });
    const ids = Array.from(widest.keys()).filter((id) => total[id]); // a column may have nothing of a function
    return ids.map((id) => ({
        id,
        name: tree.names[id],
        self: self[id],
        total: total[id],
        places: places[id],
        node: widest[id],
        fill: 0, // which changes (view_table.js)
    }));
}

/** [{id, name, self, total, places, node, fill}]: in how many places it stands, its widest node
 * and the colour of that, which is not known here. */
export const functionsOf = cachedByTree(findFunctions);

/* Larger first, then by name. */
function compare(a, b, up) {
    const order = a < b ? -1 : a > b ? 1 : 0;
    return up ? order : -order;
}

/** Sorts in place: by "name" from A, by "self" and "total" the largest first; `turned` is the other way. */
export function sortFunctions(functions, by, turned) {
    const up = (by === "name") !== turned;
    return functions.sort((a, b) => compare(a[by], b[by], up) || compare(a.name, b.name, true));
}
