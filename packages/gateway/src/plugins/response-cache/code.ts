import type { HeaderList } from '../../headers/header-list.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { Answer, Verdict } from '../../plugin-api/hooks.ts'
import { nextSlot, ownerOf, uriOf } from '../shared/cache-keys.ts'
import { credentialHeaders, hasCookies, isBypassed, isSafe } from './bypass.ts'
import { askFor } from './conditional.ts'
import { createEntries, type Entries, type Place } from './entries.ts'
import { createFlights } from './flights.ts'
import { fromStored } from './from-stored.ts'
import { collect, type PendingStore, replaceBy } from './pending-store.ts'
import { useOf, type Wishes, wishesOf } from './request-directives.ts'
import { revalidate } from './revalidate.ts'
import { selectingOf } from './selecting.ts'
import { mayReplaceError, storeResponse } from './store-response.ts'

interface Config {
  readonly ttl: number
  readonly methods: readonly string[]
  readonly statuses: readonly number[]
  readonly vary: readonly string[]
  readonly max_bytes: number
  readonly stale_while_revalidate: number
  readonly public: boolean
}

/** What all caches of a gateway may store, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024
/** How long a request waits for the response to another one, in milliseconds. */
const MOST_WAIT = 10_000

/** What the slots of a gateway share: their stored responses. */
const responses = Symbol('responses')

/**
 * A shared cache in memory (RFC 9111). Concurrent requests for the same wait for one call of the backend. HEAD is answered
 * from responses to GET.
 */
export const responseCache = defineCode<Config>({
  stage: 'backend',
  compile(config, { route, shared, call, clock, report }) {
    const entries: Entries = shared(responses, () => createEntries(MOST_BYTES))
    const flights = createFlights(clock)
    const slot = nextSlot()
    const credentials = credentialHeaders(route)
    const vary = config.vary.map((name) => name.toLowerCase())
    const { ttl, statuses, max_bytes: most, stale_while_revalidate: staleWhileRevalidate } = config
    const settings = { ttl, staleWhileRevalidate, statuses, vary }
    const storing = { entries, settings, most }
    /** In `exchange.state`: what was asked of the backend, and the URI that an unsafe request changes. */
    const asked = Symbol('asked')
    const changed = Symbol('changed')
    const pendingOf = ({ state }: Exchange): PendingStore | undefined => state.get(asked) as PendingStore | undefined

    /** Requests with the same key are expected to get the same response. */
    const flightKey = (place: Place, sent: HeaderList): string =>
      [place.uri, place.owner, ...selectingOf([...vary, ...entries.selectedBy(place)], sent).values()].join('\n')

    /** Answers from the cache, waits for another request, or lets the request pass. */
    function look(exchange: Exchange, wishes: Wishes, isAlone = false): Verdict | Promise<Verdict> {
      const now = clock()
      const { list } = exchange.out
      const place = entries.place(uriOf(exchange), ownerOf(exchange, slot, config.public))
      const found = entries.find(place, list)
      const stale = found && (found.freshness.isExplicit || !hasCookies(exchange)) ? found : undefined
      const use = stale && useOf(stale.freshness, wishes, now)
      if (stale && use === 'fresh') return { answer: fromStored(exchange, stale, now) }
      const key = flightKey(place, list)
      if (stale && use !== 'validate') {
        if (use === 'while-revalidating' && !flights.find(key))
          void revalidate(exchange, { ...storing, call, report, clock, place, stale, flight: flights.begin(key) })
        return { answer: fromStored(exchange, stale, now) }
      }
      if (wishes.onlyIfCached) return { answer: { status: 504, headers: ['Cache-Status', 'signalbox'] } }
      // A client that wants a validated response does not take that of another request.
      const isDemanding = wishes.noCache || wishes.maxAge === 0
      const other = isAlone || isDemanding || flights.isUnshared(key) ? undefined : flights.find(key)
      if (other) return other.wait(MOST_WAIT).then((landing) => look(exchange, wishes, landing !== 'left'))
      // A response to HEAD has no body to store.
      if (exchange.method === 'HEAD') return undefined
      const why = stale ? (isDemanding ? 'request' : 'stale') : 'miss'
      const flight = isDemanding || flights.find(key) ? undefined : flights.begin(key)
      const sent = [...list]
      entries.hold(place)
      exchange.state.set(asked, { place, sent, askedAt: now, why, stale, flight } satisfies PendingStore)
      askFor(list, stale?.headers)
      return undefined
    }

    return {
      order: 'first',
      waits: true,
      request(exchange) {
        const { method, headers, draft } = exchange
        if (!isSafe(method) && !draft) exchange.state.set(changed, uriOf(exchange))
        if (isBypassed(exchange, config.public, credentials) || !config.methods.includes(method)) return undefined
        const wishes = wishesOf(headers)
        return wishes.noStore ? undefined : look(exchange, wishes)
      },
      response(exchange, head) {
        // Responses of the gateway itself are not stored.
        if (head.length !== undefined) return undefined
        const pending = pendingOf(exchange)
        if (pending) storeResponse(exchange, head, { ...storing, asked: pending, headAt: clock() })
        const uri = head.status < 400 ? (exchange.state.get(changed) as string | undefined) : undefined
        if (uri !== undefined) entries.invalidate(uri)
        return undefined
      },
      responseBody(exchange, { headers, length }) {
        const pending = length === undefined ? pendingOf(exchange) : undefined
        if (pending?.instead) return replaceBy(pending.instead)
        if (!pending?.storing) return undefined
        const told = headers.get('content-length')
        return collect(pending, pending.storing, {
          entries,
          most,
          length: told === undefined ? undefined : Number(told),
        })
      },
      failed(exchange): Answer | undefined {
        const stale = pendingOf(exchange)?.stale
        const now = clock()
        return stale && mayReplaceError(stale, now) ? fromStored(exchange, stale, now, 'fwd=stale') : undefined
      },
      done(exchange, { cause }) {
        const pending = pendingOf(exchange)
        if (!pending) return
        exchange.state.delete(asked)
        entries.release(pending.place)
        pending.flight?.land(cause === 'errors.client.closed' ? 'left' : 'failed')
      },
    }
  },
})
