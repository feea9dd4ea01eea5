import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { expect, it } from 'vitest'
import { shareRule } from '../outgoing/share.ts'
import { limitConnections } from './limit-connections.ts'

/** How many of these connections are accepted, if an address may have two. */
function accepted(...addresses: readonly string[]): number {
  const server = new EventEmitter()
  limitConnections(server as Server, { inAll: 100, anAddress: 2 })
  let refused = 0
  for (const remoteAddress of addresses)
    server.emit('connection', Object.assign(new EventEmitter(), { remoteAddress, destroy: () => refused++ }))
  return addresses.length - refused
}

it.each([
  ['one address', ['192.0.2.1', '192.0.2.1', '192.0.2.1'], 2],
  ['one address, in IPv6 too', ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.1'], 2],
  ['one network of IPv6', ['2001:db8::1', '2001:db8::2', '2001:DB8:0:0:ffff::3', 'fe80::1%eth0'], 3],
  ['several', ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1::1'], 4],
])('connections of %s are limited together', (_, addresses, expected) => {
  expect(accepted(...addresses)).toBe(expected)
})

it('connections that are closed do not count', () => {
  const server = new EventEmitter()
  limitConnections(server as Server, { inAll: 100, anAddress: 1 })
  for (let i = 0; i < 3; i++) {
    const socket = Object.assign(new EventEmitter(), { remoteAddress: '2001:db8::1', destroy: () => expect.fail() })
    server.emit('connection', socket)
    socket.emit('close')
  }
})

it.each([0, -1, 1.5, Number.NaN])('a share of %d is rejected', (share) => {
  expect(() => shareRule(share)).toThrow(
    new RangeError(`clientShare is invalid: expected more than 0, at most 1, got ${share}`),
  )
})
