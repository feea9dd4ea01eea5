import type { Problem } from '../machine/errors/errors.ts'

/** Regular expressions that are matched in linear time. A port, because the engine is large and seldom needed. */
export interface PatternEngine {
  /** Prepares an expression: the function tells whether any part of a text matches. Throws if it is invalid. */
  compile(source: string): (text: string) => boolean
  /** What is wrong with an expression; `undefined` if nothing is. */
  problemOf(source: string): Problem | undefined
}
