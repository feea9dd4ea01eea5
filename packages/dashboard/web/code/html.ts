import { StreamLanguage } from '@codemirror/language'
import { html } from '@codemirror/legacy-modes/mode/xml'

/** HTML: colors and indentation. */
export const htmlMode = StreamLanguage.define(html)
