import { expect, it } from 'vitest'
import { createEjection, outlierOf } from './ejection.ts'

const ejectionOf = (settings: Record<string, number> = {}) => createEjection(outlierOf({ outlier: settings })!)
const failures = (ejection: ReturnType<typeof createEjection>, times: readonly number[]) =>
  times.map((now) => ejection.failed(now)).at(-1)

it('needs failures in a row', () => {
  const ejection = ejectionOf({ consecutiveFailures: 3 })
  expect(failures(ejection, [1, 2])).toBe(false)
  ejection.succeeded()
  expect([failures(ejection, [3, 4]), ejection.failed(5)]).toEqual([false, true])
})

it('needs them within the interval', () => {
  const ejection = ejectionOf({ consecutiveFailures: 3, interval: 1000 })
  expect([failures(ejection, [0, 600, 1200]), ejection.failed(1500)]).toEqual([false, true])
})

it('takes longer each time, up to the longest', () => {
  const ejection = ejectionOf({ baseEjection: 1000, maxEjection: 2500 })
  const ends: number[] = []
  for (let now = 0; ends.length < 4; now = ejection.until) {
    ejection.eject(now)
    ends.push(ejection.until - now)
  }
  expect([ends, ejection.times]).toEqual([[1000, 2000, 2500, 2500], 4])
})

it('takes shorter again after calm intervals', () => {
  const ejection = ejectionOf({ baseEjection: 1000, interval: 10_000 })
  ejection.eject(0)
  ejection.eject(1000)
  ejection.eject(3000 + 20_000)
  expect(ejection.until - 23_000).toBe(1000)
})

it('does not count failures of attempts that end while the target is ejected', () => {
  const ejection = ejectionOf({ consecutiveFailures: 2 })
  ejection.eject(0)
  expect([failures(ejection, [1, 2, 3]), failures(ejection, [30_000]), ejection.failed(30_001)]).toEqual([
    ...[false, false],
    true,
  ])
})
