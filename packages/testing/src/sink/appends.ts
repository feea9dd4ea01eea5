import type { ChangeEvent } from '@signalbox/core/sinks'
import { describe, expect } from 'vitest'
import { eventOf, eventsOf, expectDelivered, never, range, type SinkSuiteOptions, type SinkTest } from './sink-test.ts'

const COUNT = 10_000
const BATCH = 500

/** Appends arrive unchanged and in order, and the position follows them. */
export function describeAppends(test: SinkTest, { isExact, textOf = JSON.stringify }: SinkSuiteOptions): void {
  describe('appends', () => {
    test('start at an empty destination: its position is 0, or unknown', async ({ destination }) => {
      const sink = await destination.open()
      expect(await sink.position(never)).toBe(isExact ? 0 : undefined)
      expect(await destination.readAll()).toEqual([])
    })

    test('arrive in order, and move the position', async ({ destination }) => {
      const sink = await destination.open()
      await sink.append(eventsOf(1, 2, 3), 0, never)
      await sink.append(eventsOf(4), 3, never)
      expect(await destination.ids()).toEqual([1, 2, 3, 4])
      if (isExact) expect(await sink.position(never)).toBe(4)
    })

    test('may have gaps between ids, and may begin at any id', async ({ destination }) => {
      const sink = await destination.open()
      await sink.append(eventsOf(1000, 1003, 2000), 0, never)
      await sink.append(eventsOf(5_000_000_000), 2000, never)
      expect(await destination.ids()).toEqual([1000, 1003, 2000, 5_000_000_000])
      if (isExact) expect(await sink.position(never)).toBe(5_000_000_000)
    })

    test('are there for a sink that is opened later', async ({ destination }) => {
      const first = await destination.open()
      await first.append(eventsOf(1, 2), 0, never)
      const second = await destination.open()
      if (isExact) expect(await second.position(never)).toBe(2)
      await second.append(eventsOf(3), 2, never)
      await expectDelivered(destination, [1, 2, 3], isExact)
    })

    test('keep every character, in texts of any length', async ({ destination }) => {
      const sink = await destination.open()
      const events = texts.map((text, index) => ({ ...eventOf(index + 1, { text }), key: `key:${index}` }))
      await sink.append(events, 0, never)
      expect((await destination.readAll()).map(({ text }) => text)).toEqual(events.map(textOf))
    })

    test(`of ${COUNT} events are byte for byte what a reader finds`, async ({ destination }) => {
      const sink = await destination.open()
      const all = range(1, COUNT).map((id) => eventOf(id * 3, { id: `é:${id}`, list: ['🚦', id], n: id / 7 }))
      for (let from = 0; from < COUNT; from += BATCH)
        await sink.append(all.slice(from, from + BATCH), all[from - 1]?._id ?? 0, never)
      const found = await destination.readAll()
      expect(found.length).toBe(COUNT)
      const broken = found.findIndex(({ id, text, key }, index) => !isSame({ id, text, key }, all[index]))
      expect(found[broken]).toBeUndefined()
    })
  })

  const isSame = (
    { id, text, key }: { readonly id: number; readonly text: string; readonly key: string | undefined },
    event: ChangeEvent | undefined,
  ) => event !== undefined && id === event._id && text === textOf(event) && (key === undefined || key === event.key)
}

const texts = [
  '',
  'quotes " and \\ and \u0000 and \u2028',
  'é 日本 👩‍👩‍👧 \ud800',
  '\r\n\t',
  '"}]}',
  'x'.repeat(300_000),
]
