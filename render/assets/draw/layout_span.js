/*
 * layout_span.js - places the boxes of a part of a zoomed node's width, as layout.js does with all of it. Boxes that
 * reach beyond the part end at the edge of the plot; those outside of it are not there.
 */
import { boxEnd, Layout, MARGIN, smallestTotal } from "./layout.js";
import { restsOf } from "../data/narrow_frames.js";
import { valueIn } from "../data/pack.js";

/** From the share `from` of the width of `root` to the share `to`. */
export function layoutSpan(tree, view, root, width, { from, to }) {
    const plot = width - 2 * MARGIN,
        all = Number(tree.total[root]),
        shown = valueIn(tree.Values, Math.max(1, Math.ceil(all * (to - from)))),
        least = smallestTotal(view, shown, plot),
        layout = new Layout(tree, root, plot),
        open = []; // nodes whose children are being placed
    const edge = (value) => {
        const x = Math.round(((Number(value) / all - from) / (to - from)) * plot);
        return MARGIN + Math.max(0, Math.min(plot, x));
    };
    const isOutside = (start, end) => edge(end) === MARGIN || edge(start) === MARGIN + plot;
    const close = () => {
        const { node, row, next, narrow } = open.pop();
        if (tree.offset || (narrow < least && !tree.rests)) return;
        const place = { parent: node, row: row + 1, end: view.rows, start: next, least, edge };
        layout.addRests(restsOf(tree, place).filter(({ x0, x1 }) => x1 > x0));
    };
    const enter = (node, row, begin) => open.push({ node, row, next: begin, begin, narrow: tree.zero });
    layout.add(root, layout.firstRow, MARGIN, MARGIN + plot);
    enter(root, layout.firstRow, tree.zero);
    for (let node = root + 1; node < tree.end[root];) {
        while (node >= tree.end[open.at(-1).node]) close();
        const parent = open.at(-1),
            row = parent.row + 1,
            total = tree.total[node],
            start = tree.offset ? parent.begin + tree.offset[node] : parent.next,
            end = start + total,
            lift = tree.lane ? tree.lane[node] - tree.lane[root] : 0;
        const isDrawn = row < view.rows && total >= least;
        if (isDrawn) parent.next = end;
        if (isDrawn && !isOutside(start, end)) {
            const last = boxEnd(layout, node, view);
            layout.add(node, row + lift, edge(start), edge(end), last);
            enter(last, row, start);
            node = last + 1;
            continue;
        }
        if (!isDrawn) {
            const why = row < view.rows ? layout.narrow : layout.deep;
            why.add(tree.end[node] - node, total);
            parent.narrow += total;
        }
        node = tree.end[node];
    }
    while (open.length) close();
    return layout;
}
