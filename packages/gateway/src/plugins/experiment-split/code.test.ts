import { assignments, compileLayer } from '@signalbox/core/gateway'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeEngine, openExperiments, served } from '../../experiments/experiments.fixture.ts'
import type { Experiments } from '../../experiments/experiments.ts'
import { getHeaders } from '../../headers/header-list.ts'
import { fakeExchange, fakeHead } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'
import { ownerOf } from '../shared/cache-keys.ts'

const blue = { targets: [{ hostname: 'blue.internal', port: 80 }] } as never
const green = { targets: [{ hostname: 'green.internal', port: 80 }] } as never
const fromHeader = { from: 'header', name: 'X-Client' }
const fromCookie = { from: 'cookie', name: 'visitor' }

afterEach(() => {
  vi.useRealTimers()
})

function scene({ config = {}, ...options }: Partial<Parameters<typeof openExperiments>[0]> & { config?: object } = {}) {
  const engine = fakeEngine()
  const experiments = openExperiments({ engine, ...options })
  onTestFinished(() => experiments.close())
  return { engine, experiments, ...splitOf(experiments, config) }
}

/** A route with a split. `request` sends a request through it, and returns the outcome. */
function splitOf(experiments: Experiments, config: object = {}) {
  const whole = { experiment: 'shop:button', client: fromHeader, backends: { A: 'blue', B: 'green' }, ...config }
  const hooks = compiled('ExperimentSplit', whole as never, { experiments, backends: { blue, green } })
  async function request(sent: Parameters<typeof fakeExchange>[0] = {}, status = 200, cause?: string) {
    const exchange = fakeExchange(sent)
    const head = fakeHead()
    await hooks.request!(exchange)
    hooks.response!(exchange, head)
    hooks.done?.(exchange, { status, cause, ms: 1, bytesIn: 0, bytesOut: 0 })
    const side = exchange.backend === blue ? 'A' : exchange.backend === green ? 'B' : 'none'
    return { exchange, head, side, cookies: getHeaders(head.headers.list, 'set-cookie') }
  }
  const from = (client: string, more: object = {}) => ({ headers: ['X-Client', client], ...more })
  return { hooks, request, from }
}

const hashed = (clientId: string) => {
  const { id, variants } = served()
  return variants[assignments.hash({ experimentId: id, clientId, variants, bound: [] })]?.id
}

