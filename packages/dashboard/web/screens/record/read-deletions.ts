import type { ChangeEvent, EventType } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { type Kind, kinds } from '../../kinds/kinds.ts'
import { deletionsIn, isRename } from '../../log/deletion-in.ts'
import { operationsOf } from '../../records/operations.ts'
import { idOf } from '../../values/id-of.ts'

/** How many deleted records are looked for. */
const MOST = 20
/** How many pages of the log are read for them at most. The service examines up to 10,000 changes for a page. */
const PAGES = 5
/** How many deletions a page has: their keys fit into one address. */
const PAGE = 50

/** Deletions of records that are gone, the newest first. */
export interface FoundDeletions {
  readonly found: readonly ChangeEvent[]
  /** Whether the log has older changes, where the search stopped. */
  readonly hasMore: boolean
}

/** The creations that follow deletions immediately, by the id of the deletion. They never change. */
export type Creations = Map<number, ChangeEvent | undefined>

/** Searches the log for deletions of records that neither exist again nor live on under another id. */
export async function readDeletions(kind: Kind, following: Creations): Promise<FoundDeletions> {
  const { domain, prefix } = kinds[kind]
  const type = `${prefix}_DELETED` as EventType
  const deletions = new Map<string, ChangeEvent>()
  const present = new Set<string>()
  let found: readonly ChangeEvent[] = []
  let before: number | undefined

  /** Whether a deletion was a rename of a record that exists, maybe under yet another id. */
  function livesOn(deleted: ChangeEvent): boolean {
    const created = following.get(deleted._id)
    if (!created) return false
    const later = deletions.get(created.key)
    return present.has(created.key) || (later !== undefined && later._id > deleted._id && livesOn(later))
  }

  for (let page = 0; page < PAGES; page++) {
    const { results, next } = await api.events.history({
      ...{ domains: domain as never, types: type, limit: PAGE },
      ...(before !== undefined && { before }),
    })
    const fresh = deletionsIn(results).filter(({ key }) => !deletions.has(key))
    for (const event of fresh) deletions.set(event.key, event)
    await addPresent(kind, fresh, present)
    const gone = fresh.filter(({ key }) => !present.has(key))
    await Promise.all(gone.map((event) => addFollowing(event, following)))
    const created = gone.flatMap(({ _id }) => following.get(_id) ?? [])
    await addPresent(kind, created, present)
    found = [...found, ...gone.filter((event) => !livesOn(event))]
    if (next === undefined) return { found: found.slice(0, MOST), hasMore: false }
    if (found.length >= MOST) break
    before = next
  }
  return { found: found.slice(0, MOST), hasMore: true }
}

/** Adds the keys of events whose records exist. */
async function addPresent(kind: Kind, events: readonly ChangeEvent[], present: Set<string>): Promise<void> {
  if (events.length === 0) return
  const pattern = events.map(({ key }) => key).join(',')
  const { results } = await operationsOf(kind).list({ pattern, pageSize: 1000 })
  for (const record of results) present.add(idOf(record))
}

/** Adds the creation that belongs to a deletion, if it was a rename. */
async function addFollowing(deleted: ChangeEvent, following: Creations): Promise<void> {
  if (following.has(deleted._id)) return
  const { results } = await api.events.history({
    ...{ domains: deleted.domain as never, before: deleted._id + 2, limit: 1 },
  })
  const [next] = results
  following.set(deleted._id, next && isRename(deleted, next) ? next : undefined)
}
