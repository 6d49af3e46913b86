/*
 * short_name.js - shorter forms of a function's name, by the rules of base/short_name.c in the same order:
 * what tells names apart stays, what they share goes first.
 *
 *     shortForms("com.example.shop.Order.process")   [the name, "c.e.s.Order.process", "Order.process"]
 *
 * Lengths are counted in bytes of UTF-8, as there.
 */
import { ELLIPSIS } from "./measure.js";

const MOST_FORMS = 8;
const MOST_BYTES = 4096; // of a name that is looked at; longer ones have no forms
const COLLAPSED = "<" + ELLIPSIS + ">";

const nameEncoder = new TextEncoder();

function byteLength(text) {
    return nameEncoder.encode(text).length;
}

/* Takes a form where it is shorter than the one before. */
function addForm(forms, form) {
    const last = forms[forms.length - 1];
    if (form && forms.length < MOST_FORMS && byteLength(form) < byteLength(last)) forms.push(form);
}

function isNameDigit(c) {
    return c >= "0" && c <= "9";
}

function isNameUpper(c) {
    return c >= "A" && c <= "Z";
}

function isNameWord(c) {
    return isNameDigit(c) || isNameUpper(c) || (c >= "a" && c <= "z") || c === "_" || c === "$" || c >= "\x80";
}

/* Without blanks (space, tab, CR) at both ends. */
function trimBlanks(text) {
    return text.replace(/^[ \t\r]+|[ \t\r]+$/g, "");
}

function positionOf(text, what) {
    const at = text.indexOf(what);
    return at < 0 ? text.length : at;
}

/* Behind the last '/', or all of it. */
function baseOf(path) {
    return path.slice(path.lastIndexOf("/") + 1);
}

/* ---- names with a position: "JS:*sort /srv/w1.js:4:559", "handle (/srv/views.py:12)" ---- */

/* The start of ":12" at the end, or the length. */
function numberAtEnd(text) {
    let i = text.length;
    while (i > 0 && isNameDigit(text[i - 1])) i--;
    return i > 1 && i < text.length && text[i - 1] === ":" ? i - 1 : text.length;
}

const V8_KINDS = [
    "JS:",
    "LazyCompile:",
    "Function:",
    "Script:",
    "Eval:",
    "RegExp:",
    "Builtin:",
    "Handler:",
    "BytecodeHandler:",
];

/* Length of "JS:*", "LazyCompile:~"; 0: no prefix of V8's. */
function v8Prefix(name) {
    const kind = V8_KINDS.find((text) => name.startsWith(text));
    if (!kind) return 0;
    let n = kind.length;
    while (n < name.length && "*~^+'".includes(name[n])) n++;
    return n;
}

const PLACE_STARTS = ["/", "file:", "node:", "evalmachine."];

/* Where the file begins in "get size /srv/a b.js:4:5"; the length: there is none. */
function placeOf(text) {
    if (numberAtEnd(text) === text.length) return text.length;
    for (let i = 0; i < text.length; i++)
        if ((i === 0 || text[i - 1] === " ") && PLACE_STARTS.some((start) => text.startsWith(start, i)))
            return i;
    return text.lastIndexOf(" ") + 1;
}

function addScript(forms, text) {
    const at = placeOf(text),
        words = text.slice(0, at),
        place = baseOf(text.slice(at));
    let line = place.slice(0, numberAtEnd(place));
    if (numberAtEnd(line) === line.length) line = place; // no column
    const file = line.slice(0, numberAtEnd(line));
    if (trimBlanks(words)) {
        addForm(forms, words + place);
        addForm(forms, words + line);
        addForm(forms, trimBlanks(words));
        return;
    }
    addForm(forms, place);
    if (file.length + 1 < place.length) addForm(forms, place.slice(file.length + 1));
}

function takeScript(forms, name) {
    const prefix = v8Prefix(name),
        text = name.slice(prefix);
    if (!prefix) return false;
    if (placeOf(text) < text.length) addScript(forms, text);
    else addForm(forms, trimBlanks(text));
    return true;
}

/* "(anonymous) (/srv/w1.js:4:733)": the place alone tells which it is. */
function addAnonymous(forms, place) {
    const text = baseOf(place);
    let file = text;
    addForm(forms, text);
    while (numberAtEnd(file) < file.length) file = file.slice(0, numberAtEnd(file));
    if (file.length + 1 < text.length) addForm(forms, text.slice(file.length + 1));
}

