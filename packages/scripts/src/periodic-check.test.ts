import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWatch, lookEvery } from './periodic-check.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('checks repeatedly, after the events of each turn', async () => {
  const look = vi.fn()
  const watch = createWatch(look)
  watch.begin()
  watch.begin()
  for (let looks = 1; looks < 4; looks++) {
    vi.advanceTimersByTime(lookEvery)
    expect(look).toHaveBeenCalledTimes(looks - 1)
    await nextTurn()
    expect(look).toHaveBeenCalledTimes(looks)
  }
  watch.end()
})

it('leaves no timer and no pending check when it ends', async () => {
  const look = vi.fn()
  const watch = createWatch(look)
  watch.begin()
  vi.advanceTimersByTime(lookEvery)
  watch.end()
  expect(vi.getTimerCount()).toBe(0)
  await nextTurn()
  expect(look).not.toHaveBeenCalled()
})
