import { failureSentence } from '../../../calls/failures.ts'
import { type Kind, kinds } from '../../../kinds/kinds.ts'
import { toast } from '../../../notices/toasts.ts'
import { mount } from '../../../place/mount.ts'
import { readRecords } from '../bulk/read-records.ts'

/** Saves records as an nd-json file: all, or those of some ids. */
export async function download(kind: Kind, ids?: readonly string[]): Promise<void> {
  if (ids === undefined) return save(`${mount.apiUrl}/api/${kinds[kind].resource}.ndjson`, kind)
  try {
    const records = await readRecords(kind, ids)
    const lines = records.map((record) => `${JSON.stringify(record)}\n`)
    const address = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }))
    save(address, kind)
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    toast(`The export failed: ${failureSentence(error)}`, { aspect: 'danger' })
  }
}

function save(address: string, kind: Kind): void {
  const link = document.createElement('a')
  link.href = address
  link.download = `${kind}.ndjson`
  link.click()
}
