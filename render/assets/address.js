/*
 * address.js - the fragment of the window's address, which holds the zoom and the search (navigate.js), so
 * that a link shows the same and Back returns. A picture inside a page leaves the page's address alone.
 */
import { parseQuery } from "./search.js";
import { findPath, readFragment, writeFragment } from "./navigate.js";

export class Address {
    constructor(viewer) {
        this.viewer = viewer;
        this.picture = viewer.picture;
    }

    /** Writes the state as a new entry of the browser's history. */
    push() {
        this.put((url) => history.pushState(null, "", url));
    }

    /** Writes the state over the current entry. */
    replace() {
        this.put((url) => history.replaceState(null, "", url));
    }

    put(change) {
        const { owns, tree, zoom } = this.picture;
        if (!owns) return;
        const fragment = writeFragment(tree, zoom, this.viewer.find.text);
        try {
            change(fragment || location.pathname + location.search);
        } catch {
            // a sandbox without an address, or a browser that counts changes: the picture goes on
        }
    }

    /** Draws what the address says. Of an unknown path it takes the part that is known. */
    follow() {
        const { picture, viewer } = this,
            state = picture.owns ? readFragment(location.hash) : { path: [], search: "" },
            found = findPath(picture.tree, state.path);
        picture.zoom = picture.selected = found.node;
        viewer.find.query = parseQuery(state.search);
        viewer.draw();
        if (!found.whole) viewer.notice("a part of the linked path is not in this picture");
    }

    /** Follows an address that Back, Forward or the reader changed. */
    followAgain() {
        const { find, zoom } = this.viewer,
            before = find.text,
            state = readFragment(location.hash);
        zoom.go(findPath(this.picture.tree, state.path).node, false);
        if (state.search !== before) find.search(state.search, false);
    }
}
