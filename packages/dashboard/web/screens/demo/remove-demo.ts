import { api } from '../../calls/api.ts'
import type { Because } from '../../confirm/because.ts'
import { CONTENTS, type DemoRecord, demoRecordsIn } from './demo-records.ts'

/** The records of the demo; `undefined` if this server shows none. */
export async function findDemo(): Promise<readonly DemoRecord[] | undefined> {
  const { results } = await api.configs.list({ pattern: CONTENTS, pageSize: 1 })
  return demoRecordsIn(results[0]?.value)
}

/** Deletes the records in one commit, except records that somebody has deleted before. */
export async function removeDemo(records: readonly DemoRecord[], because: Because): Promise<void> {
  const changes = records.map(({ kind, id }) => ({ op: 'delete' as const, kind, id }))
  try {
    await api.commit({ body: { changes } }, because)
  } catch (error) {
    const gone = missingOf(error)
    if (gone === undefined) throw error
    await removeDemo(
      records.filter((_, i) => i !== gone),
      because,
    )
  }
}

/** The place of the change whose record does not exist, if a commit failed for that. */
function missingOf(error: unknown): number | undefined {
  const { code, members } = error as { readonly code?: string; readonly members?: { readonly index?: number } }
  return code === 'NOT_FOUND' ? members?.index : undefined
}
