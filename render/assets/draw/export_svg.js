/*
 * export_svg.js - what is shown as a picture of its own: the boxes of the zoom and of the theme that is seen, dimmed
 * by the search, with the profile where the page carries it; without a script and without style sheets.
 */
import { DIMMED } from "./canvas.js";
import { px, setAttributes, svgElement } from "./dom.js";
import { PX } from "./layout.js";
import { Colours, paintBoxes, paintCrumbs, paintFurniture } from "./paint.js";
import { makeStage } from "./stage.js";
import { isDarkNow } from "./theme.js";

const CRUMBS = 0.62; // as in viewer.css
const NOT_DRAWN = ["role", "aria-level", "aria-label", "aria-hidden", "class"];

/** The colours that are seen: "light" or "dark". */
export function schemeOf(view) {
    return isDarkNow(view) ? "dark" : "light";
}

/* Elements without what only a viewer needs; what the search dims is pale. */
function bare(element) {
    if (element.classList.contains("fr-dim")) element.setAttribute("opacity", DIMMED);
    for (const name of NOT_DRAWN) element.removeAttribute(name);
    for (const child of element.children) bare(child);
    return element;
}

function groupOf(children, attributes = {}) {
    const group = svgElement("g", attributes);
    group.append(...children.map(bare));
    return group;
}

function paint(picture, furniture, colours) {
    const { layout, tree, zoom, matches } = picture,
        stage = makeStage(colours, 0),
        painted = paintBoxes(layout, furniture, colours, matches && matches.marks),
        labels = { "font-size": px(colours.view.label) };
    paintFurniture(stage, furniture, colours, tree);
    if (zoom) paintCrumbs(stage.crumbs, picture.crumbPlaces, tree, furniture, colours);
    for (const path of stage.crumbs.querySelectorAll("path")) path.setAttribute("opacity", CRUMBS);
    return [
        groupOf([...stage.furniture.children, ...stage.headTexts.children]),
        groupOf([...stage.crumbs.children], labels),
        groupOf([...painted.paths.elements(colours), ...painted.marks]),
        groupOf(painted.labels, labels),
    ];
}

function textElement(name, text, attributes = {}) {
    const element = svgElement(name, attributes);
    element.textContent = text;
    return element;
}

/** The picture in the colours of a scheme, as an element. */
export function svgOf(picture, scheme) {
    const { ownFileView: view, width, ownFurniture: furniture } = picture,
        size = { width: width / PX, height: furniture.height / PX },
        colours = new Colours({ ...view, scheme }),
        svg = svgElement("svg", {
            viewBox: `0 0 ${size.width} ${size.height}`,
            ...size,
            role: "img",
            "data-flamerender": view.what,
            "font-family": view.font,
        });
    svg.append(textElement("title", view.title), textElement("desc", view.subtitle));
    svg.append(setAttributes(svgElement("rect", size), colours.token("ground")));
    svg.append(...paint(picture, furniture, colours));
    bare(svg.children[2]);
    return svg;
}

/** The picture in the colours that are seen, as text; `data` is base64 of the profile, or "". */
export function svgText(picture, data) {
    const svg = svgOf(picture, schemeOf(picture.view));
    if (data) svg.append(textElement("metadata", data, { "data-flamerender": "data" }));
    return new XMLSerializer().serializeToString(svg) + "\n";
}
