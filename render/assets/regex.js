/*
 * regex.js - regular expressions that cannot freeze a page: a Thompson automaton, made deterministic
 * as it goes, so that the time is linear in the text whatever the pattern.
 *
 *     a.c  [a-z_] [^0-9]  \d \w \s \D \W \S  \b \B  ^ $  (ab|c) (?:ab)  x* x+ x? x{2,5}
 *
 * Not there: references to groups, looking ahead or back, named groups. Found is found anywhere in the
 * text; a lazy `*?` finds the same as `*`.
 */

const MAX_PROGRAM = 4000; // instructions
const MAX_STATES = 2000; // kept; then all are forgotten and made anew
const MAX_REPEAT = 200;
const MAX_PATTERN = 1000; // characters
const MAX_TEXT = 65536; // of a name; what is beyond is not looked at
const END = -1; // past the last code point

const classes = new Map([
    ["d", [[48, 57]]],
    [
        "w",
        [
            [48, 57],
            [65, 90],
            [95, 95],
            [97, 122],
        ],
    ],
    [
        "s",
        [
            [9, 13],
            [32, 32],
            [160, 160],
            [5760, 5760],
            [8192, 8202],
            [8232, 8233],
            [8239, 8239],
            [8287, 8287],
            [12288, 12288],
            [65279, 65279],
        ],
    ],
]);
const escapes = new Map([
    ["n", 10],
    ["r", 13],
    ["t", 9],
    ["f", 12],
    ["v", 11],
    ["0", 0],
]);

function isWord(code) {
    return code !== END && classes.get("w").some(([from, to]) => code >= from && code <= to);
}

function codeOf(character) {
    return character.codePointAt(0);
}

/* Pattern text to a program of instructions {op, ...}: char set, split, jump, assert, match. */
class Compiler {
    constructor(pattern, ignoreCase) {
        this.text = Array.from(pattern);
        this.at = 0;
        this.ignoreCase = ignoreCase;
        this.program = [];
    }

    emit(instruction) {
        if (this.program.length >= MAX_PROGRAM) throw new SyntaxError("the expression is too long");
        return this.program.push(instruction) - 1;
    }

    compile() {
        if (this.text.length > MAX_PATTERN) throw new SyntaxError("the expression is too long");
        this.parseAlternatives();
        if (this.at < this.text.length) throw new SyntaxError("unmatched )");
        this.emit({ op: "match" });
        return this.program;
    }

    /* Nesting goes by the pattern's depth, which its length bounds. */
    parseAlternatives() {
        const ends = [];
        let start = this.program.length;
        this.parseSequence();
        while (this.text[this.at] === "|") {
            this.at++;
            this.program.splice(start, 0, { op: "split", to: [0, 0] });
            this.shift(start + 1, this.program.length, start, 1);
            ends.push(this.emit({ op: "jump", to: 0 }));
            this.program[start].to = [start + 1, this.program.length];
            start = this.program.length;
            this.parseSequence();
        }
        for (const end of ends) this.program[end].to = this.program.length;
    }

    /* Moves the targets of [from, to) that lie at or past `limit` by `by`. */
    shift(from, to, limit, by) {
        const move = (target) => (target >= limit ? target + by : target);
        for (let i = from; i < to; i++) {
            const it = this.program[i];
            if (it.op === "jump") it.to = move(it.to);
            else if (it.op === "split") it.to = it.to.map(move);
        }
    }

    parseSequence() {
        while (
            this.at < this.text.length &&
            this.text[this.at] !== "|" &&
            this.text[this.at] !== ")"
        ) {
            const start = this.program.length;
            this.parseAtom();
            this.parseQuantifiers(start);
        }
    }

    parseAtom() {
        const c = this.text[this.at++];
        if (c === "(") this.parseGroup();
        else if (c === "[") this.emitSet(this.parseClass());
        else if (c === ".")
            this.emitSet({
                ranges: [
                    [10, 10],
                    [13, 13],
                    [8232, 8233],
                ],
                negated: true,
            });
        else if (c === "^" || c === "$") this.emit({ op: "assert", what: c });
        else if (c === "\\") this.parseEscape();
        else if (c === "*" || c === "+" || c === "?") throw new SyntaxError("nothing to repeat");
        else this.emitSet({ ranges: [[codeOf(c), codeOf(c)]], negated: false });
    }

    parseGroup() {
        if (this.text[this.at] === "?") {
            if (this.text[this.at + 1] !== ":")
                throw new SyntaxError("only plain groups are known");
            this.at += 2;
        }
        this.parseAlternatives();
        if (this.text[this.at++] !== ")") throw new SyntaxError("unmatched (");
    }

    parseEscape() {
        const c = this.text[this.at++];
        if (c === undefined) throw new SyntaxError("a \\ at the end");
        if (c === "b" || c === "B") this.emit({ op: "assert", what: c });
        else if (/[1-9k]/.test(c)) throw new SyntaxError("references to groups are not known");
        else this.emitSet(this.escapedSet(c));
    }

    escapedSet(c) {
        if (classes.has(c.toLowerCase()))
            return { ranges: classes.get(c.toLowerCase()), negated: c !== c.toLowerCase() };
        const code = escapes.has(c) ? escapes.get(c) : codeOf(c);
        return { ranges: [[code, code]], negated: false };
    }

