import { connect } from 'node:net'
import { EventSource } from 'eventsource'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readEvents, type Seen } from '../fixtures/event-reader.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { head } from '../fixtures/raw.fixture.ts'
import { createServer } from './create-server.ts'

async function serve() {
  const reports: unknown[] = []
  const server = await createServer({ port: 0, ...known, report: (error) => reports.push(error) })
  onTestFinished(() => server.close())
  return { ...server, reports }
}

const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const
const keysOf = (events: readonly Seen[]) => events.map(({ key }) => key)
const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`)

describe('two hundred readers on sockets', () => {
  it('receive every event once and in order, although one reader stalls and is disconnected', async () => {
    const { url, box, reports } = await serve()
    const readers = Array.from({ length: 200 }, () => readEvents(url, { path: '/api/events/Feature' }))
    const quick = readEvents(url, { path: '/api/events' })
    const stalled = readEvents(url, { path: '/api/events' })
    await Promise.all([...readers, quick, stalled].map(({ open }) => open))
    stalled.pause()
    const all: string[] = []
    const ids = names(100)
    for (const [i, id] of ids.entries()) {
      await box.features.create({ body: feature(id) })
      await box.configs.create({ body: { id, value: 'x'.repeat(400_000) } })
      all.push(id, id)
      // Stay below the megabyte that may be buffered, whatever the operating system buffers.
      if (i % 2 === 1) await quick.until(all.length)
    }
    await Promise.all(readers.map((reader) => reader.until(ids.length)))
    for (const { seen } of readers) expect(keysOf(seen)).toEqual(ids)
    expect(keysOf(quick.seen)).toEqual(all)

    stalled.resume()
    await stalled.ended
    expect(stalled.seen.length).toBeLessThan(all.length)
    const resumed = readEvents(url, { lastEventId: stalled.seen.at(-1)?._id ?? 0 })
    await resumed.until(all.length - stalled.seen.length)
    expect(keysOf([...stalled.seen, ...resumed.seen])).toEqual(all)
    expect(reports).toEqual([])
    for (const reader of [...readers, quick, resumed]) reader.destroy()
  })
})

/** Reads up to an event over connections that keep breaking. Returns the events and the number of connections. */
async function readBroken(url: string, last: string, after: number, lengthOf: () => number) {
  const seen: Seen[] = []
  let connections = 0
  while (seen.at(-1)?.key !== last) {
    connections++
    let left = lengthOf()
    const reader = readEvents(url, {
      lastEventId: seen.at(-1)?._id ?? after,
      onEvent(event, { destroy }) {
        seen.push(event)
        if (--left === 0 || event.key === last) destroy()
      },
    })
    await reader.ended
  }
  return { seen, connections }
}

/**
 * As `readBroken`, but with the `EventSource` of browsers, which reconnects automatically. Its connections break in the
 * middle of a frame.
 */
async function readBySource(url: string, last: string, after: number, bytesOf: () => number) {
  const ids: number[] = []
  let connections = 0
  const source = new EventSource(`${url}/api/events?lastEventId=${after}`, {
    async fetch(input, init) {
      connections++
      const answer = await call(String(input), init as RequestInit)
      return new Response(broken(answer.body!, bytesOf()), answer)
    },
  })
  await new Promise<void>((resolve) => {
    source.onmessage = ({ data, lastEventId }) => {
      const { _id, key } = JSON.parse(data) as Seen
      expect(lastEventId).toBe(String(_id))
      ids.push(_id)
      if (key === last) resolve()
    }
  })
  source.close()
  return { ids, connections }
}

describe('a reader that never reads', () => {
  it('is disconnected by a reset, which frees system buffers', async () => {
    const { url, box } = await serve()
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve))
    const ended = new Promise<string>((resolve) => socket.once('end', () => resolve('an end as of any other answer')))
    socket.write(head('GET', '/api/events'))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    // The operating system buffers some megabytes for a client that does not read; the rest counts.
    for (let i = 0; i < 150; i++) {
      await box.configs.create({ body: { id: `c${i}`, value: 'x'.repeat(400_000) } })
      if (i % 2 === 1) await new Promise((resolve) => setImmediate(resolve))
    }
    socket.resume()
    expect(await Promise.race([failed, ended])).toMatchObject({ code: 'ECONNRESET' })
  })
})

/** Asks for a fast reconnect, then ends a body after `bytes` bytes. */
function broken(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return body.pipeThrough(
    new TransformStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('retry: 1\n\n')),
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) controller.terminate()
      },
    }),
  )
}

describe('readers whose connections break', () => {
  it('receive every event once, over 10,000 events and 500 connections', async () => {
    const { url, box } = await serve()
    const events: number[] = []
    box.on('*', ({ _id }) => events.push(_id))
    await box.configs.create({ body: { id: 'first', value: 1 } })
    await expect.poll(() => events).toHaveLength(1)
    const [first = 0] = events
    const last = 'last'
    const vary = (most: number) => {
      let turn = 0
      return () => 1 + ((turn++ * 7907) % most)
    }
    const readings = Array.from({ length: 8 }, () => readBroken(url, last, first, vary(360)))
    const sources = Array.from({ length: 2 }, () => readBySource(url, last, first, vary(60_000)))
    for (let batch = 0; batch < 100; batch++) {
      await box.configs.import({ body: names(100).map((id) => ({ id: `b${batch}:${id}`, value: batch })) })
      if (batch % 10 === 0) await box.features.create({ body: feature(`b${batch}`) })
    }
    await box.configs.create({ body: { id: last, value: 1 } })
    const read = [
      ...(await Promise.all(readings)).map(({ seen, ...rest }) => ({ ids: seen.map(({ _id }) => _id), ...rest })),
      ...(await Promise.all(sources)),
    ]
    await expect.poll(() => events.length).toBe(read[0]!.ids.length + 1)
    const expected = events.slice(1)
    expect(expected.length).toBeGreaterThan(10_000)
    for (const { ids } of read) expect(ids).toEqual(expected)
    expect(read.reduce((sum, { connections }) => sum + connections, 0)).toBeGreaterThan(500)
  })
})
