import type { Caller } from '../callers/caller.ts'
import { demand } from '../callers/caller.ts'
import type { Change, Versioned } from '../ports.ts'
import type { Instance } from '../records/hooks.ts'
import { checkSize } from '../records/size.ts'
import { failed } from './failure.ts'

/** The collection of what workflows keep; no operation but their transfer reaches it otherwise. */
export const KEPT = 'workflow-values'

/** A value that is kept is no larger, in bytes of JSON. */
const LARGEST_VALUE = 64 * 1024

/** JSON values by key that stay between runs, as far as a caller may reach them by their grants in the domain Workflow. */
export interface Kept {
  /** Takes the right R on the key; `undefined` where nothing is kept. */
  get(key: string): Promise<unknown>
  /**
   * Takes C where nothing is kept, else U. Of several writers at once each reads what the one before wrote. TOO_LARGE for a value larger
   * than 64 KiB or than a record, INVALID where so many are kept that no more may be; the reason of the signal once nobody wants it any more.
   */
  update(key: string, change: (current: unknown) => unknown, signal?: AbortSignal): Promise<unknown>
  /**
   * Puts a value in the place of the one that is kept, or where nothing is; takes what `update` takes. `isKept` leaves alone what is there,
   * `dryRun` checks and writes nothing.
   */
  put(
    key: string,
    value: unknown,
    options: { readonly isKept: boolean; readonly dryRun: boolean },
  ): Promise<{ readonly isNew: boolean; readonly isWritten: boolean }>
  /** Takes D; whether something was kept. */
  delete(key: string): Promise<boolean>
  /** The first keys that match a pattern, of those that the caller may read. */
  keys(pattern: string, limit: number): Promise<string[]>
}

/** Where values are kept. */
export interface KeptPorts extends Pick<Instance, 'store' | 'bodyLimit'> {
  /** How many at most; writers at the same time may exceed it by their number. */
  readonly most: number
}

/** What workflows keep, for a caller. Writes emit no events: a workflow that has something to tell emits one by itself. */
export function keptFor(caller: Caller, { store, bodyLimit, most }: KeptPorts): Kept {
  const largest = { bytes: Math.min(LARGEST_VALUE, bodyLimit), wayOut: 'keep parts of it under keys of their own' }
  const commit = async (change: Change) => 'events' in (await store.commit([change], []))

  async function check(key: string, value: unknown, found: Versioned | undefined): Promise<void> {
    checkSize(`value of ${key}`, JSON.stringify(value), largest)
    if (!found && (await store.count(KEPT)) >= most) throw tooMany(most)
  }

  return {
    async get(key) {
      demand(caller, 'R', 'Workflow', key)
      return (await store.get(KEPT, key))?.value
    },
    async update(key, change, signal) {
      for (;;) {
        signal?.throwIfAborted()
        const found = await store.get(KEPT, key)
        demand(caller, found ? 'U' : 'C', 'Workflow', key)
        const value = change(found?.value)
        await check(key, value, found)
        if (await commit({ op: 'put', collection: KEPT, key, value, expected: found?.version ?? null })) return value
      }
    },
    async put(key, value, { isKept, dryRun }) {
      for (;;) {
        const found = await store.get(KEPT, key)
        if (found && isKept) return { isNew: false, isWritten: false }
        demand(caller, found ? 'U' : 'C', 'Workflow', key)
        await check(key, value, found)
        const put: Change = { op: 'put', collection: KEPT, key, value, expected: found?.version ?? null }
        if (dryRun || (await commit(put))) return { isNew: !found, isWritten: true }
      }
    },
    async delete(key) {
      demand(caller, 'D', 'Workflow', key)
      for (;;) {
        const found = await store.get(KEPT, key)
        if (!found) return false
        if (await commit({ op: 'delete', collection: KEPT, key, expected: found.version })) return true
      }
    },
    async keys(pattern, limit) {
      const found: string[] = []
      const where = [pattern, caller.patterns('R', 'Workflow')]
      for await (const { key } of store.scan(KEPT, { where, limit })) found.push(key)
      return found
    },
  }
}

const tooMany = (most: number) =>
  failed(
    'kept',
    `Workflows keep ${most} values already: delete some, or let the option workflows.kept (of the server: SIGNALBOX_WORKFLOW_KEPT) be larger`,
    most,
  )
