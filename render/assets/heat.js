/*
 * heat.js - the script of a heatmap in SVG, and of a page of one that has no flame graph: what a cell holds,
 * selections (heat_map.js), and the command that draws them.
 */
import { Cells } from "./heat/heat_cells.js";
import { copyCommand, htmlElement, make, makeText, setAttributes } from "./heat/heat_draw.js";
import { HeatMap } from "./heat/heat_map.js";

const HINT = "Drag over cells to select a time; Escape clears it.";

/* The words of the selection above the cells of a picture. */
class Words {
    constructor(svg, { view }) {
        this.right = view.right;
        const about = { "text-anchor": "end", cursor: "pointer", visibility: "hidden" };
        this.group = make(svg, "g", about);
        this.ground = make(this.group, "rect", { class: "g", fill: view.ground, y: 18, height: 42 });
        this.facts = makeText(this.group, view, { x: view.right, y: 33, "aria-live": "polite" });
        const fixed = { "font-family": "monospace", "font-size": 11 };
        this.command = makeText(this.group, view, { x: view.right, y: 53, ...fixed });
    }

    show(facts, command) {
        this.group.setAttribute("visibility", facts ? "visible" : "hidden");
        this.facts.textContent = facts;
        this.command.textContent = command;
        const width = Math.max(this.facts.getComputedTextLength(), this.command.getComputedTextLength()) + 12;
        setAttributes(this.ground, { x: this.right - width, width });
    }
}

/* The same below the cells of a page. */
class PageWords {
    constructor(element) {
        this.group = this.facts = this.command = element;
    }

    show(facts, command) {
        this.group.textContent = command || facts || HINT;
    }
}

/* Phones show a heatmap in its own size, to scroll; else its labels would be of 4 px. */
function fitPhones(svg) {
    const content = "width=device-width, initial-scale=1";
    if (svg === document.documentElement) svg.append(htmlElement("meta", { name: "viewport", content }));
}

function begin() {
    const own = document.currentScript.ownerSVGElement,
        svg = own || document.querySelector("#flamerender-picture svg"),
        data = own ? svg.querySelector('metadata[data-flamerender="heat"]') : document.getElementById("flamerender-heat"),
        cells = new Cells(JSON.parse(data.textContent)),
        words = own ? new Words(svg, cells) : new PageWords(document.getElementById("flamerender-selection"));
    for (const title of svg.querySelectorAll("rect > title")) title.remove();
    fitPhones(svg);
    const factsOf = ({ a, b }) =>
        cells.facts(a) + (b ? ` against ${b === "rest" ? "the rest" : cells.facts(b)}` : "");
    const on = {
        change: (map) => words.show(map.a ? factsOf(map) : "", map.command()),
        copy: () => copyCommand(map.command(), words.facts, words.command),
        say: (text) => {
            words.facts.textContent = text;
        },
    };
    const map = new HeatMap(svg, cells, on, !own || svg === document.documentElement);
    words.group.addEventListener("click", on.copy);
    map.set({});
    map.follow();
}

begin();
