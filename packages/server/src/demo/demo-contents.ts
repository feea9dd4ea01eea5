import { CONTENTS, shopBackend, shopRecords } from './shop.ts'

/** The value of the config that lists the records of the demo. */
export interface Contents {
  /** When the shop was filled, in epoch milliseconds. Its history is computed from it. */
  readonly at: number
  readonly records: readonly RecordName[]
}

/** The name of a record, as in a commit. */
interface RecordName {
  readonly kind: string
  readonly id: string
}

/** The names of all records of the demo. */
export const demoNames: readonly RecordName[] = [
  ...[...shopRecords(0), shopBackend(0)].map(({ kind, record }) => ({ kind, id: record.id as string })),
  { kind: 'configs', id: CONTENTS },
]

/** Dates of four digits after the year 2000, also for what happened some weeks before. */
const FIRST = Date.UTC(2001, 0)
const LAST = Date.UTC(9999, 0)

/**
 * The value of a stored config, if it is what the demo has written. Everybody with a grant on that config can write another
 * value: `undefined` for that.
 */
export function contentsIn(value: unknown): Contents | undefined {
  const { at, records } = (value ?? {}) as { readonly [K in keyof Contents]?: unknown }
  if (!Number.isInteger(at) || (at as number) < FIRST || (at as number) > LAST) return undefined
  return Array.isArray(records) && namesDemo(records) ? (value as Contents) : undefined
}

function namesDemo(records: readonly unknown[]): boolean {
  const wanted = new Set(demoNames.map(textOf))
  return records.length === wanted.size && records.every((one) => wanted.delete(textOf(one)))
}

/** A name as text; the same for the same name only. */
function textOf(name: unknown): string {
  const { kind, id } = (name ?? {}) as { readonly [K in keyof RecordName]?: unknown }
  return JSON.stringify([kind, id])
}
