/*
 * stage.js - makes the elements that the viewer draws into, the lowest first. A zoom moves one of them,
 * the group `moving`.
 */
import { px, svgElement } from "./dom.js";
import { currentId } from "./style_sheet.js";

/** For the picture of a number (style_sheet.js) in its page. */
export function makeStage(colours, number) {
    const size = { "font-size": px(colours.view.label) },
        hidden = { "aria-hidden": "true" },
        id = currentId(number),
        group = (name, attributes = {}, ...children) => svgElement("g", { class: name, ...attributes }, ...children),
        tree = { role: "tree", tabindex: "0", "aria-label": "Frames", ...size, "aria-activedescendant": id },
        headGround = makeGround(colours),
        stripGround = makeGround(colours),
        headTexts = group(""),
        boxes = group("fr-boxes", hidden),
        marks = group("fr-marks", hidden),
        labels = group("fr-labels", tree);
    return {
        root: group("fr-view fr-" + number),
        axis: group("fr-axis-ticks"),
        ground: svgElement("rect", colours.token("ground")),
        furniture: group("fr-furniture"),
        crumbs: group("fr-crumbs fr-labels", { ...hidden, ...size }),
        current: svgElement("rect", { id, class: "fr-current", role: "treeitem" }),
        hover: svgElement("rect", { class: "fr-hover", display: "none" }),
        moving: group("fr-moving", {}, boxes, marks, labels),
        head: group("fr-fixed fr-head", {}, headGround.ground, headGround.edge, headTexts),
        strip: group("fr-fixed fr-strip", {}, stripGround.ground, stripGround.edge),
        ...{ boxes, marks, labels, headTexts, headGround, stripGround },
    };
}

/* Returns what a part that stays in the window is drawn on. */
function makeGround(colours) {
    return {
        ground: svgElement("rect", colours.token("ground")),
        edge: svgElement("rect", { class: "fr-edge", height: 1 }),
    };
}
