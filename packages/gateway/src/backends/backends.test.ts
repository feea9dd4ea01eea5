import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { overloaded } from '../backend/failures.ts'
import { fakeExchange } from '../pipeline/exchange.fixture.ts'
import { Attempts } from './attempts/attempts.ts'
import { attempt, backendOf, type How, knownBackends, routeTo } from './backends.fixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A backend that a route uses, and requests to it, one millisecond apart. */
function setUp(targets: readonly object[], settings: object = {}) {
  const known = knownBackends()
  const backend = backendOf(targets, settings)
  known.backends.retain(routeTo(backend))
  const state = known.backends.of(backend)
  const call = (how: How = 'ok') => {
    const { name, unusable, end } = attempt(state, known.time.now)
    known.time.now++
    end(how, known.time.now)
    return name ?? unusable
  }
  const calls = (count: number, how: How = 'ok') => Array.from({ length: count }, () => call(how)).join(' ')
  const check = (place: number, ...results: boolean[]) => {
    for (const isGood of results) state.targets[place]!.server.checked(isGood, 'status 500', known.time.now)
  }
  /** Ends the ejections of a target by failing until it is ejected. */
  const states = () => state.targets.map((target) => target.state).join(' ')
  return { ...known, backend, state, call, calls, check, states }
}

const breaker = { client: { maxErrors: 2, sampleInterval: 1000 } }
const outlier = { outlier: { consecutiveFailures: 2 } }
const health = { health_check: { enabled: true, url: '/up' } }
const failover = { load_balancing: { type: 'Failover' } }
const down = [false, false, false]

describe('a target', () => {
  it('without weight gets nothing, and so does one that is drained', () => {
    const { calls, states } = setUp([{ weight: 0 }, { drained: true }, {}])
    expect([calls(2), states()]).toEqual(['t2:80 t2:80', 'idle drained usable'])
  })

  it('whose circuit is open gets nothing, then one probe, then everything', () => {
    const { calls, call, state, time, changes } = setUp([{}, {}], { ...breaker, ...failover })
    expect(calls(3, 'reset')).toBe('t0:80 t0:80 t1:80')
    time.now += 1000
    const probe = attempt(state, time.now)
    expect([probe.name, call(), call()]).toEqual(['t0:80', 't1:80', 't1:80'])
    probe.end('ok', time.now)
    expect([call(), changes.map(({ to, why }) => [to, why])]).toEqual([
      't0:80',
      [
        ['open', 'too many failures, the last one: the server closed the connection'],
        ['usable', ''],
      ],
    ])
  })

  it('that fails in a row is ejected and comes back, and changes are told once', () => {
    const { calls, states, time, changes } = setUp([{}, {}, {}, {}], { ...outlier, ...failover })
    expect([calls(3, 'status 503'), states()]).toEqual(['t0:80 t0:80 t1:80', 'ejected usable usable usable'])
    time.now += 30_000
    vi.advanceTimersByTime(30_001)
    expect([calls(1), states()]).toEqual(['t0:80', 'usable usable usable usable'])
    expect(changes).toEqual([
      {
        ...{ backend: 'shop:main', target: 't0:80', from: 'usable', to: 'ejected' },
        why: '2 failures in a row, the last one: status 503',
      },
      { backend: 'shop:main', target: 't0:80', from: 'ejected', to: 'usable', why: '' },
    ])
  })

  it('is not ejected beyond the share of targets that may be', () => {
    const { calls, states } = setUp([{}, {}, {}, {}], { ...outlier, ...failover })
    expect([calls(8, 'reset'), states()]).toEqual([
      't0:80 t0:80 t1:80 t1:80 t2:80 t2:80 t2:80 t2:80',
      'ejected ejected usable usable',
    ])
    const single = setUp([{}], outlier)
    expect([single.calls(9, 'reset'), single.states()]).toEqual([Array(9).fill('t0:80').join(' '), 'usable'])
  })

  it('that is red gets nothing until checks succeed', () => {
    const { calls, check } = setUp([{}, {}], { ...health, ...failover })
    check(0, ...down)
    expect(calls(2)).toBe('t1:80 t1:80')
    check(0, true, true)
    expect(calls(1)).toBe('t0:80')
  })

  it('is not blamed for clients that leave, or for what the gateway does', () => {
    const { calls, states } = setUp([{}, {}, {}], { ...breaker, ...outlier })
    calls(50, 'left')
    calls(50, 'overloaded')
    expect(states()).toBe('usable usable usable')
  })

  it('is not slow because requests wait for its connections, or get none', () => {
    const { state, time } = setUp([{}], { load_balancing: { type: 'BestResponseTime' }, client: { retries: 3 } })
    const [one, other] = [new Attempts(state), new Attempts(state)]
    for (const attempts of [one, other]) attempts.begin(fakeExchange(), time.now)
    one.waited(4000)
    time.now += 4010
    const how = { wasSent: false, isReplayable: true }
    expect(other.failed(fakeExchange(), overloaded, how, time.now)).toBeUndefined()
    one.responded(fakeExchange(), 200, true, time.now)
    expect(state.targets[0]?.responseTime(time.now)).toBe(10)
  })

  it('that responds, though with an error, keeps its circuit closed', () => {
    const { calls, states } = setUp([{}], breaker)
    calls(50, 'status 503')
    expect(states()).toBe('usable')
  })
})

