/*
 * highlights.js - what to look at, as model/report/highlights.c finds and says it:
 *
 *     13 % of the time clears pages: clear_page_erms; 20 % is under sort w1.js:4
 *
 * The sentence comes in parts, of which those that name a function or a node can be followed:
 *
 *     [{text: "13 % of the time clears pages: clear_page_erms", id}, {text: "; "}, {text: "20 % is under sort", node}]
 */
import { cachedByTree } from "../data/tree_cache.js";
import { each } from "../data/slices.js";
import { shortForms } from "../draw/short_name.js";
import { IDLE_WAITS, PHRASES } from "../runtimes.js"; // made from model/transform/idle.def, model/report/phrases.def
import { formatPlainShare, formatShare } from "./format.js";

const LEAST_HOT = 3, // percent
    LEAST_BRANCH = 10,
    MOST_NAME = 40, // characters
    MOST_CALLER = 32;
const [KERNEL, PROCESS] = [1, 5]; // of fr_kind (flamerender.h)
const BARE = new Set(["[unknown]", "??", "<unknown>", "(unknown)", "unknown"]),
    ADDRESS = /^(0x[0-9a-f]+|[0-9a-f]{8,16})$/i;

function isPart(part, whole, times, of) {
    return Number(part) * of >= Number(whole) * times;
}

function isIdle(name) {
    return name === "(idle)" || IDLE_WAITS.test(name);
}

/* "[libc.so.6]": one pair of brackets around all of it. */
function isBracketed(name) {
    if (name.length < 2 || name[0] !== "[") return false;
    let depth = 0,
        i = 0;
    do {
        depth += (name[i] === "[") - (name[i] === "]");
    } while (depth > 0 && ++i < name.length);
    return i === name.length - 1;
}

function isNameless(name) {
    return BARE.has(name) || isBracketed(name) || (ADDRESS.test(name) && /[1-9a-f]/i.test(name.slice(1)));
}

/* The larger one, then the first by name. */
function isLarger(a, b) {
    return a.value !== b.value ? a.value > b.value : a.name < b.name;
}

/* ---- where the hot function sits ---- */

function* sitesOf(tree, hot) {
    const { n, parent, self, total, end, name } = tree,
        below = new tree.Values(n),
        sits = new tree.Values(tree.names.length),
        totals = new tree.Values(tree.names.length),
        open = new Uint32Array(tree.names.length);
    let most = 0;
    for (let i = n - 1; i > 0; i--) {
        if (name[i] === hot) {
            below[i] += self[i];
            if (!most || self[i] >= self[most]) most = i;
        }
        below[parent[i]] += below[i];
    }
    yield* each(1, n, (i) => {
        if (i < open[name[i]]) return;
        open[name[i]] = end[i];
        sits[name[i]] += below[i];
        totals[name[i]] += total[i];
    });
    return { most, sits, totals };
}

function kindOf(tree, node) {
    return tree.frames.kind[tree.frame[node]];
}

function* findUnder(tree, hot) {
    const { most, sits, totals } = yield* sitesOf(tree, hot.id);
    let best = 0;
    for (let i = tree.parent[most]; i > 0; i = tree.parent[i]) {
        const id = tree.name[i],
            kind = kindOf(tree, i),
            isDeep = kind === KERNEL && kindOf(tree, most) === KERNEL;
        if (kind === PROCESS || id === hot.id || isDeep || isNameless(tree.names[id])) continue;
        if (isPart(sits[id], hot.value, 2, 3) && (!best || totals[id] < totals[best])) best = id;
    }
    return best && { id: best, name: tree.names[best], value: sits[best], total: totals[best] };
}

/* ---- where value divides ---- */

function worksNot(tree, node) {
    return isIdle(tree.nameOf(node)) || tree.nameOf(node).startsWith("swapper");
}

function widestChild(tree, node) {
    let best = null;
    for (let c = node + 1; c < tree.end[node]; c = tree.end[c]) {
        const seen = { node: c, name: tree.nameOf(c), value: tree.total[c] };
        if ((!best || isLarger(seen, best)) && !worksNot(tree, c)) best = seen;
    }
    return best;
}

function findBranch(tree) {
    let busy = BigInt(tree.total[0]);
    for (let c = 1; c < tree.n; c = tree.end[c]) if (worksNot(tree, c)) busy -= BigInt(tree.total[c]);
    let next = widestChild(tree, 0);
    while (next && BigInt(next.value) > busy / 2n) next = widestChild(tree, next.node);
    if (!next) return null;
    const most = next.value;
    let branch = next;
    for (; next && isPart(next.value, most, 4, 5); next = widestChild(tree, next.node)) branch = next;
    return isNameless(branch.name) ? null : branch;
}

