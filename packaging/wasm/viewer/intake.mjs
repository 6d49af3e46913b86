/*
 * intake.mjs - files as a reader gives them: chosen, dropped (folders too) or pasted, under names that the program takes
 * for paths below its folder.
 */
const FOLDER = "/in/";

function readEntries(reader) {
    return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

/* What is in a folder of a drop, by name. An entry is what all browsers give; Chromium reads no folder by it on a page from
 * a file, but does by a handle. */
async function listFolder(folder) {
    const found = [];
    if (folder.kind) {
        for await (const each of folder.values()) found.push(each);
        return found;
    }
    const reader = folder.createReader();
    for (let part = await readEntries(reader); part.length; part = await readEntries(reader)) found.push(...part);
    return found;
}

function fileOf(entry) {
    return entry.kind ? entry.getFile() : new Promise((resolve, reject) => entry.file(resolve, reject));
}

/* All files below an entry of a drop, folder by folder. */
async function filesBelow(first) {
    const files = [],
        waiting = [["", first]];
    for (const [above, entry] of waiting) {
        if (entry.isFile || entry.kind === "file") files.push({ name: above + entry.name, file: await fileOf(entry) });
        else for (const each of await listFolder(entry)) waiting.push([above + entry.name + "/", each]);
    }
    return files;
}

/** [{name, file}] of what was dropped. */
export async function droppedFiles({ items, files }) {
    const given = [...files].map((file) => ({ name: file.name, file })),
        own = [...items].filter((item) => item.kind === "file"),
        entries = own.map((item) => item.webkitGetAsEntry?.()).filter(Boolean),
        handles = own.map((item) => item.getAsFileSystemHandle?.()).filter(Boolean);
    if (!entries.some((entry) => entry.isDirectory)) return given;
    const chosen = handles.length ? await Promise.all(handles) : entries;
    return (await Promise.all(chosen.map(filesBelow))).flat();
}

export function chosenFiles(field) {
    return [...field.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

export function pastedFile(text) {
    return { name: "pasted.txt", file: new File([text], "pasted.txt") };
}

const order = new Intl.Collator("en", { numeric: true });

/* Of two files the older one is the base; others are sorted as people count. */
function compareFiles(a, b, n) {
    return (n === 2 && a.file.lastModified - b.file.lastModified) || order.compare(a.name, b.name);
}

/** In order, with names of their own. */
export function arrange(files) {
    const used = new Set();
    return files
        .map(({ name, file }) => ({ name: name.replace(/[\0-\x1f\x7f]/g, "\ufffd"), file }))
        .sort((a, b) => compareFiles(a, b, files.length))
        .map(({ name, file }) => {
            let own = name;
            for (let i = 2; used.has(own); i++) own = `${i}/${name}`;
            used.add(own);
            return { name: own, file };
        });
}

/** What the program sees: {"/in/cpu.pb.gz": File}. */
export function inputsOf(files) {
    return Object.fromEntries(files.map(({ name, file }) => [FOLDER + name, file]));
}

/** "./-x", "./top": no name is an option or a subcommand. */
export function argumentOf({ name }) {
    return /^-|^[a-z-]+$/.test(name) ? "./" + name : name;
}
