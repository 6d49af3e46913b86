/*
 * heat_axis.js - labels of a plot that are closer to each other than they may be are hidden, the first of them stays.
 */
const SPACE = 10; // px between two of a line

function boxOf(text) {
    const { x, y, width, height } = text.getBBox();
    return { left: x, right: x + width, top: y, bottom: y + height };
}

/** Hides texts that would touch one that stands before them. */
export function withoutOverlap(texts) {
    const shown = [];
    for (const text of texts) text.removeAttribute("visibility");
    const boxes = texts.map(boxOf); // measured at once: the page is laid out once
    const meets = (a, b) =>
        a.left < b.right + SPACE && b.left < a.right + SPACE && a.top < b.bottom && b.top < a.bottom;
    boxes.forEach((box, i) => {
        if (shown.some((one) => meets(box, one))) texts[i].setAttribute("visibility", "hidden");
        else shown.push(box);
    });
}
