/*
 * regex.js - regular expressions that cannot freeze a page: a Thompson automaton that is made deterministic
 * as it goes, so the time is linear in the text whatever the pattern; how often states are made is bounded.
 *
 *     a.c  [a-z_] [^0-9]  \d \w \s \D \W \S  \b \B  ^ $  (ab|c) (?:ab)  x* x+ x? x{2,5}
 *     \n \t \x41 \u{1F525} \p{Lu}
 *
 * Each means what it means in a JavaScript RegExp with the flag u; RegExp itself decides which characters
 * are in a set. An expression is found anywhere in a text; a lazy `*?` finds the same as `*`. References to
 * groups, looking ahead or back and named groups are not known.
 */

const MAX_PROGRAM = 4000; // instructions
const MAX_STATES = 2000; // kept; then all are forgotten and made anew
const MAX_REPEAT = 200;
const MAX_PATTERN = 1000; // units of UTF-16; also bounds how deep groups nest
const MAX_STEPS = 500000; // over all texts: instructions looked at to make states; about 200 ms
const MAX_TEXT = 65536; // of a name; the rest is not searched
const END = -1; // past the last code point

/* The escapes of one character, or of a class of them; \b is a backspace inside of [ ]. */
const HEX = "[0-9a-fA-F]";
const ESCAPE = new RegExp(
    String.raw`\\(?:[dDwWsSnrtfvb]|0(?!\d)|c[A-Za-z]|x${HEX}{2}|u${HEX}{4}|u\{${HEX}+\}|[pP]\{[\w=]+\})`,
    "y",
);
const CLASS_ESCAPE = /^\\[dDwWsSpP]/;
const COUNT = /\{(\d{1,4})(,?)(\d{0,4})\}/y;
const SIMPLE_COUNTS = new Map([
    ["*", [0, Infinity]],
    ["+", [1, Infinity]],
    ["?", [0, 1]],
]);

function matchAt(regex, text, at) {
    regex.lastIndex = at;
    return regex.exec(text);
}

/* True where one character is in a set; RegExp decides, which takes no time on one character. */
function membership(source, ignoreCase) {
    const regex = new RegExp("^" + source + "$", ignoreCase ? "iu" : "u"),
        known = new Map();
    return (code) => {
        if (code === END) return false;
        if (!known.has(code)) known.set(code, regex.test(String.fromCodePoint(code)));
        return known.get(code);
    };
}

/* ---- programs ----
 *
 * A program is a list of instructions:
 *     {set}       reads a character of the set, and goes on with the next instruction
 *     {assert}    goes on where "^", "$", "b" or "B" holds
 *     {to}        goes on at each of these, relative to itself
 *     {match}     the expression is found
 * Targets are relative, so a program can be put anywhere into another.
 */

function limited(n) {
    if (n > MAX_PROGRAM) throw new SyntaxError("the expression is too long");
}

function join(a, b) {
    limited(a.length + b.length);
    return [...a, ...b];
}

function either(a, b) {
    return join([{ to: [1, a.length + 2] }, ...a, { to: [b.length + 1] }], b);
}

function anyNumber(piece) {
    return join([{ to: [1, piece.length + 2] }, ...piece], [{ to: [-piece.length - 1] }]);
}

/* `n` pieces, each of which may be the last. */
function upTo(n, piece) {
    const size = piece.length + 1;
    limited(n * size);
    return Array.from({ length: n }, (_, i) => [{ to: [1, (n - i) * size] }, ...piece]).flat();
}

function repeat(piece, least, most) {
    limited(least * piece.length);
    const first = Array.from({ length: least }, () => piece).flat();
    return join(first, most === Infinity ? anyNumber(piece) : upTo(most - least, piece));
}

/* ---- parsing ---- */

/* One function for each rule of the grammar; each returns a program. */
class Parser {
    constructor(pattern, ignoreCase) {
        Object.assign(this, { pattern, ignoreCase, at: 0 });
    }

    /* The character here, undefined at the end. */
    get next() {
        return this.pattern[this.at];
    }

    take(character) {
        if (this.next !== character) return false;
        this.at++;
        return true;
    }

    parse() {
        if (this.pattern.length > MAX_PATTERN) throw new SyntaxError("the expression is too long");
        const program = this.alternatives();
        if (this.next === ")") throw new SyntaxError("unmatched )");
        return join(program, [{ match: true }]);
    }

    alternatives() {
        const programs = [this.sequence()];
        while (this.take("|")) programs.push(this.sequence());
        return programs.reduceRight((rest, program) => either(program, rest));
    }

    sequence() {
        let program = [];
        while (this.next !== undefined && this.next !== "|" && this.next !== ")")
            program = join(program, this.repeated(this.atom()));
        return program;
    }

    atom() {
        const start = this.at;
        if (this.take("(")) return this.group();
        if (this.take("[")) return this.set(this.characterClass(), start);
        if (this.take(".")) return this.set(".", start);
        if (this.take("^")) return [{ assert: "^" }];
        if (this.take("$")) return [{ assert: "$" }];
        if (SIMPLE_COUNTS.has(this.next)) throw new SyntaxError("nothing to repeat");
        const after = this.next === "\\" ? this.pattern[this.at + 1] : "";
        if (after === "b" || after === "B") {
            this.at += 2;
            return [{ assert: after }];
        }
        if (/[1-9k]/.test(after)) throw new SyntaxError("references to groups are not known");
        return this.set(this.character(), start);
    }

