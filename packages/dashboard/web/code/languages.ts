import { jsonLanguage } from '@codemirror/lang-json'
import type { Extension } from '@codemirror/state'

/** Loads what colors and indents a language. */
type Load = () => Promise<Extension>

/** The languages of the editor. Those of scripts load code of their own. */
export const languages = {
  text: async () => [],
  json: async () => jsonLanguage,
  javascript: async () => (await import('./javascript.ts')).javascript,
  html: async () => (await import('./html.ts')).htmlMode,
  kotlin: async () => (await import('./clike.ts')).kotlinMode,
  scala: async () => (await import('./clike.ts')).scalaMode,
} as const satisfies Record<string, Load>

/** The name of a language of the editor. */
export type CodeLanguage = keyof typeof languages
