// debug_files.mjs FOLDER LOG PORT-FILE - a server of debug files on 127.0.0.1: GET /buildid/HEX/debuginfo gives
// FOLDER/HEX/debuginfo. Each request is a line of LOG, the port that it got is in PORT-FILE.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const [folder, log, portFile] = process.argv.slice(2);

const server = createServer((request, response) => {
    appendFileSync(log, request.url + "\n");
    const found = /^\/buildid\/([0-9a-f]+)\/(debuginfo|executable)$/.exec(request.url);
    try {
        response.end(readFileSync(join(folder, found[1], found[2])));
    } catch {
        response.writeHead(404).end();
    }
});
server.listen(0, "127.0.0.1", () => writeFileSync(portFile, String(server.address().port)));
