/*
 * theme.js - light or dark in a page, as its reader chooses: what the style sheets have for dark screens holds
 * always, never, or as the screen is. Nothing is stored.
 */
const THEMES = ["auto", "light", "dark"];
const THEME_TITLES = ["Theme: as the screen", "Theme: light", "Theme: dark"];
const THEME_MEDIA = { light: "not all", dark: "all" };
const darkScreen = matchMedia("(prefers-color-scheme: dark)");
const turnedRules = new Map(); // rules to what they had
let themeChoice = document.documentElement.dataset.theme || "auto"; // viewer.html remembers it
let beforePaper = null; // what was chosen, while a page is printed

/** True where the picture of a view is dark now. */
export function isDarkNow(view) {
    if (view.scheme !== "auto") return view.scheme === "dark";
    return themeChoice === "auto" ? darkScreen.matches : themeChoice === "dark";
}

/** The colours that are seen: "light" or "dark". */
export function schemeOf(view) {
    return isDarkNow(view) ? "dark" : "light";
}

/** "auto", "light" or "dark" */
export function themeNow() {
    return themeChoice;
}

/** The choice as a word of an address, "" where it is as the screen. */
export function themeWord() {
    return themeChoice === THEMES[0] ? "" : themeChoice;
}

/** Takes the choice of an address; true where it is another one. */
export function takeTheme(word) {
    if (word === themeChoice || !THEMES.includes(word)) return false;
    themeChoice = word;
    return true;
}

/** Holds light colours while a page is printed; `draw` makes what paper has more. */
export function onPaper(draw) {
    addEventListener("beforeprint", () => {
        beforePaper ??= themeChoice;
        themeChoice = "light";
        keepTheme(document);
        draw();
    });
    addEventListener("afterprint", () => {
        themeChoice = beforePaper ?? themeChoice;
        beforePaper = null;
        keepTheme(document);
    });
}

/** The rows of a menu (frame/more_panel.js); `turn` gets the theme that is chosen. */
export function themeRows(turn) {
    return THEMES.map((theme, i) => [THEME_TITLES[i], () => turn(theme), theme === themeChoice]);
}

/** Calls `act` when the screen turns dark or light. */
export function onScreen(act) {
    darkScreen.addEventListener("change", act);
}

function* darkRules(root) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets])
        for (const rule of sheet.cssRules)
            if (turnedRules.has(rule) || (rule.media && /scheme:\s*dark/.test(rule.media.mediaText))) yield rule;
}

/** Holds the choice in all sheets that a document or a shadow root has by now. */
export function keepTheme(root) {
    if (themeChoice === "auto" && !turnedRules.size) return;
    for (const rule of darkRules(root)) {
        if (!turnedRules.has(rule)) turnedRules.set(rule, rule.media.mediaText);
        const wanted = THEME_MEDIA[themeChoice] || turnedRules.get(rule);
        if (rule.media.mediaText !== wanted) rule.media.mediaText = wanted;
    }
    (root.host || root.documentElement).style.setProperty("color-scheme", themeChoice === "auto" ? "" : themeChoice);
}

/** One of auto, light and dark; without a word the next one. */
export function turnTheme(theme = THEMES[(THEMES.indexOf(themeChoice) + 1) % THEMES.length]) {
    themeChoice = theme;
}
