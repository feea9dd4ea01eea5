import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connect, head } from '../fixtures/raw.fixture.ts'
import { limitConnections } from './limit-connections.ts'
import { RESERVE } from './limits.ts'

it('as many slow probes as there are spare connections close the oldest of them, not the next probe', async () => {
  const held: (() => void)[] = []
  const http = createServer((incoming, outgoing) => {
    if (limits.refuses(incoming, outgoing)) return
    held.push(() => outgoing.end('{}'))
  })
  const all = { connections: 0, connectionsOfAddress: Number.POSITIVE_INFINITY, streams: 0, streamsOfAddress: 0 }
  const limits = limitConnections(http, all, () => {})
  await once(http.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => http.closeAllConnections())
  onTestFinished(() => void http.close())
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  async function probe() {
    const before = held.length
    const connection = await connect(url)
    onTestFinished(connection.destroy)
    connection.send(head('GET', '/api/_ready'))
    await expect.poll(() => held.length).toBe(before + 1)
    return connection
  }
  const slow: Awaited<ReturnType<typeof probe>>[] = []
  for (let n = 0; n < RESERVE; n++) slow.push(await probe())
  const next = await probe()
  expect(await slow[0]?.closed).toBe('')
  held.at(-1)?.()
  expect(await next.until(/^HTTP/)).toMatch(/^HTTP\/1\.1 200/)
})
