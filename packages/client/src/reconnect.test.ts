import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { ChangeEvent } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { createTestBox } from '@signalbox/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from './index.ts'
import { failing, scripted } from './scripted.fixture.ts'

/** A box over connections that the test can cut. */
function cuttable() {
  const { box } = createTestBox()
  const app = toHono(box, { access: 'open' })
  let connections: AbortController[] = []
  const opened = new EventTarget()
  const sent: (string | null)[] = []
  async function fetch(request: Request): Promise<Response> {
    const answer = await app.fetch(request)
    if (!answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return answer
    sent.push(request.headers.get('Last-Event-Id'))
    const cut = new AbortController()
    connections.push(cut)
    const body = answer.body!.pipeThrough(new TransformStream(), { signal: cut.signal })
    queueMicrotask(() => opened.dispatchEvent(new Event('open')))
    return new Response(body, answer)
  }
  return {
    box,
    fetch,
    sent,
    nextConnection: () => once(opened, 'open'),
    cut() {
      for (const connection of connections) connection.abort(new TypeError('terminated'))
      connections = []
    },
  }
}

const options = { baseUrl: 'http://flags.test', random: () => Uint8Array.of(0) }
const config = (id: string) => ({ body: { id, value: id } })

/** Iterates a stream and returns it at the end of the test. */
function returned<T>(stream: AsyncIterable<T>): AsyncIterator<T> {
  const events = stream[Symbol.asyncIterator]()
  onTestFinished(async () => void (await events.return?.()))
  return events
}

const keyOf = async (events: AsyncIterator<ChangeEvent>) => (await events.next()).value.key

describe('a stream of events whose connection is lost', () => {
  it('resumes without gaps or duplicates, even if nothing was received before', async () => {
    const { box, fetch, cut, nextConnection } = cuttable()
    const events = returned(await createClient({ ...options, fetch }).events.stream())
    cut()
    await box.configs.create(config('before-the-first'))
    expect(await keyOf(events)).toBe('before-the-first')
    await box.configs.create(config('a'))
    expect(await keyOf(events)).toBe('a')
    for (const id of ['b', 'c', 'd']) {
      const next = keyOf(events)
      cut()
      await nextConnection()
      await box.configs.create(config(id))
      expect(await next).toBe(id)
    }
  })

  it('resumes after the last event', async () => {
    const { box, fetch, cut, sent } = cuttable()
    const events = returned(await createClient({ ...options, fetch }).events.stream())
    const { value } = await (await Promise.all([events.next(), box.configs.create(config('a'))]))[0]
    cut()
    await box.configs.create(config('b'))
    await events.next()
    expect(sent).toEqual([null, String(value._id)])
  })

  it('ends with its connection if the client or the call disables reconnecting', async () => {
    const lost = { code: 'UNAVAILABLE', message: 'The service at http://flags.test interrupted the stream' }
    for (const [ofClient, ofCall] of [
      [{ reconnect: false }, {}],
      [{}, { reconnect: false }],
    ]) {
      const { fetch, cut } = cuttable()
      const events = returned(await createClient({ ...options, ...ofClient, fetch }).events.stream({}, ofCall))
      const next = events.next()
      cut()
      await expect(next).rejects.toMatchObject(lost)
    }
  })
})

/** A response with an event stream: comments and events, then its end, or silence. */
const stream = (text: string, ends = true) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        if (ends) controller.close()
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream', 'Last-Event-Id': '4' } },
  )
const frame = (id: number) => `id: ${id}\ndata: {"_id":${id}}\n\n`

async function idsOf(events: AsyncIterable<ChangeEvent>): Promise<number[]> {
  const ids: number[] = []
  try {
    for await (const { _id } of events) ids.push(_id)
  } catch (error) {
    ids.push((error as { code: never }).code)
  }
  return ids
}

describe('a stream of events', () => {
  it.each([
    [400, 'INVALID'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
  ])('ends with the error if a new connection is rejected with %i', async (status, code) => {
    const { options, requests } = scripted(stream(frame(5)), failing(status, code))
    expect(await idsOf(createClient(options).events.stream())).toEqual([5, code])
    expect(requests.map(({ headers }) => headers.get('Last-Event-Id'))).toEqual([null, '5'])
  })

  it('reconnects until it succeeds, with the pauses of retries', async () => {
    const failures = [500, 503, 502, 429].map((status) =>
      failing(status, { 500: 'INTERNAL', 429: 'TOO_MANY_REQUESTS' }[status] ?? 'UNAVAILABLE'),
    )
    const { options, waits } = scripted(
      stream(frame(5)),
      ...failures,
      new TypeError('fetch failed'),
      stream(frame(6)),
      failing(403, 'FORBIDDEN'),
    )
    expect(await idsOf(createClient(options).events.stream())).toEqual([5, 6, 'FORBIDDEN'])
    expect(waits).toEqual([200, 400, 800, 1600, 2000, 2000, 200])
  })

  it('drops a truncated frame, which arrives whole with the next connection', async () => {
    const { options, requests } = scripted(
      stream(`${frame(5)}id: 6\ndata: {"_id"`),
      stream(frame(6)),
      failing(403, 'FORBIDDEN'),
    )
    expect(await idsOf(createClient(options).events.stream())).toEqual([5, 6, 'FORBIDDEN'])
    expect(requests[1]!.headers.get('Last-Event-Id')).toBe('5')
  })

  it('resumes at the id that the service sent, if no event arrived', async () => {
    const { options, requests } = scripted(stream(': keep-alive\n\n'), failing(403, 'FORBIDDEN'))
    expect(await idsOf(createClient(options).events.stream())).toEqual(['FORBIDDEN'])
    expect(requests[1]!.headers.get('Last-Event-Id')).toBe('4')
  })

  it('that is silent for too long reconnects', async () => {
    const { options, waits } = scripted(stream(frame(5), false), stream(frame(6)), failing(403, 'FORBIDDEN'))
    const wait = async (ms: number, signal?: AbortSignal) => {
      await setImmediate()
      if (!signal?.aborted) waits.push(ms)
    }
    const api = createClient({ ...options, wait, silenceMs: 45_000 })
    expect(await idsOf(api.events.stream())).toEqual([5, 6, 'FORBIDDEN'])
    expect(waits).toEqual([45_000, 200, 200])
  })

  it('that is not read does not time out', async () => {
    const { options } = scripted(stream(frame(5), false))
    const waiting: (AbortSignal | undefined)[] = []
    const wait = (_: number, signal?: AbortSignal) => {
      waiting.push(signal)
      return new Promise<void>(() => {})
    }
    returned(await createClient({ ...options, wait, silenceMs: 45_000 }).events.stream())
    await setImmediate()
    expect(waiting.map((signal) => signal?.aborted)).toEqual([true])
  })

  it('can be returned while it waits for an event', async () => {
    const events = returned(await createClient(scripted(stream('', false)).options).events.stream())
    const next = events.next()
    await events.return?.()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  it('can be aborted while it waits for a connection', async () => {
    const leaving = new AbortController()
    const wait = (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted) resolve()
        signal?.addEventListener('abort', () => resolve())
      })
    const { options } = scripted(stream(''))
    const events = returned(await createClient({ ...options, wait }).events.stream({}, { signal: leaving.signal }))
    const end = events.next()
    await setImmediate()
    leaving.abort()
    expect(await end).toEqual({ done: true, value: undefined })
  })
})
