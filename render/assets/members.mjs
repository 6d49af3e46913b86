/*
 * members.mjs - the members of our classes that bundle.mjs shortens, as `showSelected`: those with a capital inside that
 * no text names, some that stand in many places, where no text names them either, and a few that stand in every module. tests/browser/scripts.test.mjs holds that none is a name of the
 * browser's, or a key of data.
 */
import fs from "node:fs";
import path from "node:path";

const DECLARED = /^    (?:(?:static|async|get|set) |\*)*([a-z]+[A-Z]\w*)\([^;]*\) \{$|\bthis\.([a-z]+[A-Z]\w*) = /gm;

const OFTEN = [
    ...["flames", "wanted", "follow", "outline", "rings", "controlsRows", "placeLanes", "placeOfRest", "headTexts"],
    ...["controlsY", "stripGround", "headGround", "panelsTop", "amounts", "painted", "swatches", "marked", "branch", "packs"],
    ...["reference", "counts", "tapped", "tabs", "moves", "began", "gestures", "edge", "alternatives", "distance", "sequence"],
    ...["reveal", "furnish", "trees", "neighbours", "settles", "fitting", "redraw", "picks", "recolour", "rowAt", "maybeCut"],
    ...["baseline", "orders", "hover", "zoomed", "resized", "minimap", "token", "runtimes", "ballots", "repaint", "walked"],
    ...["help", "drag", "told", "listed", "paths", "known", "heads", "spare", "press", "wide", "deep", "tail", "held"],
    ...["totals", "across", "waits", "alone", "missing", "widest", "settle", "forget", "extra", "filled", "answer", "sorted"],
];

const EVERYWHERE = [
    ...["picture", "viewer", "furniture", "layout", "page", "varint", "ownView", "commands", "pack", "shown", "depth", "field"],
    ...["views", "squares", "spans", "choose", "current", "frameFills", "kindFills", "rests", "found", "derived"],
    ...["places", "comparison", "numbers", "exports", "written", "previous", "turned", "hovered", "draw", "listen"],
    ...["drawn", "narrow", "around", "stacks", "inBase", "unsteady", "sandwich", "typical", "fingers", "halves", "wholes"],
    ...["scroller", "chainEnd", "keepsAddress", "writtenRows", "facts", "possible", "crumbs", "pieces", "noticed", "owns"],
    ...["leave", "zero", "holds", "searching", "digits", "apart", "pickers", "suggestions", "drawing", "headline"],
];

/** Their names, of the modules in a folder. */
export function membersOf(folder) {
    const files = fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".js") && !file.startsWith("minified")),
        all = files.map((file) => fs.readFileSync(path.join(folder, file), "utf8")).join("\n"),
        declared = [...all.matchAll(DECLARED)].map(([, method, field]) => method ?? field),
        names = new Set([...declared, ...OFTEN]),
        isNamed = (name) => new RegExp(`["']${name}["']|dataset\\.${name}\\b`).test(all);
    return [...[...names].filter((name) => !isNamed(name)), ...EVERYWHERE].sort();
}
