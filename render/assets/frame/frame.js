/*
 * frame.js - the frame of every page: regions that never move, of which the stage alone scrolls.
 *
 *     headline   the sentence that answers, facts                  [search] [?] [...]
 *     controls   tabs, menus                                                    chips
 *     strip      samples over time
 *     stage      panels, of which one is shown: a picture, a table, ...
 *     foot       details of what is chosen; legend, command
 *
 * A region that a page does not need has no height. All stand within the <main> that the program wrote, whose heading
 * and first paragraph become the headline.
 */
import { htmlElement, svgElement } from "../draw/dom.js";

function region(name, attributes = {}, ...children) {
    return htmlElement("div", { class: "fr-" + name, ...attributes }, ...children);
}

/* Links, and what stands between them. */
function partsOf(parts) {
    return parts.flatMap(({ text, after = "", title, act }, i) => {
        const between = i ? ["; "] : [];
        if (!act) return [...between, text + after];
        /* A link: the words of a button stand in a block of their own, and the line breaks behind it. */
        const answer = htmlElement("a", { href: "#", class: "fr-answer", title }, text);
        answer.addEventListener("click", (event) => {
            event.preventDefault();
            act();
        });
        return [...between, answer, htmlElement("span", { class: "fr-after" }, after)];
    });
}

/** A <main> like those that the program writes, with a picture in it that has yet to be drawn: {main, figure}. */
export function newMain(id) {
    const figure = htmlElement("figure", { id }, svgElement("svg", { role: "group" }));
    return { main: htmlElement("main", {}, htmlElement("h1"), htmlElement("p"), figure), figure };
}

export class Frame {
    /** `main` as it was written. */
    constructor(main) {
        this.title = main.querySelector("h1");
        this.facts = main.querySelector("h1 + p") || htmlElement("p");
        this.facts.classList.add("fr-facts");
        this.answers = region("answers");
        this.headline = region("headline", {}, region("titles", {}, this.title, this.facts), this.answers);
        this.menus = region("menus", { role: "group", "aria-label": "How it is shown" });
        this.chips = region("chips", { role: "group", "aria-label": "Steps" });
        this.controls = region("controls", {}, this.menus, this.chips);
        this.strip = region("strip", { hidden: "" });
        this.stage = region("stage");
        this.last = region("last");
        this.foot = region("foot", {}, this.last);
        this.noticeBox = region("notice", { role: "status" });
        this.above = region("above", {}, this.noticeBox); // what lies over the frame while it is open
        this.panels = new Map();
        main.prepend(this.headline, this.controls, this.strip, this.stage, this.foot, this.above);
        document.documentElement.classList.add("fr-page");
    }

    /** The sentence and the facts; `parts` of the sentence are {text, after, title, act}, which can be followed. Those
     * of what the stage had before stay away while there is nothing. */
    say(title, facts, parts = null) {
        if (this.isEmpty) return;
        const { title: heading, facts: line } = this,
            key = JSON.stringify([title, parts]);
        if (heading.textContent !== title || this.said !== key)
            heading.replaceChildren(...(parts ? partsOf(parts) : [title]));
        this.said = key;
        if (line.textContent !== facts) line.textContent = facts;
        heading.title = title;
        line.title = facts;
    }

    get isEmpty() {
        return Boolean(this.nothing && !this.nothing.hidden);
    }

    /** Says in place of what the stage has that there is nothing; "" shows it again. */
    sayEmpty(text) {
        this.nothing ||= this.stage.appendChild(region("nothing", { role: "status" }));
        this.nothing.textContent = text;
        this.nothing.hidden = !text;
    }

    /** Says something above the foot; "" takes it away. */
    sayNotice(text) {
        this.noticeBox.textContent = text;
    }

    /** Adds a panel to the stage; `element` is one of the page's, or a new one. */
    addPanel(name, element = region("panel")) {
        element.classList.add("fr-panel");
        this.stage.append(element);
        this.panels.set(name, element);
        return element;
    }

    /** Shows one panel. The others keep their size and what they have scrolled to. */
    showPanel(name) {
        for (const [own, panel] of this.panels) panel.classList.toggle("fr-away", own !== name);
    }

    /** A panel with a picture: its map, its axis, and what scrolls. `figure` is that of the page. */
    addPicture(name, figure) {
        const panel = this.addPanel(name, figure),
            svg = figure.querySelector("svg[role]"),
            axis = svgElement("svg", { class: "fr-axis", "aria-hidden": "true" }),
            port = { map: region("map", { hidden: "" }), axis, scroller: region("scroll", {}, svg) };
        panel.replaceChildren(port.map, port.axis, port.scroller);
        return port;
    }
}
