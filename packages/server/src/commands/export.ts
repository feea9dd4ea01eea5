import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openToWrite } from '../files/files.ts'
import { type Instance, sourceInstance, storeInstance } from '../folder/sides.ts'
import { nameOfStore } from '../stores/stores.ts'
import { exportLines } from '../transfer/export-lines.ts'
import type { Run, Words } from './command.ts'
import { onStore } from './on-store.ts'

/** `signalbox export`: records to an nd-json file or to a folder. */
export const runExport: Run = (words, settings) => {
  const { dir, file, from, kinds, pattern, secrets } = words
  if (dir !== undefined) return (from === undefined ? exportStore : exportServer)(words, settings)
  if ([from, kinds, pattern, secrets].every((word) => word === undefined)) return exportAll({ file }, settings)
  throw new Error('--from, --kinds, --pattern and --secrets need --dir DIR')
}

const exportAll = onStore(async (box, file) => {
  const lines = Readable.from(exportLines(box))
  await pipeline(lines, file === undefined ? process.stdout : await openToWrite(file, { isSecret: true }))
  console.error(`${file ?? 'The export'} contains secrets in plain text: protect it like the store itself`)
  return true
})

const exportStore = onStore((box, _file, words) =>
  exportTo(storeInstance(box, nameOfStore(words.settings.store)), words),
)

const exportServer: Run = ({ from = '', ...words }, settings) => exportTo(sourceInstance(from, settings), words)

async function exportTo(instance: Instance, { file, dir = '', kinds, pattern, secrets }: Words): Promise<boolean> {
  if (file !== undefined) throw new Error(`--dir writes a folder, so omit ${file}`)
  const { exportFolder } = await import('../folder/export-folder.ts')
  const { kindsNamed } = await import('../folder/chosen-kinds.ts')
  const { recordKinds } = await import('../folder/record-kinds.ts')
  const chosen = kindsNamed(kinds, secrets ? recordKinds : undefined)
  const { written, removed, unchanged, hidden } = await exportFolder(instance, dir, { kinds: chosen, pattern, secrets })
  if (hidden.length > 0) console.error(`The caller may not read ${hidden.join(', ')}`)
  if (secrets) console.error(`${dir} contains secrets: protect it like the store itself`)
  console.log(`wrote ${written}, removed ${removed}, unchanged ${unchanged}`)
  return hidden.length === 0 || kinds === undefined
}
