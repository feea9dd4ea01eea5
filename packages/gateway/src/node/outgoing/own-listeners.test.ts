import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTargetPolicy } from '../../backend/target-policy.ts'
import { createGuard } from './guarded-lookup.ts'
import { isOwnListener, refuseAsTarget } from './own-listeners.ts'

async function listenOn(host: string) {
  const server = createServer()
  refuseAsTarget(server)
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

it('a server at one address is known there, as long as it listens', async () => {
  const { server, port } = await listenOn('127.0.0.1')
  expect(isOwnListener('127.0.0.1', port)).toBe(true)
  expect(isOwnListener('::ffff:127.0.0.1', port)).toBe(true)
  expect(isOwnListener('127.0.0.2', port)).toBe(false)
  expect(isOwnListener('127.0.0.1', port - 1)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(isOwnListener('127.0.0.1', port)).toBe(false)
})

it('a server at all addresses is known at all addresses of this host', async () => {
  const { port } = await listenOn('0.0.0.0')
  expect(['127.0.0.1', '127.9.9.9', '0.0.0.0'].map((address) => isOwnListener(address, port))).toEqual([
    true,
    true,
    true,
  ])
  expect(isOwnListener('192.0.2.1', port)).toBe(false)
})

it('a server that listens already is known', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  refuseAsTarget(server)
  expect(isOwnListener('127.0.0.1', (server.address() as AddressInfo).port)).toBe(true)
})

describe('whatever a connection accepts for an own port', () => {
  const hosts = ['127.0.0.1', '0.0.0.0', '::1', '::', '127.0.0.2']
  /** Addresses of this machine alone, in the spellings that resolvers take; none leads elsewhere. */
  const spelled = [
    ...['0.0.0.0', '0', '00', '0x0', '0x0.0', '0.0', '00000000000', '0.0.0.0x0', '0.0.0.0.', '%30'],
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7F.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
    ],
    ...[
      '127.0.0.0',
      '127.0.0.2',
      '127.9.9.9',
      '127.255.255.254',
      '127.255.255.255',
      'localhost',
      'LOCALHOST',
      'localhost.',
    ],
    ...['::', '::%lo', '::%1', '0::0', '0:0:0:0:0:0:0:0', '::0.0.0.0', '::1', '::1%lo', '0:0:0:0:0:0:0:1', '::0.0.0.1'],
    ...['::ffff:0.0.0.0', '::ffff:0:0', '::FFFF:0:0', '0:0:0:0:0:ffff:0:0', '::ffff:0:0%lo'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:127.0.0.2', '::ffff:7fff:fffe'],
    ...Object.values(networkInterfaces()).flatMap((all = []) =>
      all.map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address)),
    ),
  ]
  const guard = createGuard(createTargetPolicy())

  /** The addresses of a host for which a connection is made, if one is. */
  async function reached(host: string, port: number): Promise<string[]> {
    const found = await lookup(host, { all: true }).catch(() => [])
    const literal = isIP(host) ? [host] : []
    const addresses = new Set([...literal, ...found.map(({ address }) => address)])
    const all = await Promise.all([...addresses].map(async (one) => ((await isReached(one, port)) ? [one] : [])))
    return all.flat()
  }

  it.each(hosts)('of a server at %s is refused', async (host) => {
    const own = await listenOn(host).catch(() => undefined)
    if (!own) return // This machine has no such address.
    const all = await Promise.all(spelled.map((text) => reached(text, own.port)))
    const accepted = all.flatMap((addresses, i) => addresses.map((address) => [spelled[i], address] as const))
    expect(accepted.length).toBeGreaterThan(0)
    const passed = accepted.filter(([name = '', address]) => guard(address, name, own.port) === undefined)
    expect(passed).toEqual([])
  })

  it('is refused for random addresses of this machine', async () => {
    const { port } = await listenOn('127.0.0.1')
    const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom('', '::ffff:'), async (three, prefix) => {
        const address = `${prefix}${[127, ...three].join('.')}`
        if (await isReached(address, port)) expect(guard(address, address, port)).toBeDefined()
      }),
      { numRuns: 200, examples: [[[0, 0, 1], '::ffff:']] },
    )
  })

  it('inside another IPv6 address is refused, too', async () => {
    const { port } = await listenOn('127.0.0.1')
    for (const address of [
      '64:ff9b::7f00:1',
      '64:ff9b:1::7f00:1',
      '2002:7f00:1::',
      '2002::',
      '2001:0:1:2::80ff:fffe',
      '::7f00:1',
      '0.0.0.1',
    ])
      expect(guard(address, address, port)).toBeDefined()
    for (const address of ['127.0.0.2', '::1', '64:ff9b::808:808', '2002:808:808::'])
      expect(guard(address, address, port)).toBeUndefined()
  })
})

/** Whether a connection to an address is accepted within a second. */
const isReached = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
