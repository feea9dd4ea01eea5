import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import type { Signalbox, SignalboxOptions } from '../signalbox.ts'
import { createSignalbox } from '../signalbox.ts'
import { answering, manualTime, receivers, settle, URL_OF_HOOK } from './webhooks.fixture.ts'

/** Several boxes on one store, with one time and one network. A box that dies makes no call and no commit any more. */
function cluster(given: { store?: Store } = {}) {
  const time = manualTime()
  const { store = memoryStore({ clock: time.clock }) } = given
  const receiver = receivers(time.clock)
  const { clock, wait } = time

  function start(options: SignalboxOptions = {}) {
    let isDead = false
    const never = new Promise<never>(() => {})
    const own: Store = {
      ...store,
      commit: (changes, events) => (isDead ? never : store.commit(changes, events)),
      get: (collection, key) => (isDead ? never : store.get(collection, key)),
      async close() {},
    }
    const calls: string[] = []
    const box = createSignalbox({
      store: own,
      clock,
      wait: (ms, signal) => (isDead ? never : wait(ms, signal)),
      report: (error) => {
        throw error
      },
      async fetch(url, init) {
        if (isDead) return never
        calls.push(url)
        const answer = await receiver.fetch(url, init)
        return isDead ? never : answer
      },
      ...options,
    })
    const kill = () => {
      isDead = true
    }
    onTestFinished(async () => {
      if (!isDead) await box.close()
    })
    return { box, calls, kill }
  }
  return { store, time, receiver, start }
}

const write = async (box: Signalbox, ...keys: string[]) => {
  for (const id of keys) await box.configs.create({ body: { id, value: 1 } })
}
const body = { clientId: 'h', callbackUrl: URL_OF_HOOK, domains: ['Config' as const] }

describe('of two processes', () => {
  it('one delivers', async () => {
    const { time, receiver, start } = cluster()
    const [one, other] = [start(), start()]
    await one.box.webhooks.create({ body })
    for (let n = 0; n < 30; n++) {
      await write(n % 2 ? one.box : other.box, `k${n}`)
      await time.advance(1000)
    }
    expect(receiver.keysAt(URL_OF_HOOK).flat()).toEqual(Array.from({ length: 30 }, (_, n) => `k${n}`))
    expect(Math.min(one.calls.length, other.calls.length)).toBe(0)
  })

  it('the other goes on within 15 seconds when one dies, with the same batch under the same id', async () => {
    const { time, receiver, start } = cluster()
    const one = start()
    await one.box.webhooks.create({ body })
    await settle()
    const other = start()
    await time.advance(5000)
    receiver.at(URL_OF_HOOK, () => new Promise(() => {}))
    await write(one.box, 'a')
    await time.advance(1000)
    expect(one.calls).toHaveLength(1)
    one.kill()
    receiver.at(URL_OF_HOOK, answering(204))
    await write(other.box, 'b')
    await time.advance(15_000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['a'], ['b']])
    const [first, again] = receiver.calls.map(({ headers }) => headers.get('webhook-id'))
    expect(again).toBe(first)
  })

  it('the other goes on soon when one is closed', async () => {
    const { time, receiver, start } = cluster()
    const [one, other] = [start(), start()]
    await one.box.webhooks.create({ body })
    await settle()
    await one.box.close()
    await write(other.box, 'a')
    await time.advance(3000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a']])
  })

  it('both are closed at once while a call is on its way, and the next one goes on behind it', async () => {
    const { store, time, receiver, start } = cluster()
    const [one, other] = [start(), start()]
    await one.box.webhooks.create({ body })
    await settle()
    let answer = (_: Response) => {}
    receiver.at(URL_OF_HOOK, () => new Promise((resolve) => (answer = resolve)))
    await write(one.box, 'a')
    await time.advance(1000)
    await write(other.box, 'b')
    const closed = Promise.all([one.box.close(), other.box.close()])
    await settle()
    answer(new Response())
    await closed
    expect(await store.count('leases')).toBe(0)
    receiver.at(URL_OF_HOOK, answering(204))
    start()
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b']])
  })

  it('the one that was taken over stops, and what both send has one id', async () => {
    const { store, time, receiver, start } = cluster()
    let isAsleep = false
    const { clock, wait } = time
    const one = start({
      async wait(ms, signal) {
        await wait(ms, signal)
        while (isAsleep && !signal?.aborted) await wait(100, signal)
      },
    })
    await one.box.webhooks.create({ body })
    await settle()
    const other = start({ clock, wait })
    await time.advance(5000)
    isAsleep = true
    await time.advance(20_000)
    await write(other.box, 'a')
    await time.advance(1000)
    isAsleep = false
    await time.advance(5000)
    await write(one.box, 'b')
    await time.advance(5000)
    expect(one.calls).toHaveLength(0)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['a'], ['b']])
    expect(await store.count('leases')).toBe(1)
  })
})

describe('a process that starts again', () => {
  it('delivers what happened meanwhile, from where it was', async () => {
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

  it('goes on from the oldest event of the log when the rest was forgotten, and says so', async () => {
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
      [0, expect.stringMatching(/^The log no longer has what was behind event \d+ and before \d+$/)],
      [1, undefined],
    ])
  })

  it('goes on behind a log that has forgotten everything, its batch as well, and says so', async () => {
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
      expect.stringMatching(/^The log no longer has what was behind event \d+ and before \d+$/),
      'It answered 500',
    ])
    await write(two.box, 'a')
    await time.advance(1000)
    expect(receiver.keysAt(URL_OF_HOOK)).toEqual([['lost'], ['a']])
  })

  it('does nothing as long as there is no web hook', async () => {
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
  it('is reported, and deliveries go on when it works again', async () => {
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