describe('ExperimentSplit', () => {
  it('sends each client to the backend of its variant, and asks once per client', async () => {
    const { engine, request, from } = scene()
    const clients = ['ann', 'bob', 'ann', 'cid', 'bob']
    const sides = await Promise.all(clients.map(async (client) => (await request(from(client))).side))
    expect(sides).toEqual(['A', 'B', 'A', 'A', 'B'])
    expect((await request(from('bob'))).side).toBe('B')
    expect(engine.batches.flat().filter(({ kind }) => kind === 'bound')).toHaveLength(3)
  })

  it('computes the variant without asking where all clients have the variant of their hash', async () => {
    const { engine, request, from } = scene({ assignment: 'hash' })
    for (const client of ['ann', 'bob', 'cid', 'dan']) expect((await request(from(client))).side).toBe(hashed(client))
    expect(engine.batches).toEqual([])
  })

  it.each([
    ['another assignment', { assignment: 'balanced' }],
    ['an experiment whose variants changed', { assignment: 'hash', known: [served({ isComputable: false })] }],
    ['an experiment of which nothing is known', { assignment: 'hash', known: [], isComplete: false }],
  ] as const)('asks for %s', async (_, options) => {
    const { engine, request, from } = scene(options)
    await request(from('ann'))
    expect(engine.batches).toHaveLength(1)
  })

  it('leaves clients without an id, and those of an unknown experiment, with the backend of the route', async () => {
    const { engine, request, from } = scene({ known: [], config: { displayed: true } })
    expect((await request(from('ann'))).side).toBe('none')
    expect((await request()).side).toBe('none')
    expect((await request(from('a\nb'))).side).toBe('none')
    expect([engine.batches, engine.counted]).toEqual([[], []])
  })

  it.each([
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: ['X-Client', 'ann', 'Sec-Purpose', 'prefetch'] }],
  ])('binds nobody for %s, whose client has the backend of its variant once it is known', async (_, more) => {
    const { engine, request, from } = scene()
    expect((await request(from('ann', more))).side).toBe('none')
    expect(engine.batches).toEqual([])
    const { side } = await request(from('ann'))
    expect((await request(from('ann', more))).side).toBe(side)
    const anonymous = scene({ config: { client: fromCookie } })
    const unseen = await anonymous.request({ ...more, headers: 'headers' in more ? more.headers.slice(2) : [] })
    expect([unseen.side, unseen.cookies, anonymous.engine.batches]).toEqual(['none', [], []])
  })

  it.each([
    ['with ids', fromHeader, 'balanced'],
    ['without ids', fromCookie, 'balanced'],
    ['without ids, whose variants are computed', fromCookie, 'hash'],
  ] as const)(
    'binds 100 new clients of an address at once, %s; others are not counted',
    async (_, client, assignment) => {
      const { request, from, experiments } = scene({ assignment, config: { client, displayed: true } })
      const all = Array.from({ length: 150 }, (_, i) => request(from(`client-${i}`, { address: `2001:db8::${i}` })))
      const sides = (await Promise.all(all)).map(({ side }) => side)
      expect(sides.indexOf('none')).toBeGreaterThanOrEqual(100)
      expect(sides.filter((side) => side === 'none').length).toBeGreaterThan(30)
      expect(experiments.unsent).toBe(sides.filter((side) => side !== 'none').length)
      expect((await request(from('another', { address: '192.0.2.9' }))).side).not.toBe('none')
    },
  )

  it('asks again after a call that hangs for 10 seconds', async () => {
    vi.useFakeTimers()
    const { engine, request, from } = scene()
    engine.held = new Promise(() => {})
    const hanging = request(from('ann'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await hanging).side).toBe('none')
    engine.held = undefined
    expect((await request(from('ann'))).side).not.toBe('none')
  })

  it.each([
    [{ from: 'ip' }, { address: '192.0.2.7' }],
    [{ from: 'consumer' }, { consumer: { id: 'acme' } as never }],
  ])('makes responses private where caches cannot tell clients apart: %o', async (client, sent) => {
    const { head } = await scene({ config: { client } }).request(sent)
    expect(head.headers.get('cache-control')).toBe('private')
  })

  it('leaves new clients with the backend of the route after 100 ms, uncounted, and knows a late answer', async () => {
    vi.useFakeTimers()
    const { engine, experiments, request, from } = scene({ config: { displayed: true } })
    let release = () => {}
    engine.held = new Promise((resolve) => (release = resolve))
    const asked = request(from('ann'))
    await vi.advanceTimersByTimeAsync(101)
    expect((await asked).side).toBe('none')
    // While the call takes too long, nobody else waits for it.
    expect((await request(from('bob'))).side).toBe('none')
    expect(experiments.unsent).toBe(0)
    release()
    await vi.advanceTimersByTimeAsync(1)
    expect((await request(from('ann'))).side).toBe('A')
    expect(experiments.unsent).toBe(1)
  })

  it('leaves new clients with the backend of the route while nobody answers, and reports it once', async () => {
    const reported: unknown[] = []
    const { engine, request, from } = scene({ reported })
    engine.failure = new Error('The service is gone')
    for (const client of ['ann', 'bob']) expect((await request(from(client))).side).toBe('none')
    expect(reported).toHaveLength(1)
    engine.failure = undefined
    expect((await request(from('ann'))).side).toBe('A')
  })

  it('ends with the experiment: disabling it gives all clients the backend of the route, uncounted, until it is enabled again', async () => {
    const { engine, experiments, request, from } = scene({ config: { displayed: true } })
    await request(from('ann'))
    const apply = (enabled: boolean) =>
      experiments.live.apply({ kind: 'experiment', key: 'shop:button', revision: 2, value: served({ enabled }) })
    apply(false)
    const calls = engine.batches.length
    for (const client of ['ann', 'bob']) expect((await request(from(client))).side).toBe('none')
    expect(engine.batches).toHaveLength(calls)
    apply(true)
    expect((await request(from('ann'))).side).toBe('A')
    expect((await request(from('bob'))).side).toBe('B')
    expect(experiments.unsent).toBe(3)
  })

  it('forgets a variant that the experiment no longer has', async () => {
    const { engine, experiments, request, from } = scene()
    await request(from('ann'))
    const value = served({ variants: [{ id: 'B', traffic: 1 }], isComputable: false })
    experiments.live.apply({ kind: 'experiment', key: 'shop:button', revision: 2, value })
    engine.bound.set('shop:button ann', 'B')
    expect((await request(from('ann'))).side).toBe('B')
  })

  it('tells the backend the variant in a header, and never what a client sends there', async () => {
    const { request, from } = scene({ config: { header: 'X-Variant' } })
    const { exchange } = await request({ headers: ['X-Client', 'ann', 'x-variant', 'B'] })
    expect(exchange.out.all('x-variant')).toEqual(['A'])
    const stranger = await request({ headers: ['X-VARIANT', 'B'] })
    expect(stranger.exchange.out.all('x-variant')).toEqual([])
    const other = await request(from('bob'))
    other.exchange.backend = exchange.backend
    expect(ownerOf(other.exchange, 1, true)).not.toBe(ownerOf(exchange, 1, true))
  })

  it('notes variant and backend, also in explanations, which ask nobody', async () => {
    const { engine, hooks, request, from } = scene()
    const { exchange } = await request(from('ann'))
    expect(exchange.releases).toEqual([{ experiment: 'shop:button', variant: 'A', backend: 'blue' }])
    const calls = engine.batches.length
    const preview = (client: string) => {
      const explained = fakeExchange(from(client))
      hooks.preview!(explained)
      return [explained.releases, explained.backend === blue]
    }
    expect(preview('ann')).toEqual([[{ experiment: 'shop:button', variant: 'A', backend: 'blue' }], true])
    expect(preview('bob')).toEqual([[{ experiment: 'shop:button' }], false])
    expect(engine.batches).toHaveLength(calls)
  })

  it('cannot be compiled without experiments', () => {
    expect(() => compiled('ExperimentSplit', { experiment: 'e' })).toThrow('pass `experiments` to createGateway')
  })
})

