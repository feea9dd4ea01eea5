import type { CompiledBackend } from '@signalbox/core/gateway'
import { networkOf } from '../../addresses/network-of.ts'
import { toHeaderValue } from '../../consumers/tell-backend.ts'
import { getHeader } from '../../headers/header-list.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'

/**
 * What a request asks the backend for: everything that the gateway adds to the request and that may shape the response.
 */
export function uriOf({ route, out: { list }, forwardPath, query }: Exchange): string {
  const told = forwarded.map((name) => getHeader(list, name) ?? '')
  return [route.api_ref, ...told, forwardPath + query].join('\n')
}

/** Who may use a response, and through which slot and from which backend it comes. */
export const ownerOf = (exchange: Exchange, slot: number, isPublic: boolean): string =>
  `${slot}\n${numberOf(exchange.backend)}\n${isPublic ? '' : callerOf(exchange)}\n${exchange.state.get(parts) ?? ''}`

/** In `exchange.state`: what plugins told the backend. */
const parts = Symbol('parts')

/** Requests to which a plugin adds other values do not share responses. */
export function addCachePart({ state }: Exchange, part: string): void {
  state.set(parts, `${state.get(parts) ?? ''}${part}\n`)
}

/**
 * All that the backend receives about the consumer: its response may depend on that. Without a consumer, the address.
 */
function callerOf({ consumer, address }: Exchange): string {
  if (!consumer) return networkOf(address)
  const { subscription = '', plan = '', clientId = '', id } = consumer
  return `@${subscription}/${plan}/${clientId}/${toHeaderValue(id)}`
}

/** Headers by which a backend may make links. */
const forwarded = ['host', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto', 'x-forwarded-prefix']

/** A number for each backend, since a plugin may have chosen another one. */
function numberOf(backend: CompiledBackend): number {
  const known = numbers.get(backend)
  if (known !== undefined) return known
  const number = next++
  numbers.set(backend, number)
  return number
}

let next = 0
const numbers = new WeakMap<CompiledBackend, number>()

/** A number for each slot that is compiled. */
export const nextSlot = (): number => next++
