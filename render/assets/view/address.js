/*
 * address.js - the fragment of the window's address, which holds the zoom and the search (navigate.js), so
 * that a link shows the same and Back returns. A picture inside a page leaves the page's address alone; a page may keep
 * words of its own there, as "range=3.4-3.6" of a heatmap.
 */
import { parseQuery } from "../profile/search.js";
import { findPath, partsOf, readFragment, writeFragment } from "../profile/navigate.js";

export class Address {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
        this.owns = this.picture.owns;
    }

    /** Writes the state as a new entry of the browser's history. */
    push() {
        this.put((url) => history.pushState(history.state, "", url));
    }

    /** Writes the state over the current entry. */
    replace() {
        this.put((url) => history.replaceState(history.state, "", url));
    }

    put(change) {
        const { tree, zoom } = this.picture,
            { find, sides, page, seat } = this.viewer;
        if (!this.owns) return;
        const own = writeFragment(tree, {
            zoom,
            search: find.text,
            ...sides.state,
            ...page.state,
        });
        const others = partsOf(location.hash).filter((part) => seat?.ownWords?.includes(part.split("=")[0])),
            parts = [...others, ...partsOf(own)].join("&");
        try {
            change(parts ? "#" + parts : location.pathname + location.search);
        } catch {
            // a sandbox without an address, or a browser that counts changes: the picture goes on
        }
    }

    /** Draws what the address says. Of an unknown path it takes the part that is known; false then. */
    follow() {
        const { picture, viewer } = this,
            state = readFragment(this.owns ? location.hash : "");
        viewer.sides.set(state);
        viewer.page.set(state);
        const found = this.find(state);
        picture.zoom = picture.selected = found.node;
        viewer.find.query = parseQuery(state.search);
        viewer.draw();
        return found.whole;
    }

    /* A frame that one side lacks is not zoomed to where the width is that side's: its caller is. */
    find({ path, at }) {
        const { tree } = this.picture;
        let { node, whole } = findPath(tree, path, at);
        while (node && !tree.total[node]) node = tree.parent[node];
        return { node, whole };
    }

    /** Follows an address that Back, Forward or the reader changed. */
    followAgain() {
        const { find, sides, page, zoom } = this.viewer,
            before = find.text,
            choice = JSON.stringify(sides.state),
            state = readFragment(location.hash),
            isOther = page.set(state);
        if (isOther) this.viewer.draw();
        sides.set(state);
        if (JSON.stringify(sides.state) !== choice) sides.show();
        zoom.go(this.find(state).node, false);
        if (state.search !== before || (before && isOther)) find.search(state.search, false);
        page.show();
    }
}
