import type { Store } from '@signalbox/core'
import { createSignalbox, memoryStore } from '@signalbox/core'
import { describe, expect, it, vi } from 'vitest'
import { errorOf, feature, mounted } from './mounted.fixture.ts'

const ndjson = { 'Content-Type': 'application/nd-json' }

/** A store, and how many of its watchers and scans have not ended. */
function counted(store: Store = memoryStore({ eventsKept: 10 })) {
  let open = 0
  const counting: Store = {
    ...store,
    watch(listener) {
      const unwatch = store.watch(listener)
      open++
      return () => {
        open--
        unwatch()
      }
    },
    async *scan(...args) {
      open++
      try {
        yield* store.scan(...args)
      } finally {
        open--
      }
    },
  }
  return { store: counting, open: () => open }
}

describe('event streams', () => {
  it('send a comment at once, then each event in two lines', async () => {
    const { call, box } = mounted()
    const answer = await call('GET', '/api/events/Feature?patterns=a:*')
    expect(answer.headers.get('Content-Type')).toBe('text/event-stream')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('X-Accel-Buffering')).toBe('no')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(': keep-alive\n\n')
    await box.features.create({ body: feature('b') })
    await box.features.create({ body: feature('a:b') })
    const frame = (await reader.read()).value ?? ''
    expect(frame).toMatch(/^id: (\d+)\ndata: {"_id":\1,.*}\n\n$/)
    expect(JSON.parse(frame.slice(frame.indexOf('data: ') + 6))).toMatchObject({ type: 'FEATURE_CREATED', key: 'a:b' })
    await reader.cancel()
  })

  it('end what they hold when the reader goes', async () => {
    const { store, open } = counted()
    const box = createSignalbox({ store })
    await box.ready()
    await vi.waitUntil(() => open() === 1)
    const { call } = mounted({ box })
    const answers = await Promise.all([call('GET', '/api/events'), call('GET', '/api/events?domains=Config')])
    expect(open()).toBe(3)
    for (const { body } of answers) await body?.cancel()
    expect(open()).toBe(1)
  })

  it('hold nothing for HEAD', async () => {
    const { store, open } = counted()
    const timers = vi.spyOn(globalThis, 'setInterval')
    const stopped = vi.spyOn(globalThis, 'clearInterval')
    const box = createSignalbox({ store })
    await box.ready()
    await vi.waitUntil(() => open() === 1)
    const { call } = mounted({ box })
    for (const path of ['/api/events', '/api/events/Config', '/api/features.ndjson']) {
      const head = await call('HEAD', path)
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
    expect(open()).toBe(1)
    const ended = stopped.mock.calls.map(([timer]) => timer)
    for (const { value } of timers.mock.results) expect(ended).toContain(value)
  })

  it.each(['abc', '-1', '1.5', '12345678901234567'])('refuse Last-Event-Id: %s', async (id) => {
    const answer = await mounted().call('GET', '/api/events', { headers: { 'Last-Event-Id': id } })
    expect(answer.status).toBe(400)
  })
})

describe('downloads', () => {
  it('are read from the store as they are taken, and end with the reader', async () => {
    const store = memoryStore()
    let scanned = 0
    const { store: watched, open } = counted({
      ...store,
      async *scan(...args) {
        for await (const entry of store.scan(...args)) {
          scanned++
          yield entry
        }
      },
    })
    const box = createSignalbox({ store: watched })
    await box.configs.import({ body: records(5000) })
    const { call } = mounted({ box })
    const answer = await call('GET', '/api/configs.ndjson')
    const reader = answer.body!.getReader()
    await reader.read()
    expect(scanned).toBeGreaterThan(0)
    expect(scanned).toBeLessThan(500)
    await reader.cancel()
    expect(open()).toBe(0)
  })

  it('break off when the store fails, and report it', async () => {
    const failure = new Error('disk of the store: /var/secret')
    const reports: unknown[] = []
    const store = memoryStore()
    const box = createSignalbox({
      store: {
        ...store,
        async *scan(collection, options) {
          yield* store.scan(collection, options)
          if (collection === 'configs') throw failure
        },
      },
    })
    await box.configs.create({ body: { id: 'a', value: 1 } })
    const { call } = mounted({ box, report: (error) => reports.push(error) })
    const answer = await call('GET', '/api/configs.ndjson')
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('The answer breaks off; what broke it has been reported')
    expect(reports).toEqual([failure])
  })
})

