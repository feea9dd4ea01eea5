import type { ChangeEvent } from '@signalbox/core/contract'
import { expect, test } from 'vitest'
import { createEventList, MOST_KEPT } from './event-list.ts'

const event = (id: number) => ({ _id: id, key: `k${id % 2}` }) as ChangeEvent
const ids = (list: ReturnType<typeof createEventList>) => list.events.value.map(({ _id }) => _id)

/** A log of so many events, read in pages of a size. */
const pages =
  (head: number, size = 10) =>
  async (before = head + 1) => {
    const from = before - 1
    const results = Array.from({ length: Math.min(size, from) }, (_, i) => event(from - i))
    return { results, ...(from > size && { next: from - size + 1 }), oldest: '2026' }
  }

test('live events stand above those of the past, each once', async () => {
  const list = createEventList(pages(12), () => true)
  list.add(event(12))
  list.add(event(13))
  await list.loadOlder()
  expect(ids(list)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  await list.loadOlder()
  expect(ids(list)).toHaveLength(13)
  expect(list.hasOlder.value).toBe(false)
})

test('while it is paused, events wait', () => {
  const list = createEventList(pages(0), () => true)
  list.pause(true)
  list.add(event(1))
  list.add(event(2))
  expect([ids(list), list.waiting.value]).toEqual([[], 2])
  list.pause(false)
  expect([ids(list), list.waiting.value]).toEqual([[2, 1], 0])
})

test('pages without a match are passed over', async () => {
  const list = createEventList(pages(30), ({ _id }) => _id === 3)
  await list.loadOlder()
  expect(ids(list)).toEqual([3])
})

test('the newest are kept, and older ones are not read once the list is full', async () => {
  const list = createEventList(pages(0), () => true)
  for (let id = 1; id <= MOST_KEPT + 10; id++) list.add(event(id))
  expect(ids(list)).toHaveLength(MOST_KEPT)
  expect([list.isFull.value, list.hasOlder.value]).toEqual([true, false])
  await list.loadOlder()
  expect(ids(list).at(-1)).toBe(11)
})

test('older pages fill the list to its end', async () => {
  const list = createEventList(pages(MOST_KEPT + 5, 500), () => true)
  while (list.hasOlder.value) await list.loadOlder()
  expect([ids(list).length, ids(list).at(-1), list.isFull.value]).toEqual([MOST_KEPT, 6, true])
})
