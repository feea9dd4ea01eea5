/** Thrown for a part of a script that cannot be translated. */
export class Untranslated extends Error {
  /** The line of the script, from 1. */
  readonly line: number

  /** The message names the part, such as `a text without an end`. */
  constructor(line: number, part: string) {
    super(part)
    this.name = 'Untranslated'
    this.line = line
  }
}
