/*
 * change_functions.js - the functions of a tree of both sides: own values, and totals that count a recursive
 * function once in a stack, as diff/functions.c counts them.
 */

/** [{id, name, total: {base, new}, self: {base, new}}], in the order in which the tree has them. */
export function changeFunctions(tree) {
    const { total, self, zero } = tree.sides,
        rows = new Map();
    for (let node = 1; node < tree.n; node++) {
        const id = tree.name[node];
        let row = rows.get(id);
        if (!row) {
            const none = () => ({ base: zero, new: zero });
            row = { id, name: tree.names[id], total: none(), self: none(), end: 0 };
            rows.set(id, row);
        }
        row.self.base += self.base[node];
        row.self.new += self.new[node];
        if (node < row.end) continue;
        row.total.base += total.base[node];
        row.total.new += total.new[node];
        row.end = tree.end[node];
    }
    return [...rows.values()];
}
