import type { Change, Store } from '../ports.ts'
import { ANSWERS, fromPlace, placeOf } from './places.ts'
import type { Recorded, Recording } from './recording.ts'

/** What a keyed call was answered, and when, in epoch milliseconds. */
interface Answer {
  readonly at: number
  readonly recorded: Recorded
}

const DAY = 24 * 60 * 60_000
/** So many outlived answers go for each keyed call: more than come, so that none stay. */
const FORGOTTEN_EACH = 2

/**
 * The answers that calls on one experiment with an `Idempotency-Key` were given, remembered for a day (decisions 6.4). Their
 * places begin with the day: the oldest come first, and a few of those that outlived their day go with each commit.
 */
export async function openAnswers(
  store: Store,
  experimentId: string,
  { calls, now }: { calls: readonly Recording[]; now: number },
) {
  const today = Math.floor(now / DAY)
  const names = [...new Set(calls.flatMap((call) => nameOf(call) ?? []))]

  async function findAnswer(name: string): Promise<Recorded | undefined> {
    const [fresh, older] = await Promise.all(
      [today, today - 1].map(async (day) => {
        const found = await store.get(ANSWERS, placeOf(experimentId, toPlace(day, name)))
        return found?.value as Answer | undefined
      }),
    )
    return (fresh ?? (older && older.at > now - DAY ? older : undefined))?.recorded
  }

  async function outlived(limit: number): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of store.scan(ANSWERS, { where: [placeOf(experimentId, '*')], limit }))
      if (fromPlace(key).name < toPlace(today - 1, '')) keys.push(key)
    return keys
  }

  /** Asks for one first: most of the time there is none. */
  async function findOutlived(): Promise<string[]> {
    const [first] = names.length > 0 ? await outlived(1) : []
    return first === undefined ? [] : outlived(names.length * FORGOTTEN_EACH)
  }

  const [found, gone] = await Promise.all([Promise.all(names.map(findAnswer)), findOutlived()])
  const known = new Map(names.map((name, i) => [name, found[i]]))
  const given = new Map<string, Answer>()

  return {
    /** What the same call was answered before. */
    find: (call: Recording): Recorded | undefined => known.get(nameOf(call) ?? ''),
    remember(call: Recording, recorded: Recorded): void {
      const name = nameOf(call)
      if (name === undefined) return
      known.set(name, recorded)
      given.set(name, { at: now, recorded })
    },
    changes: (): Change[] => [
      ...[...given].map(([name, value]): Change => {
        const key = placeOf(experimentId, toPlace(today, name))
        return { op: 'put', collection: ANSWERS, key, value, expected: null }
      }),
      ...gone.map((key): Change => ({ op: 'delete', collection: ANSWERS, key })),
    ],
  }
}

/** What tells a call from others under the same key; `undefined` without one. */
const nameOf = ({ kind, clientId, idempotencyKey }: Recording): string | undefined =>
  idempotencyKey === undefined ? undefined : JSON.stringify([kind, clientId, idempotencyKey])

/** Days have as many digits as they will have in 2243, so that their order is that of keys. */
const toPlace = (day: number, name: string): string => `${String(day).padStart(6, '0')}/${name}`
