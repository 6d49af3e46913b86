/*
 * main.js - the viewer of one SVG picture. It reads the data that the picture carries, draws the picture anew
 * in the width of the window, and hands pointer, keys and address to the parts that answer them:
 *
 *     Viewer -- picture   layout, elements, zoomed and selected node
 *            -- zoom  find  sides  address    what a gesture does
 *            -- pointer  keys  commands       which gesture it is
 *            -- visible area                  the part of the picture that is in the window
 *            -- bar  tip  help  live          controls, tooltip, list of keys, words for screen readers
 *
 * The static picture stays until all is ready, and for good where something fails.
 */
import { PX } from "./draw/layout.js";
import { linkOf } from "./profile/link.js";
import { framed, htmlElement } from "./draw/dom.js";
import { Help, Tip } from "./view/panel.js";
import { Commands } from "./view/commands.js";
import { Bar } from "./view/bar.js";
import { Picture } from "./draw/picture.js";
import { Zoom } from "./view/zoom.js";
import { Find } from "./view/find.js";
import { Address } from "./view/address.js";
import { VisibleArea } from "./draw/visible_area.js";
import { Pointer } from "./view/pointer.js";
import { Keys } from "./view/keys.js";

const NOTICE_MS = 5000;

/* Stands for the choices of sides in a picture that has none. */
const NO_SIDES = { state: {}, buttons: [], commands: [], set() {}, show() {} };

/* Stands for the page in a picture that is none of ours (page.js). */
const NO_PAGE = { state: {}, commands: [], set() {}, show() {} };

/** Copies a text; `say` hears whether the browser did. */
export async function copyText(text, say) {
    try {
        await navigator.clipboard.writeText(text);
        say("copied");
    } catch {
        say("the browser does not allow this page to copy");
    }
}

export class Viewer {
    /** `seat` is where the viewer sits in a page of ours: {port (picture.js), makePanels, makePage}; null elsewhere. */
    constructor(svg, view, tree, differential, seat = null) {
        this.seat = seat;
        this.picture = new Picture(svg, view, tree, seat && seat.port);
        this.noticed = ""; // shown in place of what was found
        this.zoom = new Zoom(this);
        this.find = new Find(this);
        this.sides = view.diff ? new differential.Sides(this) : NO_SIDES;
        this.page = seat ? seat.makePage(this) : NO_PAGE;
        this.address = new Address(this);
        this.pointer = new Pointer(this);
        this.commands = new Commands(this);
        this.keys = new Keys(this);
        this.resized = false; // since the last frame
        Object.assign(this, seat ? seat.makePanels(this) : this.makePanels());
        this.visibleArea = new VisibleArea(this.picture, this.bar);
        this.listen();
    }

    /* In the picture itself. */
    makePanels() {
        const on = { search: (text) => this.find.search(text), leave: () => this.picture.stage.labels.focus() },
            bar = new Bar(this.commands, on, this.sides.buttons, this.picture.number),
            tip = new Tip(this.picture, () => this.copy()),
            help = new Help(() => this.closeHelp(), this.commands),
            live = framed(htmlElement("div", { class: "fr-live", role: "status", "aria-live": "polite" }));
        for (const { frame } of [bar, live, tip, help]) this.picture.stage.root.append(frame);
        return { bar, tip, help, live };
    }

    listen() {
        this.pointer.listen();
        this.keys.listen();
        this.visibleArea.listen();
        window.addEventListener("resize", () => this.onResize());
        if (this.address.owns)
            window.addEventListener("popstate", () => this.picture.svg.isConnected && this.address.followAgain());
    }

    /** Takes the place of the static picture, in the state that the address or the program asks for. */
    start() {
        const { view } = this.picture;
        this.picture.replace();
        const whole = this.address.follow();
        this.sides.show();
        this.find.search(this.find.text || view.search, false);
        if (!whole) this.sayNotice("part of the linked path is not in this picture");
        if (this.picture.owns) this.visibleArea.showRoot();
        this.page.showChange?.();
    }

    draw() {
        this.picture.draw();
        this.visibleArea.pin();
        this.find.show();
        this.page.show();
    }

    /* Windows are resized in more steps than there are frames. A picture that is not shown is drawn when it is. */
    onResize() {
        if (this.resized || !this.picture.svg.isConnected) return;
        this.resized = true;
        requestAnimationFrame(() => {
            this.resized = false;
            this.visibleArea.keep(() => this.draw());
        });
    }

    /** Tells a screen reader. */
    say(text) {
        this.live.body.textContent = text;
    }

    /** Tells everybody, beside the search field or above the foot of a page, until something else is done or some
     * time has gone by. */
    sayNotice(text) {
        clearTimeout(this.noticeEnd);
        this.noticeEnd = setTimeout(() => this.forgetNotice(), NOTICE_MS);
        this.noticed = text;
        this.say(text);
        this.showNoticed();
    }

    forgetNotice() {
        clearTimeout(this.noticeEnd);
        this.noticed = "";
        this.showNoticed();
    }

    showNoticed() {
        if (this.seat) this.seat.sayNotice(this.noticed);
        this.find.show();
    }

    /** The boxes have the keys, or the panel that lies over them. */
    focus() {
        if (!this.page.views?.focus()) this.picture.stage.labels.focus({ preventScroll: true });
    }

    /** Selects a node, if it is drawn, and shows what it is. */
    select(node) {
        const { picture } = this,
            { root } = picture.stage,
            box = picture.layout.boxOf.get(node);
        if (box === undefined) return;
        picture.selected = node;
        picture.showSelected();
        this.find.show();
        root.classList.add("fr-selected");
        this.visibleArea.reveal(box);
        const { x, y, h } = picture.placeOf(box),
            { left, top } = picture.svg.getBoundingClientRect();
        this.tip.showBox({ node }, { x: left + x / PX, y: top + (y + h) / PX }, false);
    }

    /** Tells of ancestors that stand behind a number. */
    showMore({ more, turn }, at) {
        const row = [turn > 0 ? "nearer to the root" : "nearer to the zoom", "a click shows them"];
        this.tip.showMore(more + (more === 1 ? " ancestor" : " ancestors"), row, at);
    }

    /** Closes the list of keys; else shows the whole picture; else ends the search. */
    escape() {
        if (this.help.shown) {
            this.closeHelp();
            return;
        }
        if (this.page.escape?.()) return;
        this.hideTip();
        this.picture.stage.root.classList.remove("fr-selected");
        if (this.picture.zoom) this.zoom.go(0);
        else if (this.find.query) this.find.search("");
    }

    /** Takes away what a pointer showed. */
    hideTip() {
        this.tip.hide();
        this.picture.showHovered(-1);
    }

    showHelp() {
        this.hideTip();
        this.help.show(this.picture.svg);
    }

    closeHelp() {
        this.help.hide();
        this.focus();
    }

    /** Opens the source of the box under the pointer, or of the selected one, where it is linked. */
    openSource() {
        const { tree, view, hovered, selected } = this.picture,
            address = linkOf(tree, hovered >= 0 ? hovered : selected, view);
        if (address) window.open(address, "_blank", "noopener,noreferrer");
        else this.sayNotice(view.link ? "the file of this box is not known" : "this picture links to no source");
    }

    /** Copies the name of the node under the pointer, or of the selected one; in a page's table its function's. */
    copy() {
        const { tree, hovered, selected } = this.picture;
        return this.copyText(this.page.chosenRow?.name ?? tree.titleOf(hovered >= 0 ? hovered : selected));
    }

    copyText(text) {
        return copyText(text, (said) => this.sayNotice(said));
    }
}
