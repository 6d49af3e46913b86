/*
 * export_png.js - a picture in SVG as PNG, two pixels for each of its own, or as many as a canvas has room for.
 */

const SCALE = 2;
const LONGEST = 16384; // px of an edge that browsers draw
const LARGEST = 1 << 28; // px in all

function scaleFor(width, height) {
    const whole = Math.sqrt(LARGEST / (width * height));
    return Math.min(SCALE, LONGEST / Math.max(width, height), whole);
}

/** {blob, scale}; `svg` is the text of a picture of this size in px. */
export async function pngOf(svg, width, height) {
    const image = new Image(),
        canvas = document.createElement("canvas"),
        scale = scaleFor(width, height);
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg); // the policy allows no other
    await image.decode();
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("the picture is too large for a canvas");
    return { blob, scale };
}
