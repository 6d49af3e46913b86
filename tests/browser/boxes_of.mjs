/*
 * boxes_of.mjs - what a picture carries, and its boxes as the viewer's modules make them in node, in one
 * form with those of scene-json. */
import { decodeBase64 } from "../../render/assets/data/bytes.js";
import { decodeBoxes } from "../../render/assets/data/boxes.js";
import { paintedWidth } from "../../render/assets/draw/layout.js";
import { fitLabel, newLabels } from "../../render/assets/draw/label.js";
import { restLabel } from "../../render/assets/draw/paint.js";
import { nameOfRest } from "../../render/assets/data/narrow_frames.js";
import { decodePack } from "../../render/assets/data/pack.js";
import { buildTree } from "../../render/assets/profile/tree_at_once.js";
import { metadataOf, randomFrom } from "./picture.mjs";

/** What a picture carries. */
export async function treeOf(svg) {
    const view = JSON.parse(metadataOf(svg, "view")),
        boxes = metadataOf(svg, "boxes");
    if (boxes) return { view, tree: await decodeBoxes(decodeBase64(boxes), view) };
    view.frameFills = decodeBase64(view.frames);
    return { view, tree: buildTree(await decodePack(decodeBase64(metadataOf(svg, "data"))), view) };
}

/* The label that the viewer gives a box, null for none. */
function labelOf(view, labels, name, x0, x1) {
    const width = paintedWidth(x0, x1);
    return width < 220 || view.row < 14
        ? null
        : fitLabel(labels, name, 115, width - 60, view) || null;
}

/** The boxes that the viewer draws, in the form of wantedBoxes(). */
export function boxesOf({ tree, view }, layout, furniture) {
    const labels = newLabels();
    const rests = layout.rests.map((rest) => ({
        name: nameOfRest(rest),
        row: rest.row,
        x0: rest.x0 / 10,
        x1: rest.x1 / 10,
        y: furniture.placeOfRest(rest).y / 10,
        h: furniture.placeOfRest(rest).h / 10,
        total: String(rest.total),
        fill: view.fills[view.rest].flat(),
        label: restLabel(rest, view) || null,
    }));
    const boxes = layout.node.map((node, i) => ({
        name: tree.nameOf(node),
        row: layout.row[i],
        x0: layout.x0[i] / 10,
        x1: layout.x1[i] / 10,
        y: furniture.rowY(layout.row[i]) / 10,
        total: String(tree.total[node]),
        self: String(tree.self[node]),
        fill: view.fills[tree.fill[node]].flat(),
        label: node ? labelOf(view, labels, tree.nameOf(node), layout.x0[i], layout.x1[i]) : "all",
        h: furniture.boxHeight / 10,
    }));
    return inPlace([...boxes, ...rests]);
}

/* Row by row, left to right. */
function inPlace(boxes) {
    return boxes.sort((a, b) => a.row - b.row || a.x0 - b.x0 || a.x1 - b.x1);
}

/** Those of a scene. scene-json writes values that JSON.parse would round: they are taken from its text. */
export function wantedBoxes(text) {
    const scene = JSON.parse(text.replace(/"(total|self|start)": (-?\d+)/g, '"$1": "$2"'));
    const boxes = scene.boxes.map((box, i) => ({
        name: box.name,
        row: box.row,
        x0: box.x0,
        x1: box.x1,
        y: box.y,
        h: box.h,
        total: box.total,
        ...(box.kind === "rest" ? {} : { self: box.self }),
        fill: ["light", "dark", "ink_light", "ink_dark"].map((key) => scene.fills[box.fill][key]),
        label: i ? box.label : "all",
    }));
    return inPlace(boxes);
}

/** Folded stacks with shared heads, kinds that disagree, and names in many scripts. */
export function randomStacks(seed) {
    const random = randomFrom(seed),
        lines = [];
    const names = [
        "main",
        "std::vector<int>::push_back",
        "h\u00e9llo",
        "\u4e16\u754c",
        "\u{1f469}\u200d\u{1f52c} lab",
        "a\\x3bb",
        "e\u0301a\u0301i\u0301o\u0301u\u0301",
        "[unknown]",
        "\ufb01\uffee",
        "\u{10ffff}x",
        "x".repeat(80),
        "Zed",
        "_start",
        "Lorg/foo/Bar;::baz_[j]",
        "do_syscall_64_[k]",
        "do_syscall_64",
        "inl_[i]",
        "inl",
    ];
    for (let i = 0; i < 60 + random(200); i++) {
        const stack = Array.from(
            { length: 1 + random(9) },
            () =>
                names[random(3 + random(names.length - 2))] + (random(4) ? "" : String(random(30))),
        );
        lines.push(stack.join(";") + " " + (1 + random(seed % 3 ? 1000 : 5)));
    }
    return lines.join("\n") + "\n";
}
