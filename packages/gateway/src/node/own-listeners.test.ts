import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
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
