/*
 * name_place.js - names of functions that hold where the function stands, taken apart as base/name_place.c does:
 *
 *     JS:*words /srv/app.js:2:15        words       /srv/app.js   2  15
 *     handle (/srv/app/views.py:12)     handle      /srv/app/views.py 12
 */
const ANONYMOUS = "(anonymous)",
    NAMELESS = new Set([ANONYMOUS, "<anonymous>", "{closure}", "<lambda>", "fn"]),
    MOST_LINE = 0xffffffff;

const withoutBlanks = (text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");

/* "/srv/app.js:2:15" or "views.py:12". */
function takePlace(text) {
    const found = /^(.*?)(?::(\d+))?:(\d+)$/s.exec(text);
    if (!found || !found[1] || found.slice(2).some((number) => number > MOST_LINE)) return null;
    const [, file, before, last] = found;
    return before ? { file, line: +before, column: +last } : { file, line: +last, column: 0 };
}

function looksLikeFile(text) {
    return !/[,(]/.test(text) && (/^(?:[/<]|node:|file:|http|evalmachine\.)/.test(text) || /[./]/.test(text));
}

/* ---- the spellings ---- */

/* Returns where the file begins in "get size /srv/a b.js:4:5", " w1.js:1:1", "f node:fs:1:2". */
function fileOfScript(text) {
    const found = /(?<![^ ])(?:\/|file:|node:|evalmachine\.)/.exec(text);
    return found ? found.index : text.lastIndexOf(" ") + 1;
}

function findV8(name) {
    if (!/^(?:JS|LazyCompile|Function|Script|Eval):/.test(name)) return null;
    const text = name.slice(name.indexOf(":") + 1).replace(/^[*~^+']+/, ""),
        at = fileOfScript(text);
    return { called: text.slice(0, at), ...takePlace(text.slice(at)) };
}

/* "handle (/srv/app/views.py:12)", "words (/srv/app.js:2:15)", "handle (/srv/app/views.py)" */
function findBracketed(name) {
    const open = name.lastIndexOf(" ("),
        inside = name.slice(open + 2, -1),
        called = name.slice(0, Math.max(open, 0)),
        place = takePlace(inside);
    if (open < 0) return null;
    if (place) return { called, ...place };
    const slash = inside.lastIndexOf("/");
    if (inside.includes(" ") || slash < 0 || inside.lastIndexOf(".") < slash) return null;
    return { called, file: inside, line: 0, column: 0 };
}

/* "block in total - /srv/app/shop.rb:12" */
function findDashed(name) {
    const dash = name.lastIndexOf(" - ");
    return dash < 0 ? null : { called: name.slice(0, dash), ...takePlace(name.slice(dash + 3)) };
}

/* "parse /srv/parse.js:14:15"; one number alone is a line that --granularity=lines wrote, but for PHP. */
function findBlank(name) {
    const at = name.lastIndexOf(" /"),
        place = at < 0 ? null : takePlace(name.slice(at + 1));
    return place && (place.column || place.file.endsWith(".php")) ? { called: name.slice(0, at), ...place } : null;
}

/* "py::handle:/srv/app/views.py" */
function findTrampoline(name) {
    const found = /^py::([^:]*):(.*)$/s.exec(name);
    return found && { called: found[1], file: found[2], line: 0, column: 0 };
}

/* "/srv/app/views.py:handle:12" */
function findAustin(name) {
    const end = name.lastIndexOf(".py:"),
        found = end < 0 ? null : /^([^:]+):(\d+)$/s.exec(name.slice(end + 4));
    if (!found || found[2] > MOST_LINE) return null;
    return { called: found[1], file: name.slice(0, end + 3), line: +found[2], column: 0 };
}

/* "{closure:/srv/app.php:12-15}", "{closure:/srv/app.php(12)}" */
function findClosure(name) {
    const found = /^\{closure:(?:(.*)\((\d+)\)|(.*):(\d+)-[^-]*|([^-]*):(\d+))\}$/s.exec(name);
    if (!found) return null;
    const [file, line] = found.slice(1).filter((part) => part !== undefined);
    return line <= MOST_LINE ? { called: "{closure}", file, line: +line, column: 0 } : null;
}

/* The last character that a name may have, and who takes it apart. */
const ENDS_IN_NUMBER = /:\d+$/,
    PLACE_SPELLINGS = [
        [ENDS_IN_NUMBER, findV8],
        [/\)$/, findBracketed],
        [ENDS_IN_NUMBER, findDashed],
        [ENDS_IN_NUMBER, findBlank],
        [/^py::/, findTrampoline],
        [ENDS_IN_NUMBER, findAustin],
        [/\}$/, findClosure],
    ];

/** {called, file, line, column} of a name that holds a place; numbers are 0 where it has none. Else null. */
export function placeInName(name) {
    for (const [ends, find] of PLACE_SPELLINGS) {
        const place = ends.test(name) ? find(name) : null;
        if (place && place.file && looksLikeFile(place.file))
            return { ...place, called: withoutBlanks(place.called) || ANONYMOUS };
    }
    return null;
}

export function spellPlace({ called, file }) {
    return `${called} (${file})`;
}

/** True where the function has no name of its own. */
export function isNameless({ called }) {
    return NAMELESS.has(called) || /^(?:block |anonymous fn)/.test(called);
}
