import { describe, expect, it } from 'vitest'
import { setUp } from '../pipeline/pipeline.fixture.ts'
import { createMetrics } from './metrics.ts'

const counted = { method: 'GET', status: 200, cause: undefined, ms: 3, backendMs: 2 }
const none = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
/** The 13 buckets, with counts at some places. */
const buckets = (counts: Record<number, number>) => Array.from({ length: 13 }, (_, place) => counts[place] ?? 0)

describe('the traffic', () => {
  it('is nothing before the first request', () => {
    const metrics = createMetrics()
    metrics.countersOf({ id: 'shop:a', api_ref: 'shop' })
    expect(metrics.traffic()).toEqual({ inFlight: 0, apis: [] })
  })

  it('adds up the methods of a route, by class of the status and by cause', () => {
    const metrics = createMetrics()
    const route = metrics.countersOf({ id: 'shop:a', api_ref: 'shop' })
    for (const method of ['GET', 'POST', 'BREW']) metrics.ended(route, { ...counted, method })
    for (const status of [429, 503]) metrics.ended(route, { ...counted, status, cause: 'errors.rate.limit.exceeded' })
    metrics.ended(route, { ...counted, status: 418, cause: 'errors.of.my.plugin', isOverLimit: true })
    metrics.ended(route, { ...counted, status: 404 })
    expect(metrics.traffic().apis.map(({ routes }) => routes)).toEqual([
      [
        {
          route: 'shop:a',
          requests: { ...none, '2xx': 3, '4xx': 3, '5xx': 1 },
          causes: { 'errors.rate.limit.exceeded': 2, other: 1 },
          overLimit: 1,
        },
      ],
    ])
  })

  it('has the durations of all routes of an API, once, in milliseconds', () => {
    const metrics = createMetrics()
    metrics.began()
    metrics.began()
    metrics.ended(metrics.countersOf({ id: 'shop:a', api_ref: 'shop' }), counted)
    const slow = { ...counted, ms: 20_000.5, backendMs: undefined }
    metrics.ended(metrics.countersOf({ id: 'shop:b', api_ref: 'shop' }), slow)
    metrics.began()
    const { inFlight, apis } = metrics.traffic()
    expect(inFlight).toBe(1)
    expect(apis).toEqual([
      {
        api: 'shop',
        durations: { counts: buckets({ 2: 1, 12: 1 }), sum: 20_003.5 },
        backendDurations: { counts: buckets({ 1: 1 }), sum: 2 },
        routes: [expect.objectContaining({ route: 'shop:a' }), expect.objectContaining({ route: 'shop:b' })],
      },
    ])
  })

  it('has requests without a route, and those of too many routes, below no API', () => {
    const metrics = createMetrics()
    metrics.ended(metrics.countersOf(), { ...counted, status: 404, backendMs: undefined })
    metrics.ended(metrics.countersOf({ id: '_other:a', api_ref: '_other' }), counted)
    expect(metrics.traffic().apis.map(({ api }) => api)).toEqual([undefined, '_other'])
    for (let i = 0; i < 5001; i++) metrics.countersOf({ id: `r${i}`, api_ref: 'shop' })
    metrics.ended(metrics.countersOf({ id: 'r5001', api_ref: 'secret' }), counted)
    expect(metrics.traffic().apis).toEqual([
      {
        durations: { counts: buckets({ 2: 3 }), sum: 9 },
        backendDurations: { counts: buckets({ 1: 2 }), sum: 4 },
        routes: [
          { requests: { ...none, '4xx': 1 }, causes: {}, overLimit: 0 },
          expect.objectContaining({ route: '_other:a' }),
          expect.objectContaining({ route: '_other', requests: { ...none, '2xx': 1 } }),
        ],
      },
    ])
  })

  it('of a gateway has its start and the time, and grows with each request', async () => {
    let now = 1000
    const { gateway, decide } = setUp({}, { clock: () => now })
    const first = gateway.traffic()
    expect(first).toMatchObject({ since: 1000, at: 1000, inFlight: 0, apis: [] })
    expect(first.bounds).toEqual([1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000])
    const decided = await decide()
    now = 3000
    expect(gateway.traffic()).toMatchObject({ since: 1000, at: 3000, inFlight: 1, apis: [] })
    gateway.pipeline.finish(decided, { status: 200, bytesIn: 0, bytesOut: 0 })
    expect(gateway.traffic()).toMatchObject({
      inFlight: 0,
      apis: [
        { api: 'shop', durations: { counts: buckets({ 10: 1 }), sum: 2000 }, routes: [{ requests: { '2xx': 1 } }] },
      ],
    })
    await gateway.close()
  })
})
