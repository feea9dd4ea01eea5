import { autocompletion, ifNotIn } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'

/** What can stand at a place of a text, instead of what stands between `from` and the place. */
export interface Completions {
  readonly from: number
  readonly options: readonly { readonly label: string; readonly detail?: string }[]
}

/** Proposes how a text goes on at an offset; `undefined` if nothing is known. */
export type Complete = (text: string, offset: number) => Completions | undefined

const quiet = ['LineComment', 'BlockComment', 'String', 'TemplateString', 'RegExp']

/** Proposes completions while the user types, except in comments and strings. `find` may change between calls. */
export const completing = (find: () => Complete | undefined): Extension =>
  autocompletion({
    icons: false,
    override: [ifNotIn(quiet, ({ state, pos }) => find()?.(state.doc.toString(), pos) ?? null)],
  })
