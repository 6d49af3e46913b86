/*
 * commands.js - what a reader can do: one table, which the keyboard (keys.js), the list of keys (panel.js),
 * the controls (bar.js) and the palette of a page (palette.js) read. A differential (sides.js) and a page
 * (flame_page.js) add their rows.
 *
 *     [key, title, act(viewer), when(viewer), shown]
 *
 *     key    as an event of the keyboard names it; "" where only the palette has the command
 *     act    null where the key only stands in the list, and keys.js or pointer.js does it
 *     when   whether the palette lists it now; always, where there is none
 *     shown  what the list shows in place of the key
 */
const COMMANDS = [
    [
        "Enter",
        "Zoom to a box; touch: two taps",
        ({ zoom, picture, page }) => {
            if (page.chosenRow) page.views.showInPicture(page.chosenRow.id);
            else zoom.go(picture.selected);
        },
        null,
        "click, Enter",
    ],
    [
        "Escape",
        "The whole picture, then the end of the search",
        (viewer) => viewer.escape(),
    ],
    ["Backspace", "Zoom out by one", ({ zoom }) => zoom.goOut(), ({ picture }) => picture.zoom],
    ["arrows", "Walk from box to box"],
    ["Home, End", "The zoomed box, the last of the row"],
    [
        "/",
        "Search; Enter and Shift+Enter walk",
        ({ bar }) => bar.startSearch(),
    ],
    ["n", "Next match", ({ find }) => find.walk(1), ({ find }) => find.query],
    ["N", "Previous match", ({ find }) => find.walk(-1), ({ find }) => find.query],
    ["c", "Copy the name", (viewer) => viewer.copy()],
    ["g", "Go to the source", (viewer) => viewer.openSource()],
    ["?", "List the keys", (viewer) => viewer.showHelp()],
];

export class Commands {
    constructor(viewer) {
        this.viewer = viewer;
        this.rows = [...COMMANDS, ...viewer.sides.commands, ...viewer.page.commands];
    }

    /** The row of a key; undefined where it does nothing. */
    find(wanted) {
        return this.rows.find(([key, , act]) => act && key === wanted);
    }

    run([, , act]) {
        act(this.viewer);
    }
}
