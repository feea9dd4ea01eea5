import { RE2JS, RE2JSSyntaxException } from 're2js'
import { type Problem, problem } from '../errors/errors.ts'

/** Whether the pattern matches a text. */
export type LinearPattern = (text: string) => boolean

/**
 * Compiles a regular expression that matches whole texts in linear time, whatever the expression. Throws if it is
 * invalid.
 */
export function linearPattern(source: string): LinearPattern {
  const compiled = RE2JS.compile(source)
  return (text) => compiled.matches(text)
}

/** Compiles a regular expression that matches any part of a text, in linear time. Throws if it is invalid. */
export function linearSearch(source: string): LinearPattern {
  const compiled = RE2JS.compile(source)
  return (text) => compiled.test(text)
}

/**
 * Compiles a replacement of each match of a regular expression, in linear time. `to` is as for
 * `String.prototype.replace`: `$1`, `$<name>`, `$&`, `$$`. Throws if the expression is invalid.
 */
export function linearReplacement(source: string, to: string): (text: string) => string {
  const compiled = RE2JS.compile(source)
  return (text) => compiled.matcher(text).replaceAll(to)
}

/** A report on a regular expression. */
export interface PatternReport {
  /** The syntax error, with its position in characters from 1. */
  readonly problem?: Problem
  /** The number of steps of the compiled program; time and memory grow with it. 0 if the expression is invalid. */
  readonly size: number
}

/** Parses a regular expression and reports what is wrong with it. */
export function tryPattern(source: string): PatternReport {
  try {
    return { size: RE2JS.compile(source).programSize() }
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const { error: what, input } = error
    const isMissing = input === null || input === source // the error is at the end
    return {
      problem: problem('error.pattern.invalid', what, isMissing ? source.length : source.indexOf(input) + 1),
      size: 0,
    }
  }
}
