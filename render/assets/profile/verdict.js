/*
 * verdict.js - how sure a change is: fr_verdict of diff/diff.h.
 */
import { VERDICTS } from "../words.js"; // made from diff/diff.h

export { VERDICTS };
export const VERDICT = Object.fromEntries(VERDICTS.map((word, i) => [word, i]));
