import { StreamLanguage } from '@codemirror/language'
import { kotlin, scala } from '@codemirror/legacy-modes/mode/clike'

/** Kotlin: colors and indentation. */
export const kotlinMode = StreamLanguage.define(kotlin)

/** Scala: colors and indentation. */
export const scalaMode = StreamLanguage.define(scala)
