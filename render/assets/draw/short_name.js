/*
 * short_name.js - shorter forms of a function's name, by the rules of base/short_name.c in the same order:
 * what tells names apart stays, what they share goes first.
 *
 *     shortForms("com.example.shop.Order.process")   [the name, "c.e.s.Order.process", "Order.process"]
 */
import { addForm, baseOf, byteLength, isNameUpper, isNameWord, positionOf } from "./short_forms.js";
import { takeQualified } from "./short_qualified.js";
import { takeParenthesis, takeScript } from "./short_script.js";

const MOST_BYTES = 4096; // of a name that is looked at; longer ones have no forms

/* ---- paths, packages ---- */

/* "[/usr/lib/libc.so.6]", "/usr/bin/x" */
function takeFile(forms, name) {
    const bracket = name.startsWith("[/");
    if (!bracket && name[0] !== "/") return false;
    addForm(forms, (bracket ? "[" : "") + baseOf(name));
    return true;
}

/* Returns where the class begins in "com.example.Order.process", "java/util/HashMap.get": behind packages that one
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

/* Names of Java and its kin lose a method's parameters first. */
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

/* "parse.constprop.0.isra.0", "clock_nanosleep@@GLIBC_2.17" */
function takeSuffix(forms, name) {
    const end = name.search(/[.@]/);
    if (end <= 0 || !/\.[0-9]/.test(name)) return false;
    addForm(forms, name.slice(0, end));
    return true;
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
