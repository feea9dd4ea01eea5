import { describe, expect, it } from 'vitest'
import type { ChangeEvent, Store } from '../index.ts'
import { collect, testBox, testTime } from '../machine/callers/access.fixture.ts'
import { memoryStore } from '../memory/store.ts'

/** A log of this many events in a store that counts what is read. */
async function filled(count: number) {
  const memory = memoryStore()
  const timestamp = '2026-03-01T12:00:00.000'
  const payload = { id: 'a', value: 'x'.repeat(100) }
  for (let from = 0; from < count; from += 1000)
    await memory.commit(
      [],
      Array.from({ length: Math.min(1000, count - from) }, (_, n) => ({
        ...{ type: 'CONFIG_CREATED', key: `${from + n}`, domain: 'Config', payload, timestamp },
      })),
    )
  const counts = { read: 0, open: 0 }
  const store: Store = {
    ...memory,
    async *read(options) {
      counts.open++
      try {
        for await (const event of memory.read(options)) {
          counts.read++
          yield event
        }
      } finally {
        counts.open--
      }
    },
  }
  return { store, counts }
}

describe('a download of past events', () => {
  it('reads the log as its reader takes it, and ends with its reader', async () => {
    const { store, counts } = await filled(10_000)
    const box = testBox({ store })
    let taken = 0
    for await (const _ of box.events.exportHistory({ since: '2026-01-01' })) if (++taken === 5) break
    expect(counts.read).toBeLessThan(150)
    expect(counts.open).toBe(0)
    expect(await collect(box.events.exportHistory())).toHaveLength(10_000)
    await box.close()
  })

  it('has events of earlier versions, without an author', async () => {
    const { store } = await filled(2)
    const box = testBox({ store })
    await box.configs.create({ body: { id: 'new', value: 1 } })
    const authors = (events: readonly ChangeEvent[]) => events.map(({ authInfo }) => authInfo?.id)
    expect(authors(await collect(box.events.exportHistory()))).toEqual([undefined, undefined, 'signalbox'])
    expect(authors(await collect(box.events.exportHistory({ author: 'signalbox' })))).toEqual(['signalbox'])
    expect(authors((await box.events.history({ author: 'signalbox' })).results)).toEqual(['signalbox'])
    await box.close()
  })

  it('fails when the service closes', async () => {
    const { store } = await filled(10_000)
    const box = testBox({ store })
    const lines = (await box.events.exportHistory())[Symbol.asyncIterator]()
    await lines.next()
    await box.close()
    await expect(lines.next()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('a download of a caller', () => {
  async function opened() {
    const time = testTime()
    const { store } = await filled(1000)
    const box = testBox({ store, ...time.ports })
    const key = { clientId: 'k', clientSecret: 'a secret of the key' }
    await box.apiKeys.create({ body: { ...key, name: 'k', authorizedPatterns: [{ pattern: '*' }] } })
    const caller = await box.identify(key)
    if (!caller) throw new Error('The key is not known')
    return { time, box, caller }
  }

  it('fails within seconds after the key has changed, so that it is not taken for complete', async () => {
    const { time, box, caller } = await opened()
    const lines = (await box.as(caller).events.exportHistory())[Symbol.asyncIterator]()
    expect((await lines.next()).value).toMatchObject({ key: '0' })
    await box.apiKeys.delete({ id: 'k' })
    time.advance(5000)
    const rest = async () => {
      while (!(await lines.next()).done);
    }
    await expect(rest()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(lines.next()).resolves.toMatchObject({ done: true })
    await box.close()
  })

  it('does not begin after the key has changed', async () => {
    const { box, caller } = await opened()
    await box.apiKeys.delete({ id: 'k' })
    await expect(box.as(caller).events.exportHistory()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await box.close()
  })

  it('leaves no timer behind, whether it is read to its end or not at all', async () => {
    const { time, box, caller } = await opened()
    const before = time.waiting()
    await box.as(caller).events.exportHistory()
    await collect(box.as(caller).events.exportHistory())
    await expect.poll(() => time.waiting()).toBe(before)
    await box.close()
  })
})
