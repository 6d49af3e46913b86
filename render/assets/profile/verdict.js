/*
 * verdict.js - how sure a change is: fr_verdict of diff/diff_types.h.
 */
import { VERDICTS } from "../words.js"; // made from diff/diff_types.h

export { VERDICTS };
export const VERDICT = Object.fromEntries(VERDICTS.map((word, i) => [word, i]));
