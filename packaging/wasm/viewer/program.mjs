/*
 * program.mjs - the program in its worker: unpacked once, then run for each command, one at a time.
 */
import workerText from "worker-text";

async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
        stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class Program {
    static CANCELLED = new Error("cancelled");

    constructor(packed) {
        this.module = unpack(packed);
        this.module.catch(() => {}); // said by run()
        this.id = 0;
        this.start();
    }

    start() {
        const address = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
        this.worker = new Worker(address);
        this.worker.onmessage = ({ data }) => this.hear(data);
        this.worker.onerror = (event) => this.end(new Error(event.message || "the worker could not be started"));
        this.ready = this.module.then((module) => this.worker.postMessage({ module }));
        this.ready.catch(() => {});
    }

    /** {status, out, err} of a command line; `onRead` gets {done, of} in bytes. Another run ends this one. */
    run(args, inputs, onRead) {
        if (this.job) this.cancel();
        return new Promise((resolve, reject) => {
            const job = { resolve, reject, onRead },
                id = ++this.id,
                isAsked = () => this.job === job; // not cancelled before the program was ready
            this.job = job;
            this.ready.then(
                () => isAsked() && this.worker.postMessage({ id, args, inputs }),
                (error) => isAsked() && this.end(error),
            );
        });
    }

    hear(data) {
        if (data.id !== this.id || !this.job) return;
        if (data.status === undefined) {
            this.job.onRead(data);
            return;
        }
        const { resolve } = this.job;
        this.job = null;
        resolve(data);
    }

    end(error) {
        this.worker.terminate();
        this.start();
        const { reject } = this.job || {};
        this.job = null;
        reject?.(error);
    }

    cancel() {
        this.end(Program.CANCELLED);
    }
}
