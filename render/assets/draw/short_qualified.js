/*
 * short_qualified.js - shorter forms of names of C++, Rust and PHP, as in base/short_name.c:
 *
 *     "void ns::f<int>(int) const"     "ns::f<int>", "ns::f<…>", "f<…>"
 */
import { ELLIPSIS } from "./measure.js";
import { addForm, byteLength, isNameWord } from "./short_forms.js";

const COLLAPSED = "<" + ELLIPSIS + ">";

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

/* Returns where the last `n` parts between "::" (PHP: "\") begin; 0 where there are no more. */
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

export function takeQualified(forms, name) {
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
