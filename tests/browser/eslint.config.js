/* The rules of the viewer's JavaScript and of its tests. */
import js from "@eslint/js";

const browser = Object.fromEntries(
    [
        "document",
        "window",
        "location",
        "history",
        "navigator",
        "performance",
        "console",
        "matchMedia",
        "requestAnimationFrame",
        "setTimeout",
        "clearTimeout",
        "innerWidth",
        "innerHeight",
        "scrollY",
        "atob",
        "Blob",
        "Response",
        "TextDecoder",
        "TextEncoder",
        "AbortController",
        "DecompressionStream",
        "Image",
        "URL",
        "XMLSerializer",
        "DataTransfer",
        "DragEvent",
        "EventTarget",
        "File",
        "CSSStyleSheet",
        "ResizeObserver",
        "MutationObserver",
        "MessageChannel",
        "PopStateEvent",
        "dispatchEvent",
        "Event",
        "getComputedStyle",
        "DOMPoint",
        "addEventListener",
        "createImageBitmap",
        "fetch",
        "OffscreenCanvas",
        "getSelection",
        "devicePixelRatio",
        "Path2D",
        "Image",
        "scrollTo",
        "KeyboardEvent",
    ].map((name) => [name, "readonly"]),
);
const node = Object.fromEntries(
    ["process", "Buffer", "console", "performance"].map((name) => [name, "readonly"]),
);

const rules = {
    ...js.configs.recommended.rules,
    "no-var": "error",
    "prefer-const": ["error", { destructuring: "all" }],
    eqeqeq: "error",
    "no-eval": "error",
    "no-implied-eval": "error",
    "no-new-func": "error",
    "max-len": ["error", { code: 120, comments: 120, ignoreStrings: true, ignoreTemplateLiterals: true }],
    "max-lines-per-function": ["error", { max: 60, IIFEs: true }],
    "max-depth": ["error", 3],
    complexity: ["error", 16],
    "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write"].map((property) => ({
            property,
            message: "text goes in as text",
        })),
    ],
};

export default [
    { ignores: ["**/minified/"] },
    {
        files: ["**/assets/**/*.js"],
        languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: browser },
        rules,
    },
    {
        files: ["**/browser/*.mjs", "**/browser/*.js"],
        languageOptions: {
            ecmaVersion: 2022,
            sourceType: "module",
            globals: { ...browser, ...node },
        },
        rules: { ...rules, "max-lines-per-function": "off", "no-eval": "off" },
    },
];
