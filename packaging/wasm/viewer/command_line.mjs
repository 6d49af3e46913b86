/*
 * command_line.mjs - the program's arguments as text, and back.
 */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** "a b" -> "'a b'", as a shell takes it. */
export function quote(word) {
    return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** "--event 'a b' -x" -> ["--event", "a b", "-x"]; throws where a quote is open. */
export function splitWords(text) {
    const words = [];
    let word = null,
        quoted = "";
    for (let i = 0; i < text.length; i++) {
        const c = text[i];
        if (quoted) {
            if (c === quoted) quoted = "";
            else word += c;
        } else if (c === "'" || c === '"') {
            quoted = c;
            word ??= "";
        } else if (/\s/.test(c)) {
            if (word !== null) words.push(word);
            word = null;
        } else word = (word ?? "") + (c === "\\" && i + 1 < text.length ? text[++i] : c);
    }
    if (quoted) throw new Error(`a ${quoted} is not closed`);
    if (word !== null) words.push(word);
    return words;
}

/** The subcommand for so many files. */
export function commandFor(n, choice) {
    if (n > 2) return ["trend"];
    if (n === 2) return ["diff"];
    return choice === "heatmap" ? ["heatmap"] : [];
}
