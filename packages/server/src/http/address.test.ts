import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { addressOf, isSecure } from './address.ts'

const request = (forwarded?: string) =>
  ({
    socket: { remoteAddress: '10.0.0.9' },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

it.each([
  [0, undefined, '10.0.0.9'],
  [0, '1.1.1.1', '10.0.0.9'],
  [1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  [2, '6.6.6.6, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
  [2, '1.1.1.1', '1.1.1.1'],
  [1, undefined, '10.0.0.9'],
])('behind %d trusted proxies, X-Forwarded-For %s is the address %s', (proxies, forwarded, address) => {
  expect(addressOf(request(forwarded), proxies)).toBe(address)
})

it.each([
  [0, 'https', false],
  [1, 'https', true],
  [1, 'HTTPS', true],
  [1, 'http', false],
  [1, undefined, false],
  [1, 'https, http', false],
  [2, 'https, http', true],
  [2, 'https', true],
])('behind %d trusted proxies, X-Forwarded-Proto %s is https: %s', (proxies, proto, secure) => {
  const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto }
  expect(isSecure({ socket: {}, headers } as unknown as IncomingMessage, proxies)).toBe(secure)
})
