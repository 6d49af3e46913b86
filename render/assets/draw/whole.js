/*
 * whole.js - the layout of the picture that is not zoomed: what a page opens with, a reset shows and the map at the
 * foot draws. It is made once for a tree in a width, of a page.
 */
import { layoutFlame } from "./layout.js";

const kept = new WeakMap(); // by tree: {key, layout}

export function layoutWhole(tree, view, width) {
    const key = [width, view.diff && view.diff.width, Boolean(view.chainEnd)].join(),
        known = kept.get(tree);
    if (known && known.key === key) return known.layout;
    if (tree.placeLanes) tree.placeLanes(view, width); // of a chart
    const layout = layoutFlame(tree, view, 0, width);
    kept.set(tree, { key, layout });
    return layout;
}

/** A picture then uses it. */
export function keepWhole(picture) {
    const layoutOf = picture.layoutOf.bind(picture);
    picture.layoutOf = (node) => (node ? layoutOf(node) : layoutWhole(picture.tree, picture.view, picture.width));
}