function* findHighlights(tree) {
    const own = new tree.Values(tree.names.length);
    yield* each(1, tree.n, (node) => {
        own[tree.name[node]] += tree.self[node];
    });
    let hot = null,
        idle = null;
    own.forEach((value, id) => {
        const seen = { id, value, name: tree.names[id] };
        if (value <= 0 || (hot && !isLarger(seen, hot))) return;
        if (!isIdle(seen.name)) hot = seen;
        else if (!idle || isLarger(seen, idle)) idle = seen;
    });
    if (idle && hot && idle.value <= hot.value) idle = null;
    return { idle, hot, under: hot ? yield* findUnder(tree, hot) : null, branch: findBranch(tree) };
}

/** {idle, hot, under, branch} of a tree from its roots; each null, or {name, value} with an id or a node. */
export const highlightsOf = cachedByTree(findHighlights);

/* ---- the sentence ---- */

/* As fr_short_name(). */
function shortName(name, most) {
    const forms = shortForms(name),
        fitting = forms.find((form) => [...form].length <= most),
        last = [...forms.at(-1)],
        half = most >> 1;
    return fitting ?? last.slice(0, half).join("") + "\u2026" + last.slice(last.length - (most - half - 1)).join("");
}

class Sentence {
    constructor(what, whole) {
        Object.assign(this, { what, whole });
        this.isOne = what.startsWith("the ");
    }

    get of() {
        return (this.isOne ? " of " : " of the ") + this.what;
    }

    percent(value) {
        const { whole } = this;
        return BigInt(value) === BigInt(whole) ? formatPlainShare(value, whole) : formatShare(value, whole, 0);
    }

    share(value, first) {
        return this.percent(value) + (first ? this.of : "") + " ";
    }

    isShare(found, percent) {
        return Boolean(found) && found.value > 0 && isPart(found.value, this.whole, percent, 100);
    }

    phraseOf(name) {
        const isOne = (wanted) => (wanted[0] === "=" ? name === wanted.slice(1) : wanted && name.startsWith(wanted.slice(1)));
        if (isIdle(name)) return ["is idle", "are idle"];
        const ofWork = this.what === "the time" || this.what === "samples",
            known = ofWork && PHRASES.find(([, , names]) => names.split("|").some(isOne));
        return known || (isNameless(name) ? ["is in code without names", "are in code without names"] : null);
    }

    function({ name, value }, first) {
        const phrase = this.phraseOf(name),
            short = shortName(name, MOST_NAME),
            does = phrase && phrase[this.isOne ? 0 : 1];
        return this.share(value, first) + (does ? `${does}: ${short}` : `${this.isOne ? "is" : "are"} in ${short} itself`);
    }

    under({ under, hot }, leftFrom) {
        if (!under || !isPart(leftFrom, under.total, 3, 2)) return "";
        return (under.value === hot.value ? ", under " : ", mostly under ") + shortName(under.name, MOST_CALLER);
    }

    branch({ branch, hot }, first) {
        if (!first && branch.name === hot.name) return "with what it calls " + this.percent(branch.value);
        const are = this.isOne ? "is under " : "are under ";
        return this.share(branch.value, first) + are + shortName(branch.name, MOST_NAME);
    }

    none(first) {
        const text = `no function has ${LEAST_HOT}\u202f%`;
        return first ? `nothing stands out: ${text}${this.of} itself` : `${text} itself`;
    }

    hasBranch({ branch, hot }) {
        return this.isShare(branch, LEAST_BRANCH)
            && (!hot || branch.name !== hot.name || isPart(branch.value, hot.value, 5, 4));
    }
}

/** The sentence in parts, of what people call `what`; `callers`: of the tree from the leaves. */
export function sentenceOf(found, what, whole, callers) {
    const s = new Sentence(what, whole),
        idle = s.isShare(found.idle, LEAST_HOT),
        hot = s.isShare(found.hot, LEAST_HOT),
        branch = !idle && !callers && s.hasBranch(found),
        parts = [];
    if (idle) parts.push({ text: s.function(found.idle, true), id: found.idle.id });
    const isTold = branch && found.under && found.under.name === found.branch.name,
        after = hot && !callers && !isTold ? s.under(found, whole) : "";
    if (hot) parts.push({ text: s.function(found.hot, !idle), id: found.hot.id, after });
    if (branch) parts.push({ text: s.branch(found, !hot), node: found.branch.node });
    if (!hot) parts.push({ text: s.none(!idle && !branch) });
    return parts;
}

/** The same as text. */
export function textOf(parts) {
    return parts.map(({ text, after = "" }) => text + after).join("; ");
}

/** The title of what a view shows of a tree. */
export function titleOf(tree, { measures, whole }, callers) {
    return textOf(sentenceOf(highlightsOf(tree), measures, whole, callers));
}