/* "handle (/srv/app/views.py:12)", "handle (views.py)" */
function takeParenthesis(forms, name) {
    const open = name.indexOf(" (");
    if (open <= 0 || !name.endsWith(")")) return false;
    const inside = name.slice(open + 2, -1);
    if (numberAtEnd(inside) === inside.length && !inside.includes(".")) return false;
    if (inside.includes(",") || inside.includes("(")) return false;
    if (name.slice(0, open) === "(anonymous)") {
        addAnonymous(forms, inside);
        return true;
    }
    addForm(forms, name.slice(0, open + 2) + baseOf(name.slice(open + 2)));
    addForm(forms, name.slice(0, open));
    return true;
}

/* ---- C++ and Rust ---- */

/* Behind "operator<<" and its kin at `i`; `i` where there is none. */
function skipOperator(text, i) {
    if (!text.startsWith("operator", i) || (i > 0 && isNameWord(text[i - 1]))) return i;
    let j = i + 8;
    if (text.startsWith("()", j) || text.startsWith("[]", j)) return j + 2;
    while (j < text.length && "<>=!+-*/%^&|~,".includes(text[j])) j++;
    return j;
}

/* Behind the bracket that closes the one at `i`; the length where nothing does. */
function closeOf(text, i) {
    let depth = 0;
    while (i < text.length) {
        const next = skipOperator(text, i);
        if (next > i) {
            i = next;
            continue;
        }
        const c = text[i];
        if ("<({[".includes(c)) depth++;
        else if (">)}]".includes(c) && !(c === ">" && text[i - 1] === "-")) depth--;
        i++;
        if (depth === 0) return i;
    }
    return text.length;
}

/* Behind what begins at `i`: a bracket and all in it, an operator, or one character. */
function stepOver(text, i) {
    const next = skipOperator(text, i);
    if (next > i) return next;
    return "<({[".includes(text[i]) ? closeOf(text, i) : i + 1;
}

const SPELLINGS = [
    ["(anonymous namespace)", "{anon}"],
    ["std::__cxx11::", "std::"],
    ["std::__1::", "std::"],
    ["std::__ndk1::", "std::"],
    ["std::_V2::", "std::"],
];

/* Arguments that templates of std have by default. */
const DEFAULTS = [
    ", std::allocator<",
    ", std::char_traits<",
    ", std::less<",
    ", std::greater<",
    ", std::equal_to<",
    ", std::hash<",
    ", std::default_delete<",
];

function plainSpelling(text) {
    let to = "";
    for (let i = 0; i < text.length; ) {
        const spelling = SPELLINGS.find(([from]) => text.startsWith(from, i)),
            preset = DEFAULTS.find((from) => text.startsWith(from, i));
        if (spelling) {
            to += spelling[1];
            i += spelling[0].length;
        } else if (preset) {
            i = closeOf(text, i + preset.length - 1);
            while (text[i] === " ") i++;
        } else {
            to += text[i++];
        }
    }
    return to;
}

/* "void f<int>(int) const" -> "f<int>": no parameters, and no result before them. */
function withoutCall(text) {
    let start = 0,
        i = 0;
    while (i < text.length && text[i] !== "(") {
        if (text[i] === " " && !(i >= 8 && text.startsWith("operator", i - 8))) start = i + 1;
        i = stepOver(text, i);
    }
    return i > start && i < text.length ? text.slice(start, i) : text;
}

/* "<T as Trait>::f" -> "T::f" of Rust. */
function withoutTrait(text) {
    if (!text.startsWith("<")) return text;
    const end = closeOf(text, 0);
    let i = 1;
    while (i < end && !text.startsWith(" as ", i)) i = stepOver(text, i);
    if (end >= text.length || !text.startsWith("::", end)) return text;
    return text.slice(1, i < end ? i : end - 1) + text.slice(end);
}

/* "f<int>::g" -> "f<...>::g" */
function withoutArguments(text) {
    let to = "";
    for (let i = 0, next; i < text.length; i = next) {
        next = stepOver(text, i);
        const piece = text.slice(i, next);
        to += text[i] === "<" && byteLength(piece) > byteLength(COLLAPSED) ? COLLAPSED : piece;
    }
    return to;
}

/* A backslash between namespaces of PHP; not one of an escape, "\x1b", "\u{202e}". */
function isBackslash(text, i) {
    const next = text[i + 1] || "";
    return i > 0 && text[i] === "\\" && next !== "x" && next !== "u" && isNameWord(next);
}

