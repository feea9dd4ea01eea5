import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../fixtures/raw.fixture.ts'
import { limitIdle, rememberLatest } from './connections.ts'

async function listening(http: Server): Promise<string> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.close()
    http.closeAllConnections()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

it('limitIdle closes connections without traffic, and no others', async () => {
  const connections = rememberLatest()
  const http = createServer((incoming, outgoing) => {
    connections.note(incoming, outgoing)
    if (incoming.url === '/silent') return
    if (incoming.url === '/short') return void outgoing.end('!')
    const timer = setInterval(() => outgoing.write('.'), 5)
    outgoing.once('close', () => clearInterval(timer))
  })
  http.keepAliveTimeout = 0
  limitIdle(http, connections, { idleMs: 600, waitingMs: 100, lookMs: 20 })
  const url = await listening(http)
  const talking = await connect(url)
  talking.send('GET /talking HTTP/1.1\r\nHost: a\r\n\r\n')
  const short = await connect(url)
  short.send('GET /short HTTP/1.1\r\nHost: a\r\n\r\n')
  const silent = await connect(url)
  silent.send('GET /silent HTTP/1.1\r\nHost: a\r\n\r\n')
  const order: string[] = []
  void silent.closed.then(() => order.push('silent'))
  expect(await short.closed).toMatch(/!/)
  order.push('short')
  expect(await silent.closed).toBe('')
  expect(order).toEqual(['short', 'silent'])
  const mute = await connect(url)
  expect(await mute.closed).toBe('')
  expect((await talking.until(/(\.[^.]*){40}/)).startsWith('HTTP/1.1 200')).toBe(true)
  talking.destroy()
})
