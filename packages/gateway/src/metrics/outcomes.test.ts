import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { Outcomes } from './outcomes.ts'

const HOUR = 3_600_000
const target = { hostname: '127.0.0.1', port: 4010 } as never
const ended = { id: 'r1', target, backend: { ref: 'pets', targets: [] } as never, attempts: {} }

function outcomesOf(statuses: readonly number[], everyMs = 1000) {
  const outcomes = new Outcomes()
  let now = HOUR
  for (const status of statuses) {
    const id = `r${now}`
    now += everyMs
    outcomes.add({ ...ended, id }, status, undefined, now)
  }
  return { outcomes, now, told: (at = now) => outcomes.told('pet-store', at) }
}

const times = (count: number, status: number) => Array<number>(count).fill(status)

describe('the last requests to an API', () => {
  it('are twenty, with the last failure and since when it fails', () => {
    const { told, now } = outcomesOf([...times(100, 200), ...times(18, 500), 200, 200])
    expect(told()).toEqual({
      ...{ api: 'pet-store', at: now, requests: 20, failed: 18, failingSince: now - 19_000 },
      failure: {
        ...{ at: now - 2000, request: `r${now - 3000}`, status: 500, backend: 'pets', stored: false },
        target: '127.0.0.1:4010',
      },
    })
  })

  it.each([
    ['nothing failed', times(20, 200), false],
    ['two of two failed', times(2, 500), false],
    ['three of three failed', times(3, 502), true],
    ['nine of the last twenty failed', [...times(50, 200), ...times(9, 500)], false],
    ['ten of the last twenty failed', [...times(50, 200), ...times(10, 500)], true],
    ['clients are wrong', times(20, 404), false],
    ['the last five succeeded', [...times(15, 500), ...times(5, 200)], false],
    ['the last four succeeded', [...times(16, 500), ...times(4, 200)], true],
  ])('if %s', (_, statuses, isFailing) => {
    expect(outcomesOf(statuses).told()?.failingSince !== undefined).toBe(isFailing)
  })

  it('fail since the first failure of the row, also while some succeed, and anew after a recovery', () => {
    const { outcomes, now } = outcomesOf([...times(20, 200), ...times(10, 500), ...times(5, 200), 500])
    expect(outcomes.told('a', now)?.failingSince).toBe(now - 15_000)
    const later = outcomesOf([...times(10, 500), ...times(30, 200), ...times(10, 500)])
    expect(later.told()?.failingSince).toBe(later.now - 9000)
  })

  it('are forgotten after an hour', () => {
    const { told, now } = outcomesOf(times(3, 500))
    expect(told(now + HOUR - 1)?.failed).toBe(3)
    expect(told(now + HOUR)).toBeUndefined()
    expect(new Outcomes().told('a', now)).toBeUndefined()
  })
})

describe('the minutes of the last hour', () => {
  it('count requests and failures, and empty minutes', () => {
    const { outcomes } = outcomesOf([200, 500, 200], 60_000)
    const { hour } = outcomes.told('a', HOUR + 5 * 60_000, { minutes: true })!
    expect(hour!.to).toBe(HOUR + 6 * 60_000)
    expect(hour!.requests.slice(-6)).toEqual([0, 1, 1, 1, 0, 0])
    expect(hour!.failed.slice(-6)).toEqual([0, 0, 1, 0, 0, 0])
    expect(hour!.requests).toHaveLength(60)
  })

  it('leave out what is older, and stand a clock that was set back', () => {
    const { outcomes, now } = outcomesOf([...times(5, 200)])
    outcomes.add(ended, 200, undefined, now + HOUR + 60_000)
    outcomes.add(ended, 200, undefined, now)
    const { hour } = outcomes.told('a', now + HOUR + 60_000, { minutes: true })!
    expect(hour!.requests.reduce((sum, one) => sum + one)).toBe(2)
    expect(hour!.requests.at(-1)).toBe(2)
  })
})

it('10,000 APIs take about a KiB each, however many requests they have had', () => {
  const apis = Array.from({ length: 10_000 }, () => new Outcomes())
  const fill = (times: number) => {
    for (const one of apis) for (let i = 0; i < times; i++) one.add(ended, 500, undefined, HOUR + i * 1000)
  }
  const used = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = used()
  fill(1)
  const after = used()
  fill(100)
  expect((after - before) / apis.length).toBeLessThan(4096)
  expect((used() - after) / apis.length).toBeLessThan(1024)
})

it('routes that fail are told with their API if they are asked for', () => {
  const metrics = createMetrics()
  const [list, get] = ['shop:list', 'shop:get'].map((id) => metrics.countersOf({ id, api_ref: 'shop' }))
  for (let i = 0; i < 4; i++) {
    list!.outcomes.add(ended, 500, undefined, HOUR + i)
    list!.ofRoute.add(ended, 500, undefined, HOUR + i)
    get!.outcomes.add(ended, 200, undefined, HOUR + i)
    get!.ofRoute.add(ended, 200, undefined, HOUR + i)
  }
  const [told] = metrics.outcomes(HOUR + 10, { routes: true })
  expect(told).toMatchObject({ api: 'shop', requests: 8, failed: 4 })
  expect(told?.routes).toMatchObject([{ route: 'shop:list', requests: 4, failed: 4, failingSince: HOUR }])
  expect(metrics.outcomes(HOUR + 10)[0]).not.toHaveProperty('routes')
})
