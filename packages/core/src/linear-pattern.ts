import { RE2JS, RE2JSSyntaxException } from 're2js'
import type { Problem } from './errors.ts'
import { problem } from './errors.ts'

/** Whether a text is wholly matched. */
export type LinearPattern = (text: string) => boolean

/** A regular expression over whole texts, in time linear to them whatever it is. Throws for one that is not valid. */
export function linearPattern(source: string): LinearPattern {
  const compiled = RE2JS.compile(source)
  return (text) => compiled.matches(text)
}

/** What there is to know of a regular expression before it is used. */
export interface PatternReport {
  /** What is wrong with it, and at which character from 1. */
  readonly problem?: Problem
  /** How many steps its program has: time and memory go by it. None of one that is not valid. */
  readonly size: number
}

/** Tries a regular expression. */
export function tryPattern(source: string): PatternReport {
  try {
    return { size: RE2JS.compile(source).programSize() }
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const { error: what, input } = error
    const isMissing = input === null || input === source // found out at the end
    return {
      problem: problem('error.pattern.invalid', what, isMissing ? source.length : source.indexOf(input) + 1),
      size: 0,
    }
  }
}
