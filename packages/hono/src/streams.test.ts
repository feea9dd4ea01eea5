import { createSignalbox, memoryStore, type Store, type Wait } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { feature, mounted } from './mounted.fixture.ts'

/** A store that counts its open watchers and scans. */
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

/** Timers that never fire, and how many are set. */
function timers() {
  let set = 0
  const wait: Wait = (_, signal) =>
    new Promise((resolve) => {
      set++
      const end = () => {
        set--
        resolve()
      }
      signal?.addEventListener('abort', end, { once: true })
    })
  return { wait, waiting: () => set }
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

  it('share one poll of the store and one timer, which ends with the last reader', async () => {
    const { store, open } = counted()
    const { wait, waiting } = timers()
    const box = createSignalbox({ store, wait })
    await box.ready()
    await expect.poll(open).toBe(1)
    const { call } = mounted({ box })
    const answers = await Promise.all([call('GET', '/api/events'), call('GET', '/api/events?domains=Config')])
    expect([open(), waiting()]).toEqual([1, 1])
    await answers[0]?.body?.cancel()
    expect(waiting()).toBe(1)
    await answers[1]?.body?.cancel()
    expect(waiting()).toBe(0)
    expect(open()).toBe(1)
  })

  it('hold no resources for HEAD', async () => {
    const { store, open } = counted()
    const { wait, waiting } = timers()
    const box = createSignalbox({ store, wait })
    await box.ready()
    await expect.poll(open).toBe(1)
    const { call } = mounted({ box })
    for (const path of ['/api/events', '/api/events/Config', '/api/features.ndjson']) {
      const head = await call('HEAD', path)
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
    expect(open()).toBe(1)
    expect(waiting()).toBe(0)
  })

  it.each(['abc', '-1', '1.5', '12345678901234567'])('reject Last-Event-Id: %s', async (id) => {
    const answer = await mounted().call('GET', '/api/events', { headers: { 'Last-Event-Id': id } })
    expect(answer.status).toBe(400)
  })
})

describe('downloads', () => {
  it('are read from the store on demand, and end with the reader', async () => {
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
    const box = createSignalbox({ store: watched, loadOnWrite: false })
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

  it('are aborted and reported if the store fails', async () => {
    const failure = new Error('disk of the store: /var/secret')
    const reports: unknown[] = []
    const store = memoryStore()
    const box = createSignalbox({
      loadOnWrite: false,
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
    await expect(answer.text()).rejects.toThrow('The response was aborted; the error has been reported')
    expect(reports).toEqual([failure])
  })
})

const records = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, value: 'x'.repeat(1000) }))
