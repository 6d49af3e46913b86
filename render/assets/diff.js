/*
 * diff.js - the script of a differential in SVG.
 */
import { differential } from "./view/differential.js";
import { startViewer } from "./start.js";

startViewer(differential);
