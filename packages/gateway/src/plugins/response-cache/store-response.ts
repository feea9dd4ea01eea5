import { getHeader } from '../../headers/header-list.ts'
import type { Exchange, ResponseHead } from '../../plugin-api/exchange.ts'
import { hasValidator } from './conditional.ts'
import type { Entries, Stored } from './entries.ts'
import { leftAt } from './freshness.ts'
import { fromStored, replaceHead } from './from-stored.ts'
import { freshened, type StoreSettings, toStore } from './judge.ts'
import type { PendingStore } from './pending-store.ts'

/** What storing needs. */
export interface StoreContext {
  readonly entries: Entries
  readonly settings: StoreSettings
  /** The most bytes of a body. */
  readonly most: number
}

/** Prepares to store what the backend responds, or sends what is stored in its place. `headAt` is when the head came. */
export function storeResponse(
  exchange: Exchange,
  head: ResponseHead,
  { asked, headAt, entries, settings, most }: StoreContext & { readonly asked: PendingStore; readonly headAt: number },
): void {
  const { stale, place, sent, askedAt, flight, why } = asked
  const { status } = head
  const { list } = head.headers
  const judged = { exchange, sent, status, headers: list, askedAt, headAt }
  const isValid = status === 304 && stale !== undefined && hasValidator(stale.headers)
  if (isValid || (status >= 500 && stale && mayReplaceError(stale, headAt))) {
    const fresh = isValid ? freshened(stale, judged, settings) : undefined
    if (fresh) entries.store(place, fresh)
    else if (isValid) entries.remove(stale)
    flight?.land(fresh ? 'stored' : isValid ? 'unshared' : 'failed')
    const answer = fromStored(exchange, fresh ?? stale, headAt, `fwd=${why}; fwd-status=${status}`)
    replaceHead(head, answer)
    asked.instead = (answer.body as Uint8Array | undefined) ?? new Uint8Array()
    return
  }
  const made = Number(getHeader(list, 'content-length') ?? 0) > most ? undefined : toStore(judged, settings)
  if (made) asked.storing = made
  else {
    if (stale && status < 500) entries.remove(stale)
    flight?.land(status < 500 ? 'unshared' : 'failed')
  }
  head.headers.add('Cache-Status', `signalbox; fwd=${why}${made ? '; stored' : ''}`)
}

/** Whether a stored response may be sent because the backend fails (RFC 5861, section 4). */
export function mayReplaceError({ freshness }: Stored, now: number): boolean {
  const { ifError } = freshness.stale
  return ifError > 0 && -leftAt(freshness, now) < ifError
}
