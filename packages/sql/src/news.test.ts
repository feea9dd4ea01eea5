import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNews } from './news.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates news whose polls return or throw what the test sets. */
function polled() {
  const state: { answer: boolean | Error; looks: number } = { answer: false, looks: 0 }
  const report = vi.fn()
  const news = createNews({
    interval: 100,
    report,
    async poll() {
      state.looks++
      if (state.answer instanceof Error) throw state.answer
      return state.answer
    },
  })
  return { news, report, state }
}

test('watchers are notified when a poll finds new events, and not before', async () => {
  const { news, state } = polled()
  const listener = vi.fn()
  news.watch(listener)
  await vi.advanceTimersByTimeAsync(250)
  expect(listener).not.toHaveBeenCalled()
  state.answer = true
  await vi.advanceTimersByTimeAsync(100)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('nothing is polled without watchers', async () => {
  const { news, state } = polled()
  const unwatch = news.watch(() => {})
  await vi.advanceTimersByTimeAsync(300)
  expect(state.looks).toBe(3)
  unwatch()
  await vi.advanceTimersByTimeAsync(1000)
  expect(state.looks).toBeLessThanOrEqual(4)
  news.watch(() => {})
  await vi.advanceTimersByTimeAsync(100)
  expect(state.looks).toBeGreaterThan(3)
  expect(vi.getTimerCount()).toBe(1)
  news.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('an outage is reported once, and watchers are notified after it', async () => {
  const { news, report, state } = polled()
  const listener = vi.fn()
  news.watch(listener)
  const outage = new Error('away')
  state.answer = outage
  await vi.advanceTimersByTimeAsync(500)
  expect(report.mock.calls).toEqual([[outage]])
  expect(listener).not.toHaveBeenCalled()
  state.answer = false
  await vi.advanceTimersByTimeAsync(300)
  expect(listener).toHaveBeenCalledTimes(1)
  state.answer = outage
  await vi.advanceTimersByTimeAsync(300)
  expect(report).toHaveBeenCalledTimes(2)
})

test('a watcher that throws is reported, and does not affect others', () => {
  const { news, report } = polled()
  const error = new Error('no')
  const other = vi.fn()
  news.watch(() => {
    throw error
  })
  news.watch(other)
  news.publish()
  expect(report).toHaveBeenCalledWith(error)
  expect(other).toHaveBeenCalledTimes(1)
  news.close()
})
