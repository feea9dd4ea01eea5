import type { HeaderEdits } from '../../headers/header-view.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import { cookieValue } from '../../request/cookie-value.ts'
import { consumerKey } from '../shared/client-key.ts'
import { percentiles } from '../shared/percentile.ts'
import { slotBackend } from '../shared/slot-backend.ts'

interface Config {
  readonly backend: string
  readonly percent: number
  readonly header?: string
  readonly cookie?: string
  readonly sticky: boolean
}

/** The cookie of `sticky`: the place of the client, from 0 to 999999. */
const STICKY = 'signalbox-canary'
const PLACES = 1_000_000

/**
 * Sends a share of the clients to another backend. Each client has a fixed place, so that a higher percentage moves clients
 * to that backend and none back. The place comes from the consumer; with `sticky`, of clients without one from a cookie;
 * else from the address.
 */
export const canary = defineCode<Config>({
  stage: 'choose',
  isPure: true,
  compile({ backend: id, percent, header, cookie, sticky }, { slot, route }) {
    const backend = slotBackend(slot, id)
    const placeOf = percentiles(`${route.api_ref}\n${id}\n`)
    const lower = header?.toLowerCase()
    /** In `exchange.state`: the new value of the cookie. */
    const newPlace = Symbol('canary')

    function told({ headers }: Exchange): boolean | undefined {
      const byHeader = lower === undefined ? undefined : decisions.get(headers.get(lower) ?? '')
      return byHeader ?? (cookie === undefined ? undefined : decisions.get(cookieValue(headers, cookie) ?? ''))
    }

    function isInShare(exchange: Exchange): boolean {
      if (!sticky || exchange.consumer) return placeOf(consumerKey(exchange)) < percent
      const known = cookieValue(exchange.headers, STICKY)
      if (known !== undefined && /^\d{1,6}$/.test(known)) return (Number(known) / PLACES) * 100 < percent
      const place = Math.floor((placeOf(exchange.id) / 100) * PLACES)
      exchange.state.set(newPlace, place)
      return (place / PLACES) * 100 < percent
    }

    return {
      request(exchange) {
        if (told(exchange) ?? isInShare(exchange)) exchange.backend = backend
        return undefined
      },
      ...(sticky && {
        response({ state, secure }: Exchange, { headers }: { readonly headers: HeaderEdits }) {
          const place = state.get(newPlace)
          if (place !== undefined)
            headers.add('Set-Cookie', `${STICKY}=${place}; ${attributes}${secure ? '; Secure' : ''}`)
          return undefined
        },
      }),
    }
  },
})

/** What the header and the cookie may say. */
const decisions: ReadonlyMap<string, boolean> = new Map([
  ['always', true],
  ['never', false],
])

const attributes = 'Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax'
