import type { KeyBy } from './client-key.ts'
import { compileKey } from './client-key.ts'
import { defineCode } from './define-code.ts'
import type { Refused } from './plugin.ts'

interface Config extends KeyBy {
  readonly max: number
}

const exceeded: Refused = { refuse: 'errors.concurrency.exceeded', headers: ['Retry-After', '1'] }

/** Refuses requests while too many others are in progress. A request is in progress until its exchange has ended. */
export const concurrencyLimit = defineCode<Config>({
  stage: 'limit',
  compile({ max, ...by }) {
    const keyOf = compileKey(by)
    const inProgress = new Map<string, number>()
    /** In `exchange.state`: the key whose place the request has. A symbol of this slot, since a route may have several. */
    const place = Symbol('concurrency')
    return {
      request(exchange) {
        const key = keyOf(exchange)
        const count = inProgress.get(key) ?? 0
        if (count >= max) return exceeded
        inProgress.set(key, count + 1)
        exchange.state.set(place, key)
        return undefined
      },
      done({ state }) {
        const key = state.get(place) as string | undefined
        if (key === undefined) return
        state.delete(place)
        const count = inProgress.get(key) ?? 0
        if (count > 1) inProgress.set(key, count - 1)
        else inProgress.delete(key)
      },
    }
  },
})
