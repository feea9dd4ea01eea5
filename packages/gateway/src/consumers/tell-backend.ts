import type { HeaderEdits } from '../headers/header-view.ts'
import type { Consumer } from '../plugin-api/exchange.ts'

/**
 * Tells the backend who calls. Clients cannot send these headers.
 *
 * | header | value |
 * |---|---|
 * | `Gateway-Consumer-Id` | the owner of the subscription, or the claim or subject that identifies the caller |
 * | `Gateway-Subscription-Id` | the id of the subscription, if there is one |
 * | `Gateway-Plan-Id` | the id of the plan, if one is known |
 * | `Gateway-Client-Id` | the client id of the credential, if there is one |
 *
 * In a value, `%` and whatever no header can carry are percent-encoded as UTF-8: everything but printable ASCII, and a space
 * at the beginning or end. `decodeURIComponent` restores every value, so different consumers have different values.
 */
export function tellBackend(out: HeaderEdits, consumer: Consumer): void {
  let headers = known.get(consumer)
  if (!headers) {
    headers = headersOf(consumer)
    known.set(consumer, headers)
  }
  const { list } = out
  const isTold = hasGatewayHeader(list)
  for (let i = 0; i < headers.length; i += 2)
    if (isTold) out.set(headers[i] as string, headers[i + 1] as string)
    else list.push(headers[i] as string, headers[i + 1] as string)
}

/** Removes everything about a consumer that goes to the backend. */
export function forgetConsumer(out: HeaderEdits): void {
  for (const name of told) out.remove(name)
}

const told = ['Gateway-Consumer-Id', 'Gateway-Subscription-Id', 'Gateway-Plan-Id', 'Gateway-Client-Id'] as const

/** Whether a header must be replaced: one that a plugin has set, or the credentials that the backend gets too. */
function hasGatewayHeader(list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] as string
    if ((name.charCodeAt(0) | 32) === LETTER_G && name.toLowerCase().startsWith('gateway-')) return true
  }
  return false
}

const LETTER_G = 103

/** Plugins may return the same consumer again. */
const known = new WeakMap<Consumer, readonly string[]>()

function headersOf({ id, subscription, plan, clientId }: Consumer): readonly string[] {
  const values: Record<(typeof told)[number], string | undefined> = {
    'Gateway-Consumer-Id': id,
    'Gateway-Subscription-Id': subscription,
    'Gateway-Plan-Id': plan,
    'Gateway-Client-Id': clientId,
  }
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name, toHeaderValue(value)]))
}

/** Text as the value of a header; `decodeURIComponent` restores it. */
export const toHeaderValue = (text: string): string => text.replace(UNCARRIED, encoded)

const UNCARRIED = /[^\x20-\x7e]+|%|^ | $/g

/** Lone surrogates have no UTF-8 form. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\u{fffd}'))
