/**
 * What takes longer than going through an element or a character, which is one unit of work: how many of these it takes the time
 * of. So a unit is about as long whatever a run spends it on, and the budget of work bounds for how long an expression has the thread.
 */

/** Looking at a value by itself: comparing it, or spelling it. */
export const LOOKING_AT = 8
/** Looking up a member of a map by its name. */
export const LOOKING_UP = 5
/** Giving a new map a member. */
export const NAMING = 30
/** Following a character of a JSON pointer: each second one may be a step. */
export const FOLLOWING = 4
/** Telling a code point apart, and putting it into another text. */
export const POINT = 4
/** Cutting out a part of a text. */
export const PART = 10
/** Adding an element to a list, a sum or a decision. */
export const ELEMENT = 3
/** Comparing two values while sorting. */
export const COMPARING = 3
/** Remembering a value, to find it again. */
export const REMEMBERING = 30
/** Looking up offsets of a zone that has several. */
export const OFFSETS = 5000
