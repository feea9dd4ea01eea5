import { describe, expect, it } from 'vitest'
import { sparseIds } from '../machine/log/sparse-ids.fixture.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { body, cluster, write } from './cluster.fixture.ts'
import { answering, settle, URL_OF_HOOK } from './webhooks.fixture.ts'

describe('a process that starts again', () => {
  it('delivers the events of the meantime, from its position', async () => {
    const { time, receiver, start } = cluster()
    const one = start()
    await one.box.webhooks.create({ body })
    await write(one.box, 'a')
    await time.advance(1000)
    await one.box.close()
    const silent = start({ fetch: undefined as never })
    const keys = Array.from({ length: 2500 }, (_, n) => `k${n}`)
    await silent.box.configs.import({ body: keys.map((id) => ({ id, value: 1 })) })
    start()
    await time.advance(2000)
    expect(receiver.keysAt(URL_OF_HOOK).flat()).toEqual(['a', ...keys])
    expect(receiver.keysAt(URL_OF_HOOK)).toHaveLength(1 + 2500 / 20)
  })

  it('continues at the oldest retained event, and reports the gap', async () => {
    const { store, time, receiver, start } = cluster()
    const one = start()
    await one.box.webhooks.create({ body })
    await write(one.box, 'a')
    await time.advance(1000)
    await one.box.close()
    const silent = start({ fetch: undefined as never })
    await write(silent.box, 'lost', 'lost-too')
    await time.advance(1000)
    await store.trim(new Date(time.clock()))
    await write(silent.box, 'b', 'c')
    const two = start()
    await time.advance(2000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b', 'c']])
    const { results } = await two.box.webhooks.deliveries({ id: 'h' })
    expect(results.map(({ events, error }) => [events.length, error])).toEqual([
      [2, undefined],
      [0, expect.stringMatching(/^The events after \d+ up to \d+ are no longer in the log and were not sent$/)],
      [1, undefined],
    ])
  })

  it('continues after a completely trimmed log, and reports the gap', async () => {
    const { store, time, receiver, start } = cluster()
    const one = start()
    await one.box.webhooks.create({ body })
    receiver.at(URL_OF_HOOK, answering(500))
    await write(one.box, 'lost')
    await time.advance(1000)
    await one.box.close()
    receiver.at(URL_OF_HOOK, answering(204))
    await time.advance(1000)
    await store.trim(new Date(time.clock()))
    const two = start()
    await time.advance(5000)
    const { results } = await two.box.webhooks.deliveries({ id: 'h' })
    expect(results.map(({ error }) => error)).toEqual([
      expect.stringMatching(/^The events after \d+ up to \d+ are no longer in the log and were not sent$/),
      'The receiver responded with status 500',
    ])
    await write(two.box, 'a')
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['lost'], ['a']])
  })

  it('continues after the event that it sent last, although that one and all before it were trimmed', async () => {
    const { store, time, receiver, start } = cluster({ store: sparseIds(memoryStore({ clock: () => 0 })) })
    const one = start()
    await one.box.webhooks.create({ body })
    await write(one.box, 'a')
    await time.advance(1000)
    await one.box.close()
    await time.advance(1000)
    await store.trim(new Date(time.clock()))
    await write(start({ fetch: undefined as never }).box, 'b')
    const two = start()
    await time.advance(2000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b']])
    const { results } = await two.box.webhooks.deliveries({ id: 'h' })
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined])
  })

  it('does nothing without webhooks', async () => {
    const { store, time, start } = cluster()
    const { box } = start()
    await write(box, 'a')
    await time.advance(60_000)
    expect(await store.count('leases')).toBe(0)
    await box.webhooks.create({ body })
    await time.advance(1000)
    expect(await store.count('leases')).toBe(1)
    await box.webhooks.delete({ id: 'h' })
    await time.advance(1000)
    expect(await store.count('leases')).toBe(0)
  })
})

describe('a store that fails', () => {
  it('is reported, and deliveries continue when it works again', async () => {
    const memory = memoryStore()
    let isBroken = false
    const broken = () => Promise.reject(new Error('The store is away'))
    const store: Store = {
      ...memory,
      commit: (changes, events) => (isBroken && events.length === 0 ? broken() : memory.commit(changes, events)),
    }
    const { time, receiver, start } = cluster({ store })
    const failures: unknown[] = []
    const { box } = start({ report: (error) => failures.push(error) })
    await box.webhooks.create({ body })
    await settle()
    isBroken = true
    await write(box, 'a')
    await time.advance(20_000)
    expect(receiver.calls).toEqual([])
    expect(failures.length).toBeGreaterThan(2)
    isBroken = false
    await write(box, 'b')
    await time.advance(20_000)
    expect(receiver.keysAt(URL_OF_HOOK).flat()).toEqual(['a', 'b'])
  })
})
