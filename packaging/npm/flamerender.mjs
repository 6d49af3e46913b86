#!/usr/bin/env node
/*
 * flamerender.mjs - the command: flamerender's program as WebAssembly, with Node's files.
 *
 *     npx flamerender cpu.pb.gz -o cpu.html
 *     perf script | npx flamerender > flame.svg
 */
import fs from "node:fs";
import { webcrypto } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { nodeFiles } from "./node_files.mjs";
import { run } from "./wasi.mjs";

const BY_SIGPIPE = 141; // what a shell says of a program whose reader has left

globalThis.crypto ||= webcrypto; // Node 18
const packed = fs.readFileSync(new URL("flamerender.wasm.br", import.meta.url)),
    module = new WebAssembly.Module(brotliDecompressSync(packed, { chunkSize: 4 << 20 })),
    args = ["flamerender", ...process.argv.slice(2)],
    env = { ...process.env, PWD: process.cwd() };
try {
    process.exitCode = run(module, { args, env, files: nodeFiles });
} catch (error) {
    if (error.code !== "EPIPE") throw error;
    process.exitCode = BY_SIGPIPE;
}
