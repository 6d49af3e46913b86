/*
 * viewer.mjs - the page without a server: files that are dropped, chosen or pasted go to the program in a worker, and the
 * page that it writes is shown in place of this one, in the same window:
 *
 *     nothing yet --files--> worker: flamerender [diff|trend] --format html FILE... --> its page, and in its menu:
 *                                                       open, compare, options, save, what was opened before
 *
 * One file opens, two are compared, more are a trend. A page is written into this document (document.open), so that the
 * window, its address and what this script holds stay; the policy of this page holds for what is written.
 */
import { Frame } from "../../../render/assets/frame/frame.js";
import { htmlElement } from "../../../render/assets/draw/dom.js";
import { argumentOf, arrange, chosenFiles, droppedFiles, inputsOf, pastedFile } from "./intake.mjs";
import { commandFor, quote, splitWords } from "./command_line.mjs";
import { OptionsDialog } from "./options_dialog.mjs";
import { memory } from "./memory.mjs";
import { Program } from "./program.mjs";

const RECORDING = [
    ["Linux perf", "perf record -F 499 -g -- CMD; perf script > out.perf", "flame, time, heat"],
    ["Go", "go tool pprof -proto http://…/debug/pprof/profile > cpu.pb.gz", "flame"],
    ["Node.js", "node --cpu-prof app.js", "flame, time, heat"],
    ["Chrome", "Performance panel, Save profile…", "flame, time, heat"],
    ["Java", "asprof -d 30 -f out.jfr PID", "flame, time, heat"],
    ["Python", "py-spy record --format raw -o out.folded --pid PID", "flame"],
    ["Anything", "folded stacks: main;read;parse 42", "flame"],
];
const POLICY = /<meta http-equiv="Content-Security-Policy"[^>]*>\n?/,
    COMPARE_FIELD = "Profile to compare with", // of pages that compare by themselves (view_compare.js)
    COMPARE_ROW = "Compare with a file…";

const CHOOSES = /^--(sample-index|event|where|off-cpu)(=|$)/; // what is read of a file

/* The options of one file that hold for a comparison, too: those that choose its values, not those of its picture. */
function choosingWords(words) {
    const isValue = (i) => i > 0 && CHOOSES.test(words[i - 1]) && !/=|off-cpu/.test(words[i - 1]);
    return words.filter((word, i) => CHOOSES.test(word) || isValue(i));
}

