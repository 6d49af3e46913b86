/*
 * options_dialog.mjs - the options that people need, as menus, and the command line that they make.
 *
 *     Shows         [Flame graph]           flamerender cpu.pb.gz --flamechart -o cpu.html
 *     Sample type   [alloc_space]           what the program says there is, in its notes
 */
import { htmlElement } from "../../../render/assets/draw/dom.js";
import { splitWords, quote } from "./command_line.mjs";
import { memory } from "./memory.mjs";

const SHAPES = [
    ["Flame graph", []],
    ["Flame chart: in the order of time", ["--flamechart"]],
    ["Callers: merged from the leaves", ["--callers"]],
    ["Heatmap: when samples were taken", ["heatmap"]],
];
const HEATMAP = SHAPES.findIndex(([, words]) => words[0] === "heatmap");
const OFF_CPU = [
    ["Running", []],
    ["Blocked, between two switches", ["--off-cpu"]],
    ["All between two switches", ["--off-cpu=all"]],
];
const COLOURS = ["", "kind", "package", "module", "self"];

/* "4 value columns (a, b, c): 'b' is drawn; --sample-index picks another" -> [a, b, c] */
function listed(said, option) {
    for (const line of said.split("\n")) {
        const names = line.includes(option) && /\(([^()]*)\)/.exec(line);
        if (names) return names[1].split(", ").map((name) => name.replace(/^'|'$/g, "").replace(/ .*/, ""));
    }
    return [];
}

export class OptionsDialog {
    constructor(entry, commandOf, run) {
        const one = entry.files.length === 1;
        Object.assign(this, { entry, commandOf, words: [...entry.words], menus: [] });
        this.dialog = htmlElement("dialog", { class: "fr-dialog fv-dialog", "aria-label": "Options" });
        this.form = htmlElement("form", { method: "dialog" });
        this.form.append(htmlElement("h2", {}, "Options"));
        if (one) this.addMenu("Shows", SHAPES);
        this.addNames("Sample type", "--sample-index");
        this.addNames("Event", "--event");
        this.addMenu("Threads' time", OFF_CPU);
        this.thread = this.addField("Thread", "comm=NAME or tid=N", "--where");
        if (one) this.colour = this.addMenu("Colour means", COLOURS.map((name) => [name || "as it is", name ? ["--color-by", name] : []]));
        this.more = this.addField("Other options", "--focus main --minwidth 0.5");
        this.line = htmlElement("code", { tabindex: "0", "aria-label": "Command line" });
        this.wrong = htmlElement("p", { role: "status" });
        const buttons = htmlElement("div", { class: "fv-buttons" }),
            cancel = htmlElement("button", { type: "button" }, "Cancel");
        cancel.addEventListener("click", () => this.dialog.remove());
        buttons.append(cancel, htmlElement("button", { class: "fv-main" }, "Show it"));
        this.form.append(this.line, this.wrong, buttons);
        this.dialog.append(this.form);
        this.take(entry.words);
        this.form.addEventListener("input", () => this.say());
        this.dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the picture has keys of its own
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            const job = this.job();
            if (!job) return;
            if (this.colour) memory.set("colour", COLOURS[this.colour.selectedIndex]);
            this.dialog.remove();
            run(job);
        });
        document.body.append(this.dialog);
        this.say();
        this.dialog.showModal();
    }

    addMenu(title, choices) {
        const label = htmlElement("label", {}, title),
            menu = htmlElement("select");
        for (const [text] of choices) menu.append(htmlElement("option", {}, text));
        label.append(menu);
        this.form.append(label);
        this.menus.push({ menu, choices });
        return menu;
    }

    addNames(title, option) {
        const names = listed(this.entry.said || "", option),
            at = this.words.indexOf(option);
        if (at >= 0 && !names.includes(this.words[at + 1])) names.push(this.words[at + 1]);
        if (names.length) this.addMenu(title, [["the default", []], ...names.map((name) => [name, [option, name]])]);
    }

    addField(title, placeholder, option) {
        const label = htmlElement("label", {}, title),
            field = htmlElement("input", { type: "text", placeholder, spellcheck: "false" });
        field.dataset.option = option || "";
        label.append(field);
        this.form.append(label);
        return field;
    }

    /* Sets the menus to what words say; what no menu has stays text. */
    take(given) {
        const words = [...given];
        if (this.colour && memory.get("colour") && !words.includes("--color-by")) words.push("--color-by", memory.get("colour"));
        for (const { menu, choices } of this.menus)
            for (const [i, [, own]] of choices.entries()) {
                const at = own.length ? words.findIndex((word, from) => own.every((each, j) => words[from + j] === each)) : -1;
                if (at < 0) continue;
                menu.selectedIndex = i;
                words.splice(at, own.length);
            }
        const where = words.indexOf("--where");
        if (where >= 0) this.thread.value = words.splice(where, 2)[1];
        this.more.value = words.map(quote).join(" ");
    }

    job() {
        try {
            const isHeat = this.colour && this.menus[0].menu.selectedIndex === HEATMAP, // whose colours are its own
                menus = this.menus.filter(({ menu }) => !isHeat || menu !== this.colour),
                chosen = menus.flatMap(({ menu, choices }) => choices[menu.selectedIndex][1]),
                where = this.thread.value.trim() ? ["--where", this.thread.value.trim()] : [],
                words = [...chosen, ...where, ...splitWords(this.more.value)],
                heat = words.indexOf("heatmap");
            if (heat > 0) words.unshift(...words.splice(heat, 1));
            this.wrong.textContent = "";
            return { files: this.entry.files, words };
        } catch (error) {
            this.wrong.textContent = error.message;
            return null;
        }
    }

    say() {
        const job = this.job();
        if (job) this.line.textContent = this.commandOf(job);
    }
}
