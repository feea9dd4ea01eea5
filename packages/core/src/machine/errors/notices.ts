/** What a program would not notice in the answers of synchronous calls, in words. Each is reported once for each key. */
import { didYouMean, nearestId } from './nearest-id.ts'

/** The kinds of records that a program asks for by their keys. */
export type AskedKind = 'feature' | 'config'

/** A key that is not known. */
export interface UnknownKey {
  readonly kind: AskedKind
  readonly id: string
  /** The end of the sentence: what the program gets instead, such as `isActive returns false`. */
  readonly instead: string
  /** The known keys, for the nearest one. */
  readonly ids: Iterable<string>
  /** What may be the matter. @default does not exist */
  readonly isMissing?: string
}

/** There is no record with a key. */
export const unknownKey = ({ kind, id, instead, ids, isMissing = 'does not exist' }: UnknownKey): Error =>
  typeof id === 'string'
    ? notice(`${labels[kind]} ${shown(id)} ${isMissing}${didYouMean(nearestId(id, ids))}, so ${instead}`)
    : notice(
        `The key of a ${kind} is ${id === null ? 'null' : `of type ${typeof id}`}: pass its id as a text. So ${instead}`,
      )

/** A context is no object, which only JavaScript lets pass. */
export const noObject = (kind: AskedKind, id: string, context: unknown): Error =>
  notice(`The context of ${kind} ${id} is a ${typeof context}: pass an object, such as { id: 'ann' }`)

/** A config could not be decided, so its value is that without rules. */
export const undecidedConfig = (id: string, message = 'it could not be decided'): Error =>
  notice(`Config ${id} has its value without rules: ${message}`)

/** A feature is active for a share of clients, and the context lacks the attribute that the share hashes. */
export const lacksAttribute = (id: string, by: string): Error =>
  notice(
    `Feature ${id} is inactive because the context lacks ${by === 'id' ? 'an id' : `the attribute ${by}`}: ` +
      'it is active for a share of clients, chosen by that text or number',
  )

/** An error with a name of its own, so that a program can tell these from failures. */
const notice = (sentence: string): Error =>
  Object.assign(new Error(`${sentence}. Reported once for each key`), { name: 'Notice' })

const labels = { feature: 'Feature', config: 'Config' } satisfies Record<AskedKind, string>

/** A key in a sentence: the whole of it, unless no record could have it. */
const shown = (id: string): string => (id.length > 512 ? `${id.slice(0, 100)}…` : id)
