/*
 * print_sheet.js - the picture for a sheet of paper, upright and across: as wide as the sheet, in light colours, the
 * root above, as many rows as leave room for the table. Browsers do not say before they print which sheet it will be:
 * the style sheet shows one of the two (page_live.css), 1.0 to 1.1 times as large on A4 and Letter.
 */
import { endInLayout } from "../profile/chains.js";
import { htmlElement } from "./dom.js";
import { svgOf } from "./export_svg.js";
import { furnish } from "./furniture.js";
import { PX, layoutCrumbs, layoutFlame } from "./layout.js";
import { onPaper } from "./theme.js";

/** Sheets by class: width and height of what is above the table, px; how many rows the table has. */
export const SHEETS = [
    ["fr-across", 990, 440, 11],
    ["fr-upright", 730, 630, 16],
];

const AXES = 50, // px beside cells
    TABLE_ROW = 16; // px
export const CELLS_ON_PAPER = 160; // px of a heatmap's cells, which stand between

/* The picture in another width, with no more rows than have room in a height. */
function laidOut(picture, width, height) {
    const { tree, zoom } = picture,
        view = { ...picture.view, icicle: 1 },
        sheet = Object.assign(Object.create(picture), { view, width }),
        place = () => layoutFlame(tree, sheet.ownFileView, zoom, width);
    tree.placeLanes?.(view, width); // of a chart
    view.rows = 1;
    const { height: around, strip } = furnish(place(), sheet.ownFileView, width, 0, innerHeight);
    const room = Math.floor((height * PX - around + strip) / PX / sheet.ownFileView.row);
    view.rows = Math.max(2, Math.min(picture.view.rows, room));
    sheet.layout = place();
    if (sheet.layout.deep.n && !tree.offset) {
        view.chainEnd = endInLayout; // "main +3": so more rows have room
        sheet.layout = place();
    }
    sheet.crumbPlaces = zoom ? layoutCrumbs(tree, zoom, width, 0) : [];
    tree.placeLanes?.(picture.view, picture.width);
    return sheet;
}

/** Adds what only paper has: `make` makes its elements before the page is printed. */
export function addSheet(place, make) {
    const sheet = htmlElement("div", { class: "fr-print" });
    place.append(sheet);
    onPaper(() => sheet.isConnected && sheet.replaceChildren(...make()));
    window.addEventListener("afterprint", () => sheet.replaceChildren());
}

/** The elements of all sheets. */
export function papersOf(picture) {
    const hasCells = document.querySelector("main>.fr-cells"),
        taken = hasCells ? CELLS_ON_PAPER + AXES : 0,
        { length } = document.querySelectorAll("#flamerender-table tbody tr");
    return SHEETS.map(([name, width, height, rows]) => {
        const spare = hasCells ? 0 : TABLE_ROW * Math.max(0, rows - length), // of a short table
            svg = svgOf(laidOut(picture, width * PX, height - taken + spare), "light");
        svg.classList.add(name);
        return svg;
    });
}
