import { describe, expect, it } from 'vitest'
import { type Failure, timeouts } from '../../backend/failures.ts'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { backendOf, knownBackends, refused, routeTo } from '../backends.fixture.ts'
import { Attempts } from './attempts.ts'

const unsent = { wasSent: false, isReplayable: true }

/** Requests to a backend, some of whose targets take no connections. */
function setUp(targets: readonly object[], settings: object = {}) {
  const known = knownBackends()
  const backend = backendOf(targets, settings)
  known.backends.retain(routeTo(backend))
  const state = known.backends.of(backend)
  const dead = new Set<string>()
  /** How many attempts each target saw. */
  const seen = new Map<string, number>()
  const nameOf = ({ target }: Attempts): string => target?.target.hostname ?? ''
  /** One request. Returns the targets that it went to, and whether it got a response. */
  function call({ method = 'GET', failure = refused, how = unsent, takes = 0 } = {}) {
    const exchange = fakeExchange({ method })
    const attempts = new Attempts(state)
    const went: string[] = []
    const pauses: number[] = []
    for (;;) {
      const none = attempts.begin(exchange, known.time.now)
      if (none !== undefined) return { went, pauses, isGood: false }
      went.push(nameOf(attempts))
      seen.set(nameOf(attempts), (seen.get(nameOf(attempts)) ?? 0) + 1)
      known.time.now += takes
      if (!dead.has(nameOf(attempts))) {
        attempts.responded(exchange, 200, true, known.time.now)
        attempts.ended(known.time.now)
        return { went, pauses, isGood: true }
      }
      const pause = attempts.failed(exchange, failure, how, known.time.now)
      if (pause === undefined) return { went, pauses, isGood: false }
      pauses.push(pause)
    }
  }
  const states = () => state.targets.map(({ state }) => state).join(' ')
  return { ...known, state, dead, seen, call, states }
}

const failover = { load_balancing: { type: 'Failover' } }

describe('a request of which nothing was sent', () => {
  it.each([1, 500])('goes to the other of two targets, at %i requests a second: none of 10,000 fails', (rate) => {
    const { dead, seen, call, time } = setUp([{}, {}])
    dead.add('t0')
    let failures = 0
    for (let i = 0; i < 10_000; i++) {
      if (!call({ method: i % 2 === 0 ? 'GET' : 'POST' }).isGood) failures++
      time.now += 1000 / rate
    }
    expect(failures).toBe(0)
    // After the first one, a target that refuses is asked once at the end of each rest.
    expect(seen.get('t0')).toBeLessThanOrEqual(5 + 10_000 / rate / 30)
    expect(seen.get('t0')).toBeGreaterThanOrEqual(5)
  })

  const unreachable = (proxyError: string): Failure => ({
    cause: 'errors.backend.unreachable',
    detail: { proxyError },
  })
  it.each<[string, Failure, boolean]>([
    ['refuses', refused, true],
    ['is not routable', unreachable('destination_ip_unroutable'), true],
    ['has no address', { cause: 'errors.backend.dns' }, true],
    ['fails the handshake of TLS', { cause: 'errors.backend.tls' }, true],
    ['makes no connection in time', timeouts.connect, true],
    ['has an address that is not allowed', { cause: 'errors.backend.unavailable' }, true],
    ['has too many calls waiting', { cause: 'errors.backend.overloaded' }, false],
    ['does not respond in time', timeouts.head, false],
    ['gets a request that a plugin has broken', { cause: 'errors.plugin.failed' }, false],
  ])('goes on if its target %s: %j %s', (_, failure, goesOn) => {
    const { dead, call } = setUp([{}, {}], failover)
    dead.add('t0')
    expect(call({ method: 'POST', failure }).isGood).toBe(goesOn)
  })

  it('goes on without pause, and at most five times', () => {
    const { dead, call, state } = setUp(
      Array.from({ length: 9 }, () => ({})),
      failover,
    )
    for (const { target } of state.targets) dead.add(target.hostname)
    expect(call()).toEqual({ went: ['t0', 't1', 't2', 't3', 't4', 't5'], pauses: [0, 0, 0, 0, 0], isGood: false })
  })

  it('goes on outside of `retries` and their budget', () => {
    const { dead, call } = setUp([{}, {}], { ...failover, client: { retries: 3, retryBudget: 0 } })
    dead.add('t0')
    for (let i = 0; i < 20; i++) expect(call().isGood).toBe(true)
  })

  it('has all of its retries left', () => {
    const { dead, call } = setUp([{}, {}], { ...failover, client: { retries: 2, retryInitialDelay: 8 } })
    dead.add('t0').add('t1')
    // One of the pauses is that of a retry, as long as that of the first one.
    expect(call()).toEqual({ went: ['t0', 't1', 't0'], pauses: [0, expect.any(Number)], isGood: false })
  })

  it('goes on only within `globalTimeout`', () => {
    const { dead, call } = setUp([{}, {}, {}, {}], { ...failover, client: { globalTimeout: 250 } })
    dead.add('t0').add('t1').add('t2')
    expect(call({ takes: 100 }).went).toEqual(['t0', 't1', 't2'])
  })

  it.each([
    ['was sent', { wasSent: true, isReplayable: true }],
    ['has lost its body', { wasSent: false, isReplayable: false }],
  ])('but not one that %s', (_, how) => {
    const { dead, call } = setUp([{}, {}], failover)
    dead.add('t0')
    expect(call({ how }).went).toEqual(['t0'])
  })

  it('goes to a backup, and to targets that rest, before it fails', () => {
    const { dead, call, states } = setUp([{}, { backup: true }, {}], failover)
    dead.add('t0').add('t2')
    expect(call()).toEqual({ went: ['t0', 't2', 't1'], pauses: [0, 0], isGood: true })
    expect(states()).toBe('resting usable resting')
    dead.add('t1').delete('t2')
    expect(call()).toEqual({ went: ['t1', 't0', 't2'], pauses: [0, 0], isGood: true })
  })
})

