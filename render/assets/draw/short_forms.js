/*
 * short_forms.js - what the rules of short_name.js share: the list of forms, and kinds of characters. As in
 * base/short_name.c; lengths are counted in bytes of UTF-8, as there.
 */
const MOST_FORMS = 8;

const nameEncoder = new TextEncoder();

export function byteLength(text) {
    return nameEncoder.encode(text).length;
}

/* Takes a form where it is shorter than the one before. */
export function addForm(forms, form) {
    const last = forms[forms.length - 1];
    if (form && forms.length < MOST_FORMS && byteLength(form) < byteLength(last)) forms.push(form);
}

export function isNameDigit(c) {
    return c >= "0" && c <= "9";
}

export function isNameUpper(c) {
    return c >= "A" && c <= "Z";
}

export function isNameWord(c) {
    return isNameDigit(c) || isNameUpper(c) || (c >= "a" && c <= "z") || c === "_" || c === "$" || c >= "\x80";
}

/* Without blanks (space, tab, CR) at both ends. */
export function trimBlanks(text) {
    return text.replace(/^[ \t\r]+|[ \t\r]+$/g, "");
}

export function positionOf(text, what) {
    const at = text.indexOf(what);
    return at < 0 ? text.length : at;
}

/* Behind the last '/', or all of it. */
export function baseOf(path) {
    return path.slice(path.lastIndexOf("/") + 1);
}
