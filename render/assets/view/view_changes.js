/*
 * view_changes.js - the table of a differential's page where its script runs: all functions that changed, or all
 * functions, sorted by a click on a heading, those that the search finds alone.
 */
import { htmlElement, pressButton } from "../draw/dom.js";
import { changeOfAmount, sharesText } from "../profile/change_words.js";
import { formatGrouped, formatShare } from "../profile/format.js";
import { VERDICT } from "../profile/verdict.js";
import { csvOfChanges } from "./table_csv.js";
import { exactData, FunctionTable } from "./view_table.js";
import { sortChanges } from "./walk_changes.js";

const SIDES = ["base", "new"];

/** "12.30 % → 13.50 %, +1.20 pp ± 0.60" of an amount of a row. */
export function amountLine(view, amount) {
    return sharesText(view, amount.base, amount.new) + ", " + changeOfAmount(view, amount);
}

function amountOf(row, by) {
    const [which, what] = by.split(" ");
    return what === "change" ? Math.abs(row[which].points) : row[which][what];
}

export class ChangeTable extends FunctionTable {
    constructor(viewer, details) {
        super(viewer, details);
        this.allButton = pressButton({}, "", () => this.showAll());
        this.more.after(this.allButton);
    }

    /* [what to sort by, text] */
    get columns() {
        const { diff } = this.picture.view,
            of = (which) => [...SIDES.map((side) => [`${which} ${side}`, `${which}, ${diff[side]}`]), [`${which} change`, `${which}, change`]];
        return [["name", "function"], ...of("self"), ...of("total")];
    }

    /* Both sides of the total are in the details. */
    makeHeads(row) {
        const heads = super.makeHeads(row);
        [4, 5].forEach((i) => heads[i].classList.add("fr-spare-column"));
        [3, 6].forEach((i) => heads[i].classList.add("fr-points-column"));
        return heads;
    }

    take(tree) {
        this.all = this.all || false; // also functions that did not change
        this.functions = sortChanges(tree.functions.slice());
        this.matches = undefined;
        if (this.by) this.sort();
    }

    get usualOrder() {
        return "";
    }

    sort() {
        const { by, turned } = this,
            sign = turned ? -1 : 1,
            compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0),
            byName = (a, b) => compare(a.name, b.name);
        if (by === "name") this.functions.sort((a, b) => sign * byName(a, b));
        else this.functions.sort((a, b) => sign * compare(amountOf(b, by), amountOf(a, by)) || byName(a, b));
    }

    showAll() {
        this.all = !this.all;
        this.draw();
    }

    get found() {
        const rows = super.found;
        return this.all ? rows : rows.filter(({ total, self }) => total.seen || self.seen);
    }

    get csv() {
        return csvOfChanges(this.found, this.picture.view);
    }

    draw() {
        super.draw();
        const unchanged = this.functions.filter(({ total, self }) => !total.seen && !self.seen).length;
        if (!this.allButton) return;
        this.allButton.hidden = !unchanged;
        this.allButton.textContent = this.all ? "Only what changed" : `Also the ${formatGrouped(unchanged, 0)} that did not change`;
    }

    captionText(n) {
        const { matches, tree } = this.picture,
            number = (count) => formatGrouped(count, 0),
            isMaybe = ({ verdict }) => verdict === VERDICT.maybe,
            maybe = this.functions.some(({ total, self }) => isMaybe(total) || isMaybe(self)),
            which = (this.all ? "" : maybe ? " that changed, or may have" : " that changed") + (matches ? `${this.all ? " that" : ", and that"} the search finds` : ""),
            of = `${number(n)} of ${number(tree.allFunctions || this.functions.length)} functions${which}`;
        return `${of}. Shares are of each side, changes are points of the whole. Total counts a recursive function once in a stack.`;
    }

    cellsOf(amount) {
        const { view } = this.picture;
        const cells = SIDES.map((side) => {
            const share = formatShare(amount[side], view.diff[side + "_whole"], 2);
            return htmlElement("td", {}, exactData(view, amount[side], share));
        });
        return [...cells, htmlElement("td", {}, changeOfAmount(view, amount))];
    }

    makeCells(row) {
        const total = this.cellsOf(row.total);
        total.slice(0, 2).forEach((cell) => cell.classList.add("fr-spare-column"));
        return [...this.cellsOf(row.self), ...total];
    }

    get callColumns() {
        const sides = SIDES.map((side) => ["total, " + this.picture.view.diff[side]]);
        return [...sides, ["total, change", true], ["self, change"]];
    }

    makeCallCells(row) {
        return [...this.cellsOf(row.total), this.cellsOf(row.self)[2]];
    }
}
