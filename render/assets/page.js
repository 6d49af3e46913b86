/*
 * page.js - the script of the HTML page: the viewer of the pictures (main.js), what only a page has
 * (page_views.js), and a second profile beside the page's own (view_compare.js).
 */
import { openPage } from "./view/view_compare.js";

openPage(document.getElementById("flamerender-picture")).catch((error) => {
    document.documentElement.classList.remove("fr-page");
    console.warn("flamerender: the page stays as it is:", error.message);
});
