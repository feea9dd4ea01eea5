import { REMEMBERED as DAY } from '../../machine/answers/idempotency-key.ts'
import type { Change, Reads } from '../../ports.ts'
import { ANSWERS, fromStorageKey, storageKey } from '../storage-keys.ts'
import type { Recorded, Recording } from './recording.ts'

/** The response to a call with an `Idempotency-Key`, and when it was given, in epoch milliseconds. */
interface Answer {
  readonly at: number
  readonly recorded: Recorded
}

/** How many expired responses are deleted for each new one. More than one, so that they do not pile up. */
const FORGOTTEN_EACH = 2

/**
 * Remembers responses to calls with an `Idempotency-Key` on one experiment for a day. Their keys begin with the day, so
 * the oldest sort first; each commit also deletes a few that have expired.
 */
export async function openAnswers(
  store: Reads,
  experimentId: string,
  { calls, now }: { calls: readonly Recording[]; now: number },
) {
  const today = Math.floor(now / DAY)
  const names = [...new Set(calls.flatMap((call) => nameOf(call) ?? []))]

  async function findAnswer(name: string): Promise<Recorded | undefined> {
    const [fresh, older] = await Promise.all(
      [today, today - 1].map(async (day) => {
        const found = await store.get(ANSWERS, storageKey(experimentId, toPlace(day, name)))
        return found?.value as Answer | undefined
      }),
    )
    return (fresh ?? (older && older.at > now - DAY ? older : undefined))?.recorded
  }

  async function outlived(limit: number): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of store.scan(ANSWERS, { where: [storageKey(experimentId, '*')], limit }))
      if (fromStorageKey(key).name < toPlace(today - 1, '')) keys.push(key)
    return keys
  }

  /** Looks for a single expired response first: usually there is none. */
  async function findOutlived(): Promise<string[]> {
    const [first] = names.length > 0 ? await outlived(1) : []
    return first === undefined ? [] : outlived(names.length * FORGOTTEN_EACH)
  }

  const [found, gone] = await Promise.all([Promise.all(names.map(findAnswer)), findOutlived()])
  const known = new Map(names.map((name, i) => [name, found[i]]))
  const given = new Map<string, Answer>()

  return {
    /** The remembered response to the same call, if any. */
    find: (call: Recording): Recorded | undefined => known.get(nameOf(call) ?? ''),
    remember(call: Recording, recorded: Recorded): void {
      const name = nameOf(call)
      if (name === undefined) return
      known.set(name, recorded)
      given.set(name, { at: now, recorded })
    },
    changes: (): Change[] => [
      ...[...given].map(([name, value]): Change => {
        const key = storageKey(experimentId, toPlace(today, name))
        return { op: 'put', collection: ANSWERS, key, value, expected: null }
      }),
      ...gone.map((key): Change => ({ op: 'delete', collection: ANSWERS, key })),
    ],
  }
}

/** Identifies a call by kind, client and idempotency key; `undefined` without a key. */
const nameOf = ({ kind, clientId, idempotencyKey }: Recording): string | undefined =>
  idempotencyKey === undefined ? undefined : JSON.stringify([kind, clientId, idempotencyKey])

/** Pads days to six digits (enough until the year 4707), so that key order is day order. */
const toPlace = (day: number, name: string): string => `${String(day).padStart(6, '0')}/${name}`
