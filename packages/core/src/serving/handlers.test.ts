import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../index.ts'
import { testBox } from '../machine/callers/access.fixture.ts'
import { examples } from './examples.ts'
import type { BackendStatus } from './planes/backend-status.ts'
import type { DataPlane } from './planes/data-plane.ts'
import type { TailEvent, TailFilter } from './tail/tail-event.ts'
import type { Traffic } from './tail/traffic.ts'

const status = (members: Partial<BackendStatus>): BackendStatus => ({
  api: 'shop',
  draft: false,
  backend: 'main',
  stored: false,
  isPanicking: false,
  targets: [
    {
      ...{ target: 'main.local:80', hostname: 'main.local', port: 80, state: 'unhealthy', why: '503', since: 7 },
      ...{ inFlight: 2, weight: 1, backup: false },
    },
  ],
  ...members,
})
const all = [status({}), status({ backend: 'search', stored: true }), status({ api: 'other' })]

const planeAt = (url: string): DataPlane => ({
  status: () => ({ id: 'one', state: 'fresh', revision: 7, routes: 1, since: 0, notes: [], url }),
  explain: () => {
    throw new Error('not called')
  },
})

function openBox() {
  const box = testBox()
  const attach = (
    id: string,
    backends?: () => readonly BackendStatus[],
    told?: Pick<DataPlane, 'decision' | 'tail' | 'captures' | 'traffic'>,
  ) =>
    box.gatewaySource.attach?.({
      status: () => ({ id, state: 'fresh', revision: 7, routes: 1, since: 0, notes: [] }),
      explain: () => {
        throw new Error('not called')
      },
      ...(backends && { backends }),
      ...told,
    })
  return { box, attach }
}

describe('the backends of data planes', () => {
  it('are listed with the data plane that judges them', async () => {
    const { box, attach } = openBox()
    attach('one', () => all)
    attach('silent')
    attach('two', () => [status({ isPanicking: true })])
    expect((await box.gateway.backends()).results).toEqual([
      ...all.map((one) => ({ plane: 'one', ...one })),
      { plane: 'two', ...status({ isPanicking: true }) },
    ])
  })

  it.each<[patterns: { pattern: string; domains: ('Api' | 'Backend')[] }[], seen: string[]]>([
    [[{ pattern: '*', domains: ['Api'] }], ['shop main', 'other main']],
    [[{ pattern: 'shop', domains: ['Api'] }], ['shop main']],
    [
      [
        { pattern: 'shop', domains: ['Api'] },
        { pattern: 'search', domains: ['Backend'] },
      ],
      ['shop main', 'shop search'],
    ],
    [[{ pattern: 'none', domains: ['Api', 'Backend'] }], []],
  ])('are those whose API the caller may read, and the stored ones that they may read: %j', async (patterns, seen) => {
    const { box, attach } = openBox()
    attach('one', () => all)
    const { results } = await box.as({ id: 'ann', authorizedPatterns: patterns }).gateway.backends()
    expect(results.map(({ api, backend }) => `${api} ${backend}`)).toEqual(seen)
  })
})

describe('the traffic of data planes', () => {
  const durations = { counts: [2, 1], sum: 7 }
  const requests = { '1xx': 0, '2xx': 3, '3xx': 0, '4xx': 0, '5xx': 0 }
  const traffic = (...names: (string | undefined)[]): Traffic => ({
    ...{ since: 1, at: 2, inFlight: 0, bounds: [5] },
    apis: names.map((api) => ({
      ...(api !== undefined && { api }),
      ...{ durations, backendDurations: durations, routes: [{ requests, causes: {}, overLimit: 0 }] },
    })),
  })
  const apisOf = async (reader: ReturnType<typeof testBox>, input: { api?: string } = {}) =>
    (await reader.gateway.traffic(input)).results.map(({ apis }) => apis.map(({ api }) => api))

  it('is listed with the data plane that has counted it', async () => {
    const { box, attach } = openBox()
    attach('one', undefined, { traffic: () => traffic('shop') })
    attach('silent')
    attach('two', undefined, { traffic: () => traffic() })
    expect((await box.gateway.traffic()).results).toEqual([
      { plane: 'one', ...traffic('shop') },
      { plane: 'two', ...traffic() },
    ])
  })

  it('has only APIs that the caller may read, and requests without a route only for those who may read all', async () => {
    const { box, attach } = openBox()
    attach('one', undefined, { traffic: () => traffic('shop', 'other', undefined) })
    const reader = (pattern: string) => box.as({ id: 'ann', authorizedPatterns: [{ pattern, domains: ['Api'] }] })
    expect(await apisOf(box)).toEqual([['shop', 'other', undefined]])
    expect(await apisOf(reader('*') as never)).toEqual([['shop', 'other', undefined]])
    expect(await apisOf(reader('shop') as never)).toEqual([['shop']])
    expect(await apisOf(reader('none') as never)).toEqual([[]])
  })

  it('can be that of one API', async () => {
    const { box, attach } = openBox()
    attach('one', undefined, { traffic: () => traffic('shop', 'other', undefined) })
    expect(await apisOf(box, { api: 'other' })).toEqual([['other']])
    const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'shop', domains: ['Api'] }] })
    await expect(ann.gateway.traffic({ api: 'other' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('the decision about a request', () => {
  const decision = { id: 'r1', route: 'shop:all', api: 'shop', revision: 7, status: 200, plan: 'gold', ms: 1 }

  it('is that of the data plane that served it', async () => {
    const { box, attach } = openBox()
    attach('silent')
    attach('one', undefined, { decision: (id) => (id === 'r1' ? decision : undefined) })
    expect(await box.gateway.decision({ requestId: 'r1' })).toEqual(decision)
    await expect(box.gateway.decision({ requestId: 'r2' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('admin port'),
    })
  })

  it('is hidden from callers who may not read the API', async () => {
    const { box, attach } = openBox()
    attach('one', undefined, { decision: () => decision })
    const ann = box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'other', domains: ['Api'] }] })
    expect(await ann.gateway.decision({ requestId: 'r1' })).toEqual({
      ...{ id: 'r1', route: 'hidden', revision: 7, status: 200, ms: 1 },
    })
  })
})

