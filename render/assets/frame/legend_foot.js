/*
 * legend_foot.js - the last line of a page: what colours mean, with the own value of each, and the command that draws
 * what is shown. A click on an entry holds its boxes, all others are pale; the pointer over it shows the same.
 *
 *     [] managed 35.4 %  [] C++ 26.2 %  ...        flamerender node.html --icicle -o new.svg  [Copy command]
 */
import { button } from "../view/bar.js";
import { htmlElement, svgElement } from "../draw/dom.js";
import { isOfEntry } from "../draw/legend.js";
import { formatPlainShare } from "../profile/format.js";
import { icon } from "./icons.js";
import { swatchOf } from "./search_field.js";

const SHARE_AT_END = / [<>]?[\d.]+\u202f%$/; // "libc.so.6 12.1 %", of the profile as it was drawn
const RAMP_PX = 4; // px

/* The own value of the boxes of an entry, as a share; "" where it stands for none. */
function ownShare({ tree, calls, ownView: view }, entry) {
    const isOf = !tree.sides && calls.pack && entry[0] !== view.rest && isOfEntry(calls, view, entry);
    return isOf ? shareOfNodes(calls, isOf) : "";
}

function shareOfNodes(tree, isOf) {
    let sum = tree.zero;
    for (let node = 0; node < tree.n; node++) if (isOf(node)) sum += tree.self[node];
    return sum ? formatPlainShare(sum, tree.total[0]) : "";
}

export class LegendFoot {
    /** `copy` copies the command; null where there is none. */
    constructor(frame, picture, copy) {
        Object.assign(this, { picture, drawn: [] });
        this.element = htmlElement("div", { class: "fr-legend", role: "group", "aria-label": "Legend" });
        this.command = htmlElement("code", {
            ...{ class: "fr-command", tabindex: "0", role: "textbox", "aria-readonly": "true" },
            "aria-label": "The same in a shell",
        });
        this.copy = button("fr-copy", "Copy command", icon("copy"), copy);
        this.copy.append("Copy command");
        frame.last.append(this.element);
        if (copy) frame.last.append(this.command, this.copy);
    }

    /** `command` is a line for a shell; "" where there is none. */
    show(command) {
        const { picture } = this,
            { tree, view, colours } = picture,
            drawn = [picture.calls, tree, view.legend, view.chart, view.diff && view.diff.self];
        if (this.command.textContent !== command) this.command.textContent = this.command.title = command;
        this.command.hidden = this.copy.hidden = !command;
        if (drawn.every((what, i) => what === this.drawn[i]) && view.legend.length === this.entries.length) return;
        this.drawn = drawn;
        this.entries = view.legend;
        this.element.replaceChildren(...view.legend.map((entry) => this.make(entry, colours)));
        this.hold(null);
    }

    make(entry, colours) {
        if (Array.isArray(entry[0])) return this.makeRamp(entry, colours);
        const { picture } = this,
            [fill, title] = entry,
            share = ownShare(picture, entry),
            name = title.replace(SHARE_AT_END, ""),
            act = () => this.hold(picture.held === entry ? null : entry),
            press = button("fr-entry", `${name} ${share}: hold its boxes`, swatchOf(colours, fill), act);
        press.setAttribute("aria-pressed", "false");
        press.append(htmlElement("span", {}, share ? name : title));
        if (share) press.append(" ", htmlElement("b", {}, share));
        press.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && picture.keepEntry(entry));
        press.addEventListener("pointerleave", () => picture.keepEntry(null));
        return press;
    }

    makeRamp([fills, title, before], colours) {
        const wide = fills.length * RAMP_PX,
            about = { width: wide, height: 11, viewBox: `0 0 ${wide} 11`, preserveAspectRatio: "none", "aria-hidden": "true" },
            placeOf = (i) => ({ x: i * RAMP_PX, width: RAMP_PX, height: 11 }),
            steps = fills.map(([fill], i) => svgElement("rect", colours.fill(fill, placeOf(i))));
        return htmlElement("span", { class: "fr-entry" }, before, svgElement("svg", about, ...steps), title);
    }

    /** Keeps the boxes of an entry in their colours until another is held; null holds none. */
    hold(entry) {
        const buttons = [...this.element.children];
        this.entries.forEach((one, i) => {
            if (buttons[i].localName === "button") buttons[i].setAttribute("aria-pressed", String(one === entry));
        });
        this.picture.holdEntry(entry);
    }
}
