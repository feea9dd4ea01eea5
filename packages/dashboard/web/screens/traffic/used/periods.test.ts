import { expect, test } from 'vitest'
import { createPeriods, filled, totalOf, type UsageRow } from './periods.ts'
import { usedFilterOf, usedPath, usedQueryOf } from './used-filter.ts'
import { bytesText, meanText } from './used-words.ts'

const HOUR = 3_600_000
const row = (time: string, members: Partial<UsageRow> = {}): UsageRow => ({
  ...{ time, api: 'shop', route: 'shop:all', statusClass: 2, requests: 1, limited: 0 },
  ...{ bytesIn: 1, bytesOut: 2, backendMs: 10 },
  ...members,
})
const periodsOf = (...rows: UsageRow[]) => {
  const periods = createPeriods()
  for (const one of rows) periods.add(one)
  return periods.periods()
}

test('rows of a period are added up, whatever their consumer, route and status', () => {
  const [first, second, ...more] = periodsOf(
    row('2027-01-01T02:00:00+01:00', { requests: 5, statusClass: 5 }),
    row('2027-01-01T01:00:00+01:00'),
    row('2027-01-01T01:00:00+01:00', { plan: 'free', statusClass: 4, limited: 1 }),
  )
  expect(more).toEqual([])
  expect(first).toEqual({
    ...{ at: Date.UTC(2027, 0, 1), requests: 2, limited: 1, bytesIn: 2, bytesOut: 4, backendMs: 20 },
    classes: new Map([
      [2, 1],
      [4, 1],
    ]),
  })
  expect(totalOf([first!, second!])).toMatchObject({
    requests: 7,
    classes: new Map([
      [2, 1],
      [4, 1],
      [5, 5],
    ]),
  })
  expect([meanText(first!), meanText(totalOf([]))]).toEqual(['10 ms', '–'])
})

test('periods without requests are filled in', () => {
  const at = Date.UTC(2027, 0, 1)
  const periods = periodsOf(row(new Date(at).toISOString()), row(new Date(at + 3 * HOUR).toISOString()))
  const all = filled(periods, { by: 'hour', from: at - 2 * HOUR, to: at + 4.5 * HOUR })
  expect(all.map((one) => [(one.at - at) / HOUR, one.requests])).toEqual([
    [-2, 0],
    [-1, 0],
    [0, 1],
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 0],
  ])
  expect(filled([], { by: 'hour', from: at, to: at + HOUR })).toEqual([])
})

test('a day of 25 hours is one day', () => {
  const days = [
    '2026-10-24T00:00:00+02:00',
    '2026-10-25T00:00:00+02:00',
    '2026-10-26T00:00:00+01:00',
    '2026-10-27T00:00:00+01:00',
  ]
  const all = filled(periodsOf(...days.map((day) => row(day))), {
    ...{ by: 'day', from: Date.parse(days[0]!), to: Date.parse('2026-10-27T10:00:00+01:00') },
  })
  expect(all.map(({ at, requests }) => [at, requests])).toEqual(days.map((day) => [Date.parse(day), 1]))
})

test('filters stay in the address; routes and plans need their API', () => {
  const filter = usedFilterOf(new URLSearchParams('api=shop&plan=free&range=month'))
  expect(filter).toEqual({ api: 'shop', route: '', plan: 'free', subscription: '', range: 'month' })
  expect(usedPath(filter)).toBe('/gateway/traffic?tab=used&api=shop&plan=free&range=month')
  expect(usedFilterOf(new URLSearchParams('plan=free&range=x'))).toMatchObject({ plan: '', range: 'day' })
  expect(usedQueryOf(usedFilterOf(new URLSearchParams('api=shop')), Date.UTC(2027, 0, 2, 12, 30))).toEqual({
    ...{ api: 'shop', from: '2027-01-01T13:00:00.000Z', by: 'hour' },
  })
})

test('bytes have the unit that fits', () => {
  expect([0, 999, 1000, 15_400, 999_999, 2_500_000_000].map(bytesText)).toEqual([
    ...['0 bytes', '999 bytes', '1.0 kB', '15 kB', '1000 kB', '2.5 GB'],
  ])
})
