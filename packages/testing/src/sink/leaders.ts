import { isBehind, type Sink } from '@signalbox/core/sinks'
import { describe, expect } from 'vitest'
import {
  appendRest,
  eventsOf,
  expectDelivered,
  never,
  range,
  type SinkSuiteOptions,
  type SinkTest,
} from './sink-test.ts'

/** Repeats, and leaders that overlap, add no event twice where the destination can refuse repeats. */
export function describeLeaders(test: SinkTest, { isExact }: SinkSuiteOptions): void {
  /** What a leader may do whose assumption is wrong: be refused, or add what is missing. */
  const refusedOrDone = (append: Promise<void>) =>
    append.then(
      () => {},
      () => {},
    )

  describe('leaders', () => {
    test('may repeat a batch', async ({ destination }) => {
      const sink = await destination.open()
      await sink.append(eventsOf(1, 2, 3), 0, never)
      await refusedOrDone(sink.append(eventsOf(1, 2, 3), 0, never))
      await appendRest(sink, eventsOf(1, 2, 3, 4))
      await expectDelivered(destination, [1, 2, 3, 4], isExact)
    })

    test('may append a batch that overlaps', async ({ destination }) => {
      const sink = await destination.open()
      await sink.append(eventsOf(1, 2, 3), 0, never)
      await refusedOrDone(sink.append(eventsOf(2, 3, 4, 5), 1, never))
      await appendRest(sink, eventsOf(2, 3, 4, 5))
      await expectDelivered(destination, [1, 2, 3, 4, 5], isExact)
    })

    test('that resume follow the position', async ({ destination }) => {
      const all = eventsOf(...range(1, 30))
      for (const end of [7, 7, 20, 30]) await appendRest(await destination.open(), all.slice(0, end))
      await expectDelivered(destination, range(1, 30), isExact)
    })

    test('that are late add nothing twice, and nothing out of order', async ({ destination }) => {
      const late = await destination.open()
      await late.append(eventsOf(1, 2, 3), 0, never)
      const leader = await destination.open()
      await appendRest(leader, eventsOf(1, 2, 3, 4, 5))
      await refusedOrDone(late.append(eventsOf(4, 5, 6), 3, never))
      await appendRest(leader, eventsOf(4, 5, 6, 7)).catch((error) => {
        if (!isBehind(error)) throw error
        return appendRest(leader, eventsOf(4, 5, 6, 7))
      })
      await expectDelivered(destination, range(1, 7), isExact)
    })

    test('that append at once leave each event once', async ({ destination }) => {
      const all = eventsOf(...range(1, 40))
      const lead = async (sink: Sink, size: number) => {
        let done = 0
        for (let round = 0; done < all.length && round < 100; round++) {
          const position = (await sink.position(never)) ?? done
          const batch = all.slice(position, position + size)
          if (batch.length > 0) await refusedOrDone(sink.append(batch, position, never))
          done = position + batch.length
        }
      }
      await Promise.all([lead(await destination.open(), 4), lead(await destination.open(), 7)])
      const last = await destination.open()
      await appendRest(last, all)
      if (isExact) expect(await last.position(never)).toBe(40)
      await expectEach(destination, all.length)
    })

    if (isExact)
      test('with a position that is ahead of the destination are refused', async ({ destination }) => {
        const sink = await destination.open()
        await sink.append(eventsOf(1, 2), 0, never)
        const append = (await destination.open()).append(eventsOf(5), 4, never)
        expect(await append.then(() => undefined, isBehind)).toBe(true)
        expect(await destination.ids()).toEqual([1, 2])
      })
  })

  /** Leaders of a destination that cannot refuse repeats may mix their events. */
  async function expectEach(destination: Parameters<typeof expectDelivered>[0], count: number): Promise<void> {
    const ids = await destination.ids()
    if (isExact) expect(ids).toEqual(range(1, count))
    else expect([...new Set(ids)].sort((a, b) => a - b)).toEqual(range(1, count))
  }
}
