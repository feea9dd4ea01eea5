import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headersOver } from '../../pipeline/exchange.fixture.ts'
import { ageAt, freshnessOf, leftAt } from './freshness.ts'
import { useOf, wishesOf } from './request-directives.ts'

/** A second, at which a response is born in most of these tests. */
const BORN = 1_800_000_000_000
const at = (seconds: number) => new Date(BORN + seconds * 1000).toUTCString()
const none = { ttl: 0, staleWhileRevalidate: 0 }
const times = { askedAt: BORN, headAt: BORN }
const wishing = (value?: string) => wishesOf(headersOver(value === undefined ? [] : ['Cache-Control', value]))

describe('the freshness of a response', () => {
  it.each<[headers: string[], lifetime: number]>([
    [['Cache-Control', 'max-age=10'], 10],
    [['Cache-Control', 's-maxage=5, max-age=10'], 5],
    [['Cache-Control', 'max-age=10', 'Expires', at(99)], 10],
    [['Date', at(0), 'Expires', at(99)], 99],
    [['Date', at(0), 'Expires', at(-1)], 0],
    [['Expires', at(7)], 7],
    [['Expires', '0'], 0],
    [['Expires', '2099-01-01'], 0],
    [['Cache-Control', 'max-age=soon', 'Expires', at(99)], 0],
  ])('%j lasts %d seconds', (headers, lifetime) => {
    expect(freshnessOf(headers, times, { ...none, ttl: 60 })).toMatchObject({ lifetime, isExplicit: true })
  })

  it('is the configured one if the response says nothing', () => {
    expect(freshnessOf([], times, { ...none, ttl: 60 })).toMatchObject({ lifetime: 60, isExplicit: false })
  })

  it.each<[headers: string[], askedAt: number, headAt: number, age: number]>([
    [[], 0, 0, 0],
    [['Age', '7'], 0, 0, 7],
    [['Age', '7'], 0, 3, 10],
    [['Date', at(-20)], 0, 0, 20],
    [['Date', at(-20), 'Age', '30'], 0, 1, 31],
    [['Date', at(50)], 0, 0, 0],
    [['Age', 'old'], 0, 0, 0],
  ])('%j, asked for at %d and come at %d, has the age %d', (headers, askedAt, headAt, age) => {
    const moment = { askedAt: BORN + askedAt * 1000, headAt: BORN + headAt * 1000 }
    expect(ageAt(freshnessOf(headers, moment, none), moment.headAt)).toBe(age)
  })

  it.each<[headers: string, request: string | undefined, age: number, use: string]>([
    ['max-age=10', undefined, 9, 'fresh'],
    ['max-age=10', undefined, 10, 'validate'],
    ['max-age=10, no-cache', undefined, 1, 'validate'],
    ['max-age=10', 'no-cache', 1, 'validate'],
    ['max-age=10', 'max-age=0', 1, 'validate'],
    ['max-age=10', 'max-age=5', 5, 'fresh'],
    ['max-age=10', 'max-age=5', 6, 'validate'],
    ['max-age=10', 'min-fresh=5', 5, 'fresh'],
    ['max-age=10', 'min-fresh=5', 6, 'validate'],
    ['max-age=10', 'max-stale', 999, 'stale'],
    ['max-age=10', 'max-stale=5', 15, 'stale'],
    ['max-age=10', 'max-stale=5', 16, 'validate'],
    ['max-age=10, must-revalidate', 'max-stale', 11, 'validate'],
    ['max-age=10, proxy-revalidate', 'max-stale', 11, 'validate'],
    ['s-maxage=10', 'max-stale', 11, 'validate'],
    ['max-age=10, stale-while-revalidate=5', undefined, 14, 'while-revalidating'],
    ['max-age=10, stale-while-revalidate=5', undefined, 15, 'validate'],
    ['s-maxage=10, stale-while-revalidate=5', undefined, 14, 'while-revalidating'],
    ['max-age=10, must-revalidate, stale-while-revalidate=5', undefined, 14, 'validate'],
  ])('of %s, asked for with %s at the age %d: %s', (value, request, age, use) => {
    const freshness = freshnessOf(['Cache-Control', value], times, none)
    expect(useOf(freshness, wishing(request), BORN + age * 1000)).toBe(use)
  })

  it('may be extended by the configuration while a response is validated, unless the response is strict', () => {
    const settings = { ttl: 0, staleWhileRevalidate: 5 }
    const use = (value: string) => {
      const freshness = freshnessOf(['Cache-Control', value], times, settings)
      return useOf(freshness, wishing(), BORN + 12_000)
    }
    expect([use('max-age=10'), use('s-maxage=10'), use('max-age=10, must-revalidate')]).toEqual([
      ...['while-revalidating', 'validate', 'validate'],
    ])
  })

  it('is that of RFC 9111, whatever is combined', () => {
    const seconds = fc.integer({ min: 0, max: 40 })
    const maybe = fc.option(seconds, { nil: undefined })
    const response = fc.record({ sMaxage: maybe, maxAge: maybe, expires: maybe, age: maybe, date: maybe })
    const flags = fc.record({ noCache: fc.boolean(), must: fc.boolean(), swr: maybe })
    const request = fc.record({ maxAge: maybe, minFresh: maybe, maxStale: maybe })
    fc.assert(
      fc.property(response, flags, request, seconds, seconds, (told, { noCache, must, swr }, asks, delay, later) => {
        const directive = (name: string, value: number | undefined) => (value === undefined ? [] : [`${name}=${value}`])
        const control = [
          ...directive('s-maxage', told.sMaxage),
          ...directive('max-age', told.maxAge),
          ...directive('stale-while-revalidate', swr),
          ...(noCache ? ['no-cache'] : []),
          ...(must ? ['must-revalidate'] : []),
        ]
        const date = told.date === undefined ? [] : ['Date', at(-told.date)]
        const headers = [
          ...['Cache-Control', control.join(', ')],
          ...date,
          ...(told.expires === undefined ? [] : ['Expires', at(told.expires)]),
          ...(told.age === undefined ? [] : ['Age', String(told.age)]),
        ]
        const asking = [
          ...directive('max-age', asks.maxAge),
          ...directive('min-fresh', asks.minFresh),
          ...directive('max-stale', asks.maxStale),
        ].join(', ')
        const headAt = BORN + delay * 1000
        const now = headAt + later * 1000

        // The rules, as the RFC has them: sections 4.2.1, 4.2.3, 4.2.4, 5.2.1 and 5.2.2.
        const sent = told.date === undefined ? delay : -told.date
        const lifetime =
          told.sMaxage ?? told.maxAge ?? (told.expires === undefined ? 0 : Math.max(0, told.expires - sent))
        const age = Math.max(Math.max(0, delay - sent), (told.age ?? 0) + delay) + later
        const staleness = age - lifetime
        const isRecent = age <= (asks.maxAge ?? Number.POSITIVE_INFINITY)
        const isFresh = staleness < 0 && -staleness >= (asks.minFresh ?? 0)
        const mayBeStale = !must && !noCache && !asks.minFresh
        const isAccepted = told.sMaxage === undefined && (asks.maxStale ?? 0) > 0 && staleness <= (asks.maxStale ?? 0)
        const expected =
          noCache || !isRecent
            ? 'validate'
            : isFresh
              ? 'fresh'
              : !mayBeStale
                ? 'validate'
                : isAccepted
                  ? 'stale'
                  : staleness < (swr ?? 0)
                    ? 'while-revalidating'
                    : 'validate'

        const freshness = freshnessOf(headers, { askedAt: BORN, headAt }, none)
        expect([ageAt(freshness, now), leftAt(freshness, now)]).toEqual([age, lifetime - age])
        expect(useOf(freshness, wishing(asking), now)).toBe(expected)
      }),
      { numRuns: 5000 },
    )
  })
})
