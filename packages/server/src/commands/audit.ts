import { SignalboxError } from '@signalbox/core'
import { cannotBeRead, serverAt } from '../folder/remote-server.ts'
import type { Settings } from '../settings/settings.ts'
import type { Run, Words } from './command.ts'
import { onStore } from './on-store.ts'
import { writeAudit } from './write-audit.ts'

/** `signalbox audit`: the retained change events. */
export const runAudit: Run = async (words, settings) =>
  (words.from === undefined ? auditOfStore : auditOfServer)(words, settings)

const auditOfStore = onStore(async (box, file, words) => {
  if (words.settings.store === 'memory:') throw new Error(eventsInMemory)
  await writeAudit(box, file, words)
  return true
})

async function auditOfServer({ from = '', file, ...words }: Words, settings: Settings): Promise<boolean> {
  if (!/^https?:/i.test(from)) throw new Error('--from must be the URL of a server: signalbox audit --from https://…')
  await writeAudit(serverAt(from, settings), file, words).catch((error) => {
    throw error instanceof SignalboxError ? cannotBeRead(`The events of ${from}`)(error) : error
  })
  return true
}

const eventsInMemory =
  'audit requires a persistent store or --from URL, because the events of memory: exist only in the running server: set SIGNALBOX_STORE'
