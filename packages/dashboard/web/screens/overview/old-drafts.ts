import { api } from '../../calls/api.ts'
import { loadBox } from '../../calls/box.ts'
import { serviceNow } from '../../calls/clock.ts'
import { instantOf } from '../../calls/stamped.ts'
import { type Found, type Need, oldDraft } from './needs.ts'

/** The most drafts whose age is looked up. */
const MOST = 50
const types = 'API_DRAFT_CREATED,API_DRAFT_UPDATED'

/** Drafts of APIs that were not saved for seven days. Drafts carry no date: the log says when they were saved. */
export async function oldDrafts(): Promise<Found> {
  await loadBox()
  const needs: Need[] = []
  let seen = 0
  for await (const line of api.apis.draft.export({})) {
    const { id } = line.api
    if (seen === MOST) return { needs, notes: [`Only the first ${MOST} drafts of APIs were examined.`] }
    seen += 1
    const { results, oldest } = await api.events.history({ domains: 'Api', key: id, types, limit: 1 })
    const [saved] = results
    const need = oldDraft(id, {
      saved: saved && instantOf(saved.timestamp),
      // A draft without an event is older than the log.
      before: saved || oldest === undefined ? undefined : instantOf(oldest),
      now: serviceNow(),
    })
    if (need) needs.push(need)
  }
  return { needs, notes: [] }
}
