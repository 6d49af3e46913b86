// A service that answers every 20 ms and keeps sessions in a map. Every 1.7 s V8 collects the whole heap, as it does
// by itself in a process that allocates faster.
"use strict";
const sessions = new Map();
for (let i = 0; i < 400000; i++)
  sessions.set(i, { id: i, name: "user " + i, seen: [i] });
let next = 0;
function answer() {
  const until = process.hrtime.bigint() + 4000000n;
  while (process.hrtime.bigint() < until) {
    const session = sessions.get(next++ % 400000);
    session.seen = [next, session.seen.length];
  }
}
const seconds = Number(process.argv[2]);
const timers = [setInterval(answer, 20), setInterval(() => globalThis.gc(), 1700)];
setTimeout(() => timers.forEach(clearInterval), seconds * 1000);
