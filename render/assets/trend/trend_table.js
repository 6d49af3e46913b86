/*
 * trend_table.js - the table of a page sorts by a click on a heading; a second click turns it round. Numbers begin
 * with the largest; "v2.9" comes before "v2.10"; what has no value comes last.
 */
const words = new Intl.Collator(undefined, { numeric: true });

/* Returns what a cell is sorted by: a number, a text, or null. */
function valueOf(cell) {
    const data = cell.querySelector("data");
    if (data) return Number(data.value);
    return /^(|\u2013)$/.test(cell.textContent) ? null : cell.textContent;
}

function compareCells(a, b) {
    if (a === null || b === null) return 0;
    return typeof a === "number" ? a - b : words.compare(a, b);
}

/* `written` has the rows in the order of the page, which equal ones keep. */
function sortRows(table, written, column, down) {
    const rows = written.map((row) => [valueOf(row.cells[column]), row]);
    rows.sort(([a], [b]) => (a === null) - (b === null) || (down ? compareCells(b, a) : compareCells(a, b)));
    table.tBodies[0].append(...rows.map(([, row]) => row));
}

/** Makes the headings of a table buttons. */
export function makeSortable(table) {
    const heads = [...table.tHead.rows[0].cells],
        written = [...table.tBodies[0].rows];
    heads.forEach((head, column) => {
        const press = document.createElement("button");
        press.textContent = head.textContent;
        press.addEventListener("click", () => {
            const isNumber = table.tBodies[0].querySelector(`tr > :nth-child(${column + 1}) > data`),
                before = head.getAttribute("aria-sort"),
                down = before ? before === "ascending" : Boolean(isNumber);
            for (const other of heads) other.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", down ? "descending" : "ascending");
            sortRows(table, written, column, down);
        });
        head.replaceChildren(press);
        head.dataset.head = press.textContent; // paper has no buttons
    });
    table.classList.add("fr-sorts");
}