describe('a target that takes no connections', () => {
  it('rests, is probed by one request, and gets requests again after a success', () => {
    const { dead, call, time, state, states, changes } = setUp([{}, {}], failover)
    dead.add('t0')
    expect([call().went, call().went, states()]).toEqual([['t0', 't1'], ['t1'], 'resting usable'])
    time.now += 1000
    const probe = new Attempts(state)
    probe.begin(fakeExchange(), time.now)
    expect([probe.target?.name, call().went, call().went]).toEqual(['t0:80', ['t1'], ['t1']])
    probe.responded(fakeExchange(), 200, true, time.now)
    dead.clear()
    expect([call().went, states()]).toEqual([['t0'], 'usable usable'])
    expect(changes.map(({ target, from, to, why }) => [target, from, to, why])).toEqual([
      ['t0:80', 'usable', 'resting', 'connection refused'],
      ['t0:80', 'resting', 'usable', ''],
    ])
  })

  it('is usable again as soon as its probe is connected, though it has not responded', () => {
    const { dead, call, time, state } = setUp([{}, {}], failover)
    dead.add('t0')
    call()
    dead.clear()
    time.now += 1000
    const probe = new Attempts(state)
    probe.begin(fakeExchange(), time.now)
    probe.connected(time.now)
    expect(call().went).toEqual(['t0'])
  })

  it('gets all requests if it is the only one', () => {
    const { dead, call, states } = setUp([{}, { drained: true }])
    dead.add('t0')
    for (let i = 0; i < 5; i++) expect(call().went).toEqual(['t0'])
    expect(states()).toBe('usable drained')
    dead.clear()
    expect(call().isGood).toBe(true)
  })

  it('still opens its circuit, if no other target takes the requests', () => {
    const { dead, call, states } = setUp([{}, {}], { client: { maxErrors: 3 } })
    dead.add('t0').add('t1')
    for (let i = 0; i < 3; i++) call()
    expect(states()).toBe('open open')
  })

  it('is left by requests that wait for it, and is avoided by new ones', () => {
    const { time, state, call } = setUp([{}, {}], { ...failover, client: { maxErrors: 1 } })
    const exchange = fakeExchange()
    const [one, other] = [new Attempts(state), new Attempts(state)]
    for (const attempts of [one, other]) attempts.begin(exchange, time.now)
    time.now += 500
    const stalled = { hasWaited: true, isReplayable: true }
    expect([one.stalled(stalled, time.now), other.stalled(stalled, time.now)]).toEqual([true, true])
    expect([one.begin(exchange, time.now), one.target?.name, call().went]).toEqual([undefined, 't1:80', ['t1']])
    // They are no failures: a slow connection opens no circuit.
    expect(state.targets.map(({ state, inFlight }) => [state, inFlight])).toEqual([
      ['resting', 0],
      ['usable', 1],
    ])
    time.now += 1000
    // The probe waits itself, though others still wait for connections.
    const probe = new Attempts(state)
    probe.begin(exchange, time.now)
    expect(probe.target?.name).toBe('t0:80')
    expect(probe.stalled({ ...stalled, hasWaited: false }, time.now)).toBe(false)
    expect(probe.stalled(stalled, time.now + 500)).toBe(true)
  })

  it('is waited for if there is no other', () => {
    const { time, state } = setUp([{}])
    const attempts = new Attempts(state)
    attempts.begin(fakeExchange(), time.now)
    expect(attempts.stalled({ hasWaited: true, isReplayable: true }, time.now + 500)).toBe(false)
  })
})
