import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../fixtures/raw.fixture.ts'
import { urlOf } from '../http/url-of.ts'
import { drainable } from './drain.ts'
import { listen } from './listen.ts'

/** A server that drains. Its requests wait until the test answers them. */
async function startDraining() {
  const asked: ServerResponse[] = []
  const http = createServer((_, outgoing) => void asked.push(outgoing))
  const calls = drainable(http)
  await listen(http, { host: '127.0.0.1', port: 0 })
  calls.drain()
  onTestFinished(() => calls.close(0))
  return { asked, url: urlOf(http.address() as AddressInfo) }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

it('a connection closes after its next response', async () => {
  const { asked, url } = await startDraining()
  const connection = await connect(url)
  connection.send(get('/a'))
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.end('first')
  expect(await connection.closed).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*first$/)
})

it('requests that were sent at once are all answered, and the connection closes after the last', async () => {
  const { asked, url } = await startDraining()
  const connection = await connect(url)
  connection.send(get('/a') + get('/b') + get('/c'))
  await expect.poll(() => asked.length).toBe(3)
  for (const [i, outgoing] of asked.entries()) outgoing.end(`response ${i}`)
  const received = await connection.closed
  expect(received.match(/response \d|Connection: close/g)).toEqual([
    'response 0',
    'response 1',
    'Connection: close',
    'response 2',
  ])
})
