import { describe, expect } from 'vitest'
import {
  appendRest,
  eventOf,
  eventsOf,
  expectDelivered,
  never,
  range,
  type SinkSuiteOptions,
  type SinkTest,
} from './sink-test.ts'

const MIB = 1024 * 1024

/** What fails or stalls in the middle neither loses events nor, where repeats are refused, doubles them. */
export function describeFailures(test: SinkTest, { isExact, patience = 10_000 }: SinkSuiteOptions): void {
  describe('failures', () => {
    test('between an append and its acknowledgement lose nothing', async ({ destination, skip }) => {
      if (!destination.appendUnacknowledged) return skip('the harness cannot fail before the acknowledgement')
      await appendRest(await destination.open(), eventsOf(1, 2))
      await destination.appendUnacknowledged(eventsOf(3, 4, 5), 2)
      await appendRest(await destination.open(), eventsOf(...range(3, 6)))
      await expectDelivered(destination, range(1, 6), isExact)
    })

    test('of a destination that stalls end with the signal, and nothing is lost', async ({ destination, skip }) => {
      if (!destination.stall) return skip('the harness cannot stall')
      const sink = await destination.open()
      await sink.append(eventsOf(1, 2), 0, never)
      const resume = await destination.stall()
      try {
        const stop = new AbortController()
        let isStored = false
        const pending = sink.append(eventsOf(3, 4), 2, stop.signal).then(
          () => {
            isStored = true
          },
          () => {},
        )
        // Long enough for a sink that acknowledges before the destination does.
        await Promise.race([pending, new Promise((resolve) => setTimeout(resolve, 300))])
        expect(isStored).toBe(false)
        const started = Date.now()
        stop.abort()
        await pending
        expect(Date.now() - started).toBeLessThan(patience)
      } finally {
        await resume()
      }
      await appendRest(await destination.open(), eventsOf(3, 4, 5))
      await expectDelivered(destination, [1, 2, 3, 4, 5], isExact)
    })

    test('of a signal that has aborted add nothing that is not added later', async ({ destination }) => {
      const sink = await destination.open()
      await sink.append(eventsOf(1), 0, AbortSignal.abort()).catch(() => {})
      await appendRest(await destination.open(), eventsOf(1, 2))
      await expectDelivered(destination, [1, 2], isExact)
    })

    test('to read fast keep no events in memory: an append resolves when its events are stored', async ({
      destination,
    }) => {
      const sink = await destination.open()
      const payload = { text: 'x'.repeat(MIB / 4) }
      for (let id = 1; id <= 40; id++) {
        await sink.append([eventOf(id, payload)], id - 1, never)
        if (id % 10 === 0) expect((await destination.ids()).at(-1)).toBe(id)
      }
      await expectDelivered(destination, range(1, 40), isExact)
    })
  })
}
