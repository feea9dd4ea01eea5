import { type ReadonlySignal, signal } from '@preact/signals'
import { type AnyRecord, idOf } from '../values/id-of.ts'
import { type ExactPattern, exactPatterns } from './exact-patterns.ts'

/** The whole records of the rows in sight. */
export interface Sight<T> {
  /** Rises when records arrive or change. */
  readonly version: ReadonlySignal<number>
  find(id: string): T | undefined
  /** Reads those of these records that are not here, after the rows stood still for a moment. */
  look(ids: readonly string[]): void
  /** The ids that were in sight when the rows last stood still. */
  looked(): readonly string[]
  /** Notes that a record was saved (`record`) or deleted. */
  hear(id: string, record: T | undefined): void
  /** Forgets all records: they may be old. */
  clear(): void
}

interface SightOptions<T> {
  /** Reads the records that match a pattern of some ids. */
  read(pattern: string): Promise<readonly T[]>
  /** How long the rows must stand still, in milliseconds. @default 80 */
  readonly stillMs?: number
  /** How many records are kept. @default 1000 */
  readonly most?: number
}

/** Keeps the records of the rows that were seen last. */
export function createSight<T extends AnyRecord>(options: SightOptions<T>): Sight<T> {
  const { read, stillMs = 80, most = 1000 } = options
  const version = signal(0)
  const records = new Map<string, T>()
  /** Ids that are being read. An event takes its id out: it is newer. */
  const asked = new Set<string>()
  let next: readonly string[] = []
  let looked: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  async function readAll({ ids, pattern }: ExactPattern) {
    for (const id of ids) asked.add(id)
    try {
      for (const record of await read(pattern)) if (asked.has(idOf(record))) records.set(idOf(record), record)
      forgetOldest()
      version.value += 1
    } catch {
      next = [] // The rows show what the index knows, and the next look asks again.
    } finally {
      for (const id of ids) asked.delete(id)
    }
  }

  function forgetOldest() {
    for (const id of records.keys()) {
      if (records.size <= most) return
      records.delete(id)
    }
  }

  return {
    version,
    find: (id) => records.get(id),
    look(ids) {
      if (ids.length === next.length && ids.every((id, at) => id === next[at])) return
      next = ids
      clearTimeout(timer)
      timer = setTimeout(() => {
        looked = next
        const missing = ids.filter((id) => !records.has(id) && !asked.has(id))
        for (const part of exactPatterns(missing)) void readAll(part)
        if (missing.length === 0) version.value += 1
      }, stillMs)
    },
    looked: () => looked,
    hear(id, record) {
      const isKnown = records.has(id) || asked.delete(id)
      if (!isKnown) return
      if (record) records.set(id, record)
      else records.delete(id)
      version.value += 1
    },
    clear() {
      records.clear()
      asked.clear()
      next = []
      version.value += 1
    },
  }
}
