import { contract, createSignalbox, type ScriptEngines, type Signalbox, type Store } from '@signalbox/core'
import { mapOperations, operations } from '@signalbox/core/contract'
import { openApiReader } from '../openapi/read-openapi.ts'
import type { Settings } from '../settings/settings.ts'
import { nameStore, openStore } from '../stores/stores.ts'
import type { Run, Words } from './command.ts'

/** The options of a command that works on the configured store, with that store. */
export interface OnStore extends Omit<Words, 'file'> {
  readonly settings: Settings
  readonly store: Store
}

/**
 * Creates a command that works on the configured store. Its changes have the reason `--reason`, else `reason`. It runs scripts
 * only with engines.
 */
export const onStore =
  (
    run: (box: Signalbox, file: string | undefined, words: OnStore) => ReturnType<Run>,
    reason = 'signalbox',
    engines?: (settings: Settings) => Promise<ScriptEngines>,
  ): Run =>
  async ({ file, ...words }, settings) => {
    const { store: url, storeTimeout: timeout, timeZone, bucketing, assignment, bodyLimit, apiBodyLimit } = settings
    try {
      const store = await openStore(url, { timeout })
      const readOpenApi = openApiReader()
      const limits = { bodyLimit, apiBodyLimit }
      const scripts = await engines?.(settings)
      const box = createSignalbox({
        store,
        timeZone,
        bucketing,
        assignment,
        ...limits,
        readOpenApi,
        loadOnWrite: false,
        ...(scripts && { scripts }),
      })
      try {
        return await run(withReason(box, words.reason ?? reason), file, { ...words, settings, store })
      } finally {
        await box.close()
      }
    } catch (error) {
      throw nameStore(url, error)
    }
  }

/** Of all operations: a box has the operations of portals, too. */
const listed = [...operations(contract), ...operations(contract, 'portal')]
const finders = new Map(listed.map(({ name, find }) => [name.join('.'), find]))

/** The same Signalbox, with a reason for every call that has none of its own. */
const withReason = (box: Signalbox, reason: string): Signalbox => ({
  ...box,
  ...mapOperations(contract, (_, name) => {
    const call = finders.get(name.join('.'))!(box)
    return (input, options) => call(input, { reason, ...options })
  }),
})
