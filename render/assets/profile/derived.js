/*
 * derived.js - the trees that a page makes of the profile that it carries: after steps (steps.js), with
 * siblings in an order, from the roots or from the leaves. *
 *     {steps: [...], order: "largest", from: "leaves"}  ->  tree
 */
import { callerTree } from "./callers.js";
import { largestFirst } from "./reorder.js";
import { isChoice } from "./steps.js";
import { hasValue, transformPack } from "./transform.js";
import { buildTree } from "./tree_at_once.js";

export class Derived {
    /** `tree` is that of the whole profile, in the order `order`. */
    constructor(view, tree, order) {
        Object.assign(this, { view, whole: tree, order, column: view.column });
        this.packs = [{ key: "", pack: tree.pack }]; // after each of the latest steps
        this.trees = new Map(); // of the last of those, by what else was asked
        this.stepsKey = "";
    }

    /* The profile after steps: those that it shares with the latest ones are kept. */
    packAfter(steps) {
        const keys = steps.map((_, i) => JSON.stringify(steps.slice(0, i + 1)));
        let shared = 0;
        while (shared < keys.length && this.packs[shared + 1]?.key === keys[shared]) shared++;
        this.packs.length = shared + 1;
        for (let i = shared; i < steps.length; i++)
            this.packs.push({ key: keys[i], pack: transformPack(this.packs[i].pack, steps[i]) });
        return this.packs.at(-1).pack;
    }

    /** The steps up to the first that leaves nothing, or is not understood; a range only where samples have times. */
    possible(all) {
        const steps = all.filter(({ step }) => step !== "range" || this.whole.pack.cut);
        for (let n = 1; n <= steps.length; n++)
            if (!this.leaves(steps.slice(0, n))) return steps.slice(0, n - 1);
        return steps;
    }

    /** True where one step more leaves all stacks as they are. */
    areSame(steps, before) {
        if (steps.length !== before.length + 1) return false;
        const [was, is] = [before, steps].map((list) => this.packAfter(list)),
            same = (a, b) => a.length === b.length && a.every((number, i) => number === b[i]);
        const sameValues = ({ values }, k) => same(values, is.columns[k].values);
        return same(was.parent, is.parent) && same(was.frame, is.frame) && was.columns.every(sameValues);
    }

    /** Returns what shares refer to: the sum of the samples that were chosen; undefined where all are. */
    chosen(steps) {
        const choices = steps.filter(isChoice),
            { values } = this.packAfter(choices).columns[this.view.column];
        return choices.length ? String(values.reduce((sum, value) => sum + value)) : undefined;
    }

    /** The trees take what colours mean in the view by now. */
    recolour() {
        for (const tree of new Set([this.whole, ...this.trees.values()])) tree.recolour?.(this.view);
    }

    hasColumn(column) {
        return hasValue(this.packs[0].pack, column);
    }

    leaves(steps) {
        try {
            return hasValue(this.packAfter(steps), this.view.column);
        } catch (error) {
            if (error instanceof SyntaxError || error instanceof RangeError) return false;
            throw error;
        }
    }

    /** The tree of a state; `calls` is what stacks are from their roots, whatever is asked. */
    treeOf({ steps, order, from }) {
        const key = JSON.stringify([this.view.column, ...steps]);
        if (key !== this.stepsKey) this.trees.clear();
        this.stepsKey = key;
        return this.kept([from, order].join(), () => this.make(steps, order, from));
    }

    kept(key, make) {
        if (!this.trees.has(key)) this.trees.set(key, make());
        return this.trees.get(key);
    }

    make(steps, order, from) {
        if (from === "leaves") return callerTree(this.packAfter(steps), this.view, order);
        if (order !== this.order)
            return largestFirst(this.treeOf({ steps, order: this.order, from }));
        const { whole, view } = this;
        if (!steps.length && view.column === this.column) return whole;
        return buildTree(this.packAfter(steps), view);
    }
}
