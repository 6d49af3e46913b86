/*
 * markdown.js - what a page shows, as text for a report or an issue: the sentence, the facts, the first rows of the
 * table and the command.
 *
 *     **13 % of the time clears pages: clear\_page\_erms**
 *
 *     | function | self | total |
 *     | --- | ---: | ---: |
 *     | clear\_page\_erms | 13.2 % | 13.2 % |
 */
import { changeOfAmount } from "../profile/change_words.js";
import { formatShare } from "../profile/format.js";
import { commandOf, pageFile } from "../profile/steps.js";

const ROWS = 5;
const SIGNS = /[\\`*_[\]<>|~&$]/g; // that mean something within a line

function escape(text) {
    return text.replace(/\s+/g, " ").replace(SIGNS, "\\$&");
}

function tableOf({ heads, rows }) {
    const line = (cells) => `| ${cells.map(escape).join(" | ")} |\n`,
        ruler = heads.map((_, i) => (i ? "---:" : "---"));
    return [line(heads), `| ${ruler.join(" | ")} |\n`, ...rows.map(line)].join("");
}

/* A fence that is longer than any in the text. */
function codeOf(text) {
    const longest = Math.max(2, ...(text.match(/`+/g) || []).map(({ length }) => length)),
        fence = "`".repeat(longest + 1);
    return `${fence}sh\n${text}\n${fence}\n`;
}

/** `table` is {heads, rows} of texts, or null; `command` may be "". */
export function markdownOf({ title, facts, table, command }) {
    const parts = [`**${escape(title)}**\n`, facts && escape(facts) + "\n", table && tableOf(table), command && codeOf(command)];
    return parts.filter(Boolean).join("\n");
}

/* The first rows of the page's table, in its order, those that a search finds alone. */
function topOf({ found }, view) {
    const rows = found.slice(0, ROWS),
        { diff } = view,
        share = (value, whole) => formatShare(value, whole, 1);
    if (!diff) {
        const cells = ({ name, self, total }) => [name, share(self, view.whole), share(total, view.whole)];
        return { heads: ["function", "self", "total"], rows: rows.map(cells) };
    }
    const sides = ["base", "new"],
        cells = ({ name, self }) => [name, ...sides.map((side) => share(self[side], diff[side + "_whole"])), changeOfAmount(view, self)];
    return { heads: ["function", ...sides.map((side) => "self, " + diff[side]), "change"], rows: rows.map(cells) };
}

/** Returns what the page of a viewer shows. `compared`: words of the command that compares the same, [] for none. */
export function markdownOfPage({ page, picture }, compared) {
    const { table, stepsView, shown } = page,
        { title, subtitle } = picture.view,
        { diff } = picture.view,
        isSame = !diff || diff.again, // of other differentials the page has not all that they are judged by
        drawn = isSame ? commandOf(["flamerender", pageFile(), "-o", "new.svg"]) : "",
        own = stepsView ? stepsView.commandText : drawn,
        command = compared ? compared.length && commandOf(["flamerender", "diff", ...compared, "-o", "diff.html"]) : own;
    return markdownOf({
        title,
        facts: subtitle,
        table: table ? topOf(table, picture.ownView) : null,
        command: shown.inTime ? "" : command,
    });
}
