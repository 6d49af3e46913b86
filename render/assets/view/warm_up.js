/*
 * warm_up.js - makes what takes long before a page can show its picture, in slices (slices.js) while the static picture
 * stands: the functions, the order of siblings that the page opens in, and the layout of the whole.
 */
import { PX } from "../draw/layout.js";
import { layoutUnzoomed } from "../draw/unzoomed_layout.js";
import { rest } from "../data/slices.js";
import { functionsOf } from "../profile/functions.js";
import { highlightsOf } from "../profile/highlights.js";
import { largestFirst } from "../profile/reorder.js";

/** Makes what page_views.js will ask for. A picture that is higher than the window opens with the largest first. */
export async function warmUp(view, tree) {
    const width = document.documentElement.clientWidth * PX;
    if (tree.pack && !view.chart) await functionsOf.ahead(tree);
    if (tree.pack && view.measures) await highlightsOf.ahead(tree);
    const { rows } = layoutUnzoomed(tree, view, width);
    await rest();
    if (view.icicle || view.sort !== "name" || rows.length * view.row <= innerHeight) return;
    await largestFirst.ahead(tree);
    layoutUnzoomed(largestFirst(tree), view, width);
    await rest();
}
