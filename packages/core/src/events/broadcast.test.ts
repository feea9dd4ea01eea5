import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { KEEP_ALIVE, keys, keysIn, setUp, textOf } from './broadcast.fixture.ts'

const MIB = 1024 * 1024
const named = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `k${from + i}`)

describe('the frames of a log', () => {
  it('begin with a comment, and are an id and data each', async () => {
    const { commit, open, memory } = await setUp()
    const reader = await open()
    expect(await textOf(reader)).toBe(KEEP_ALIVE)
    await commit(['a'])
    const id = await memory.head()
    const json = `{"_id":${id},"type":"FEATURE_CREATED","key":"a","domain":"Feature","timestamp":"","payload":""}`
    expect(await textOf(reader)).toBe(`id: ${id}\ndata: ${json}\n\n`)
  })

  it('are the same bytes for all readers with the same selection', async () => {
    const { commit, open } = await setUp()
    const one = await open()
    const same = await open()
    const other = await open({ accept: ({ key }) => key !== 'b' })
    for (const reader of [one, same, other]) await reader.read()
    await commit(['a'])
    const [first, second, third] = await Promise.all([one, same, other].map((reader) => reader.read()))
    expect(second?.value).toBe(first?.value)
    expect(third?.value).toBe(first?.value)
    await commit(['b', 'c'])
    const [both, bothAgain] = await Promise.all([one, same].map((reader) => reader.read()))
    expect(bothAgain?.value).toBe(both?.value)
    expect(await keys(other, 1)).toEqual(['c'])
  })

  it('of erased people are not sent again to those who resume', async () => {
    const { commit, open, memory, follower } = await setUp()
    const start = await memory.head()
    const watching = await open()
    await commit(['ann', 'bob'])
    expect(await keys(watching, 2)).toEqual(['ann', 'bob'])
    for await (const event of memory.read({ after: start, limit: 1 })) await memory.rewrite?.([{ ...event, key: 'x' }])
    const draft = { domain: 'Experiment', payload: {}, timestamp: '' }
    for (const type of ['EXPERIMENT_CLIENT_ERASED', 'USER_TRACES_ERASED'])
      await memory.commit([], [{ ...draft, type, key: type }])
    await follower.applied(await memory.head())
    expect(await keys(watching, 2)).toEqual(['EXPERIMENT_CLIENT_ERASED', 'USER_TRACES_ERASED'])
    expect(await keys(await open({ after: start }), 4)).toEqual([
      ...['x', 'bob', 'EXPERIMENT_CLIENT_ERASED', 'USER_TRACES_ERASED'],
    ])
  })

  it('are sent in batches', async () => {
    const { commit, open } = await setUp()
    const reader = await open()
    await reader.read()
    await commit(['a', 'b'])
    await commit(['c'])
    expect(keysIn(await textOf(reader))).toEqual(['a', 'b', 'c'])
  })

  it('follow a last event, from the store or the recent frames', async () => {
    const { commit, open, memory } = await setUp()
    await commit(['a', 'b'])
    const first = (await memory.head()) - 1
    const replaying = await open({ after: first })
    expect(await keys(replaying, 1)).toEqual(['b'])
    await commit(['c'])
    expect(await keys(replaying, 1)).toEqual(['c'])
    expect(await keys(await open({ after: first + 1 }), 1)).toEqual(['c'])
    expect(await keys(await open({ after: first }), 2)).toEqual(['b', 'c'])
  })

  it('start at the oldest retained event if the last event is older', async () => {
    const { commit, open, memory } = await setUp()
    await commit(['a', 'b'])
    const before = await memory.head()
    await memory.trim(new Date(Date.now() + 1000))
    await commit(['c'])
    expect(await keys(await open({ after: before - 2 }), 1)).toEqual(['c'])
    await memory.trim(new Date(Date.now() + 1000))
    const late = await open({ after: before - 2 })
    await commit(['d'])
    expect(keysIn(await textOf(late))).toEqual([])
    expect((await keys(late, 1)).at(-1)).toBe('d')
  })
})

describe('a replay and new events', () => {
  it('are joined without gaps or duplicates, at any position and with a slow store', async () => {
    const { commit, open, memory, closing } = await setUp((store) => ({
      async *read(options) {
        for await (const event of store.read(options)) {
          if (event._id % 7 === 0) await setImmediate()
          yield event
        }
      },
    }))
    await commit(['first'])
    const first = await memory.head()
    const COUNT = 6000
    const readings: Promise<{ from: number; seen: string[] }>[] = []
    const readFrom = async (after: number) => {
      const reader = await open({ after })
      const from = after - first
      return { from, seen: await keys(reader, COUNT - from) }
    }
    for (let at = 0; at < COUNT; ) {
      const size = 1 + ((at * 31) % 97)
      await commit(named(at, Math.min(COUNT, at + size)))
      at = Math.min(COUNT, at + size)
      if (readings.length < 40) readings.push(readFrom(first + ((at * 17) % (at + 1))))
      await setImmediate()
    }
    for (const { from, seen } of await Promise.all(readings)) expect(seen).toEqual(named(from, COUNT))
    closing.abort()
  })
})

describe('a reader that does not read', () => {
  const kilobytes = named(0, 300)

  it('is disconnected beyond 1 MiB, delays nobody, and can resume', async () => {
    const { commit, open, memory, ended } = await setUp()
    const start = await memory.head()
    const slow = await open({ accept: () => true })
    const quick = await open({ accept: () => true })
    const seen: string[] = []
    for (let round = 0; round < 6; round++) {
      await commit(kilobytes, { size: 1024 })
      seen.push(...(await keys(quick, kilobytes.length)))
    }
    expect(seen).toHaveLength(6 * kilobytes.length)
    await expect(slow.read()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(ended()).toBe(1)
    expect(await keys(await open({ after: start }), seen.length)).toEqual(seen)
  })

  it('is disconnected during a replay, too', async () => {
    const { commit, open } = await setUp()
    await commit(named(0, 2000), { size: 100 })
    const onCut = vi.fn()
    const slow = await open({ after: 0, onCut })
    await slow.read()
    await slow.read()
    const quick = await open()
    for (let round = 0; round < 6; round++) {
      await commit(kilobytes, { size: 1024 })
      await keys(quick, kilobytes.length)
    }
    expect(onCut).toHaveBeenCalledOnce()
  })

  it('is not disconnected by a single large event', async () => {
    const { commit, open } = await setUp()
    const reader = await open()
    await commit(['large'], { size: 2 * MIB })
    expect(await keys(reader, 1)).toEqual(['large'])
    await commit(['next'])
    expect(await keys(reader, 1)).toEqual(['next'])
  })
})

describe('an idle connection', () => {
  it('receives a comment every 15 seconds, if it has read the last one', async () => {
    const { open, closing, advance, waiting } = await setUp()
    const reader = await open()
    const stalled = await open()
    await reader.read()
    const next = reader.read()
    await advance(15_000)
    expect(new TextDecoder().decode((await next).value)).toBe(KEEP_ALIVE)
    await advance(60_000)
    expect(await textOf(reader)).toBe(KEEP_ALIVE)
    closing.abort()
    expect((await reader.read()).done).toBe(true)
    expect(await textOf(stalled)).toBe(KEEP_ALIVE)
    expect((await stalled.read()).done).toBe(true)
    expect(waiting()).toBe(0)
  })
})
