/*
 * name_forms.js - parts of names that differ from run to run, or from build to build, though the function is the
 * same: the rules of model/transform/names.c.
 *
 *     [perf-9006.map]                                 [perf-PID.map]       the same always
 *     core::fmt::write::h0123456789abcdef             core::fmt::write     may be the same
 */

/* [a text that the name must hold, what is replaced, by what] */
const ALWAYS = [
        ["perf-", /\bperf-\d+\.map\b/g, "perf-PID.map"],
        [":", /^(LazyCompile|Function|JS|Script|Eval|RegExp):[*~^+']+(?=[^ \t-\r])/g, "$1:"],
    ],
    PROCESS = [["-", /-\d+(\/\d+)?$/g, ""]],
    PAIRED = [
        ["$$Lambda", /\$\$Lambda(\$\d+)?([/.+]0x[0-9a-f]+|\/\d+)?/g, "$$$$Lambda"],
        ["LambdaForm$", /LambdaForm\$([A-Z]+)(\d+|[/.+]0x[0-9a-f]+)/g, "LambdaForm$$$1"],
        ["Accessor", /(Generated(?:Serialization)?(?:Method|Constructor)Accessor)\d+/g, "$1"],
        ["$Proxy", /(?:jdk\.proxy\d+\.)?\$Proxy\d+/g, "$$Proxy"],
        ["::h", /::h[0-9a-f]{16}(?![0-9a-zA-Z_])/g, ""],
        [".", /(?:\.(?:isra|constprop|part|lto_priv|llvm)\.\d+)+(?![\w.])/g, ""],
        ["/", /(?<![\w.])\/(?:builds?|nix\/store|var\/tmp\/portage|tmp\/go-build\d+)\/[^/ \t-\r]+\//g, ""],
        ["0x", /0x[0-9a-fA-F]{4,16}(?![0-9a-zA-Z_])/g, "0x"],
        ["", /^(?=.*\d)[0-9a-f]{8,16}$/g, "0x"],
    ];

/* The rules one after the other; a name never becomes empty. Null where none applies. */
function applyForms(rules, name) {
    let form = null;
    for (const [hint, pattern, by] of rules) {
        const text = form ?? name;
        if (text.includes(hint) && text.search(pattern) >= 0) form = text.replace(pattern, by) || form;
    }
    return form;
}

/** The name without what says nothing about the function. `process`: it names one, as in "java-9006/9007". */
export function sameForm(name, process) {
    return (process ? applyForms(PROCESS, name) : null) ?? applyForms(ALWAYS, name) ?? name;
}

/** The name without what may differ between runs; null where it has nothing of that. */
export function pairForm(name, outermost) {
    return (outermost ? applyForms(PROCESS, name) : null) ?? applyForms(PAIRED, name);
}
