/*
 * heat_found.js - the cells in which a search of the flame graph finds something: all others are dimmed, and
 * the cell under the pointer says how much of it has a match.
 */
import { make } from "../draw/dom.js";
import { eachPart } from "../data/lanes.js";
import { parseQuery } from "../profile/search.js";

/* By stack: 1 where the name of some frame of it matches. */
function matchStacks(pack, query) {
    const names = pack.names.map((name) => (query.test(name) ? 1 : 0)),
        stacks = new Uint8Array(pack.parent.length);
    for (let i = 1; i < stacks.length; i++)
        stacks[i] = stacks[pack.parent[i]] | names[pack.frames.name[pack.frame[i]]];
    return stacks;
}

/** Sums of the samples of chosen stacks by cell, in the unit of cells: Map of cell -> {found, all}; their share. */
export function findInCells(cells, pack, samples, text) {
    const query = parseQuery(text);
    if (!query) return null;
    const stacks = matchStacks(pack, query),
        sums = new Map();
    let found = 0,
        all = 0;
    for (let i = 0; i < samples.n; i++) {
        const isFound = stacks[samples.stack[i]],
            own = cells.view.weighs ? samples.value[i] : 1;
        all += own;
        found += isFound * own;
        eachPart(cells, samples, i, (cell, part) => {
            const sum = sums.get(cell) || { found: 0, all: 0 };
            sums.set(cell, sum);
            sum.all += part;
            sum.found += isFound * part;
        });
    }
    return { sums, share: all ? found / all : 0 };
}

function percent(share) {
    return (100 * share).toFixed(2) + "\u202f%";
}

export class FoundCells {
    constructor(svg, cells) {
        this.cells = cells;
        this.text = "";
        this.found = null;
        const about = { "fill-rule": "evenodd", "pointer-events": "none", opacity: 0.78 };
        this.veil = make(svg, "path", { class: "g", fill: cells.view.ground, ...about });
    }

    /** Marks what a text finds, "" nothing. Returns a sentence, or null where nothing is new. */
    show(pack, samples, text) {
        if (text === this.text && samples === this.samples) return null;
        this.text = text;
        this.samples = samples;
        try {
            this.found = findInCells(this.cells, pack, samples, text);
        } catch {
            this.found = null; // an expression that takes too long
        }
        this.draw();
        if (!this.found) return "";
        const { unit } = this.cells.view,
            n = `${this.marked.length} of ${this.found.sums.size} cells`;
        return `"${text}" is in ${n} with samples, in ${percent(this.found.share)} of the ${unit === "ns" ? "time" : unit}.`;
    }

    /** Draws the marks where the cells are. */
    draw() {
        this.marked = this.found ? [...this.found.sums].filter(([, sum]) => sum.found).map(([cell]) => cell) : [];
        this.veil.setAttribute("d", this.found ? this.holes(this.marked) : "");
    }

    /* The plot without some cells. */
    holes(list) {
        const { cells } = this,
            all = cells.outline({ from: 0, to: cells.last });
        return all + list.map((cell) => cells.outline({ from: cell, to: cell })).join("");
    }

    /** Returns what is said of a cell besides what it holds. */
    wordsOf(cell) {
        const sum = this.found && this.found.sums.get(cell);
        return sum ? ` \u00b7 ${percent(sum.found / sum.all)} has "${this.text}"` : "";
    }
}
