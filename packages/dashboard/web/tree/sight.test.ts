import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSight } from './sight.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Feature {
  readonly id: string
  readonly enabled: boolean
}

it('reads what is in sight once, after the rows stand still', async () => {
  const read = vi.fn(async (pattern: string) => pattern.split(',').map((id): Feature => ({ id, enabled: true })))
  const sight = createSight({ read })
  sight.look(['a', 'b'])
  sight.look(['b', 'c'])
  await vi.advanceTimersByTimeAsync(100)
  sight.look(['b', 'c', '__proto__'])
  await vi.advanceTimersByTimeAsync(100)
  expect(read.mock.calls).toEqual([['b,c'], ['__proto__']])
  expect(sight.find('__proto__')).toEqual({ id: '__proto__', enabled: true })
})

it('prefers an event to an answer that was under way', async () => {
  const answer = Promise.withResolvers<Feature[]>()
  const sight = createSight({ read: () => answer.promise })
  sight.look(['a', 'b'])
  await vi.advanceTimersByTimeAsync(100)
  sight.hear('a', { id: 'a', enabled: false })
  sight.hear('b', undefined)
  answer.resolve([
    { id: 'a', enabled: true },
    { id: 'b', enabled: true },
  ])
  await vi.advanceTimersByTimeAsync(0)
  expect([sight.find('a')?.enabled, sight.find('b')]).toEqual([false, undefined])
})

it('forgets the records that were seen first', async () => {
  const sight = createSight({ most: 2, read: async (id) => [{ id }] })
  for (const id of ['a', 'b', 'c']) {
    sight.look([id])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(['a', 'b', 'c'].map((id) => sight.find(id)?.id)).toEqual([undefined, 'b', 'c'])
})