function hasBackslash(text) {
    for (let i = 0; i < text.length; i++) if (isBackslash(text, i)) return true;
    return false;
}

/* Where the last `n` parts between "::" (PHP: "\") begin; 0 where there are no more. */
function lastParts(text, n) {
    const starts = [];
    for (let i = 0; i < text.length; ) {
        const colons = text.startsWith("::", i);
        if (colons || isBackslash(text, i)) starts.push(i + (colons ? 2 : 1));
        i = colons ? i + 2 : stepOver(text, i);
    }
    return n <= starts.length ? starts[starts.length - n] : 0;
}

/* A part that says what it is: no operator, no closure. */
function speaks(text) {
    return text !== "" && isNameWord(text[0]) && !text.startsWith("operator");
}

function takeQualified(forms, name) {
    const colons = name.includes("::");
    if (!colons && (name.includes("/") || name.includes(".("))) return false; // Go
    if (!colons && !hasBackslash(name) && !name.includes("<") && !name.includes("(")) return false;
    let text = plainSpelling(name);
    addForm(forms, text);
    text = withoutCall(withoutTrait(text));
    addForm(forms, text);
    text = withoutArguments(text);
    addForm(forms, text);
    addForm(forms, text.slice(lastParts(text, 2)));
    const last = text.slice(lastParts(text, 1));
    if (speaks(last)) addForm(forms, last);
    return true;
}

/* ---- paths, packages ---- */

/* "[/usr/lib/libc.so.6]", "/usr/bin/x" */
function takeFile(forms, name) {
    const bracket = name.startsWith("[/");
    if (!bracket && name[0] !== "/") return false;
    addForm(forms, (bracket ? "[" : "") + baseOf(name));
    return true;
}

/* Where the class begins in "com.example.Order.process", "java/util/HashMap.get": behind packages that one
 * sign divides, and before a method. 0: there is none, as in "net/http.Get" of Go. */
function classOf(name) {
    let sign = "";
    for (let i = 1; i < name.length; i++) {
        const before = name[i - 1];
        if (before === "." || before === "/") {
            if (sign && before !== sign) return 0;
            sign = before;
            if (isNameUpper(name[i])) return name.includes(".", i) ? i : 0;
        }
        if (!isNameWord(name[i]) && name[i] !== "." && name[i] !== "/") return 0;
    }
    return 0;
}

/* "com.example.shop." -> "c.e.s." */
function initialsOf(packages) {
    let to = "",
        first = true;
    for (const c of packages) {
        const dot = c === "." || c === "/";
        if (dot || first) to += c;
        first = dot;
    }
    return to;
}

/* Of Java and its kin; a method's parameters go first. */
function takeClass(forms, name) {
    const text = name.slice(0, positionOf(name, "(")),
        at = classOf(text);
    if (!at) return false;
    addForm(forms, text);
    addForm(forms, initialsOf(text.slice(0, at)) + text.slice(at));
    addForm(forms, text.slice(at));
    return true;
}

/* "github.com/x/pkg.(*Server).Serve", "net/http.Get" */
function takePackage(forms, name) {
    if (!name.includes("/") && !name.includes("(")) return false;
    const open = positionOf(name, "["),
        text = baseOf(name.slice(0, open)) + name.slice(open);
    addForm(forms, text);
    const dot = positionOf(text, ".");
    if (dot + 1 < text.length) addForm(forms, text.slice(dot + 1));
    const close = text.lastIndexOf(")");
    if (close >= 0 && close + 2 < text.length && text[close + 1] === ".") addForm(forms, text.slice(close + 2));
    return true;
}

/* "parse.constprop.0.isra.0" */
function takeSuffix(forms, name) {
    const dot = name.indexOf(".");
    if (dot <= 0) return false;
    for (let i = dot; i + 1 < name.length; i++)
        if (name[i] === "." && isNameDigit(name[i + 1])) {
            addForm(forms, name.slice(0, dot));
            return true;
        }
    return false;
}

const STYLES = [
    takeScript,
    takeParenthesis,
    takeFile,
    takeClass,
    takeQualified,
    takePackage,
    takeSuffix,
];

const known = new Map();

/** The forms of a name, the longest first; the first is the name itself. */
export function shortForms(name) {
    let forms = known.get(name);
    if (!forms) {
        forms = [name];
        if (name && byteLength(name) <= MOST_BYTES) STYLES.some((take) => take(forms, name));
        known.set(name, forms);
    }
    return forms;
}
