/*
 * stage.js - makes the elements that the viewer draws into, the lowest first. A zoom moves one of them,
 * the group `moving`.
 */
import { px, svgElement } from "./dom.js";
import { currentId } from "./style_sheet.js";

/** For the picture of a number (style_sheet.js) in its page. */
export function makeStage(colours, number) {
    const labelSize = px(colours.view.label);
    const group = (name, attributes = {}) => svgElement("g", { class: name, ...attributes });
    const ground = svgElement("rect", colours.token("ground"));
    const furniture = group("fr-furniture");
    const boxes = group("fr-boxes", { "aria-hidden": "true" });
    const marks = group("fr-marks", { "aria-hidden": "true" });
    const crumbs = group("fr-crumbs fr-labels", { "aria-hidden": "true" });
    const labels = group("fr-labels", {
        role: "tree",
        tabindex: "0",
        "aria-label": "Frames",
        "font-size": labelSize,
        "aria-activedescendant": currentId(number),
    });
    crumbs.setAttribute("font-size", labelSize);
    const current = svgElement("rect", {
        id: currentId(number),
        class: "fr-current",
        role: "treeitem",
    });
    const hover = svgElement("rect", { class: "fr-hover", display: "none" });
    const moving = group("fr-moving");
    const headGround = makeGround(colours);
    const stripGround = makeGround(colours);
    const head = group("fr-fixed fr-head"),
        headTexts = group("");
    head.append(headGround.ground, headGround.edge, headTexts);
    const strip = group("fr-fixed fr-strip");
    strip.append(stripGround.ground, stripGround.edge);
    moving.append(boxes, marks, labels);
    const root = group("fr-view fr-" + number);
    const axis = group("fr-axis-ticks");
    return {
        root,
        axis,
        ground,
        furniture,
        boxes,
        marks,
        crumbs,
        labels,
        current,
        hover,
        moving,
        head,
        headTexts,
        headGround,
        strip,
        stripGround,
    };
}

/* Returns what a part that stays in the window is drawn on. */
function makeGround(colours) {
    return {
        ground: svgElement("rect", colours.token("ground")),
        edge: svgElement("rect", { class: "fr-edge", height: 1 }),
    };
}
