/*
 * flame.js - the script of a flame graph in SVG.
 */
import { startViewer } from "./start.js";

startViewer(null);
