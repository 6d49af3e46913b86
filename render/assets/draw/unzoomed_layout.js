/*
 * unzoomed_layout.js - the layout of the picture that is not zoomed, which a page opens with, a reset shows and the map
 * at the foot draws. A page makes it once for a tree in a width.
 */
import { layoutFlame } from "./layout.js";

const kept = new WeakMap(); // by tree: {key, layout}

export function layoutUnzoomed(tree, view, width) {
    const key = [width, view.diff && view.diff.width, Boolean(view.chainEnd)].join(),
        known = kept.get(tree);
    if (known && known.key === key) return known.layout;
    if (tree.placeLanes) tree.placeLanes(view, width); // of a chart
    const layout = layoutFlame(tree, view, 0, width);
    kept.set(tree, { key, layout });
    return layout;
}

/** A picture then uses it. */
export function cacheUnzoomed(picture) {
    const layoutOf = picture.layoutOf.bind(picture);
    picture.layoutOf = (node) => (node ? layoutOf(node) : layoutUnzoomed(picture.tree, picture.view, picture.width));
}
