import type { Signalbox } from '@signalbox/core'

/** The ids of APIs that changed, or that all of them may have. */
export type ChangedApis = ReadonlySet<string> | 'all'

/** Reads in the log which APIs were written after a revision, by whichever process. Their drafts are not shown. */
export async function changedApis(box: Pick<Signalbox, 'events'>, revision: number): Promise<ChangedApis> {
  const changed = new Set<string>()
  for await (const { type, key } of box.events.exportHistory({ domains: 'Api', after: revision })) {
    if (type === 'APIS_DELETED') return 'all'
    if (!type.startsWith('API_DRAFT_')) changed.add(key)
  }
  return changed
}
