/*
 * new_table.js - a table of functions as the program writes it, without a row, which page_views.js fills: for pages
 * whose profile is chosen in them.
 */
import { htmlElement } from "../draw/dom.js";

export function newTable() {
    const table = htmlElement("table"),
        head = htmlElement("thead");
    head.append(htmlElement("tr"));
    table.append(htmlElement("caption"), head, htmlElement("tbody"));
    return table;
}
