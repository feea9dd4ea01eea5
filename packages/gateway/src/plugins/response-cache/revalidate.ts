import type { Clock } from '@signalbox/core/gateway'
import { CallFailedError } from '../../backend/send.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'
import { askFor } from './conditional.ts'
import type { Place, Stored } from './entries.ts'
import type { Flight, Landing } from './flights.ts'
import { freshened, toStore } from './judge.ts'
import { owned } from './pending-store.ts'
import type { StoreContext } from './store-response.ts'

interface Revalidation extends StoreContext, Pick<SlotContext, 'call' | 'report'> {
  readonly clock: Clock
  readonly place: Place
  readonly stale: Stored
  readonly flight: Flight
}

/** Calls the backend for a stored response that is sent meanwhile (RFC 5861, section 3). Never rejects. */
export async function revalidate(
  exchange: Exchange,
  { call, report, clock, entries, settings, most, place, stale, flight }: Revalidation,
): Promise<void> {
  let landing: Landing = 'failed'
  entries.hold(place)
  const { backend } = exchange
  const sent = [...exchange.out.list]
  const headers = [...sent]
  askFor(headers, stale.headers)
  try {
    const askedAt = clock()
    const { status, ...response } = await call({ exchange, backend, method: 'GET', headers, most })
    const judged = { exchange, sent, status, headers: [...response.headers], askedAt, headAt: clock() }
    const made = status === 304 ? freshened(stale, judged, settings) : toStore(judged, settings)
    const body = status === 304 ? stale.body : response.body && owned([response.body], response.body.length)
    if (made && body) {
      entries.store(place, { ...made, body })
      landing = 'stored'
    } else if (status < 500) {
      entries.remove(stale)
      landing = 'unshared'
    }
  } catch (error) {
    // Backends that fail are known to their state. The stored response is used as long as it may be.
    if (!(error instanceof CallFailedError)) report(error)
  } finally {
    entries.release(place)
    flight.land(landing)
  }
}