    group() {
        if (this.take("?") && !this.take(":")) throw new SyntaxError("only plain groups are known");
        const program = this.alternatives();
        if (!this.take(")")) throw new SyntaxError("unmatched (");
        return program;
    }

    /* An instruction for the characters of `source`; the pattern has them from `start` to here. */
    set(source, start) {
        try {
            return [{ set: membership(source, this.ignoreCase) }];
        } catch {
            throw new SyntaxError("cannot read " + this.pattern.slice(start, this.at));
        }
    }

    /* A character or an escape, as RegExp has it with the flag u: there only known escapes are allowed. */
    character() {
        const found = matchAt(ESCAPE, this.pattern, this.at);
        if (found) {
            this.at += found[0].length;
            return found[0];
        }
        if (this.take("\\") && this.next === undefined) throw new SyntaxError("a \\ at the end");
        const code = this.pattern.codePointAt(this.at);
        this.at += code > 0xffff ? 2 : 1;
        return `\\u{${code.toString(16)}}`;
    }

    /* Returns what stands behind "["; the "-" of "[\w-.]" is itself. */
    characterClass() {
        let source = this.take("^") ? "[^" : "[",
            last = "";
        while (!this.take("]")) {
            if (this.next === undefined) throw new SyntaxError("unmatched [");
            last = this.next === "-" && !CLASS_ESCAPE.test(last) && ++this.at ? "-" : this.character();
            source += last;
        }
        return source + "]";
    }

    /* `program` as often as the quantifier behind it says. A "{" that counts nothing is itself. */
    repeated(program) {
        const counts = this.counts();
        if (!counts) return program;
        const [least, most] = counts;
        if (least > MAX_REPEAT || (most > MAX_REPEAT && most !== Infinity) || most < least)
            throw new SyntaxError("a repeat out of order, or over " + MAX_REPEAT);
        this.take("?");
        return repeat(program, least, most);
    }

    counts() {
        const simple = SIMPLE_COUNTS.get(this.next),
            found = matchAt(COUNT, this.pattern, this.at);
        if (simple) {
            this.at++;
            return simple;
        }
        if (!found) return null;
        this.at += found[0].length;
        const [, least, comma, most] = found;
        return [Number(least), most ? Number(most) : comma ? Infinity : Number(least)];
    }
}

/* ---- matching ---- */

/** A compiled expression. */
export class Regex {
    /** Throws a SyntaxError that says what is wrong or not known. */
    constructor(pattern, ignoreCase) {
        this.program = new Parser(pattern, ignoreCase).parse();
        this.isWord = membership("\\w", ignoreCase);
        this.steps = 0;
        this.forget();
    }

    forget() {
        this.states = new Map();
        this.start = this.state([0], "start");
    }

    /* A state: where the automaton may stand, and what was before: "start", "word" or "other". */
    state(places, before) {
        const key = before + places.join();
        if (!this.states.has(key)) {
            if (this.states.size >= MAX_STATES) this.forget();
            this.states.set(key, { places, before, next: new Map() });
        }
        return this.states.get(key);
    }

    /* Does an assertion hold between what was before and `code`? */
    holds(assertion, before, code) {
        if (assertion === "^") return before === "start";
        if (assertion === "$") return code === END;
        return ((before === "word") !== this.isWord(code)) === (assertion === "b");
    }

    /* The places that read a character, reached from a state before `code`; null: matched. */
    close({ places, before }, code) {
        const seen = new Set(),
            todo = Array.from(places),
            reading = [];
        while (todo.length) {
            const at = todo.pop(),
                it = this.program[at];
            if (seen.has(at)) continue;
            seen.add(at);
            this.steps++;
            if (it.match) return null;
            if (it.set) reading.push(at);
            else if (it.to) todo.push(...it.to.map((by) => at + by));
            else if (this.holds(it.assert, before, code)) todo.push(at + 1);
        }
        return reading;
    }

    /* The state after `code`; null: matched before it. A match may begin at every place of the text. */
    step(state, code) {
        if (this.steps > MAX_STEPS) throw new RangeError("the expression takes too many steps");
        const reading = this.close(state, code);
        if (!reading) return null;
        const next = new Set([0]);
        for (const at of reading) if (this.program[at].set(code)) next.add(at + 1);
        return this.state(
            Array.from(next).sort((a, b) => a - b),
            this.isWord(code) ? "word" : "other",
        );
    }

    follow(state, code) {
        let next = state.next.get(code);
        if (next === undefined) {
            next = this.step(state, code);
            state.next.set(code, next);
        }
        return next;
    }

    /** True where it is found in `text`; a RangeError once all texts together took too many steps. */
    test(text) {
        const length = Math.min(text.length, MAX_TEXT);
        let state = this.start;
        for (let i = 0; i < length && state; i++) {
            const code = text.codePointAt(i);
            if (code > 0xffff) i++;
            state = this.follow(state, code);
        }
        return !state || !this.follow(state, END);
    }
}
