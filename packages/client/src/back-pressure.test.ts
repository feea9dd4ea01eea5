import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from './index.ts'

const MIB = 1024 * 1024
/** More than all buffers on the way may hold, but much less than an unthrottled sender would send in that time. */
const MOST = 64 * MIB
const ENDLESS = 1024 * MIB
const text = 'x'.repeat(10_000)

async function clientOf(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createClient({ baseUrl: `http://127.0.0.1:${port}` })
}

/** Waits until the sender is held back. Returns how much it had sent, in characters. */
async function untilHeldBack(sent: () => number): Promise<number> {
  for (let before = -1; before !== sent(); await setTimeout(200)) before = sent()
  return sent()
}

/** A service that sends such values as fast as they are read. */
async function sending(mediaType: string, write: (value: object) => string) {
  let sent = 0
  function* values() {
    for (let _id = 1; sent < ENDLESS; _id++) {
      sent += text.length
      yield write({ _id, text })
    }
  }
  const api = await clientOf((_, response) => {
    response.setHeader('Content-Type', mediaType)
    pipeline(Readable.from(values()), response, () => {})
  })
  return { api, sent: () => sent }
}

describe('a slow reader', () => {
  it('applies back-pressure to an nd-json download', async () => {
    const { api, sent } = await sending('application/nd-json', (value) => `${JSON.stringify(value)}\n`)
    const lines = (await api.configs.export())[Symbol.asyncIterator]()
    expect((await lines.next()).value).toMatchObject({ _id: 1 })
    expect(await untilHeldBack(sent)).toBeLessThan(MOST)
    expect((await lines.next()).value).toMatchObject({ _id: 2 })
    await lines.return?.()
  })

  it('applies back-pressure to an event stream', async () => {
    const { api, sent } = await sending(
      'text/event-stream',
      (value) => `id: ${(value as { _id: number })._id}\ndata: ${JSON.stringify(value)}\n\n`,
    )
    const events = (await api.events.stream())[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ _id: 1 })
    expect(await untilHeldBack(sent)).toBeLessThan(MOST)
    expect((await events.next()).value).toMatchObject({ _id: 2 })
    await events.return?.()
  })
})

describe('a slow service', () => {
  it('applies back-pressure to an upload, which ends with its call', async () => {
    let sent = 0
    const returned = Promise.withResolvers<void>()
    function* configs() {
      try {
        for (; sent < ENDLESS; sent += text.length) yield { id: 'a', value: text }
      } finally {
        returned.resolve()
      }
    }
    const reading = Promise.withResolvers<void>()
    const api = await clientOf((request) => {
      request.once('readable', reading.resolve)
    })
    const leaving = new AbortController()
    const call = api.configs.import({ body: configs() }, { signal: leaving.signal })
    call.catch(() => {})
    await reading.promise
    expect(await untilHeldBack(() => sent)).toBeLessThan(MOST)
    leaving.abort('enough')
    await expect(call).rejects.toBe('enough')
    await returned.promise
  })
})
