/*
 * verdict.js - how sure a change is: fr_verdict of diff/diff_types.h.
 */
export const VERDICTS = ["noise", "small", "grew", "shrank", "new", "gone", "unjudged", "maybe"];
export const VERDICT = Object.fromEntries(VERDICTS.map((word, i) => [word, i]));
