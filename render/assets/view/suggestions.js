/*
 * suggestions.js - steps that would make a flame graph a fifth smaller, as chips. Each is tried on the profile, so
 * that its count is what a click takes away:
 *
 *     36 rows repeat: [fold recursion]   84 % is idle: [leave out]   Node.js runtime: 21 rows: [hide]
 */
import { layoutFlame } from "../draw/layout.js";
import { layoutUnzoomed } from "../draw/unzoomed_layout.js";
import { formatShare } from "../profile/format.js";
import { largestFirst } from "../profile/reorder.js";
import { IDLE_RUNTIME, argumentsOf } from "../profile/steps.js";
import { transformPack } from "../profile/transform.js";
import { buildTree } from "../profile/tree_at_once.js";
import { IN_TIME } from "./sibling_orders.js";
import { FOLD, PRESETS } from "./view_steps.js";

const LEAST = 0.2; // of rows or of the value
const MOST_CHIPS = 2;
const MOST_STACKS = 50000; // counting takes too long where there are more
const RESTS_MS = 300; // after a window was resized

/* [what it does, words for what it takes away]: rows, or a share of the value where that is more. */
const WORDS = {
    fold: ["fold recursion", (rows) => rows && `${rows} rows repeat`],
    idle: ["leave out", (rows, share) => `${share} is idle`],
    runtime: ["hide", (rows, share, title) => `${title} runtime: ${rows ? rows + " rows" : share}`],
};

const RUNTIMES = PRESETS.map(([pattern, title]) => [{ step: "hide-runtime", pattern }, pattern === IDLE_RUNTIME ? "idle" : "runtime", title]);
const KINDS = [[FOLD, "fold"], ...RUNTIMES]; // [step, its words, title]

function inPlace(found) {
    return found.sort((a, b) => b.part - a.part);
}

export class Suggestions {
    constructor(viewer) {
        Object.assign(this, { picture: viewer.picture, page: viewer.page, key: "", all: [] });
        window.addEventListener("resize", () => {
            clearTimeout(this.resizing);
            this.resizing = setTimeout(() => this.rest(), RESTS_MS);
        });
    }

    /* Rows are counted in the width that the window has now, for one step in each task. */
    rest(found = [], kinds = KINDS) {
        const { key } = this;
        if (kinds.length && this.isPossible && this.keyNow !== key) {
            const [first, ...others] = kinds;
            this.resizing = setTimeout(() => this.rest([...found, ...this.find([first])], others));
            return;
        }
        this.resizing = 0;
        if (!kinds.length) Object.assign(this, { key: this.keyNow, all: inPlace(found) });
        this.page.show();
    }

    /* The profile after a step, as the page would draw it. */
    treeAfter(step, pack) {
        const tree = buildTree(transformPack(pack, step), this.picture.view);
        return this.page.now.order === "largest" ? largestFirst(tree) : tree;
    }

    /* A step with what it takes away; null where that is little, or all. */
    judge([step, kind, title], pack, now) {
        const { view, width } = this.picture,
            [does, say] = WORDS[kind],
            after = this.treeAfter(step, pack),
            whole = now.total[0],
            left = after.total[0];
        if (!left) return null;
        const all = layoutUnzoomed(now, view, width).rows.length,
            rows = all - layoutFlame(after, view, 0, width).rows.length,
            ofRows = rows > 1 ? rows / all : 0,
            ofValue = 1 - Number(left) / Number(whole),
            part = Math.max(ofRows, ofValue),
            text = part >= LEAST && say(ofRows < ofValue ? 0 : rows, formatShare(whole - left, whole, 0), title);
        return text && { step, does, text, part, isOfRows: kind !== "idle" };
    }

    /* Those of some kinds that are worth a chip, the largest first. */
    find(kinds) {
        const { derived } = this.page.shown,
            { steps, now } = this.page,
            pack = derived.packAfter(steps);
        if (pack.parent.length > MOST_STACKS) return [];
        const tree = derived.treeOf({ ...now, from: "roots", steps }),
            found = kinds.map((kind) => this.judge(kind, pack, tree)).filter(Boolean);
        return inPlace(found);
    }

    get isPossible() {
        const { page } = this,
            { order, view } = page.now;
        return page.stepsView && order !== IN_TIME && view !== "calls";
    }

    /* The state and the width that they are found for. */
    get keyNow() {
        const { page, picture } = this,
            { order, column, chains } = page.now;
        return JSON.stringify([page.steps, order, column, chains, picture.width]);
    }

    /* They are tried once for a state and a width. Rows are those of the picture from its roots. */
    get now() {
        const { view, from } = this.page.now;
        if (!this.isPossible) return [];
        const key = this.keyNow;
        if (key !== this.key && !this.resizing) Object.assign(this, { key, all: this.find(KINDS) });
        return this.all.filter(({ isOfRows }) => !isOfRows || (!view && from !== "leaves"));
    }

    act({ step }) {
        this.page.stepsView.add(step);
    }

    /** Chips (chips.js); the window may have room for fewer. */
    get chips() {
        return this.now.slice(0, MOST_CHIPS).map((one) => ({
            what: "suggestion",
            text: one.text + ": ",
            does: one.does,
            title: argumentsOf([one.step]).join(" "),
            act: () => this.act(one),
        }));
    }

    /** Rows of the panel of more (more_panel.js): those that have no chip in the window. */
    get rows() {
        const chips = [...this.page.frame.chips.querySelectorAll("[data-what=suggestion]")],
            shown = chips.filter((chip) => chip.getClientRects().length).length,
            rest = this.now.slice(shown).map((one) => [`${one.text}: ${one.does}`, () => this.act(one)]);
        return rest.length ? [null, ...rest] : [];
    }
}