describe('a backup', () => {
  it('gets requests only if no other target is usable', () => {
    const { calls, check, state, time } = setUp([{}, { backup: true }], { ...health, ...breaker })
    expect(calls(2)).toBe('t0:80 t0:80')
    check(0, ...down)
    expect(calls(2)).toBe('t1:80 t1:80')
    check(0, true, true)
    calls(2, 'reset')
    expect([calls(2), state.usable(time.now).isPanicking]).toEqual(['t1:80 t1:80', false])
  })

  it('that is well comes before the panic of the others', () => {
    const { calls, check } = setUp([{}, {}, { backup: true }], health)
    check(0, ...down)
    check(1, ...down)
    expect(calls(2)).toBe('t2:80 t2:80')
    check(2, ...down)
    expect(calls(4)).toBe('t0:80 t1:80 t0:80 t1:80')
  })
})

describe('a backend', () => {
  it('of which fewer than half of the targets are well ignores checks and ejections', () => {
    const { calls, check, state } = setUp([{}, {}, {}, {}], health)
    check(0, ...down)
    check(1, ...down)
    expect([calls(2), state.panics]).toEqual(['t2:80 t3:80', 0])
    check(2, ...down)
    expect(new Set(calls(4).split(' ')).size).toBe(4)
    expect(state.panics).toBe(4)
  })

  it('does not panic with `blockOnRed`', () => {
    const { calls, check } = setUp([{}, {}], { health_check: { ...health.health_check, blockOnRed: true } })
    check(0, ...down)
    check(1, ...down)
    expect(calls(1)).toBe('errors.backend.unavailable')
  })

  it('never ignores an open circuit, a drained target and weight 0', () => {
    const { calls, check } = setUp([{}, {}, { weight: 0 }, { drained: true }], { ...health, ...breaker, ...failover })
    check(0, ...down)
    check(1, ...down)
    expect(calls(4, 'reset')).toBe('t0:80 t0:80 t1:80 t1:80')
    expect(calls(1)).toBe('errors.backend.circuit.open')
  })

  it.each([
    [[], {}, 'errors.backend.unavailable'],
    [[{ weight: 0 }], {}, 'errors.backend.unavailable'],
    [[{ drained: true }, {}], breaker, 'errors.backend.circuit.open'],
  ])('with the targets %j says why none is usable', (targets, settings, cause) => {
    const { calls } = setUp(targets, settings)
    calls(2, 'reset')
    expect(calls(1)).toBe(cause)
  })

  it('lets retries prefer another target', () => {
    const { state, time } = setUp([{}, {}], failover)
    const [first, second] = state.targets
    expect(state.choose({} as never, time.now, new Set([first!]))).toBe(second)
    expect(state.choose({} as never, time.now, new Set([first!, second!]))).toBe(first)
  })

  it('computes its targets again only after changes', () => {
    const { state, time, check, calls } = setUp([{}, {}, {}], { ...health, ...outlier, ...failover })
    const before = state.usable(time.now)
    calls(10)
    expect(state.usable(time.now)).toBe(before)
    check(0, ...down)
    const after = state.usable(time.now)
    expect([after === before, after.until]).toEqual([false, Number.POSITIVE_INFINITY])
  })
})