describe('uploads', () => {
  const upload = (body: string | ReadableStream<Uint8Array>, path = '/api/features.ndjson') =>
    mounted().call('POST', path, { headers: ndjson, body })

  it.each(['application/nd-json', 'application/x-ndjson', 'application/ndjson; charset=utf-8'])(
    'are read as %s',
    async (type) => {
      const answer = await mounted().call('POST', '/api/features.ndjson', {
        headers: { 'Content-Type': type },
        body: `${JSON.stringify(feature('a'))}\r\n\r\n${JSON.stringify(feature('b'))}`,
      })
      expect(await answer.json()).toEqual({ success: 2, errors: { errors: [], fieldErrors: {} } })
    },
  )

  it('are 415 as JSON', async () => {
    const answer = await mounted().call('POST', '/api/features.ndjson', { json: [feature('a')] })
    expect([answer.status, (await errorOf(answer)).code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('go on behind lines that are hostile', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const lines = [
      '{"id":"a","id":"b"}',
      deep,
      `{"id":"a","value":${deep}}`,
      'x'.repeat(1024 * 1024 + 1),
      '\u0000',
      JSON.stringify({ id: 'last', value: 1 }),
    ]
    const answer = await upload(lines.join('\n'), '/api/configs.ndjson')
    const result = (await answer.json()) as { success: number; errors: { errors: { args: string[] }[] } }
    expect(result.success).toBe(1)
    expect(result.errors.errors.map(({ args }) => args[0])).toEqual(['1', '2', '3', '4', '5'])
  })

  it('refuse a mistyped query before a byte is read', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({ pull: () => void pulled++ }, { highWaterMark: 0 })
    expect((await upload(body, '/api/features.ndjson?strategy=Merge')).status).toBe(400)
    expect(pulled).toBe(0)
  })

  it('of 50 MB are taken as fast as they are committed, and no faster', async () => {
    const lines = 50_000
    let sent = 0
    let committed = 0
    let ahead = 0
    const store = memoryStore({ eventsKept: 10 })
    const box = createSignalbox({
      store: {
        ...store,
        async commit(changes, events) {
          ahead = Math.max(ahead, sent - committed)
          const done = await store.commit(changes, events)
          committed += changes.length * LINE
          return done
        },
      },
    })
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === lines * LINE) return controller.close()
        controller.enqueue(chunkOf(sent / LINE))
        sent += CHUNK_LINES * LINE
      },
    })
    const answer = await mounted({ box }).call('POST', '/api/configs.ndjson?strategy=Replace', {
      headers: ndjson,
      body,
    })
    expect(await answer.json()).toEqual({ success: lines, errors: { errors: [], fieldErrors: {} } })
    expect(sent).toBe(50_000 * 1000)
    expect(ahead).toBeLessThan(1_500_000)
  })
})

const LINE = 1000
const CHUNK_LINES = 50

/** Lines of exactly 1000 bytes, over a thousand ids: what is stored stays small. */
function chunkOf(first: number): Uint8Array {
  const lines = Array.from({ length: CHUNK_LINES }, (_, i) => {
    const start = `{"id":"c${(first + i) % 1000}","value":"${first + i}`
    return `${start}${'x'.repeat(LINE - start.length - 3)}"}\n`
  })
  return new TextEncoder().encode(lines.join(''))
}

const records = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, value: 'x'.repeat(1000) }))
