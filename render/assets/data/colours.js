/*
 * colours.js - what the reader of a page may colour by (render/layout/colour_ways.c): the fills of all frames, and at
 * last that of lanes, for each way.
 */
import { decodeBase64, openContainer } from "./bytes.js";
import { fillsOf } from "./embedded_data.js";

/** Gives the ways of a view their fills; `kindFills` tells kinds, whatever the colours of the view. */
export async function readColours(view) {
    if (!view.colours) return;
    const { frames, ways, by } = view.colours,
        { bytes } = await openContainer(decodeBase64(frames), "FRCO"),
        each = bytes.length / ways.length;
    ways.forEach((way, i) => {
        way.frameFills = fillsOf(bytes.subarray(i * each, (i + 1) * each), view);
        if (way.by === by) view.frameFills = way.frameFills;
    });
    view.kindFills = ways[0].frameFills;
}
