import { keyedDigest, toHex } from '@signalbox/core/gateway'
import { cookieValue } from '../../request/cookie-value.ts'
import type { Choice, CreateBalancer } from './balancer.ts'
import { perList } from './per-list.ts'
import { roundRobin } from './round-robin.ts'

/**
 * A client stays with its target: a cookie names it by a digest under the key of the gateway. Clients without a valid
 * cookie, or whose target is not usable, take turns and get a new cookie.
 */
export const sticky: CreateBalancer = ({ cookie: named, ttl, same_site = 'Lax' }, ports) => {
  const cookie = String(named ?? SHARED)
  const before = cookie.startsWith(`${SHARED}-`) ? SHARED : undefined
  const lifetime = ttl === undefined ? '' : `; Max-Age=${Math.floor(Number(ttl))}`
  const fixed = `Path=/${lifetime}; HttpOnly; SameSite=${same_site}`
  const keyless = roundRobin({}, ports)
  const digest = keyedDigest(() => ports.secret)
  const values = new WeakMap<Choice, string>()
  const placesOf = perList<Choice, ReadonlyMap<string, number>>(
    (usable) => new Map(usable.map((choice, place) => [cookieFor(choice), place])),
  )

  function cookieFor(choice: Choice): string {
    const known = values.get(choice)
    if (known !== undefined) return known
    const value = toHex(digest(`sticky:${choice.name}`).subarray(0, 16))
    values.set(choice, value)
    return value
  }

  return {
    choose(usable, exchange, now) {
      const { headers } = exchange
      const value = cookieValue(headers, cookie) ?? (before && cookieValue(headers, before))
      const place = value === undefined ? undefined : placesOf(usable).get(value)
      return place === undefined ? keyless.choose(usable, exchange, now) : usable[place]!
    },
    response({ headers, secure }, head, target) {
      const value = cookieFor(target)
      if (cookieValue(headers, cookie) === value) return
      // Browsers ignore a cookie for other sites that is not for https alone.
      const attributes = secure || same_site === 'None' ? `${fixed}; Secure` : fixed
      head.headers.add('Set-Cookie', `${cookie}=${value}; ${attributes}`)
    },
  }
}

/** The cookie that all backends once shared. Clients that still have it stay with their target. */
const SHARED = 'signalbox-target'
