/*
 * differential.js - what the viewer (main.js) needs of a differential and of nothing else: how its data are
 * read, and the choices that only it has.
 */
import { decodeChanges } from "../data/pack_changes.js";
import { Sides } from "./sides.js";

export const differential = { decode: decodeChanges, Sides };
