/*
 * start_page.js - the one script of a page that runs as it is written: unpacks the page's program and style (pack.mjs),
 * and runs the program as a script of the page, which the policy knows by its hash. A browser that can't unpack them
 * shows the page as it was written. A copy of what was written stays in the page: a browser that saves the page saves
 * it as it is then, and the saved one starts from the copy.
 */
import { decodeBase64 } from "./data/bytes.js";
import { textOfPage } from "./data/embedded_data.js";

function unpackText(what) {
    const packed = new Blob([decodeBase64(textOfPage(what))]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/* Keeps a copy of what was written, or takes that of a page that was saved. */
function keepWritten(own) {
    const saved = document.querySelector("template"),
        main = document.querySelector("main"),
        copy = document.createElement("template");
    if (saved) return main.replaceWith(saved.content.cloneNode(true));
    copy.content.append(main.cloneNode(true));
    own.before(copy);
}

/* `own` is the running script: where another page took the place of this one meanwhile, it is gone. */
async function start(own) {
    const [style, program] = await Promise.all([unpackText("style"), unpackText("program")]),
        sheet = new CSSStyleSheet(),
        script = document.createElement("script");
    if (!own.isConnected) return;
    keepWritten(own);
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
    script.textContent = program;
    own.after(script); // runs it
    script.remove();
}

start(document.currentScript).catch(() => {});
