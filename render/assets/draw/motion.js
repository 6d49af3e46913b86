/*
 * motion.js - animates a zoom. The boxes are drawn at their new places; a scale and a shift put them back to
 * where they were, and fade away.
 */
import { PX } from "./layout.js";

const MOVE_MS = 140;

export class Motion {
    constructor(group) {
        this.group = group;
        this.still = matchMedia("(prefers-reduced-motion: reduce)");
    }

    /** Both are {x0, x1, y} of one box; a motion that is on its way ends. */
    start(from, to) {
        if (this.still.matches) return;
        const scale = (from.x1 - from.x0) / Math.max(1, to.x1 - to.x0),
            shiftY = from.y - to.y,
            start = performance.now();
        const token = (this.token = {});
        const frame = (now) => {
            const left = (1 - Math.min(1, Math.max(0, now - start) / MOVE_MS)) ** 2;
            if (this.token !== token) return;
            if (left === 0) {
                this.group.removeAttribute("transform");
                return;
            }
            const s = 1 + (scale - 1) * left,
                x = (from.x0 - to.x0 * scale) * left + to.x0 * (1 - s - (1 - scale) * left);
            this.group.setAttribute(
                "transform",
                `matrix(${s} 0 0 1 ${x / PX} ${(shiftY * left) / PX})`,
            );
            requestAnimationFrame(frame);
        };
        frame(start);
    }
}
