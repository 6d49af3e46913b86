/*
 * regex.test.mjs - the viewer's regular expressions find what JavaScript's own find: random patterns of what
 * regex.js knows, on random texts. And they cannot freeze a page: the number of steps is bounded.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { Regex } from "../../render/assets/profile/regex.js";
import { findMatches, parseQuery } from "../../render/assets/profile/search.js";
import { randomFrom } from "./picture.mjs";

const N_PATTERNS = 5000;
const N_TEXTS = 12;

/* Few different characters, so many texts match; ſ and the Kelvin sign fold to s and k, 😀 is two units. */
const LETTERS = [
    "a", "b", "B", "s", "k", "0", "_", " ", "\n", "-", "é", "É", "\u017f", "\u212a", "😀",
];
const LITERALS = [...LETTERS, ":", ",", "=", "!", "<", "\\.", "\\(", "\\n", "\\t", "\\/", "\\$"];
const CLASSES = ["\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "."];
const ASSERTIONS = ["^", "$", "\\b", "\\B"];
const ITEMS = [
    "a", "b", "B", "s", "k", "_", "0", "é", "😀", "a-c", "A-Z", "0-9", "\\d", "\\w", "\\s", "\\]",
    "\\-",
];
const QUANTIFIERS = [
    "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "{0}", "*?", "+?", "??", "{1,2}?",
];

/* Pieces of patterns; `depth` is how deep groups may still nest. */
function maker(random) {
    const one = (list) => list[random(list.length)];
    const many = (n, make) => Array.from({ length: n }, make).join("");

    function classOf() {
        return (random(3) ? "[" : "[^") + many(1 + random(3), () => one(ITEMS)) + "]";
    }
    function atom(depth) {
        const kind = random(12);
        if (kind < 2 && depth > 0) return (random(2) ? "(" : "(?:") + alternatives(depth - 1) + ")";
        if (kind < 4) return classOf();
        if (kind < 6) return one(CLASSES);
        return one(LITERALS);
    }
    function piece(depth) {
        if (random(9) === 0) return one(ASSERTIONS);
        return atom(depth) + (random(3) ? "" : one(QUANTIFIERS));
    }
    function alternatives(depth) {
        const branch = () => many(random(8) ? 1 + random(3) : 0, () => piece(depth));
        return Array.from({ length: random(3) ? 1 : 1 + random(3) }, branch).join("|");
    }
    return {
        pattern: () => alternatives(3),
        text: () => many(random(9), () => one(LETTERS)),
    };
}

/* What `native` finds; undefined where V8 finds an empty match between the two units of one character. That
 * is a fault of V8: /\B/u matches "0😀a" at 2. */
function findsNatively(native, text) {
    const found = native.exec(text);
    return found && /[\udc00-\udfff]/.test(text[found.index] || "") ? undefined : Boolean(found);
}

test("5 000 random patterns find what RegExp finds", (t) => {
    const random = randomFrom(20),
        { pattern, text } = maker(random);
    let n = 0,
        found = 0;
    for (let i = 0; i < N_PATTERNS; i++) {
        const source = pattern(),
            flags = random(2) ? "i" : "",
            ours = new Regex(source, flags === "i"),
            native = new RegExp(source, flags + "u");
        for (let k = 0; k < N_TEXTS; k++) {
            const name = text(),
                wanted = findsNatively(native, name);
            if (wanted === undefined) continue;
            n++;
            found += wanted ? 1 : 0;
            assert.equal(ours.test(name), wanted, `/${source}/${flags} on ${JSON.stringify(name)}`);
        }
    }
    t.diagnostic(`${n} comparisons, ${found} found`);
    assert.ok(n > 0.99 * N_PATTERNS * N_TEXTS, `only ${n} comparisons`);
    assert.ok(found > 0.3 * n && found < 0.7 * n, `${found} of ${n} found`);
});

/* What people type without the backslashes that the flag u asks for means what it means without that flag. */
test("careless patterns", () => {
    const sources = [
        "a]", "}", "{", "a{", "a{x}", "x{,2}", "[\\w-.]", "[\\-_]", "\\<", "\\-", "[\\]]", "[^]",
        "[]", "[a-]",
    ];
    const texts = ["", "a]", "}", "{", "a{x}", "x{,2}", "-", ".", "_", "<", "]", "a"];
    for (const source of sources)
        for (const text of texts)
            assert.equal(
                new Regex(source, false).test(text),
                new RegExp(source).test(text),
                `/${source}/ on ${JSON.stringify(text)}`,
            );
});

test("what is wrong or not known is refused, and named", () => {
    const cases = [
        ["(a", "unmatched ("],
        ["a)", "unmatched )"],
        ["[a", "unmatched ["],
        ["*", "nothing to repeat"],
        ["a**", "nothing to repeat"],
        ["a\\", "a \\ at the end"],
        ["(a)\\1", "references to groups are not known"],
        ["(?=a)", "only plain groups are known"],
        ["(?<n>a)", "only plain groups are known"],
        ["[b-a]", "cannot read [b-a]"],
        ["\\p{Nosuch}", "cannot read \\p{Nosuch}"],
        ["a{3,2}", "a repeat out of order, or over 200"],
        ["a{201}", "a repeat out of order, or over 200"],
        ["((a{100}){100}){100}", "the expression is too long"],
        ["a".repeat(1001), "the expression is too long"],
    ];
    for (const [source, message] of cases)
        assert.throws(() => new Regex(source, false), { name: "SyntaxError", message }, source);
});

/* Steps of one search: states made. All else is looked up, once a character. */
function stepsOf(regex, text) {
    let n = 0;
    const { step } = regex;
    regex.step = (...args) => {
        n++;
        return step.apply(regex, args);
    };
    const found = regex.test(text);
    return { found, n };
}

test("evil patterns take a few steps, whatever the length of the text", () => {
    const sources = [
        "(a+)+$",
        "(a|a)*b",
        "(.*)*(.*)*x",
        "([a-z]+)*\\d",
        "((((a{1,4}){1,4})+)+)+c",
        "(((((){200}){200}){200}){200})b",
    ];
    for (const source of sources)
        for (const length of [100, 10000]) {
            const { found, n } = stepsOf(new Regex(source, false), "a".repeat(length) + "!");
            assert.equal(found, false);
            assert.ok(n <= 40, `/${source}/ on ${length} characters: ${n} steps`);
        }
});

/* (a|b)*a(a|b){12} tells 2^13 ends of texts apart: more states than are kept. */
test("states that are forgotten are made again", () => {
    const random = randomFrom(7),
        text = Array.from({ length: 3500 }, () => "ab"[random(2)]).join(""),
        regex = new Regex("^[ab]*a[ab]{12}c", false);
    assert.equal(regex.test(text), false);
    assert.ok(regex.states.size <= 2000);
    for (const end of ["aaaaaaaaaaaaac", "abbbbbbbbbbbbc", "bbbbbbbbbbbbbc"])
        assert.equal(regex.test(text + end), end[0] === "a");
});

/* Each character makes a new state of hundreds of places: such a link took 7 s and more. */
const SLOW = [
    "/a[ab]{200}a[ab]{200}b[ab]{200}x[^ab]/",
    "/" + "a[ab]{200}".repeat(9) + "[^ab]/",
    "/a[ab]{180}x/i",
];

/* 30 functions whose names are 2 000 letters, a and b in no order. */
function treeOfLongNames() {
    const random = randomFrom(11),
        name = () => Array.from({ length: 2000 }, () => "ab"[random(2)]).join("");
    const names = ["", ...Array.from({ length: 30 }, name)];
    return { names, n: names.length, name: names.map((_, i) => i) };
}

test("expressions that take too many steps over all names are searched as text", () => {
    const tree = treeOfLongNames();
    for (const text of SLOW) {
        const query = parseQuery(text),
            { nodes } = findMatches(tree, query);
        assert.equal(query.hint, "searched as text: the expression takes too many steps");
        assert.equal(nodes.length, 0);
    }
    tree.names[7] = "f" + SLOW[0];
    assert.deepEqual(findMatches(tree, parseQuery(SLOW[0])).nodes, [7]);
});

test("the steps of all names together are bounded", () => {
    const { names } = treeOfLongNames();
    for (const text of SLOW) {
        const regex = new Regex(text.slice(1, text.lastIndexOf("/")), false);
        assert.throws(() => names.forEach((name) => regex.test(name)), { name: "RangeError" });
        assert.ok(regex.steps < 510000, `${regex.steps} steps`);
    }
});

test("what people search for takes few steps", () => {
    const sources = ["std::.*(map|set)", "^(std|boost)::\\w+<.*>::", "malloc|free|calloc", "(foo|bar){1,20}x"];
    for (const source of sources) {
        const regex = new Regex(source, true);
        for (let i = 0; i < 20000; i++) regex.test(["std::map<int>::", "boost::a<x>::", "malloc_"][i % 3] + i);
        assert.ok(regex.steps < 2000, `/${source}/: ${regex.steps} steps`);
    }
});
