/*
 * dom.js - makes elements of SVG, and of HTML inside it. Text never goes in as markup.
 */

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

export function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
}

/* Children are elements and texts; what is empty is left out. */
function makeIn(namespace, name, attributes, children) {
    const element = setAttributes(document.createElementNS(namespace, name), attributes);
    if (children.length === 1 && typeof children[0] === "string") element.textContent = children[0]; // labels are many
    else if (children.length) element.append(...children.filter(Boolean));
    return element;
}

export function svgElement(name, attributes = {}, ...children) {
    return makeIn(SVG, name, attributes, children);
}

/** An element of SVG at the end of another one. */
export function make(parent, name, attributes) {
    return parent.appendChild(svgElement(name, attributes));
}

export function htmlElement(name, attributes = {}, ...children) {
    return makeIn(HTML, name, attributes, children);
}

/** A button that does `act`. */
export function pressButton(attributes, content, act) {
    const press = htmlElement("button", { type: "button", ...attributes }, content);
    press.addEventListener("click", act);
    return press;
}

/** Gives a document, or a shadow root, one sheet more. */
export function adoptSheet(root, text) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Sets style properties, in px those that are numbers. */
export function setStyle(element, properties) {
    for (const [name, value] of Object.entries(properties))
        element.style.setProperty(name, typeof value === "number" ? value + "px" : value);
}

/** An HTML element in a frame of its own on the picture: {frame, body}. */
export function framed(body) {
    return { frame: svgElement("foreignObject", { x: 0, y: 0, width: 1, height: 1 }, body), body };
}

/** Tenths of a px as SVG has them: 123 is "12.3". */
export function px(tenths) {
    return String(tenths / 10);
}

/** Events of these types do what the methods of their names do. */
export function listenAs(object, target, types) {
    for (const type of types) target.addEventListener(type, (event) => object[type](event));
}
