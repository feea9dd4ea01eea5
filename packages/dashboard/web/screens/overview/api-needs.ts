import type { Piece } from '../../kinds/pieces.ts'
import { pathTo } from '../../place/path-to.ts'
import { counted } from '../../words/words.ts'
import type { Need } from './needs.ts'

/** The members of an API that tell when it ends. */
export interface EndingApi {
  readonly id: string
  readonly state?: string
  /** When it will no longer be served, in epoch milliseconds. */
  readonly sunset_at?: number
}

/** How soon a sunset must be to be listed, in milliseconds. */
const SOON = 7 * 24 * 60 * 60_000

/** The states in which an API is served. */
const served: readonly (string | undefined)[] = ['published', 'deprecated']

const record = (name: string): Piece => ({ name, is: 'record' })

/** APIs whose sunset is at most seven days away, or has passed while they are still served; the first to end first. */
export const sunsets = (
  apis: readonly EndingApi[],
  now: number,
  inWords: (instant: number) => string,
): readonly Need[] =>
  apis
    .flatMap(({ id, state, sunset_at: at }) =>
      at !== undefined && at <= now + SOON && served.includes(state) ? [{ id, at }] : [],
    )
    .sort((one, other) => one.at - other.at)
    .map(({ id, at }) => ({
      key: `sunset ${id}`,
      aspect: at <= now ? 'danger' : 'caution',
      sentence: [
        'The sunset of the API ',
        record(id),
        at <= now
          ? ` was on ${inWords(at)}, and it is still served. Remove it, or move the date.`
          : ` is on ${inWords(at)}. Remove it then, or move the date.`,
      ],
      to: pathTo('/gateway/apis/:id', { id }),
    }))

/** The first APIs to lint: those that are served come first. */
export const toLint = (apis: readonly EndingApi[], most: number): readonly string[] =>
  [...apis]
    .sort((one, other) => Number(served.includes(other.state)) - Number(served.includes(one.state)))
    .slice(0, most)
    .map(({ id }) => id)

/** The lint errors of an API; `undefined` if it has none. */
export function lintErrors(
  id: string,
  problems: readonly { readonly severity: string; readonly message: string }[],
): Need | undefined {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (!first) return undefined
  return {
    key: `lint ${id}`,
    aspect: 'danger',
    sentence: ['The API ', record(id), ` has ${counted(errors.length, 'error')}: ${ended(first.message)}`],
    to: pathTo('/gateway/apis/:id', { id }),
  }
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)
