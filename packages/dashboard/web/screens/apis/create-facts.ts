import { type ReadonlySignal, signal } from '@preact/signals'

/** What is read for each row in sight, in a call of its own. */
export interface Facts<T> {
  /** Rises when facts arrive. */
  readonly version: ReadonlySignal<number>
  find(id: string): T | undefined
  /** Reads what is not known of these rows, after they stood still for a moment. Rows out of sight are not read. */
  look(ids: readonly string[]): void
  /** Reads the facts of a row again, or those of all rows, when they are in sight. Until then they stay. */
  renew(id?: string): void
  /** Forgets a row that was deleted: it is not read any more, unless `renew` says so. */
  drop(id: string): void
}

interface FactsOptions<T> {
  read(id: string): Promise<T>
  /** How many rows are read at once. @default 4 */
  readonly atOnce?: number
  /** How long rows stand still before they are read, and how long changes are gathered, in milliseconds. @default 200 */
  readonly stillMs?: number
}

/** Creates the facts of the rows of a list. A row whose call fails is read again after its next change. */
export function createFacts<T>({ read, atOnce = 4, stillMs = 200 }: FactsOptions<T>): Facts<T> {
  const version = signal(0)
  const facts = new Map<string, T>()
  /** Ids that need not be read: they were, or are being read. */
  const current = new Set<string>()
  const running = new Set<string>()
  let wanted: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function soon() {
    timer ??= setTimeout(() => {
      timer = undefined
      next()
    }, stillMs)
  }

  function next() {
    for (const id of wanted) {
      if (running.size >= atOnce) return
      if (!current.has(id) && !running.has(id)) void readOne(id)
    }
  }

  async function readOne(id: string) {
    running.add(id)
    current.add(id)
    try {
      facts.set(id, await read(id))
      version.value += 1
    } catch {
      // The row shows what else is known of it.
    } finally {
      running.delete(id)
      if (!timer) next()
    }
  }

  return {
    version,
    find: (id) => facts.get(id),
    look(ids) {
      if (ids.length === wanted.length && ids.every((id, at) => id === wanted[at])) return
      wanted = ids
      clearTimeout(timer)
      timer = undefined
      soon()
    },
    renew(id) {
      if (id === undefined) current.clear()
      else current.delete(id)
      soon()
    },
    drop(id) {
      facts.delete(id)
      current.add(id)
    },
  }
}