describe('what ExperimentSplit records as displayed', () => {
  it.each([
    [200, undefined, 1],
    [204, undefined, 1],
    [304, undefined, 1],
    [399, undefined, 1],
    [101, undefined, 0],
    [404, undefined, 0],
    [500, undefined, 0],
    [499, undefined, 0],
    [200, 'errors.backend.reset', 0],
  ])('a response with %d and the cause %s: %d', async (status, cause, expected) => {
    const { experiments, request, from } = scene({ config: { displayed: true } })
    await request(from('ann'), status, cause)
    expect(experiments.unsent).toBe(expected)
  })

  it.each([
    ['a draft', { draft: true }],
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: ['X-Client', 'ann', 'Sec-Purpose', 'prefetch;prerender'] }],
    ['a prefetch of an older browser', { headers: ['X-Client', 'ann', 'Purpose', 'prefetch'] }],
  ])('is not %s', async (_, more) => {
    const { experiments, request, from } = scene({ config: { displayed: true } })
    await request(from('ann', more))
    expect(experiments.unsent).toBe(0)
  })

  it('is nothing without `displayed`', async () => {
    const { experiments, request, from } = scene()
    await request(from('ann'))
    expect(experiments.unsent).toBe(0)
  })

  it('drafts bind nobody: their clients get the variant of their hash', async () => {
    const { engine, request, from } = scene()
    for (const client of ['ann', 'bob', 'cid'])
      expect((await request(from(client, { draft: true }))).side).toBe(hashed(client))
    expect(engine.batches).toEqual([])
  })
})

