import { checkKey, REMEMBERED, usedKey } from '../machine/answers/idempotency-key.ts'
import { digest } from '../machine/secrets/secret.ts'
import type { CallContext } from '../operation.ts'
import type { Change, Clock, Reads } from '../ports.ts'

const COLLECTION = 'commit-answers'
/** How many expired answers are deleted for each new one. More than one, so that they do not pile up. */
const FORGOTTEN_EACH = 2

interface Answer {
  readonly at: number
  /** The digest of the body without its secrets. */
  readonly body: string
  readonly results: unknown
}

interface AnswerPorts {
  readonly store: Reads
  readonly clock: Clock
}

/**
 * Remembers the answer to a commit with an `Idempotency-Key` for a day, in that commit. `undefined` for a call without a key.
 * Nothing is remembered of a commit without changes, which needs no rights. Throws INVALID for a key that is too long. Keys of
 * different callers are different. `changes` must be without secrets, because a digest of them is stored.
 */
export function rememberedAnswer<R>(
  { store, clock }: AnswerPorts,
  changes: readonly unknown[],
  { idempotencyKey, caller }: Pick<CallContext, 'idempotencyKey' | 'caller'>,
) {
  if (!idempotencyKey) return undefined
  checkKey(idempotencyKey)
  const now = clock()
  const today = Math.floor(now / REMEMBERED)
  const name = digest(JSON.stringify([caller.authInfo?.kind, caller.authInfo?.id, idempotencyKey]))
  const body = digest(JSON.stringify(changes))

  return {
    /** The answer to the same call, if any. Throws INVALID if the key belongs to a call with another body. */
    async find(): Promise<R | undefined> {
      for (const day of [today, today - 1]) {
        const found = (await store.get(COLLECTION, placeOf(day, name)))?.value as Answer | undefined
        if (!found || found.at <= now - REMEMBERED) continue
        if (found.body !== body) throw usedKey()
        return found.results as R
      }
      return undefined
    },
    /** What the commit writes besides: the answer, and deletions of expired ones. */
    async changes(results: R): Promise<readonly Change[]> {
      if (changes.length === 0) return []
      const value: Answer = { at: now, body, results }
      const written: Change[] = [
        { op: 'put', collection: COLLECTION, key: placeOf(today, name), value, expected: null },
      ]
      for await (const { key } of store.scan(COLLECTION, { limit: FORGOTTEN_EACH }))
        if (key < placeOf(today - 1, '')) written.push({ op: 'delete', collection: COLLECTION, key })
      return written
    },
  }
}

/** Pads days to six digits (enough until the year 4707), so that key order is day order. */
const placeOf = (day: number, name: string): string => `${String(day).padStart(6, '0')}/${name}`
