import { translateProgram } from './program.ts'
import type { Used } from './scope.ts'
import type { Language } from './tokens.ts'
import { Untranslated } from './untranslated.ts'

/** A translated script, or the first part that was not translated. */
export type Translation =
  | { readonly script: string; readonly used: Used }
  | { readonly line: number; readonly reason: string }

/**
 * Translates a script of the previous feature service to JavaScript, if it consists of conditions over its context:
 * `if` and `else`, values, `==`, `contains`, `startsWith`, `endsWith`, lists of texts, and the ways to read JSON of the language.
 */
export function translateScript(source: string, language: Language): Translation {
  try {
    return translateProgram(source, language)
  } catch (error) {
    if (!(error instanceof Untranslated)) throw error
    return { line: error.line, reason: error.message }
  }
}
