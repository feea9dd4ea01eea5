import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import type { Store } from '../../ports.ts'
import { manualTime, settle } from '../../webhooks/webhooks.fixture.ts'
import { createFollower } from './follower.ts'

/** A follower over a log, with parts of its store replaced, and a clock that a test controls. */
function setUp(overrides: (store: Store) => Partial<Store> = () => ({})) {
  const time = manualTime()
  const memory = memoryStore({ clock: time.clock })
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  const follower = createFollower({ ...time, store: { ...memory, ...overrides(memory) }, report })
  const commit = async (...keys: readonly string[]) => {
    const draft = { type: 'CONFIG_CREATED', domain: 'Config', payload: '', timestamp: '' } as const
    await memory.commit(
      [],
      keys.map((key) => ({ ...draft, key })),
    )
    return memory.head()
  }
  return { time, follower, reports, commit }
}

describe('a follower of the log', () => {
  it('has received an event before its write resolves; deferred followers receive it later, in order', async () => {
    const { follower, commit } = setUp()
    const order: string[] = []
    follower.later(({ key }) => order.push(`later ${key}`))
    follower.on(({ key }) => order.push(`at once ${key}`))
    await follower.start()
    await follower.applied(await commit('a', 'b'))
    order.push('written')
    await settle()
    expect(order).toEqual(['at once a', 'at once b', 'written', 'later a', 'later b'])
  })

  it('tells how far it and its named followers have got, the slowest of those with one name', async () => {
    const { follower, commit } = setUp()
    follower.later(() => {}, { name: 'copy' })
    follower.track(() => [
      { name: 'other', position: 5 },
      { name: 'other', position: 3 },
    ])
    expect(follower.positions()).toEqual([])
    await follower.start()
    await follower.applied(await commit('a'))
    const { last } = follower
    const other = { name: 'other', position: 3 }
    const state = { name: 'state', position: last }
    expect(follower.positions()).toEqual([state, { name: 'copy', position: last - 1 }, other])
    await settle()
    expect(follower.positions()).toEqual([state, { name: 'copy', position: last }, other])
  })

  it('can throw: the error is reported, others receive every event once, and the write resolves', async () => {
    const { follower, reports, commit, time } = setUp()
    const failure = new Error('it cannot be applied')
    const seen: string[] = []
    follower.on(() => {
      throw failure
    })
    follower.on(({ key }) => seen.push(key))
    await follower.start()
    await follower.applied(await commit('a'))
    await follower.applied(await commit('b'))
    expect([seen, reports, time.waiting()]).toEqual([['a', 'b'], [failure, failure], 0])
  })

  it('retries a failed read after a second, and not after it is closed', async () => {
    let reads = 0
    const { follower, reports, commit, time } = setUp(() => ({
      // biome-ignore lint/correctness/useYield: it fails before the first event
      async *read() {
        reads++
        throw new Error('the log is gone')
      },
    }))
    await follower.start()
    await settle()
    expect([reads, reports.length, time.waiting()]).toEqual([1, 1, 1])
    await follower.applied(await commit('a')) // resolves, because nobody waits for a log that cannot be read
    await time.advance(999)
    expect(reads).toBe(1)
    await time.advance(1)
    expect([reads, time.waiting()]).toEqual([2, 1])
    await follower.close()
    await time.advance(10_000)
    expect([reads, time.waiting()]).toEqual([2, 0])
  })
})