describe('the live tail', () => {
  const line = (api: string | undefined, more: object = {}): TailEvent =>
    ({
      ...{
        kind: 'request',
        time: '2026-01-01T00:00:00.000Z',
        id: 'r1',
        method: 'GET',
        host: 'h',
        path: '/',
        status: 200,
      },
      ...{ ...(api && { api }), revision: 7, ms: 1, bytesIn: 0, bytesOut: 0, address: '192.0.2.0', ...more },
    }) as TailEvent

  /** A data plane whose requests are reported by the returned function, and what it was asked for. */
  function tailed() {
    const { box, attach } = openBox()
    const listening = new Set<{ filter: TailFilter; listener: (event: TailEvent) => void }>()
    attach('silent')
    attach('one', undefined, {
      tail(filter, listener) {
        const one = { filter, listener }
        listening.add(one)
        return () => void listening.delete(one)
      },
    })
    const tell = (event: TailEvent) => {
      for (const { listener } of listening) listener(event)
    }
    return { box, listening, tell }
  }

  it('streams what the data planes tell, until it is returned', async () => {
    const { box, listening, tell } = tailed()
    const lines = (await box.gateway.tail({ api: 'shop', status: '5xx', sample: 0.5 }))[Symbol.asyncIterator]()
    const first = lines.next()
    await expect.poll(() => listening.size).toBe(1)
    tell(line('shop'))
    tell({ kind: 'dropped', count: 3 })
    expect([await first, await lines.next()].map(({ value }) => value)).toEqual([
      line('shop'),
      { kind: 'dropped', count: 3 },
    ])
    expect([...listening].map(({ filter }) => filter)).toMatchObject([{ api: 'shop', status: '5xx', sample: 0.5 }])
    await lines.return?.()
    expect([listening.size, await lines.next()]).toEqual([0, { done: true, value: undefined }])
  })

  it('counts the lines that a slow reader has missed', async () => {
    const { box, listening, tell } = tailed()
    const lines = (await box.gateway.tail({}))[Symbol.asyncIterator]()
    const first = lines.next()
    await expect.poll(() => listening.size).toBe(1)
    for (let i = 0; i < 1101; i++) tell(line('shop'))
    await first
    for (let i = 0; i < 1000; i++) await lines.next()
    expect((await lines.next()).value).toEqual({ kind: 'dropped', count: 100 })
    await lines.return?.()
  })

  it('has only APIs that the caller may read, and the plugins of those that they may update', async () => {
    const { box, listening, tell } = tailed()
    const rights = [
      { pattern: 'shop', domains: ['Api' as const], rights: 'R' },
      { pattern: 'own', domains: ['Api' as const], rights: 'RU' },
    ]
    const ann = box.as({ id: 'ann', authorizedPatterns: rights as never })
    await expect(ann.gateway.tail({ api: 'other' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const lines = (await ann.gateway.tail({}))[Symbol.asyncIterator]()
    const first = lines.next()
    await expect.poll(() => listening.size).toBe(1)
    const filter = [...listening][0]?.filter as Required<TailFilter>
    expect([undefined, 'shop', 'own', 'other'].map((api) => filter.sees(api))).toEqual([false, true, true, false])
    expect(['shop', 'own'].map((api) => filter.debugs(api))).toEqual([false, true])
    tell(line('shop', { releases: [{ feature: 'secret:plans', active: true, reason: 'ON' }] }))
    expect((await first).value).toEqual(line('shop', { releases: [{ feature: 'hidden', active: true }] }))
    await lines.return?.()
  })
})

describe('captured requests', () => {
  const captured = { ...examples.Capture, request: { headers: [] }, response: { headers: [] } }
  const { plane: _, ...one } = captured

  it('are those of an API that the caller may update', async () => {
    const { box, attach } = openBox()
    attach('silent')
    attach('one', undefined, { captures: (api) => (api === 'shop' ? [one] : []) })
    const of = (rights: string) =>
      box.as({ id: 'ann', authorizedPatterns: [{ pattern: 'shop', domains: ['Api'], rights }] as never })
    expect(await of('U').gateway.captures({ api: 'shop' })).toEqual({ results: [{ plane: 'one', ...one }] })
    await expect(of('R').gateway.captures({ api: 'shop' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(of('U').gateway.captures({ api: 'other' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

it('where clients reach the gateway is what the instance was told, or what a data plane says', async () => {
  const { box, attach } = openBox()
  expect(await box.gateway.list()).not.toHaveProperty('gatewayUrl')
  attach('silent')
  box.gatewaySource.attach?.(planeAt('http://127.0.0.1:9080'))
  expect((await box.gateway.list()).gatewayUrl).toBe('http://127.0.0.1:9080')
  const told = createSignalbox({ gatewayUrl: 'https://api.example.com/' })
  told.gatewaySource.attach?.(planeAt('http://127.0.0.1:9080'))
  expect((await told.gateway.list()).gatewayUrl).toBe('https://api.example.com')
  expect(() => createSignalbox({ gatewayUrl: 'api.example.com' })).toThrow(
    'The option "gatewayUrl" is "api.example.com": expected a URL such as https://api.example.com',
  )
})

describe('how the last requests ended', () => {
  const failure = { at: 5, request: 'r1', status: 500, backend: 'main', stored: true, target: 'main.local:80' }
  const outcomesOf = (api: string) => ({ api, at: 5, requests: 20, failed: 18, failingSince: 3, failure })
  const told = (apis: readonly string[]): DataPlane => ({
    ...planeAt('http://127.0.0.1:9080'),
    outcomes: ({ minutes = false } = {}) =>
      apis.map((api) => ({ ...outcomesOf(api), ...(minutes && { hour: { to: 6, requests: [1], failed: [1] } }) })),
  })

  it('is told by API, with the minutes of the last hour if they are asked for', async () => {
    const { box } = openBox()
    box.gatewaySource.attach?.(told(['shop', 'other']))
    const { results } = await box.gateway.outcomes({ api: 'shop' })
    expect(results).toEqual([{ plane: 'one', apis: [outcomesOf('shop')] }])
    const all = (await box.gateway.outcomes({ minutes: true })).results
    expect(all[0]?.apis.map(({ api, hour }) => [api, hour?.requests])).toEqual([
      ['shop', [1]],
      ['other', [1]],
    ])
  })

  it('is told to callers who may read the API; servers of stored backends to those who may read the backend', async () => {
    const { box } = openBox()
    box.gatewaySource.attach?.(told(['shop', 'other']))
    const caller = { id: 'ann', authorizedPatterns: [{ pattern: 'shop', rights: 'R', domains: ['Api'] }] } as const
    const { results } = await box.as(caller as never).gateway.outcomes()
    const { target: _, ...hidden } = failure
    expect(results).toEqual([{ plane: 'one', apis: [{ ...outcomesOf('shop'), failure: hidden }] }])
    await expect(box.as(caller as never).gateway.outcomes({ api: 'other' })).rejects.toThrow('other')
  })

  it('is told by route if it is asked for, with the same servers left out', async () => {
    const { box } = openBox()
    const route = { route: 'shop:list', requests: 20, failed: 18, failingSince: 3, failure }
    const plane: DataPlane = {
      ...told(['shop']),
      outcomes: ({ routes = false } = {}) => [{ ...outcomesOf('shop'), ...(routes && { routes: [route] }) }],
    }
    box.gatewaySource.attach?.(plane)
    expect((await box.gateway.outcomes()).results[0]?.apis[0]).not.toHaveProperty('routes')
    expect((await box.gateway.outcomes({ routes: true })).results[0]?.apis[0]?.routes).toEqual([route])
    const caller = { id: 'ann', authorizedPatterns: [{ pattern: 'shop', rights: 'R', domains: ['Api'] }] } as const
    const { results } = await box.as(caller as never).gateway.outcomes({ routes: true })
    const { target: _, ...hidden } = failure
    expect(results[0]?.apis[0]?.routes).toEqual([{ ...route, failure: hidden }])
  })

  it('comes from data planes elsewhere, too, and is no part of their state', async () => {
    const { box } = openBox()
    const { key = '' } = await box.gatewayKeys.create({ body: { id: 'edge' } })
    expect(key).toMatch(/^sbxg_edge_/)
    const caller = await box.identify({ gatewayKey: key } as never)
    const plane = { ...planeAt('http://a.example').status(), id: 'p1', version: '1', outcomes: [outcomesOf('shop')] }
    await box.as(caller as never).gateway.report({ body: { plane } })
    expect((await box.gateway.outcomes()).results).toEqual([
      { plane: 'p1', gatewayKey: 'edge', apis: [outcomesOf('shop')] },
    ])
    const { results, gatewayUrl } = await box.gateway.list()
    expect(results[0]).not.toHaveProperty('outcomes')
    expect(gatewayUrl).toBe('http://a.example')
  })
})
