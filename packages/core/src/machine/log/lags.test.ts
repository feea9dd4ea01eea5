import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import type { Store } from '../../ports.ts'
import { manualTime } from '../../webhooks/webhooks.fixture.ts'
import { localTimestamp, timeZone } from '../time/time.ts'
import { readLags } from './lags.ts'

const SECOND = 1000

/** A log that gets an event each second, and counts how often it is read. */
async function setUp({ zone = timeZone('UTC'), start = Date.UTC(2026, 0, 1), events = 4 } = {}) {
  const time = manualTime(start)
  const memory = memoryStore({ clock: time.clock })
  let reads = 0
  const store: Store = {
    ...memory,
    read(options) {
      reads++
      return memory.read(options)
    },
  }
  for (let i = 0; i < events; i++) {
    const timestamp = localTimestamp(time.clock(), zone)
    await store.commit([], [{ type: 'CONFIG_CREATED', key: `k${i}`, domain: 'Config', payload: 1, timestamp }])
    time.pass(SECOND)
  }
  const head = await store.head()
  const lagsAt = async (...positions: readonly number[]) => {
    const all = positions.map((position) => ({ name: `at ${position - head}`, position }))
    const { consumers } = await readLags({ positions: () => all }, { store, clock: time.clock, zone })
    return consumers.map(({ behind, lag }) => [behind, lag])
  }
  return { store, time, head, lagsAt, reads: () => reads }
}

describe('the lag of a consumer', () => {
  it('is the age of the oldest event that it has not processed', async () => {
    const { head, lagsAt } = await setUp()
    expect(await lagsAt(head, head - 1, head - 3)).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
    ])
  })

  it('is a number of events, of which ids tell nothing: they have gaps', async () => {
    const memory = memoryStore()
    for (let i = 0; i < 3; i++)
      await memory.commit([], [{ type: 'T', key: 'k', domain: 'D', payload: 1, timestamp: '2026-01-01T00:00:00.000' }])
    const base = await memory.head()
    const spread = (id: number) => base + (id - base) * 1000
    const { countEvents: _, ...uncounted } = memory
    const sparse: Store = {
      ...uncounted,
      async *read({ after, ...rest }) {
        for await (const event of memory.read({ after: base - Math.ceil((base - after) / 1000), ...rest }))
          yield { ...event, _id: spread(event._id) }
      },
    }
    const positions = () => [{ name: 'a', position: spread(base - 3) }]
    const ports = { clock: Date.now, zone: timeZone('UTC') }
    expect((await readLags({ positions }, { ...ports, store: sparse })).consumers).toMatchObject([{ behind: 3 }])
  })

  it('costs one read of the store for each position that is behind', async () => {
    const { head, lagsAt, reads } = await setUp()
    await lagsAt(head, head, head)
    expect(reads()).toBe(0)
    await lagsAt(head, head - 1, head - 1, head - 2)
    expect(reads()).toBe(2)
  })

  it('is zero if it is ahead of the head that was read, or if the events after it have left the log', async () => {
    const { store, time, head, lagsAt } = await setUp()
    expect(await lagsAt(head + 1)).toEqual([[0, 0]])
    await store.trim(new Date(time.clock()))
    expect(await lagsAt(head - 2)).toEqual([[0, 0]])
  })

  it('counts only events that are in the log', async () => {
    const { store, time, head, lagsAt } = await setUp()
    await store.trim(new Date(time.clock() - 2 * SECOND))
    expect(await lagsAt(0, head - 4)).toEqual([
      [2, 2],
      [2, 2],
    ])
  })

  it('is not negative if the clock of the writer is ahead', async () => {
    const { time, head, lagsAt } = await setUp()
    time.pass(-10 * SECOND)
    expect(await lagsAt(head - 1)).toEqual([[1, 0]])
  })

  it.each([
    ['before', Date.UTC(2026, 9, 25, 0, 30)],
    ['after', Date.UTC(2026, 9, 25, 1, 30)],
  ])('is right in an hour that a clock change repeats, %s the change', async (_, start) => {
    const { head, lagsAt } = await setUp({ zone: timeZone('Europe/Paris'), start })
    expect(await lagsAt(head - 1)).toEqual([[1, 1]])
  })
})
