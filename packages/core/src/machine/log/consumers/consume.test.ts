import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../../../memory/store.ts'
import type { Store } from '../../../ports.ts'
import { manualTime, settle } from '../../../webhooks/webhooks.fixture.ts'
import { noteIn } from '../../records/commit.ts'
import { createFollower } from '../follower.ts'
import { type Consumer, consume } from './consume.ts'
import type { Gap } from './cursor.ts'

/** Processes on one store with the same consumer. The events they take go into one list. */
function scene(given: Partial<Consumer> = {}) {
  const time = manualTime()
  const store = memoryStore({ clock: time.clock })
  const taken: string[] = []
  const failures: unknown[] = []

  function start(own: Partial<Consumer> = {}) {
    let isDead = false
    const never = new Promise<never>(() => {})
    const mortal: Store = {
      ...store,
      commit: (changes, events) => (isDead ? never : store.commit(changes, events)),
      get: (collection, key) => (isDead ? never : store.get(collection, key)),
    }
    const closing = new AbortController()
    const report = (error: unknown) => void failures.push(error)
    const follower = createFollower({ store: mortal, report, clock: time.clock, wait: time.wait })
    const running = consume(
      {
        name: 'copy',
        take: async (events) => void taken.push(...events.map(({ key }) => key)),
        ...given,
        ...own,
      },
      {
        store: mortal,
        note: noteIn(mortal),
        follower,
        clock: time.clock,
        random: (bytes) => new Uint8Array(bytes).fill(255),
        report,
        wait: (ms, signal) => (isDead ? never : time.wait(ms, signal)),
        closing: closing.signal,
      },
    )
    const close = async () => {
      closing.abort()
      follower.close()
      if (!isDead) await running
    }
    onTestFinished(close)
    const kill = () => {
      isDead = true
    }
    return { close, kill, applied: follower.applied }
  }
  return { time, store, taken, failures, start, commit: committing(store, time.clock) }
}

const committing = (store: Store, clock: () => number) => async (keys: readonly string[]) => {
  const timestamp = new Date(clock()).toISOString()
  await store.commit(
    [],
    keys.map((key) => ({ type: 'CONFIG_CREATED', key, domain: 'Config', payload: 'x', timestamp }) as const),
  )
}

const keysFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => `k${first + n}`)

describe('a consumer of the log', () => {
  it('receives every event once and in order, in one of several processes', async () => {
    const { time, taken, start, commit } = scene()
    const takers = new Set<string>()
    const taking = (who: string) => ({
      take: async (events: readonly { key: string }[]) => {
        takers.add(who)
        taken.push(...events.map(({ key }) => key))
      },
    })
    start(taking('one'))
    start(taking('other'))
    await settle()
    for (let n = 0; n < 10; n++) {
      await commit(keysFrom(n * 3, 3))
      await time.advance(1000)
    }
    expect(taken).toEqual(keysFrom(0, 30))
    expect(takers.size).toBe(1)
  })

  it('starts with the next event, or with the oldest', async () => {
    for (const [from, expected] of [
      ['head', ['b']],
      ['oldest', ['a', 'b']],
    ] as const) {
      const { time, taken, start, commit } = scene({ from })
      await commit(['a'])
      start()
      await time.advance(1000)
      await commit(['b'])
      await time.advance(1000)
      expect(taken).toEqual(expected)
    }
  })

  it('receives only accepted events, in batches of limited size', async () => {
    const batches: number[] = []
    const { time, start, commit } = scene({
      accept: ({ key }) => key !== 'k5',
      limits: { events: 4, size: 1_000_000, linger: 100 },
      take: async (events) => void batches.push(events.length),
    })
    start()
    await settle()
    await commit(keysFrom(0, 10))
    await time.advance(1000)
    expect(batches).toEqual([4, 4, 1])
  })

  it('resumes after its last batch, after a restart', async () => {
    const { time, taken, start, commit } = scene()
    const first = start()
    await settle()
    await commit(['a'])
    await time.advance(1000)
    await first.close()
    await commit(['b'])
    start()
    await time.advance(3000)
    expect(taken).toEqual(['a', 'b'])
  })

  it('retries the same events with pauses that double up to a minute', async () => {
    const moments: number[] = []
    const { time, failures, start, commit } = scene({
      take: async (events) => {
        expect(events.map(({ key }) => key)).toEqual(['a', 'b'])
        moments.push(time.clock())
        if (moments.length <= 8) throw new Error('The broker is away')
      },
    })
    start()
    await settle()
    await commit(['a', 'b'])
    await time.advance(10 * 60_000)
    const pauses = moments.slice(1).map((moment, i) => (moment - moments[i]!) / 1000)
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(failures).toHaveLength(8)
  })

  it('is taken over if its process dies, and receives unfinished events again', async () => {
    const seen: string[] = []
    const { time, taken, start, commit } = scene()
    const one = start({
      take: async (events) => {
        seen.push(...events.map(({ key }) => key))
        if (seen.length > 1) await new Promise(() => {})
      },
    })
    await settle()
    await commit(['a'])
    await time.advance(1000)
    start()
    await commit(['b', 'c'])
    await time.advance(1000)
    one.kill()
    await time.advance(15_000)
    expect(seen).toEqual(['a', 'b', 'c'])
    expect(taken).toEqual(['b', 'c'])
  })

  it('is notified of events that were trimmed before it received them', async () => {
    const gaps: Gap[] = []
    const { time, store, taken, start, commit } = scene({ missed: (gap) => void gaps.push(gap) })
    const first = start()
    await settle()
    await commit(['a'])
    await time.advance(1000)
    await first.close()
    await commit(['b', 'c'])
    await time.advance(1000)
    await store.trim(new Date(time.clock()))
    await commit(['d'])
    const head = await store.head()
    start()
    await time.advance(3000)
    expect(taken).toEqual(['a', 'd'])
    expect(gaps).toEqual([{ after: head - 3, before: head }])
  })

  it('does not delay writes while it handles a batch', async () => {
    const { start, commit, store } = scene({ take: () => new Promise(() => {}) })
    const { applied, kill } = start()
    await settle()
    for (let n = 0; n < 100; n++) {
      await commit([`k${n}`])
      await applied(await store.head())
    }
    expect(await store.count('consumer-cursors')).toBe(1)
    kill()
  })
})
