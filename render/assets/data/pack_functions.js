/*
 * pack_functions.js - reads the functions of a differential, as the program judged them
 * (render/pack/pack_boxes.c): rows of change_functions.js with points, errors and verdicts.
 */
import { openContainer } from "./bytes.js";
import { readJudged } from "./pack_changes.js";
import { valueIn } from "./pack.js";

/* One amount as the columns of a tree have it, of one entry. */
function readAmount(from, Values) {
    const value = () => valueIn(Values, from.varint()),
        amount = { base: value(), new: value() },
        columns = { points: [], share: [], error: [], verdict: [], seen: [] };
    readJudged(from, columns, 0);
    for (const [key, [first]] of Object.entries(columns)) amount[key] = first;
    return amount;
}

/** {functions, all}: those that the page lists, and how many the profile has; `tree` is that of both sides. */
export async function decodeFunctions(bytes, tree) {
    const from = await openContainer(bytes, "FRFN"),
        all = from.varint(),
        place = new Map(tree.names.map((name, id) => [name, id])),
        Values = tree.sides.total.base.constructor,
        functions = [];
    for (let n = from.count(); n > 0; n--) {
        const name = from.text(),
            total = readAmount(from, Values),
            self = readAmount(from, Values);
        functions.push({ id: place.get(name) ?? -1, name, total, self, fill: from.varint() });
    }
    return { functions, all };
}