/* Of the page's root element: what its script is to know. */
function attributesOf(data) {
    const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    return Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`).join("");
}

class Viewer {
    constructor() {
        this.program = new Program(document.getElementById("flamerender-wasm").textContent);
        document.getElementById("flamerender-wasm").remove();
        document.currentScript?.remove();
        this.sheet = new CSSStyleSheet();
        this.style = document.querySelector("style").textContent;
        this.empty = document.documentElement.outerHTML.replace(POLICY, "");
        this.opened = []; // {files, words, name, html}; null: it was closed
        this.shown = -1; // of `opened`; -1: the page that has none
        this.patchHistory();
        this.showEmpty();
        this.listen();
    }

    /* Entries of the history say what is shown; pages make entries of their own. */
    patchHistory() {
        const viewer = this;
        for (const name of ["pushState", "replaceState"])
            history[name] = function (state, unused, url) {
                History.prototype[name].call(history, { shown: viewer.shown }, "", url);
            };
        history.replaceState(null, "", location.href);
    }

    listen() {
        const on = (type, act) => window.addEventListener(type, act, true);
        on("dragover", (event) => {
            event.preventDefault();
            event.stopImmediatePropagation();
            event.dataTransfer.dropEffect = "copy";
            document.documentElement.classList.add("fv-over");
        });
        on("dragleave", () => document.documentElement.classList.remove("fv-over"));
        on("drop", async (event) => {
            event.preventDefault();
            event.stopImmediatePropagation();
            document.documentElement.classList.remove("fv-over");
            try {
                this.open(await droppedFiles(event.dataTransfer));
            } catch (error) {
                this.refuse({ files: [{ name: "what was dropped" }] }, 0, `flamerender: error: the browser does not read it: ${error.message}`);
            }
        });
        on("paste", (event) => {
            if (/^(input|textarea)$/.test(event.target.localName)) return;
            const { files } = event.clipboardData,
                text = event.clipboardData.getData("text/plain");
            if (files.length) this.open([...files].map((file) => ({ name: file.name, file })));
            else if (text.trim()) this.open([pastedFile(text)]);
            else return;
            event.preventDefault();
        });
        /* A page's own field reads what its script can; here the program reads it. */
        on("click", (event) => {
            if (event.target.getAttribute?.("aria-label") !== COMPARE_FIELD) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            this.choose(true);
        });
        on("popstate", (event) => {
            if (!event.state || event.state.shown === undefined || event.state.shown === this.shown) return;
            event.stopImmediatePropagation();
            this.show(event.state.shown);
        });
    }

    /* ------------------------------------------------------------ what is shown */

    /* Writes a document in place of the one that is shown. */
    write(html) {
        this.watched?.disconnect();
        this.watched = this.watch;
        document.open();
        document.adoptedStyleSheets = [];
        document.write(html);
        document.close();
        document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((each) => each !== this.sheet), this.sheet];
        this.listen();
    }

    /* Entries of the history outlive what they name: it may be closed, or be of a page that was loaded again. */
    show(index) {
        this.shown = this.opened[index] ? index : -1;
        this.watch = null;
        if (this.shown < 0) {
            this.write(this.empty);
            this.showEmpty();
            return;
        }
        this.sheet.replaceSync(this.style.slice(this.style.indexOf(".fv-drop")));
        const { html, files } = this.opened[index],
            own = { file: files[0].name, theme: memory.get("theme") || "auto" };
        this.watch = new MutationObserver((changes) => {
            this.keepTheme(changes);
            this.addControls();
        });
        this.write(html.replace(POLICY, "").replace("<html", () => "<html" + attributesOf(own)));
        this.watch.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "style"] });
        this.addControls();
    }

    /* What a reader chooses in a page holds for the next one. */
    keepTheme(changes) {
        const root = document.documentElement;
        if (changes.some(({ target, attributeName }) => target === root && attributeName === "style"))
            memory.set("theme", root.style.colorScheme);
    }

    /* The frame without a profile. */
    showEmpty() {
        const frame = new Frame(document.querySelector("main")),
            theme = memory.get("theme");
        document.documentElement.dataset.theme = theme;
        this.drop = htmlElement("div", { class: "fv-drop" });
        frame.controls.hidden = true;
        frame.stage.append(this.drop);
        frame.last.replaceWith(this.makeFoot());
        this.fillDrop();
    }

    fillDrop() {
        const lead = htmlElement("div"),
            h2 = htmlElement("h2"),
            record = htmlElement("section", { class: "fv-record", "aria-label": "How to record one" }),
            list = htmlElement("dl"),
            choose = htmlElement("button", { type: "button", class: "fv-main" }, "Choose files…");
        h2.append("One file opens.", htmlElement("br"), "Two files are compared.");
        choose.addEventListener("click", () => this.choose());
        lead.append(
            h2,
            htmlElement(
                "p",
                {},
                "Three or more of one kind, such as a folder of commits, become a trend. Text, binary and .gz are " +
                    "recognised by content, not by name. Copied text can be pasted.",
            ),
            choose,
        );
        for (const [what, command, views] of RECORDING) {
            const cell = htmlElement("dd");
            cell.append(htmlElement("code", {}, command));
            list.append(htmlElement("dt", {}, what), cell, htmlElement("dd", { class: "fv-views" }, views));
        }
        record.append(htmlElement("h3", {}, "How to record one"), list);
        this.drop.replaceChildren(lead, record);
    }

    makeFoot() {
        const foot = htmlElement("div", { class: "fv-foot" }),
            theme = htmlElement("button", { type: "button" });
        const say = () => (theme.textContent = "Theme: " + (memory.get("theme") || "as the screen"));
        theme.addEventListener("click", () => {
            memory.turn("theme", ["", "light", "dark"]);
            document.documentElement.dataset.theme = memory.get("theme");
            say();
        });
        say();
        foot.append(htmlElement("span", {}, "flamerender @VERSION@"), htmlElement("code", {}, "flamerender viewer -o viewer.html"), theme);
        return foot;
    }

    /* What a page has of the viewer: a button in its headline, rows in the menu behind "...". */
    addControls() {
        const answers = document.querySelector(".fr-answers"),
            list = document.querySelector(".fr-more:not([hidden]) > div:last-child");
        if (answers && !answers.querySelector(".fv-open")) {
            const open = htmlElement("button", { type: "button", class: "fv-open" }, "Open another…");
            open.addEventListener("click", () => this.choose());
            answers.prepend(open);
        }
        if (list && list.children.length && !list.querySelector(".fv-row")) this.addRows(list);
    }

    addRows(list) {
        const { files } = this.opened[this.shown],
            compares = files.length === 1 && [...list.children].every((row) => row.textContent !== COMPARE_ROW),
            rows = [
                ["Open another…", () => this.choose()],
                ...(compares ? [["Compare with another…", () => this.choose(true)]] : []),
                ...(files.length === 2 ? [["Swap base and new", () => this.swap()]] : []),
                ["Options…", () => this.showOptions()],
                ["Save this page", () => this.save()],
                ["Close it", () => this.close()],
            ];
        list.append(htmlElement("hr"), ...rows.map(([text, act]) => this.makeRow(text, act)));
        const open = [...this.opened.entries()].filter(([, entry]) => entry);
        if (open.length < 2) return;
        list.append(htmlElement("hr"));
        for (const [i, { name }] of open) {
            const row = this.makeRow(name, () => this.goTo(i));
            row.setAttribute("aria-pressed", String(i === this.shown));
            list.append(row);
        }
    }

    makeRow(text, act) {
        const row = htmlElement("button", { type: "button", class: "fv-row" }, text);
        row.addEventListener("click", () => {
            row.closest(".fr-more").hidden = true;
            act();
        });
        return row;
    }

    /* ------------------------------------------------------------ what a reader does */

    choose(compares = false) {
        const field = htmlElement("input", { type: "file", multiple: "" });
        field.addEventListener("change", () => {
            const files = chosenFiles(field),
                base = compares && this.opened[this.shown];
            if (base) this.open([base.files[0], ...files], choosingWords(base.words), true);
            else this.open(files);
        });
        field.click();
    }

    /** Opens files; `inOrder`: the first is what the others are compared with. */
    open(given, words = [], inOrder = false) {
        if (!given.length) return;
        const files = inOrder ? this.namedApart(given) : arrange(given);
        this.run({ files, words });
    }

    namedApart([first, ...others]) {
        return [first, ...arrange(others).map((each) => (each.name === first.name ? { ...each, name: "2/" + each.name } : each))];
    }

    nameOf({ files }) {
        const [first, second] = files.map(({ name }) => name.replace(/^.*\//, ""));
        return files.length > 2 ? `${first} and ${files.length - 1} more` : files.length === 2 ? `${first}, ${second}` : first;
    }

    /** What the program is called with, without where it writes. */
    argumentsOf({ files, words }) {
        const heat = words[0] === "heatmap",
            remembered = [];
        if (memory.get("colour") && !words.includes("--color-by") && !heat && files.length === 1)
            remembered.push("--color-by", memory.get("colour"));
        return [...commandFor(files.length, heat ? "heatmap" : ""), ...(heat ? words.slice(1) : words), ...remembered, ...files.map(argumentOf)];
    }

    /** As a reader would type it. */
    commandOf(job) {
        const out = job.files[0].name.replace(/^.*\//, "").replace(/\.[^]*$/, "") || "profile";
        return ["flamerender", ...this.argumentsOf(job), "-o", out + ".html"].map(quote).join(" ");
    }

    async run(job) {
        const progress = this.showProgress(this.nameOf(job)),
            args = ["flamerender", ...this.argumentsOf(job), "--format", "html"];
        try {
            const { status, out, err } = await this.program.run(args, inputsOf(job.files), progress.update);
            progress.close();
            if (out.size) this.keep({ ...job, html: await out.text(), words: job.words, said: err, name: this.nameOf(job) });
            else this.refuse(job, status, err);
        } catch (error) {
            progress.close();
            if (error !== Program.CANCELLED) this.refuse(job, 0, "flamerender: error: " + error.message);
        }
    }

    keep(entry) {
        this.opened.push(entry);
        this.goTo(this.opened.length - 1);
    }

    goTo(index) {
        const first = this.shown < 0 && this.opened.length === 1,
            url = location.pathname + location.search + (first ? location.hash : "");
        this.shown = index;
        try {
            history.pushState(null, "", url);
        } catch {
            // a browser that lets no page from a file have a history: Back leaves it
        }
        this.show(index);
    }

    swap() {
        const { files, words } = this.opened[this.shown];
        this.run({ files: [...files].reverse(), words });
    }

    close() {
        this.opened[this.shown] = null;
        this.shown = -1;
        history.pushState(null, "", location.pathname + location.search);
        this.show(-1);
    }

    save() {
        const { html, name } = this.opened[this.shown],
            link = htmlElement("a", {
                download: name.replace(/[^\w.-]+/g, "-").replace(/\.gz$/, "") + ".html",
                href: URL.createObjectURL(new Blob([html], { type: "text/html" })),
            });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    }

    showOptions() {
        const entry = this.opened[this.shown];
        new OptionsDialog(entry, (job) => this.commandOf(job), (job) => this.run(job));
    }

    /* ------------------------------------------------------------ while it reads, and where it can't */

    showProgress(name) {
        const dialog = htmlElement("dialog", { class: "fr-dialog fv-dialog", "aria-label": "Reading" }),
            line = htmlElement("p", { role: "status" }, "reading"),
            bar = htmlElement("progress", { max: "1" }),
            buttons = htmlElement("div", { class: "fv-buttons" }),
            cancel = htmlElement("button", { type: "button" }, "Cancel");
        cancel.addEventListener("click", () => this.program.cancel());
        dialog.addEventListener("cancel", () => this.program.cancel());
        buttons.append(cancel);
        dialog.append(htmlElement("h2", {}, name), line, bar, buttons);
        document.body.append(dialog);
        const soon = setTimeout(() => dialog.isConnected && dialog.showModal(), 250);
        return {
            update: ({ done, of }) => {
                bar.value = of ? done / of : 0;
                line.textContent = done < of ? `${Math.round((100 * done) / of)} % of ${Math.ceil(of / 1e6)} MB read` : "drawing";
            },
            close() {
                clearTimeout(soon);
                dialog.close();
                dialog.remove();
            },
        };
    }

    /* In the program's own words: in the empty page's stage, else above the page that is shown. */
    refuse(job, status, said) {
        const text = said.replace(/^flamerender: /gm, "").trim() || `the program ended with status ${status} and said nothing`,
            title = `${this.nameOf(job)} is not shown`,
            words = htmlElement("div", { class: "fv-words", tabindex: "0" }, text),
            again = htmlElement("button", { type: "button", class: "fv-main" }, this.shown < 0 ? "Choose files…" : "Close");
        if (this.shown < 0) {
            const box = htmlElement("div", { class: "fv-refusal", role: "alert" });
            again.addEventListener("click", () => this.choose());
            box.append(htmlElement("h2", {}, title), words, again);
            this.drop.replaceChildren(box);
            return;
        }
        const dialog = htmlElement("dialog", { class: "fr-dialog fr-refusal fv-dialog", "aria-label": title });
        again.addEventListener("click", () => dialog.remove());
        dialog.append(htmlElement("h2", {}, title), words, again);
        document.body.append(dialog);
        dialog.showModal();
    }
}

new Viewer();
