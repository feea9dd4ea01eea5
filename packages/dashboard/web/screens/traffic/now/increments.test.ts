import { expect, test } from 'vitest'
import { figuresOf, perSecond, rateText } from './figures.ts'
import { lately, noHistory, withAnswer } from './history.ts'
import { incrementOf, type TrafficAnswer } from './increments.ts'
import { boundText, quantileBound } from './quantiles.ts'
import { trafficRows } from './rows.ts'

const none = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
const bounds = [10, 100]

/** A plane with routes, each with its number of successes. */
const plane = (at: number, routes: Readonly<Record<string, number>>, more: object = {}) => ({
  ...{ plane: 'one', since: 1000, at, inFlight: 0, bounds },
  apis: [
    {
      ...{ api: 'shop', durations: { counts: [sum(routes), 0, 0], sum: 0 } },
      backendDurations: { counts: [0, 0, 0], sum: 0 },
      routes: Object.entries(routes).map(([route, count]) => ({
        ...{ route, requests: { ...none, '2xx': count }, causes: {}, overLimit: 0 },
      })),
    },
  ],
  ...more,
})
const sum = (routes: Readonly<Record<string, number>>) => Object.values(routes).reduce((all, one) => all + one, 0)
const answer = (...results: ReturnType<typeof plane>[]): TrafficAnswer => ({ results })
const grown = (before: TrafficAnswer, after: TrafficAnswer) =>
  Object.fromEntries(
    [...(incrementOf(before, after)?.apis.get('shop')?.routes ?? [])].map(([route, { requests }]) => [
      route,
      requests['2xx'] ?? 0,
    ]),
  )

test('what happened between two answers is their difference', () => {
  const before = answer(plane(5000, { a: 3, b: 1 }))
  expect(grown(before, answer(plane(10_000, { a: 5, b: 1, c: 2 })))).toEqual({ a: 2, b: 0, c: 2 })
  expect(incrementOf(before, before)).toBeUndefined()
  expect(incrementOf(before, answer())).toBeUndefined()
})

test('a data plane that has restarted counts from zero again', () => {
  const before = answer(plane(5000, { a: 30 }))
  expect(grown(before, answer(plane(10_000, { a: 4 }, { since: 7000 })))).toEqual({ a: 4 })
})

test('data planes are added up; one that was missing and counts for longer gives no peak', () => {
  const [one, two] = [plane(5000, { a: 1 }), plane(5000, { a: 9 }, { plane: 'two' })]
  const after = answer(plane(10_000, { a: 2 }), plane(10_000, { a: 12 }, { plane: 'two' }))
  expect(grown(answer(one, two), after)).toEqual({ a: 4 })
  expect(grown(answer(one), after)).toEqual({ a: 1 })
})

test('rates look back a minute, and the history ten', () => {
  let history = noHistory
  expect(lately(history)).toBeUndefined()
  for (let at = 0; at <= 200; at++) history = withAnswer(history, answer(plane(1000 + at * 5000, { a: at * 10 })))
  const recent = lately(history)!
  expect([recent.seconds, recent.apis.get('shop')?.routes.get('a')?.requests]).toEqual([60, { '2xx': 120 }])
  expect(history.increments).toHaveLength(120)
})

test('after a pause, rates are those of the pause', () => {
  const first = withAnswer(noHistory, answer(plane(1000, { a: 0 })))
  const history = withAnswer(first, answer(plane(301_000, { a: 600 })))
  expect(lately(history)).toMatchObject({ seconds: 300 })
})

test('errors, refusals and what limits refused are told apart', () => {
  const requests = { '2xx': 5, '4xx': 6, '5xx': 3 }
  const causes = { 'errors.credentials.missing': 2, 'errors.quota.exceeded': 4, 'errors.backend.timeout': 1 }
  expect(figuresOf([{ requests, causes }])).toEqual({
    ...{ requests: 14, errors: 3, refused: 2, limited: 4 },
    causes: [
      ['errors.quota.exceeded', 4],
      ['errors.credentials.missing', 2],
      ['errors.backend.timeout', 1],
    ],
  })
  expect([rateText(0, 60), rateText(1, 600), rateText(1, 60), rateText(750, 60), rateText(90_000, 60)]).toEqual([
    ...['0', '<0.01', '0.02', '12.5', '1,500'],
  ])
  expect(perSecond(2)).toBe('2.00 a second')
})

test('quantiles are bounds of buckets', () => {
  expect(quantileBound([0, 0, 0], bounds, 0.5)).toBeUndefined()
  expect(quantileBound([5, 5, 0], bounds, 0.5)).toBe(10)
  expect(quantileBound([5, 6, 0], bounds, 0.5)).toBe(100)
  expect(quantileBound([98, 1, 1], bounds, 0.99)).toBe(100)
  expect(quantileBound([1, 0, 1], bounds, 0.95)).toBe(Number.POSITIVE_INFINITY)
  expect([10, 2500, Number.POSITIVE_INFINITY, undefined].map((bound) => boundText(bound, [10, 10_000]))).toEqual([
    ...['≤ 10 ms', '≤ 2.5 s', '> 10 s', '–'],
  ])
})

test('APIs are sorted with their routes below them, also those without requests lately', () => {
  const last = answer(plane(5000, { 'shop:a': 9, 'shop:b': 9, 'shop:quiet': 9 }))
  const history = withAnswer(
    withAnswer(noHistory, last),
    answer(plane(10_000, { 'shop:a': 10, 'shop:b': 19, 'shop:quiet': 9 })),
  )
  const named = (search: string, closed: readonly string[] = []) =>
    trafficRows(history.last!, lately(history), { search, column: 'requests', closed: new Set(closed) }).map(
      ({ api, route, requests }) => `${route ?? api} ${requests}`,
    )
  expect(named('')).toEqual(['shop 11', 'shop:b 10', 'shop:a 1', 'shop:quiet 0'])
  expect(named('', ['shop'])).toEqual(['shop 11'])
  expect(named('QUIET')).toEqual(['shop 11', 'shop:quiet 0'])
  expect(named('nothing')).toEqual([])
})
