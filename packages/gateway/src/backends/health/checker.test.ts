import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startChecker } from './checker.ts'
import { createHealth, healthCheckOf } from './health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('health', () => {
  it('changes after enough checks in a row', () => {
    const health = createHealth({ unhealthyAfter: 3, healthyAfter: 2 })
    const judged = [false, false, true, false, false, false, true, false, true, true].map((isGood) => {
      health.checked(isGood)
      return health.isRed ? 'red' : 'green'
    })
    expect(judged.join(' ')).toBe('green green green green green red red red red green')
  })

  it('is not checked unless it is enabled', () => {
    expect([healthCheckOf({}), healthCheckOf({ health_check: { url: '/up' } })]).toEqual([undefined, undefined])
  })
})

/** Starts a checker of a target that responds like this. */
function setUp(call: (signal: AbortSignal) => Promise<number>, settings: object = {}, random = 0.5) {
  const results: (readonly [boolean, string])[] = []
  const times: number[] = []
  const begun = Date.now()
  const checker = startChecker(healthCheckOf({ health_check: { enabled: true, url: '/up', ...settings } })!, {
    probe(path, signal) {
      expect(path).toBe('/up')
      times.push(Date.now() - begun)
      return call(signal)
    },
    checked: (isGood, why) => void results.push([isGood, why]),
    random: () => random,
  })
  return { checker, results, times }
}

describe('a checker', () => {
  it('checks in each interval, which varies by a fifth', async () => {
    for (const [random, expected] of [
      [0, [0, 8000, 16_000]],
      [0.5, [500, 10_500, 20_500]],
      [1, [1000, 13_000, 25_000]],
    ] as const) {
      const { checker, times } = setUp(async () => 200, {}, random)
      await vi.advanceTimersByTimeAsync(26_000)
      checker.stop()
      expect(times.slice(0, 3)).toEqual(expected)
    }
  })

  it.each([
    [200, {}, true],
    [399, {}, true],
    [404, {}, false],
    [503, {}, false],
    [404, { healthyStatuses: [404] }, true],
    [204, { unhealthyStatuses: [204] }, false],
  ])('judges status %i with %j', async (status, settings, isGood) => {
    const { results, checker } = setUp(async () => status, settings)
    await vi.advanceTimersByTimeAsync(501)
    checker.stop()
    expect(results).toEqual([[isGood, `status ${status}`]])
  })

  it('knows why there is no response', async () => {
    const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    const { results, checker } = setUp(() => Promise.reject(refused))
    await vi.advanceTimersByTimeAsync(501)
    checker.stop()
    expect(results).toEqual([[false, 'connect ECONNREFUSED']])
  })

  it('does not wait longer than its time-out, even for calls that cannot be aborted', async () => {
    let isAborted = false
    const { results, checker } = setUp(
      (signal) => {
        signal.addEventListener('abort', () => (isAborted = true))
        return new Promise(() => {})
      },
      { timeout: 300 },
    )
    await vi.advanceTimersByTimeAsync(801)
    checker.stop()
    expect([results, isAborted]).toEqual([[[false, 'no response within 300 milliseconds']], true])
  })

  it('that was stopped checks no more, and drops the check in progress', async () => {
    let respond: ((status: number) => void) | undefined
    const { results, times, checker } = setUp(() => new Promise((resolve) => (respond = resolve)))
    await vi.advanceTimersByTimeAsync(501)
    checker.stop()
    respond?.(200)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([results, times.length, vi.getTimerCount()]).toEqual([[], 1, 0])
  })
})
