import { describe, expect, it } from 'vitest'
import { createFailedAttempts } from './failed-attempts.ts'

const address = '192.0.2.1'

/** Failures at these times, in seconds. */
function failedAt(...seconds: readonly number[]) {
  const failures = createFailedAttempts()
  for (const second of seconds) failures.count(address, second * 1000)
  return (second: number, from = address) => failures.waitMs(from, second * 1000)
}
const times = (count: number, from = 0, step = 1) => Array.from({ length: count }, (_, i) => from + i * step)

describe('failures of a network', () => {
  it.each<[what: string, seconds: readonly number[], at: number, waitMs: number]>([
    ['none', [], 0, 0],
    ['19 at once', times(19, 100, 0), 100, 0],
    ['20 at once', times(20, 100, 0), 100, 60_000],
    ['20 at once, half a minute later', times(20, 100, 0), 130, 30_000],
    ['20 at once, a minute later', times(20, 100, 0), 160, 0],
    ['20 in 57 seconds', times(20, 100, 3), 157, 60_000],
    ['20 in more than a minute', times(20, 100, 3.2), 160.8, 0],
    ['19, and 19 a minute later', [...times(19, 100, 0), ...times(19, 160, 0)], 160, 0],
    ['19 at the end of a minute, and one soon after', [...times(19, 159, 0), 161], 161, 60_000],
  ])('%s', (_, seconds, at, waitMs) => {
    expect(failedAt(...seconds)(at)).toBe(waitMs)
  })

  it('concern no other network', () => {
    const wait = failedAt(...times(20, 100, 0))
    expect([wait(100, '192.0.2.2'), wait(100, '::ffff:192.0.2.1'), wait(100, '')]).toEqual([0, 0, 0])
  })

  it('keep nobody waiting if the clock is set back', () => {
    expect(failedAt(...times(20, 1000, 0))(10)).toBe(0)
  })
})
