import type { Change, Reads, Versioned } from '../../ports.ts'
import { CLIENTS, HOURS, TALLIES } from '../storage-keys.ts'

type Records = Map<string, Versioned>

/** One attempt to write calls on an experiment. */
export interface Attempt {
  readonly get: Reads['get']
  /** Whether `get` may return records that are out of date. Only a commit then proves what was made of them. */
  readonly isRecalled: boolean
  /** Remembers the records that were read, and the records that a commit has written. */
  remember(changes: readonly Change[], versions: readonly (string | undefined)[]): void
}

/** The most experiments to remember. */
const MOST_EXPERIMENTS = 20
/** The most records of an experiment to remember. Nearly all belong to its clients. */
const MOST_RECORDS = 2000

const remembered: ReadonlySet<string> = new Set(['experiments', TALLIES, HOURS, CLIENTS])

/**
 * Remembers the records of the experiments that this process writes, so that the next commit need not read them. If
 * another process has written meanwhile, that commit fails, because it checks the versions of the experiment and of its
 * tally: nobody writes the record of a client without the tally.
 */
export function createRecentState(store: Pick<Reads, 'get'>) {
  const experiments = new Map<string, Records>()
  return {
    /** Begins an attempt. `mayRecall`: it may use what is remembered. */
    attempt(experimentId: string, { mayRecall }: { readonly mayRecall: boolean }): Attempt {
      const recalled = mayRecall ? experiments.get(experimentId) : undefined
      const read: Records = new Map()
      return {
        isRecalled: recalled !== undefined,
        async get(collection, key) {
          const name = `${collection}/${key}`
          const found = recalled?.get(name) ?? (await store.get(collection, key))
          if (found) read.set(name, found)
          return found
        },
        remember(changes, versions) {
          const records: Records = recalled && recalled.size < MOST_RECORDS ? recalled : new Map()
          for (const [name, record] of read) records.set(name, record)
          for (const [i, change] of changes.entries()) {
            const version = versions[i]
            if (change.op !== 'put' || version === undefined || !remembered.has(change.collection)) continue
            records.set(`${change.collection}/${change.key}`, { value: change.value, version })
          }
          experiments.delete(experimentId)
          experiments.set(experimentId, records)
          const [oldest] = experiments.keys()
          if (experiments.size > MOST_EXPERIMENTS) experiments.delete(oldest as string)
        },
      }
    },
  }
}
