import { kinds } from '../../kinds/kinds.ts'
import { counted } from '../../words/words.ts'

/** The config that lists the records of the demo of `signalbox --demo`. */
export const CONTENTS = 'demo:contents'

/** A record of the demo, as a commit names it. */
export interface DemoRecord {
  readonly kind: string
  readonly id: string
}

/** The kinds that a demo writes, by the names that commits use. Nothing of another kind is ever removed with it. */
const nounsOf = new Map(
  (['features', 'segments', 'configs', 'experiments', 'apis', 'backends', 'subscriptions'] as const).map((kind) => [
    kinds[kind].resource as string,
    kinds[kind].nouns,
  ]),
)

/** The most records of a demo, which are some twenty. */
const MOST = 100

/**
 * The records that a stored list of the demo names. Everybody with a grant on that config can write it, so it is
 * `undefined` unless all of them are of the kinds that a demo writes, have an id of the demo, and are named once, and the
 * list is one of them.
 */
export function demoRecordsIn(contents: unknown): readonly DemoRecord[] | undefined {
  const { records } = (contents ?? {}) as { readonly records?: unknown }
  if (!Array.isArray(records) || records.length > MOST || !records.every(isOfDemo)) return undefined
  const names = new Set(records.map(({ kind, id }) => `${kind} ${id}`))
  return names.size === records.length && names.has(`configs ${CONTENTS}`)
    ? records.map(({ kind, id }) => ({ kind, id }))
    : undefined
}

function isOfDemo(record: unknown): record is DemoRecord {
  const { kind, id } = (record ?? {}) as { readonly [K in keyof DemoRecord]?: unknown }
  return nounsOf.has(kind as string) && typeof id === 'string' && /^demo[:-]./.test(id)
}

/** The records by kind: `2 segments: demo:testers, demo:regulars`. */
export function linesOf(records: readonly DemoRecord[]): readonly string[] {
  const byKind = Map.groupBy(records, ({ kind }) => kind)
  return [...nounsOf].flatMap(([kind, [one, many]]) => {
    const ids = byKind.get(kind)?.map(({ id }) => id) ?? []
    return ids.length === 0 ? [] : [`${counted(ids.length, one, many)}: ${ids.join(', ')}`]
  })
}
