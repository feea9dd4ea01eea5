/** What is reported once for each key, in words. Loaded with the first one, because most programs need none. */
import type { AskedKind } from '@signalbox/core/evaluate'
import { lacksAttribute, noObject, undecidedConfig, unknownKey } from '@signalbox/core/targeting'
import type { State } from './state.ts'

/** What there is to report about a key, and what its sentence needs. */
export interface Noticed {
  readonly kind: AskedKind
  readonly id: string
  /** The function that was called. */
  readonly call?: string
  /** The context, if it is not an object. */
  readonly context?: unknown
  /** Why a config could not be decided. */
  readonly message?: string | undefined
  /** The attribute that the context lacks. */
  readonly by?: string
}

/** The sentences, by what they are about. */
export const notices = {
  early: ({ kind, id, call }) =>
    new Error(`${call} was called for ${kind} ${id} before the flags were loaded: await ready() first`),
  unknown: ({ kind, id, call }, { holding }) =>
    unknownKey({
      ...{ kind, id, instead: `${call} returns its default` },
      isMissing: 'does not exist, or this client may not read it',
      ids: holding[`${kind}s`].keys(),
    }),
  noObject: ({ kind, id, context }) => noObject(kind, id, context),
  undecided: ({ id, message }) => undecidedConfig(id, message),
  lacking: ({ id, by = 'id' }) => lacksAttribute(id, by),
} satisfies Record<string, (noticed: Noticed, state: State) => Error>

/** What a notice is about. */
export type About = keyof typeof notices
