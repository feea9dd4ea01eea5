import { getHeader, getHeaders } from '../headers/header-list.ts'
import type { Refused } from '../plugin-api/refused.ts'
import type { Incoming } from './incoming.ts'

/** Whether the value of an `Upgrade` header names WebSocket. Other protocols are not offered. */
export const namesWebSocket = (upgrade: string | undefined): boolean =>
  upgrade?.split(',').some((name) => name.trim().toLowerCase() === 'websocket') === true

/**
 * Checks the handshake of a WebSocket (RFC 6455, section 4.2.1): GET over HTTP/1.1 without a body, a key of 16 bytes in
 * Base64, and version 13. Returns the refusal.
 */
export function checkWebSocket({ method, version, rawHeaders }: Incoming): Refused | undefined {
  const one = (name: string): string | undefined => {
    const values = getHeaders(rawHeaders, name)
    return values.length === 1 ? values[0] : undefined
  }
  if (method !== 'GET' || version !== '1.1') return refuse('A WebSocket must be opened by GET over HTTP/1.1')
  const length = getHeader(rawHeaders, 'content-length') ?? '0'
  if (Number(length) !== 0 || getHeader(rawHeaders, 'transfer-encoding') !== undefined)
    return refuse('A request for a WebSocket must not have a body')
  if (!KEY.test(one('sec-websocket-key') ?? '')) return refuse('The header Sec-WebSocket-Key is missing or invalid')
  if (getHeaders(rawHeaders, 'connection').some((value) => HANDSHAKE.test(value)))
    return refuse('The header Connection names a header that is needed to open a WebSocket')
  if (one('sec-websocket-version') === '13') return undefined
  return { ...refuse('The header Sec-WebSocket-Version must be 13'), headers: ['Sec-WebSocket-Version', '13'] }
}

/** 16 bytes in Base64. */
const KEY = /^[A-Za-z0-9+/]{22}==$/
const HANDSHAKE = /(^|[,\s])sec-websocket-/i

const refuse = (message: string): Refused => ({ refuse: 'errors.bad.request', message })
