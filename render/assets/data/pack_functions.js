/*
 * pack_functions.js - reads the functions of a differential, as the program judged them
 * (render/pack/pack_boxes.c): rows of change_functions.js with points, errors and verdicts.
 */
import { decodeBase64, openContainer } from "./bytes.js";
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

/** Gives a tree of both sides the functions that the page lists, and allFunctions: how many the profile has. */
export async function addFunctions(tree, base64) {
    const from = await openContainer(decodeBase64(base64), "FRFN"),
        all = from.varint(),
        place = new Map(tree.names.map((name, id) => [name, id])),
        Values = tree.sides.total.base.constructor,
        functions = from.list(() => {
            const name = from.text(),
                total = readAmount(from, Values),
                self = readAmount(from, Values);
            return { id: place.get(name) ?? -1, name, total, self, fill: from.varint() };
        });
    Object.assign(tree, { functions, allFunctions: all });
}
