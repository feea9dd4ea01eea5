import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { addressOf } from './address.ts'

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
