import { isObject } from '@signalbox/core/gateway'
import { isSendable } from '../../../headers/header-list.ts'
import { responseHops, ruleOf } from '../../../request/header-rules.ts'
import { setsOwnCookie } from '../../../request/own-cookies.ts'

/**
 * The headers of a result, names and values in turn: `{ name: value }`, with a list for several values. Throws for
 * headers of the connection and the framing, for headers that the gateway sets, and for names and values that no header
 * can have.
 */
export function resultHeaders(headers: unknown): string[] {
  if (headers === undefined || headers === null) return []
  if (!isObject(headers))
    throw new Error('Its result has invalid headers: expected an object such as {"X-Name": "value"}')
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      if (!TOKEN.test(name) || isReserved(name.toLowerCase()))
        throw new Error(`Its result has the header ${JSON.stringify(name.slice(0, 100))}, which it may not set`)
      const text = typeof one === 'number' || typeof one === 'boolean' ? String(one) : one
      if (typeof text !== 'string' || !isSendable(text) || isOwnCookie(name, text))
        throw new Error(`Its result has an invalid value of the header ${name}`)
      return [name, text]
    }),
  )
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

const isOwnCookie = (name: string, value: string): boolean =>
  name.toLowerCase() === 'set-cookie' && setsOwnCookie(value)

/** Headers of the connection and the framing, and those by which the gateway identifies consumers and requests. */
const isReserved = (lower: string): boolean =>
  responseHops.has(lower) || (lower !== 'cookie' && ruleOf(lower) !== undefined)