    parseClass() {
        const negated = this.text[this.at] === "^",
            ranges = [];
        this.at += negated ? 1 : 0;
        while (this.text[this.at] !== "]") {
            const item = this.parseClassItem();
            const low = item.code;
            if (low !== undefined && this.text[this.at] === "-" && this.text[this.at + 1] !== "]") {
                this.at++;
                const high = this.parseClassItem().code;
                if (high === undefined || high < low) throw new SyntaxError("a range out of order");
                ranges.push([low, high]);
            } else {
                ranges.push(...(item.ranges || [[low, low]]));
            }
        }
        this.at++;
        return { ranges, negated };
    }

    parseClassItem() {
        const c = this.text[this.at++];
        if (c === undefined) throw new SyntaxError("unmatched [");
        if (c !== "\\") return { code: codeOf(c) };
        const set = this.escapedSet(this.text[this.at++] || "\\");
        if (set.negated) throw new SyntaxError("\\D, \\W and \\S stand outside of [ ]");
        return set.ranges.length === 1 && set.ranges[0][0] === set.ranges[0][1]
            ? { code: set.ranges[0][0] }
            : { ranges: set.ranges };
    }

    emitSet(set) {
        const ascii = Array.from({ length: 128 }, (_, code) => this.holds(set, code));
        this.emit({
            op: "set",
            test: (code) => (code < 128 ? ascii[code] : this.holds(set, code)),
        });
    }

    holds({ ranges, negated }, code) {
        const within = (x) => ranges.some(([from, to]) => x >= from && x <= to);
        let found = within(code);
        if (!found && this.ignoreCase) {
            const c = String.fromCodePoint(code);
            found = within(codeOf(c.toLowerCase())) || within(codeOf(c.toUpperCase()));
        }
        return found !== negated;
    }

    parseQuantifiers(start) {
        for (;;) {
            const repeat = this.parseRepeat();
            if (!repeat) return;
            if (this.text[this.at] === "?") this.at++;
            this.repeat(start, repeat.least, repeat.most);
        }
    }

    /* A "{" that counts nothing is itself. */
    parseRepeat() {
        const simple = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[this.text[this.at]];
        if (simple) {
            this.at++;
            return { least: simple[0], most: simple[1] };
        }
        if (this.text[this.at] !== "{") return null;
        const found = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(
            this.text.slice(this.at, this.at + 12).join(""),
        );
        if (!found) return null;
        this.at += found[0].length;
        const least = Number(found[1]),
            most = found[3] ? Number(found[3]) : found[2] ? Infinity : least;
        if (least > MAX_REPEAT || (most !== Infinity && most > MAX_REPEAT) || most < least)
            throw new SyntaxError("a repeat out of order, or over " + MAX_REPEAT);
        return { least, most };
    }

    /* Copies of the piece [start, end): `least` of them, then optional ones or a loop. */
    repeat(start, least, most) {
        const piece = this.program.splice(start);
        for (let i = 0; i < least; i++) this.copy(piece, start);
        if (most === Infinity) {
            const split = this.emit({ op: "split", to: [0, 0] });
            this.copy(piece, start);
            this.emit({ op: "jump", to: split });
            this.program[split].to = [split + 1, this.program.length];
            return;
        }
        const splits = [];
        for (let i = least; i < most; i++) {
            splits.push(this.emit({ op: "split", to: [this.program.length + 1, 0] }));
            this.copy(piece, start);
        }
        for (const split of splits) this.program[split].to[1] = this.program.length;
    }

    copy(piece, origin) {
        const by = this.program.length - origin;
        for (const it of piece) {
            const to =
                it.op === "jump"
                    ? it.to + by
                    : it.op === "split"
                      ? it.to.map((t) => t + by)
                      : undefined;
            this.emit({ ...it, to });
        }
    }
}

/* Before and after a place in the text: does the assertion hold there? */
function holdsBetween(what, before, code) {
    if (what === "^") return before === "start";
    if (what === "$") return code === END;
    return ((before === "word") !== isWord(code)) === (what === "b");
}

/** A compiled expression. */
export class Regex {
    /** Throws a SyntaxError that says what is wrong or not known. */
    constructor(pattern, ignoreCase) {
        this.program = new Compiler(pattern, ignoreCase).compile();
        this.forget();
    }

    forget() {
        this.states = new Map();
        this.start = this.state([0], "start");
    }

    /* A state: where the automaton may stand, and what was before. */
    state(kernel, before) {
        const key = before + kernel.join();
        let state = this.states.get(key);
        if (!state) {
            state = { kernel, before, next: new Map() };
            this.states.set(key, state);
        }
        return state;
    }

    /* Where one may stand without reading, before `code`; null: matched. */
    close(state, code) {
        const seen = new Set(),
            todo = Array.from(state.kernel),
            reading = [];
        while (todo.length) {
            const at = todo.pop(),
                it = this.program[at];
            if (seen.has(at)) continue;
            seen.add(at);
            if (it.op === "match") return null;
            if (it.op === "set") reading.push(at);
            else if (it.op === "jump") todo.push(it.to);
            else if (it.op === "split") todo.push(...it.to);
            else if (holdsBetween(it.what, state.before, code)) todo.push(at + 1);
        }
        return reading;
    }

    /* The state after `code`; null: matched before it. */
    step(state, code) {
        const reading = this.close(state, code);
        if (!reading) return null;
        const next = new Set([0]);
        for (const at of reading) if (code !== END && this.program[at].test(code)) next.add(at + 1);
        return this.state(
            Array.from(next).sort((a, b) => a - b),
            isWord(code) ? "word" : "other",
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

    /** True where it is found anywhere in `text`. */
    test(text) {
        if (this.states.size > MAX_STATES) this.forget();
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
