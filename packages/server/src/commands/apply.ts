import { applyFolder } from '../folder/apply-folder.ts'
import { type Instance, serverInstance, storeInstance } from '../folder/sides.ts'
import { nameOfStore } from '../stores/stores.ts'
import type { Run, Words } from './command.ts'
import { onStore } from './on-store.ts'
import { endOf, output } from './plan-output.ts'

/** `signalbox apply`: the records of a folder to the store or to a server. */
export const runApply: Run = (words, settings) =>
  (words.to === undefined ? applyToStore : applyToServer)(words, settings)

const applyToStore = onStore(
  (box, file, words) => apply(storeInstance(box, nameOfStore(words.settings.store)), file, words),
  'signalbox apply',
)

const applyToServer: Run = ({ to = '', file, ...words }, settings) => apply(serverInstance(to, settings), file, words)

async function apply(instance: Instance, file: string | undefined, words: Omit<Words, 'file'>) {
  if (file === undefined) throw new Error('apply requires a folder: signalbox apply DIR')
  const { reason = 'signalbox apply', prune, check = false, 'dry-run': dryRun = check } = words
  return endOf(await applyFolder(instance, file, { prune, dryRun: dryRun || check, reason, ...output }), check)
}
