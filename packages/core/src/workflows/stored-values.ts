import { type Caller, demand } from '../machine/callers/caller.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { checkSize } from '../machine/records/size.ts'
import type { Change, Versioned } from '../ports.ts'
import { failed } from './runs/failure.ts'

/**
 * The collection of the values that workflows keep. Apart from the transfer operations, only workflow functions access
 * it.
 */
export const STORED_VALUES = 'workflow-values'

/** Maximum size of a value, in bytes of JSON. */
const LARGEST_VALUE = 64 * 1024

/** JSON values by key that are kept between runs. Access depends on the caller's grants in the domain Workflow. */
export interface StoredValues {
  /** Returns a value; `undefined` if there is none. Needs the right R on the key. */
  get(key: string): Promise<unknown>
  /**
   * Replaces a value by the result of `change`. Needs the right C for a new key, otherwise U. Concurrent updates are
   * applied one after the other. Throws TOO_LARGE for a value over 64 KiB or over the body limit, INVALID if the
   * maximum number of values is reached, and the reason of the signal once it has aborted.
   */
  update(key: string, change: (current: unknown) => unknown, signal?: AbortSignal): Promise<unknown>
  /**
   * Creates or replaces a value; rights and errors are as in `update`. With `isKept` an existing value is left
   * alone; with `dryRun` everything is checked but nothing is written.
   */
  put(
    key: string,
    value: unknown,
    options: { readonly isKept: boolean; readonly dryRun: boolean },
  ): Promise<{ readonly isNew: boolean; readonly isWritten: boolean }>
  /** Deletes a value. Needs the right D. Returns whether there was one. */
  delete(key: string): Promise<boolean>
  /** Returns the first keys that match a pattern and that the caller may read. */
  keys(pattern: string, limit: number): Promise<string[]>
}

/** Where values are kept, and how many. */
export interface StoredValuesPorts extends Pick<Instance, 'store' | 'note' | 'bodyLimit'> {
  /** Maximum number of values. Concurrent writers may exceed it by their number. */
  readonly most: number
}

/**
 * Returns access to the kept values for a caller. Writes do not emit change events; a workflow can emit an event
 * itself.
 */
export function storedValuesFor(caller: Caller, { store, note, bodyLimit, most }: StoredValuesPorts): StoredValues {
  const largest = { bytes: Math.min(LARGEST_VALUE, bodyLimit), wayOut: 'store parts of it under separate keys' }
  const commit = async (change: Change) => 'events' in (await note([change]))

  async function check(key: string, value: unknown, found: Versioned | undefined): Promise<void> {
    checkSize(`value of ${key}`, JSON.stringify(value), largest)
    if (!found && (await store.count(STORED_VALUES)) >= most) throw tooMany(most)
  }

  return {
    async get(key) {
      demand(caller, 'R', 'Workflow', key)
      return (await store.get(STORED_VALUES, key))?.value
    },
    async update(key, change, signal) {
      for (;;) {
        signal?.throwIfAborted()
        const found = await store.get(STORED_VALUES, key)
        demand(caller, found ? 'U' : 'C', 'Workflow', key)
        const value = change(found?.value)
        await check(key, value, found)
        if (await commit({ op: 'put', collection: STORED_VALUES, key, value, expected: found?.version ?? null }))
          return value
      }
    },
    async put(key, value, { isKept, dryRun }) {
      for (;;) {
        const found = await store.get(STORED_VALUES, key)
        if (found && isKept) return { isNew: false, isWritten: false }
        demand(caller, found ? 'U' : 'C', 'Workflow', key)
        await check(key, value, found)
        const put: Change = { op: 'put', collection: STORED_VALUES, key, value, expected: found?.version ?? null }
        if (dryRun || (await commit(put))) return { isNew: !found, isWritten: true }
      }
    },
    async delete(key) {
      demand(caller, 'D', 'Workflow', key)
      for (;;) {
        const found = await store.get(STORED_VALUES, key)
        if (!found) return false
        if (await commit({ op: 'delete', collection: STORED_VALUES, key, expected: found.version })) return true
      }
    },
    async keys(pattern, limit) {
      const found: string[] = []
      const where = [pattern, caller.patterns('R', 'Workflow')]
      for await (const { key } of store.scan(STORED_VALUES, { where, limit })) found.push(key)
      return found
    },
  }
}

const tooMany = (most: number) =>
  failed(
    'kept',
    `Workflows already store ${most} values: delete some, or raise the option workflows.kept (of the server: SIGNALBOX_WORKFLOW_KEPT)`,
    most,
  )
