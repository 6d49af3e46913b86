/*
 * worker.mjs - runs the program beside the page.
 *
 *     {module}                                       first
 *     {id, args, inputs: {"/in/a.pb.gz": File}}      answered by {id, done, of} and {id, status, out, err}
 */
import { run } from "../wasi.mjs";
import { MemoryFiles } from "./memory_files.mjs";

const NEWS_MS = 50;
let module = null;

function work({ id, args, inputs }) {
    let last = 0;
    const files = new MemoryFiles(inputs, (done, of) => {
        if (performance.now() - last < NEWS_MS) return;
        last = performance.now();
        postMessage({ id, done, of });
    });
    try {
        const status = run(module, { args, env: { PWD: "/in" }, files });
        postMessage({ id, status, out: files.output.blob(), err: files.errors.text() });
    } catch (error) {
        postMessage({ id, status: 3, out: new Blob(), err: `flamerender: error: ${error.message}\n` });
    }
}

onmessage = ({ data }) => {
    if (data.module) module = data.module;
    else work(data);
};
