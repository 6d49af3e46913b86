/*
 * flame.js - the script of a flame graph in SVG.
 */
import { startViewer } from "./main.js";

startViewer(null);
