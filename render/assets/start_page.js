/*
 * start_page.js - the one script of a page that runs as it is written: unpacks the page's program and style (pack.mjs),
 * and runs the program as a script of the page, which the policy knows by its hash. A browser that can't unpack them
 * shows the page as it was written.
 */
import { decodeBase64, unpack } from "./data/bytes.js";
import { textOfPage } from "./data/embedded_data.js";

const utf8 = new TextDecoder();

async function unpackText(what) {
    return utf8.decode(await unpack(decodeBase64(textOfPage(what)), "deflate-raw", Infinity));
}

/* `own` is the running script: where another page took the place of this one meanwhile, it is gone. */
async function start(own) {
    const [style, program] = await Promise.all([unpackText("style"), unpackText("program")]),
        sheet = new CSSStyleSheet(),
        script = document.createElement("script");
    if (!own.isConnected) return;
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
    script.textContent = program;
    own.after(script);
}

start(document.currentScript).catch(() => {});
