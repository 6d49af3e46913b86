/*
 * link.js - where the source of a box is, by the template of the author: https://host/{file}#L{line}, {name}.
 */
import { nameOfRest } from "../data/narrow_frames.js";

/* Only the web, whatever a template or a name may hold. */
const WEB = /^https?:\/\//i;

function partOf(key, tree, node) {
    const frame = tree.frames ? tree.frame[node] : 0;
    if (key === "name") return tree.titleOf(node);
    if (!tree.frames || !node) return "";
    if (key === "file") return tree.names[tree.frames.file[frame]];
    return tree.frames.line[frame] ? String(tree.frames.line[frame]) : "";
}

/* Each part of a path is escaped, its slashes stay. */
function escaped(text) {
    return text.split("/").map(encodeURIComponent).join("/");
}

/** [name, title, address] that the author gave the name of a node; [] where there is none. */
export function givenTo(tree, node, view) {
    return (view.attributes || []).find(([name]) => name === tree.nameOf(node)) || [];
}

/** Returns what a box is called: a node, or a rest (narrow_frames.js) on it. */
export function nameOfBox(tree, node, rest, view) {
    if (rest) return nameOfRest(rest) + ", each too narrow to draw";
    return givenTo(tree, node, view)[1] || (view.nametype ? view.nametype + " " : "") + tree.titleOf(node);
}

/** The address of a node, or "" where there is none: no template, or a file that is not known. */
export function linkOf(tree, node, view) {
    let known = true;
    const own = givenTo(tree, node, view)[2];
    if (own) return own;
    const address = (view.link || "").replace(/\{(file|line|name)\}/g, (_, key) => {
        const part = partOf(key, tree, node);
        known = known && (part !== "" || key === "line");
        return key === "name" ? encodeURIComponent(part) : escaped(part);
    });
    return known && WEB.test(address) ? address : "";
}