describe('backends of routes', () => {
  it('share their state if they are equal, and keep that of servers whose weight or backend has changed', () => {
    const { backends, backend, state, check, states } = setUp([{}, {}], health)
    check(0, ...down)
    expect(states()).toBe('unhealthy usable')
    const equal = structuredClone(backend)
    const changed = backendOf([{ weight: 5 }, {}, {}], { ...health, root: '/v2' })
    const next = [routeTo(equal), routeTo(changed)]
    for (const route of next) backends.retain(route)
    backends.release(routeTo(backend))
    expect([backends.of(equal) === state, backends.of(changed) === state]).toEqual([true, false])
    expect(backends.of(changed).targets.map((target) => target.state)).toEqual(['unhealthy', 'usable', 'usable'])
  })

  it('that cannot do without a server use it, though others have ejected it', () => {
    const judged = { ...outlier, ...failover }
    const { backends, calls, states, time } = setUp([{}, {}, {}, {}], judged)
    const single = backendOf([{}], { ...judged, ref: 'single' })
    backends.retain(routeTo(single))
    expect([calls(3, 'reset'), states()]).toEqual(['t0:80 t0:80 t1:80', 'ejected usable usable usable'])
    const state = backends.of(single)
    expect([attempt(state, time.now).name, state.targets[0]?.state, state.panics]).toEqual(['t0:80', 'ejected', 0])
  })

  it('forget a server that no route uses any more, and tell of the backend', () => {
    const { backends, backend, check } = setUp([{}, {}], health)
    const gone: unknown[] = []
    const end = backends.onGone((one) => void gone.push(one))
    check(0, ...down)
    const other = routeTo(backend, { id: 'shop:other' })
    backends.retain(other)
    backends.release(other)
    expect([gone, vi.getTimerCount()]).toEqual([[], 2])
    backends.release(routeTo(backend))
    expect([gone, vi.getTimerCount(), [...backends.used()]]).toEqual([[backend], 0, []])
    const again = structuredClone(backend)
    backends.retain(routeTo(again))
    expect(backends.of(again).targets.map((target) => target.state)).toEqual(['usable', 'usable'])
    end()
    backends.release(routeTo(again))
    expect(gone.length).toBe(1)
  })

  it('include those that plugins name, but not those of disabled plugins and routes', () => {
    const { backends } = knownBackends()
    const [own, canary, other] = ['own', 'canary', 'other'].map((ref) => backendOf([{}], { ref }))
    backends.retain(
      routeTo(own!, {
        plugins: [
          { enabled: true, backends: { canary } },
          { enabled: false, backends: { other } },
        ],
      }),
    )
    backends.retain(routeTo(other!, { enabled: false }))
    expect([...backends.used()].map(({ name }) => name)).toEqual(['shop:own', 'shop:canary'])
  })

  it('are checked by the probe of the last transport, until the gateway closes', async () => {
    const { backends, backend } = setUp([{}], health)
    const probed: unknown[] = []
    backends.useProbe(async (...called) => {
      probed.push(called.slice(0, 3))
      return 500
    })
    await vi.advanceTimersByTimeAsync(40_000)
    expect(probed[0]).toEqual([backend, backend.targets[0], '/up'])
    expect(backends.of(backend).targets[0]!.state).toBe('unhealthy')
    backends.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the list of backends', () => {
  it('tells of each target what it does, why, and since when', () => {
    const { backends, backend, calls, time } = setUp([{ id: 'a' }, { backup: true, weight: 3 }, { drained: true }], {
      ...breaker,
      ...failover,
    })
    backends.retain(routeTo(backend, { id: 'testing_pay:a', api_ref: 'pay', draft: true }))
    calls(2, 'reset')
    attempt(backends.of(backend), time.now)
    const since = 1_700_000_000_000
    const listed = backends.list()
    expect(listed.map(({ api, draft, backend: ref, stored }) => [api, draft, ref, stored])).toEqual([
      ['shop', false, 'main', false],
      ['pay', true, 'main', false],
    ])
    expect(listed[0]?.targets).toEqual([
      {
        ...{ target: 'a', hostname: 't0', port: 80, state: 'open', since: since + 1002 },
        ...{
          why: 'too many failures, the last one: the server closed the connection',
          inFlight: 0,
          weight: 1,
          backup: false,
        },
        calls: {
          ...{ state: 'failing', at: since + 1002, since: since + 1001 },
          why: 'the server closed the connection',
        },
      },
      {
        ...{ target: 't1:80', hostname: 't1', port: 80, state: 'usable', since: since + 1000 },
        ...{ inFlight: 1, weight: 3, backup: true, calls: { state: 'unchecked' } },
      },
      {
        ...{ target: 't2:80', hostname: 't2', port: 80, state: 'drained', since: since + 1000 },
        ...{ inFlight: 0, weight: 1, backup: false, calls: { state: 'unchecked' } },
      },
    ])
  })
})
