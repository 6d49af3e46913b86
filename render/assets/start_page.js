/*
 * start_page.js - the one script of a page that runs as it is written: unpacks the page's program and style (pack.mjs),
 * and runs the program as a script of the page, which the policy knows by its hash. A browser that can't unpack them
 * shows the page as it was written.
 */
import { decodeBase64, unpack } from "./data/bytes.js";
import { textOfPage } from "./data/parts.js";

const utf8 = new TextDecoder();

async function unpackText(what) {
    return utf8.decode(await unpack(decodeBase64(textOfPage(what)), "deflate-raw", Infinity));
}

async function start() {
    const [style, program] = await Promise.all([unpackText("style"), unpackText("program")]),
        sheet = new CSSStyleSheet(),
        script = document.createElement("script");
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
    script.textContent = program;
    document.body.append(script);
}

start().catch(() => {});
