/*
 * stage.js - the elements that the viewer draws into, the lowest first; what moves in a zoom is one group.
 */
import { svgElement } from "./dom.js";

export function makeStage(colours) {
    const group = (name, attributes = {}) => svgElement("g", { class: name, ...attributes });
    const ground = svgElement("rect", colours.token("ground"));
    const furnitureGroup = group("fr-furniture");
    const boxes = group("fr-boxes", { "aria-hidden": "true" });
    const marks = group("fr-marks", { "aria-hidden": "true" });
    const crumbs = group("fr-crumbs fr-labels", { "aria-hidden": "true" });
    const labels = group("fr-labels", {
        role: "tree",
        tabindex: "0",
        "aria-label": "Frames",
        "font-size": "11.5",
        "aria-activedescendant": "fr-current",
    });
    crumbs.setAttribute("font-size", "11.5");
    const current = svgElement("rect", {
        id: "fr-current",
        class: "fr-current",
        role: "treeitem",
    });
    const hover = svgElement("rect", { class: "fr-hover", display: "none" });
    const moving = group("fr-moving");
    moving.append(boxes, marks, labels);
    const root = group("fr-view");
    return { root, ground, furnitureGroup, boxes, marks, crumbs, labels, current, hover, moving };
}
