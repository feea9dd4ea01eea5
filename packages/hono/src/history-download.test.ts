import { type ChangeEvent, createSignalbox, memoryStore, type Store } from '@signalbox/core'
import { contract } from '@signalbox/core/contract'
import { decodeResponse, oldestOf } from '@signalbox/core/wire'
import { describe, expect, it } from 'vitest'
import { pair, password, secret, mounted as secured, seeded } from './access.fixture.ts'
import { feature, mounted } from './mounted.fixture.ts'

const path = '/api/events/_history.ndjson'
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ChangeEvent)

describe('the history as nd-json', () => {
  it('has an event a line, and a file name', async () => {
    const { call, box } = mounted()
    await box.features.create({ body: feature('a') })
    const answer = await call('GET', path)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/nd-json',
      'content-disposition': 'attachment; filename=history.ndjson',
      'cache-control': 'no-store',
    })
    const text = await answer.text()
    expect(text.endsWith('\n')).toBe(true)
    expect(linesOf(text)).toEqual((await box.events.history()).results)
  })

  it('is compressed for clients that accept it', async () => {
    const { call, box } = mounted()
    await box.configs.import({ body: Array.from({ length: 300 }, (_, n) => ({ id: `${n}`, value: n })) })
    const answer = await call('GET', path, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.headers.get('Content-Encoding')).toBe('gzip')
    const text = await new Response(answer.body!.pipeThrough(new DecompressionStream('gzip'))).text()
    expect(linesOf(text)).toHaveLength(300)
  })

  it('says where the log begins if it is asked for more', async () => {
    const { call, box } = mounted({
      box: createSignalbox({
        clock: () => Date.UTC(2026, 0, 2),
        timeZone: 'Europe/Paris',
        store: {
          ...memoryStore({ clock: () => Date.UTC(2026, 0, 2) }),
          trimmedTo: async () => Number.MAX_SAFE_INTEGER,
        },
      }),
    })
    await box.features.create({ body: feature('a') })
    const oldest = async (query: string) => (await call('GET', path + query)).headers.get('Events-Oldest')
    expect(await oldest('?since=2026-01-01')).toBe('2026-01-02T01:00:00.000')
    expect(await oldest('?since=2026-01-02T01:00')).toBeNull()
    expect(await oldest('')).toBeNull()
    const received = async (query: string) =>
      oldestOf((await decodeResponse(contract.events.exportHistory, await call('GET', path + query))) as object)
    expect(await received('?since=2026-01-01')).toBe('2026-01-02T01:00:00.000')
    expect(await received('?since=2026-01-03')).toBeUndefined()
    expect(oldestOf(await box.events.exportHistory({ since: '2026-01-01' }))).toBe('2026-01-02T01:00:00.000')
  })

  it('has what the caller may see, masked', async () => {
    const box = await seeded()
    const call = secured(box)
    await box.features.create({ body: feature('a:y') })
    await box.features.create({ body: feature('b:y') })
    const read = async (who: string) =>
      linesOf(await (await call('GET', `${path}?domains=Feature,ApiKey,User`, { headers: pair(who) })).text())
    const all = await read('admin')
    const some = await read('inside')
    expect(some.map(({ key }) => key)).toEqual(
      all.filter(({ domain, key }) => domain === 'Feature' && key.startsWith('a:')).map(({ key }) => key),
    )
    expect(all.some(({ domain }) => domain === 'ApiKey')).toBe(true)
    for (const hidden of [secret, password, `plain ${password}`]) expect(JSON.stringify(all)).not.toContain(hidden)
    expect((await call('GET', path)).status).toBe(401)
  })

  it('reads no further than its reader, whatever the size of the log', async () => {
    const memory = memoryStore()
    const draft = {
      type: 'CONFIG_CREATED',
      domain: 'Config',
      payload: { id: 'a', value: 'x'.repeat(200) },
      timestamp: '2026-01-01T00:00:00.000',
    }
    for (let from = 0; from < 100_000; from += 10_000)
      await memory.commit(
        [],
        Array.from({ length: 10_000 }, (_, n) => ({ ...draft, key: `${from + n}` })),
      )
    let read = 0
    const store: Store = {
      ...memory,
      async *read(options) {
        for await (const event of memory.read(options)) {
          read++
          yield event
        }
      },
    }
    const { call } = mounted({ box: createSignalbox({ store }) })
    const reader = (await call('GET', path)).body!.getReader()
    let bytes = 0
    for (let most = 0; ; most = read) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.length
      expect(read - most).toBeLessThan(400)
      if (bytes < 200_000) await new Promise(setImmediate) // a slow reader
    }
    expect(read).toBeGreaterThanOrEqual(100_000)
    expect(bytes).toBeGreaterThan(30_000_000)
  })
})
