/*
 * mark_bits.js - the marks of a box, of which it may have several: render/scene.h.
 */
export const GREW = 1,
    SHRANK = 2,
    OWN_GREW = 4,
    OWN_SHRANK = 8,
    NEW = 16,
    GONE = 32;