describe('clients that are known by cookies', () => {
  const config = { client: fromCookie, displayed: true }
  const pairOf = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ')

  it('get an id and a cookie for their variant, and keep both over restarts of gateway and service', async () => {
    const { request, engine } = scene({ config })
    const first = await request()
    expect(first.cookies).toEqual([
      expect.stringMatching(
        /^signalbox-client=[0-9a-f]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      ),
      expect.stringMatching(
        /^signalbox-x-shop~button=A\.[0-9a-f]{32}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    expect(first.head.headers.get('cache-control')).toBe('private')
    const headers = ['Cookie', pairOf(first.cookies)]
    const again = await request({ headers })
    expect([again.side, again.cookies, again.head.headers.get('cache-control')]).toEqual(['A', [], undefined])
    expect(again.head.headers.get('vary')).toBe('Cookie')

    const other = scene({ config, secret: new Uint8Array(32).fill(7) })
    other.engine.failure = new Error('The service is gone')
    const later = await other.request({ headers })
    expect([later.side, later.cookies]).toEqual(['A', []])
    expect(engine.batches.flat()).toHaveLength(1)
  })

  it('have no Secure cookies over plain http', async () => {
    const { request } = scene({ config })
    for (const cookie of (await request({ secure: false })).cookies) expect(cookie).not.toContain('Secure')
  })

  it('may have their own cookie, and get one for the variant alone', async () => {
    const { request } = scene({ config })
    const { cookies } = await request({ headers: ['Cookie', 'visitor=ann'] })
    expect(pairOf(cookies)).toMatch(/^signalbox-x-shop~button=A\.[0-9a-f]{32}$/)
  })

  it('cannot choose their variant: cookies that are forged, or those of others, are ignored and replaced', async () => {
    const { request } = scene({ config })
    const cookieOf = async (client: string) =>
      pairOf((await request({ headers: ['Cookie', `visitor=${client}`] })).cookies)
    const [ann, bob] = [await cookieOf('ann'), await cookieOf('bob')]
    const [name, value = ''] = ann.split('=')
    const signature = value.slice(2)
    for (const forged of [`B.${signature}`, 'B', 'B.', `B.${'0'.repeat(32)}`, bob.split('=')[1], `${value}0`, '']) {
      const { request } = scene({ config })
      const { side, cookies } = await request({ headers: ['Cookie', `visitor=ann; ${name}=${forged}`] })
      expect([forged, side, pairOf(cookies)]).toEqual([forged, 'A', ann])
    }
    const stranger = scene({ config, secret: new Uint8Array(32).fill(9) })
    stranger.engine.bound.set('shop:button ann', 'B')
    expect((await stranger.request({ headers: ['Cookie', `visitor=ann; ${ann}`] })).side).toBe('B')
  })

  it('keep their cookies out of shared caches', async () => {
    const { hooks } = scene({ config, assignment: 'hash' })
    for (const [sent, kept] of [
      ['public, max-age=60, s-maxage=600', 'private, max-age=60'],
      ['no-store', 'no-store'],
      ['private', 'private'],
    ] as const) {
      const exchange = fakeExchange()
      const head = fakeHead(['Cache-Control', sent])
      await hooks.request!(exchange)
      hooks.response!(exchange, head)
      expect(head.headers.get('cache-control')).toBe(kept)
    }
  })
})

describe('an experiment with a layer or an audience', () => {
  const checkout = { attribute: 'path', operator: 'startsWith', value: '/checkout' } as const
  const isTrue = (_: unknown, context?: object) => String(Object(context).path).startsWith('/checkout')
  const withAudience = [served({ audience: checkout })]
  const inLayer = [served({ layer: { name: 'page', from: 0, to: 0.5 } })]
  const isInside = compileLayer({ name: 'page', from: 0, to: 0.5 })
  const names = Array.from({ length: 40 }, (_, i) => `client-${i}`)

  it.each(['balanced', 'hash'] as const)(
    'leaves others with the backend of the route, uncounted: %s',
    async (assignment) => {
      const { engine, experiments, request, from } = scene({ assignment, known: inLayer, config: { displayed: true } })
      engine.excludes = ({ clientId }) => !isInside(clientId)
      for (const name of names) expect((await request(from(name))).side === 'none').toBe(!isInside(name))
      for (const name of names) await request(from(name))
      const inside = names.filter(isInside).length
      expect(experiments.unsent).toBe(2 * inside)
      // Those outside may have been bound before: the service is asked once for each.
      expect(engine.batches.flat()).toHaveLength(assignment === 'hash' ? names.length - inside : names.length)
      expect(engine.batches.flat().some(({ context }) => context)).toBe(false)
    },
  )

  it.each(['balanced', 'hash'] as const)(
    'judges the path, the method and the host of each request: %s',
    async (assignment) => {
      const { engine, request, from } = scene({ assignment, known: withAudience, features: { isTrue } })
      engine.excludes = ({ context }) => !isTrue(undefined, context)
      expect((await request(from('ann', { path: '/news' }))).side).toBe('none')
      expect(engine.batches.flat().map(({ context }) => context?.path)).toEqual(['/news'])
      engine.batches.length = 0
      const { side } = await request(from('ann', { path: '/checkout/1' }))
      expect(side).toBe(assignment === 'hash' ? hashed('ann') : 'A')
      expect((await request(from('ann', { path: '/news' }))).side).toBe(side)
      if (assignment === 'hash') return
      expect(engine.batches.flat()).toEqual([
        {
          ...{ kind: 'bound', experiment: 'shop:button', clientId: 'ann' },
          context: { id: 'ann', path: '/checkout/1', method: 'GET', host: expect.any(String) },
        },
      ])
    },
  )

  it('asks the service what cannot be told here, and takes its no for an answer', async () => {
    const reported: unknown[] = []
    const { engine, request, from } = scene({ assignment: 'hash', known: withAudience, reported })
    engine.excludes = ({ clientId }) => clientId === 'bob'
    expect((await request(from('ann'))).side).toBe('A')
    expect((await request(from('bob'))).side).toBe('none')
    expect(engine.batches.flat().map(({ context }) => context?.id)).toEqual(['ann', 'bob'])
    expect(reported).toEqual([])
  })

  it.each(['balanced', 'hash'] as const)('keeps those who were bound before: %s', async (assignment) => {
    const known = [served({ layer: { name: 'page', from: 0, to: 0.00001 } })]
    const { engine, request, from } = scene({ assignment, known })
    engine.excludes = () => true
    engine.bound.set('shop:button ann', 'B')
    expect([(await request(from('ann'))).side, (await request(from('bob'))).side]).toEqual(['B', 'none'])
    expect([(await request(from('ann'))).side, (await request(from('bob'))).side]).toEqual(['B', 'none'])
    expect(engine.batches.flat()).toHaveLength(2)
  })

  it('sets no cookie for a variant, but keeps those that clients have', async () => {
    const config = { client: fromCookie }
    const eligible = scene({ config })
    const { cookies } = await eligible.request()
    const headers = ['Cookie', cookies.map((cookie) => cookie.split(';')[0]).join('; ')]
    const known = [served({ layer: { name: 'page', from: 0, to: 0.00001 } })]
    const { request, engine } = scene({ config, known, secret: new Uint8Array(32).fill(7) })
    expect((await request({ headers })).side).toBe('A')
    const other = await request()
    expect([other.side, other.cookies.length]).toEqual(['none', 1])
    expect(other.cookies[0]).toContain('signalbox-client=')
    expect(engine.batches).toEqual([])
  })

  it('is judged for drafts and explanations too, which say why', async () => {
    const { hooks, request, from } = scene({ known: withAudience, features: { isTrue } })
    expect((await request(from('ann', { draft: true, path: '/news' }))).side).toBe('none')
    expect((await request(from('ann', { draft: true, path: '/checkout' }))).side).toBe(hashed('ann'))
    const preview = (client: string, hooks_: typeof hooks) => {
      const explained = fakeExchange(from(client, { path: '/news' }))
      hooks_.preview!(explained)
      return explained.releases
    }
    expect(preview('ann', hooks)).toEqual([{ experiment: 'shop:button', reason: 'AUDIENCE' }])
    const outside = names.find((name) => !isInside(name))!
    expect(preview(outside, scene({ known: inLayer }).hooks)).toEqual([{ experiment: 'shop:button', reason: 'LAYER' }])
  })
})
