import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from './event.ts'
import { readBack } from './read-back.ts'

/** A log that can only be read forwards, with events of these ids, and the number of events it has returned. */
function forwardLog(ids: readonly number[], head = ids.at(-1) ?? 0) {
  const events = ids.map((_id) => ({ _id }) as ChangeEvent)
  const seen = { events: 0, reads: 0 }
  async function* read({ after, limit = Number.POSITIVE_INFINITY }: { after: number; limit?: number }) {
    seen.reads++
    const first = events.findIndex(({ _id }) => _id > after)
    if (first < 0) return
    for (const event of events.slice(first, first + limit)) {
      seen.events++
      yield event
    }
  }
  return { seen, read, head: async () => head }
}

async function idsOf(events: AsyncIterable<ChangeEvent>): Promise<number[]> {
  const ids: number[] = []
  for await (const { _id } of events) ids.push(_id)
  return ids
}

describe('a log that can only be read forwards', () => {
  it('is read backwards, however its ids are spread', async () => {
    const gap = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1e10 }))
    const options = fc.record({ before: fc.nat({ max: 400 }), limit: fc.nat({ max: 400 }) }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { maxLength: 300 }), options, async (gaps, { before, limit }) => {
        let last = 0
        const ids = gaps.map((one) => (last += one))
        const end = before === undefined ? undefined : (ids[before] ?? last + 1)
        const expected = ids.filter((id) => end === undefined || id < end).toReversed()
        const read = readBack(forwardLog(ids), {
          ...(end !== undefined && { before: end }),
          ...(limit !== undefined && { limit }),
        })
        expect(await idsOf(read)).toEqual(expected.slice(0, limit))
      }),
    )
  })

  it('is read backwards for one key', async () => {
    const events = Array.from(
      { length: 3000 },
      (_, n) => ({ _id: n + 1, key: n % 1000 === 7 ? 'a' : 'b' }) as ChangeEvent,
    )
    async function* read({ after, limit = 0 }: { after: number; limit?: number }) {
      yield* events.slice(after, after + limit)
    }
    const log = { read, head: async () => 3000 }
    expect(await idsOf(readBack(log, { key: 'a' }))).toEqual([2008, 1008, 8])
    expect(await idsOf(readBack(log, { key: 'a', limit: 1, before: 2008 }))).toEqual([1008])
  })

  it('is read only near its end for a page', async () => {
    const ids = Array.from({ length: 100_000 }, (_, n) => 1_767_225_600_000_000 + n * 37)
    const log = forwardLog(ids)
    expect(await idsOf(readBack(log, { limit: 50 }))).toEqual(ids.slice(-50).toReversed())
    expect(log.seen.events).toBeLessThan(2000)
  })

  it('is not searched below its oldest event, in few reads', async () => {
    const log = forwardLog([1_767_225_600_000_000], 1_767_225_700_000_000)
    expect(await idsOf(readBack(log))).toEqual([1_767_225_600_000_000])
    expect(log.seen.reads).toBeLessThan(20)
    expect(await idsOf(readBack(forwardLog([], 1_767_225_600_000_000)))).toEqual([])
  })
})
