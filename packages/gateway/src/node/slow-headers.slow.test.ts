import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw, reader } from '../suite/scene/raw-http.fixture.ts'
import { listen } from './listen.ts'

/** With `SIGNALBOX_SOAK`, at full size: as many clients as fit into 20,000 open files, and 15 seconds. */
const isFull = process.env.SIGNALBOX_SOAK !== undefined
const CLIENTS = isFull ? 9500 : 1600
const HEADERS_MS = isFull ? 15_000 : 2000
/** Loopback addresses, because connections are limited by address. */
const addresses = Array.from({ length: 16 }, (_, i) => `127.0.0.${i + 1}`)

it('clients that send headers slowly are cut off in time, and others are served meanwhile', async () => {
  const backend = await startBackend()
  const { gateway } = gatewayTo({ port: backend.port })
  const { port, close } = await listen(gateway, { host: '127.0.0.1', headersTimeout: HEADERS_MS })
  onTestFinished(async () => {
    await close({ drainMs: 0 })
    await backend.close()
  })

  const slow = async (_: unknown, i: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[i % addresses.length] as string })
    const { until } = reader(socket)
    const from = performance.now()
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n')
    let sent = 0
    const drip = setInterval(() => socket.write(`X-${sent++}: slow\r\n`), HEADERS_MS / 5)
    const text = await until((_, isClosed) => isClosed)
    clearInterval(drip)
    return { text, sent, ms: performance.now() - from }
  }
  const slowOnes = Promise.all(Array.from({ length: CLIENTS }, slow))
  let isOver = false
  void slowOnes.then(() => {
    isOver = true
  })

  const times: number[] = []
  while (!isOver) {
    const from = performance.now()
    const request = 'GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n'
    const { responses } = await exchangeRaw(request, { port, responses: 1 })
    expect(responses[0]?.status).toBe(200)
    times.push(performance.now() - from)
  }
  const ends = await slowOnes
  expect(ends.filter(({ text }) => text !== '' && !text.startsWith('HTTP/1.1 408 '))).toEqual([])
  // Each sends five headers in the time that it has.
  expect(Math.max(...ends.map(({ sent }) => sent))).toBeLessThan(20)
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number
  expect(times.length).toBeGreaterThan(20)
  console.info(
    `${CLIENTS} slow clients: the last was cut after ${Math.round(Math.max(...ends.map(({ ms }) => ms)))} ms; ` +
      `${times.length} others were served meanwhile, in ${Math.round(median)} ms (median), ${Math.round(times.at(-1) ?? 0)} ms at most`,
  )
}, 180_000)
