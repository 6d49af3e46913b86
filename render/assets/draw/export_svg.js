/*
 * export_svg.js - what is shown as a picture of its own: the boxes of the zoom and of the theme that is seen, dimmed
 * by the search, with the profile where the page carries it; without a script and without style sheets.
 */
import { DIMMED } from "./canvas.js";
import { px, svgElement } from "./dom.js";
import { PX } from "./layout.js";
import { Colours, paintBoxes, paintCrumbs, paintFurniture } from "./paint.js";
import { makeStage } from "./stage.js";
import { schemeOf } from "./theme.js";

const CRUMBS = 0.62; // as in viewer.css
const NOT_DRAWN = ["role", "aria-level", "aria-label", "aria-hidden", "class"];

/* Elements without what only a viewer needs; what the search dims is pale. */
function bare(element) {
    if (element.classList.contains("fr-dim")) element.setAttribute("opacity", DIMMED);
    for (const name of NOT_DRAWN) element.removeAttribute(name);
    for (const child of element.children) bare(child);
    return element;
}

function groupOf(children, attributes = {}) {
    return svgElement("g", attributes, ...children.map(bare));
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

/** The picture in the colours of a scheme, as an element. */
export function svgOf(picture, scheme) {
    const { ownFileView: view, width, ownFurniture: furniture } = picture,
        size = { width: width / PX, height: furniture.height / PX },
        colours = new Colours({ ...view, scheme }),
        about = {
            viewBox: `0 0 ${size.width} ${size.height}`,
            ...size,
            role: "img",
            "data-flamerender": view.what,
            "font-family": view.font,
        };
    return svgElement(
        "svg",
        about,
        svgElement("title", {}, view.title),
        svgElement("desc", {}, view.subtitle),
        bare(svgElement("rect", { ...size, ...colours.token("ground") })),
        ...paint(picture, furniture, colours),
    );
}

/** The picture in the colours that are seen, as text; `data` is base64 of the profile, or "". */
export function svgText(picture, data) {
    const svg = svgOf(picture, schemeOf(picture.view));
    if (data) svg.append(svgElement("metadata", { "data-flamerender": "data" }, data));
    return new XMLSerializer().serializeToString(svg) + "\n";
}
