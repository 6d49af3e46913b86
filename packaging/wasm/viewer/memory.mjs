/*
 * memory.mjs - what the viewer remembers from one visit to the next: theme, meaning of colour. No word of a profile.
 */
const PREFIX = "flamerender.";

export const memory = {
    values: {},

    get(key) {
        try {
            return localStorage.getItem(PREFIX + key) || "";
        } catch {
            return this.values[key] || ""; // a browser that keeps nothing for files
        }
    },

    set(key, value) {
        this.values[key] = value;
        try {
            localStorage.setItem(PREFIX + key, value);
        } catch {
            // it holds until the page is closed
        }
    },

    /** The next of several values. */
    turn(key, values) {
        this.set(key, values[(values.indexOf(this.get(key)) + 1) % values.length]);
    },
};
