/**
 * Costs of operations that are slower than visiting an element or a character, in units of work. One unit is the time
 * of such a visit. So a unit takes about the same time everywhere, and the budget of work limits how long an expression
 * holds the thread.
 */

/** Inspecting a single value: comparing or formatting it. */
export const LOOKING_AT = 8
/** Looking up a member of a map. */
export const LOOKING_UP = 5
/** Adding a member to a new map. */
export const NAMING = 30
/** Following a character of a JSON pointer: every second one may be a step. */
export const FOLLOWING = 4
/** Decoding a code point and appending it to another text. */
export const POINT = 4
/** Extracting a part of a text. */
export const PART = 10
/** Adding an element to a list, a sum or a decision. */
export const ELEMENT = 3
/** Comparing two values in a sort. */
export const COMPARING = 3
/** Storing a value in a lookup table. */
export const REMEMBERING = 30
/** Looking up the offsets of a zone with several. */
export const OFFSETS = 5000
