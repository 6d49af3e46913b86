/*
 * dom.js - makes elements of SVG, and of HTML inside it. Text never goes in as markup.
 */

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

export function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
}

export function svgElement(name, attributes = {}) {
    return setAttributes(document.createElementNS(SVG, name), attributes);
}

export function htmlElement(name, attributes = {}, text = "") {
    const element = setAttributes(document.createElementNS(HTML, name), attributes);
    element.textContent = text;
    return element;
}

/** An HTML element in a frame of its own on the picture: {frame, body}. */
export function framed(body) {
    const frame = svgElement("foreignObject", { x: 0, y: 0, width: 1, height: 1 });
    frame.append(body);
    return { frame, body };
}

/** Tenths of a px as SVG has them: 123 is "12.3". */
export function px(tenths) {
    return String(tenths / 10);
}

/** Marks the row of a list that stands for what is shown, or takes the mark away. */
export function markCurrent(row, isCurrent) {
    if (isCurrent) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
}
