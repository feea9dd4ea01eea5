/** The names of the languages of scripts. */
export const languageNames = { javascript: 'JavaScript', kotlin: 'Kotlin', scala: 'Scala' } as const

/** The language of a script. */
export type ScriptLanguage = keyof typeof languageNames

/** The languages of scripts, to choose from. */
export const languageChoices = Object.entries(languageNames).map(([value, label]) => ({
  value: value as ScriptLanguage,
  label,
}))
