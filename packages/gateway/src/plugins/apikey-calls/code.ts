import { twinDropper } from '../../consumers/drop-twins.ts'
import type { Identified } from '../../consumers/identified.ts'
import { type Admission, identifying } from '../../consumers/identify.ts'
import { createJudge, invalid } from '../../consumers/judge-key.ts'
import type { Held, KeyPlace, KeyPlacesConfig } from '../../consumers/key-place.ts'
import { headerNames, keyPlaces } from '../../consumers/key-places.ts'
import { cutQueryKeys } from '../../consumers/query-keys.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'

interface Config extends Admission, KeyPlacesConfig {
  readonly wipe_backend_request: boolean
}

/**
 * Identifies consumers by API keys: a client id and a secret. The backend does not get the key, unless the settings say
 * so.
 */
export const apikeyCalls = defineCode<Config>({
  stage: 'identify',
  compile(config, context) {
    const places = keyPlaces(config, context)
    const judge = createJudge(context)

    /** Looks for a key at each place, until one holds something. */
    function look(exchange: Exchange, from = 0): Identified | Promise<Identified> {
      for (let i = from; i < places.length; i++) {
        const place = places[i] as KeyPlace
        const held = place.find(exchange)
        if (held === undefined) continue
        if (!(held instanceof Promise)) return settle(exchange, place, held)
        return held.then((one) => (one === undefined ? look(exchange, i + 1) : settle(exchange, place, one)))
      }
      return undefined
    }

    function settle(exchange: Exchange, place: KeyPlace, held: NonNullable<Held>): Identified {
      const found = held === 'unreadable' ? invalid : 'refuse' in held ? held : judge(exchange, held)
      if (found === undefined) return undefined
      if ('refuse' in found) return place.isBearer ? { ...found, bearer: { error: 'invalid_token' } } : found
      if (config.wipe_backend_request) place.wipe(exchange)
      else place.keep?.(exchange)
      return found
    }

    const hooks = identifying(config, look, context)
    const hasQuery = config.extractors.query === true
    const dropTwins = twinDropper(headerNames(config))
    if (!hasQuery && !dropTwins) return hooks
    return {
      ...hooks,
      request(exchange) {
        if (hasQuery) cutQueryKeys(exchange)
        dropTwins?.(exchange)
        return hooks.request?.(exchange)
      },
    }
  },
})
