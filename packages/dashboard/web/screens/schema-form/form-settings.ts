import { createContext } from 'preact'
import type { Option } from '../../parts/fields/Combobox.tsx'

/** The ids that a member may have. */
export interface Offers {
  search(text: string): readonly Option[]
  /** Changes when the choices do. */
  readonly source: unknown
}

/** What a form knows beside its schema and its value. */
export interface FormSettings {
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** The ids to choose from for the values of a member, whose path has `*` for items: `backends.*`. */
  offersOf?(path: string): Offers | undefined
  /** The names to choose from for the members of a map. */
  namesOf?(path: string): Offers | undefined
}

/** The settings of the form that is drawn below. */
export const Form = createContext<FormSettings>({ problems: {} })

/** The sentences about the value at a JSON Pointer. */
export const problemsAt = ({ problems }: FormSettings, pointer: string): readonly string[] => problems[pointer] ?? []

/** The sentences about a value and everything in it, each with its place in the value: `/rate must be at least 1`. */
export const placedProblems = ({ problems }: FormSettings, pointer: string): readonly string[] =>
  Object.entries(problems).flatMap(([at, sentences]) =>
    at === pointer
      ? sentences
      : at.startsWith(`${pointer}/`)
        ? sentences.map((sentence) => `${at.slice(pointer.length)} ${sentence}`)
        : [],
  )
