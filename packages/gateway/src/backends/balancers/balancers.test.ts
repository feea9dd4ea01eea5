import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeHead } from '../../pipeline/exchange.fixture.ts'
import {
  balancerOf,
  CRITICAL,
  chiSquared,
  countChoices,
  type FakeChoice,
  fakeChoice,
  secret,
  seeded,
} from './balancers.fixture.ts'
import { createBalancer } from './index.ts'

const weights = [1, 2, 5]
const three = () => weights.map((weight, i) => fakeChoice(`t${i}`, { weight }))
const names = (balancer: ReturnType<typeof balancerOf>, choices: readonly FakeChoice[], times: number) =>
  Array.from({ length: times }, () => balancer.choose(choices, fakeExchange(), 0).name).join(' ')

describe('every algorithm', () => {
  const types = {
    RoundRobin: {},
    Random: {},
    Sticky: { cookie: 'c' },
    IpAddressHash: {},
    HeaderHash: { header_name: 'X-User' },
    CookieHash: { cookie_name: 'user' },
    QueryHash: { query_name: 'user' },
    LeastConnections: {},
    PowerOfTwoRandomChoices: {},
    BestResponseTime: {},
    WeightedBestResponseTime: { ratio: 0.5 },
    Unknown: {},
  }

  it.each(Object.entries(types))('%s gives requests to equal targets by their weights', (type, settings) => {
    const exchange = (i: number) =>
      fakeExchange({ address: `192.0.2.${i}`, query: `?user=${i}`, headers: ['X-User', `${i}`, 'Cookie', `user=${i}`] })
    const counts = countChoices(balancerOf(type, settings), three(), { times: 8000, exchange })
    expect(chiSquared(counts, weights)).toBeLessThan(CRITICAL[2]!)
  })

  it.each([...Object.entries(types), ['Failover', {}] as const])('%s takes the only target', (type, settings) => {
    expect(names(balancerOf(type, settings), [fakeChoice('a')], 2)).toBe('a a')
  })
})

describe('round-robin', () => {
  it('spreads the turns of heavy targets', () => {
    const choices = [fakeChoice('a', { weight: 5 }), fakeChoice('b'), fakeChoice('c')]
    expect(names(balancerOf('RoundRobin'), choices, 14)).toBe('a a b a c a a a a b a c a a')
  })

  it('gives a target that comes back its share, and no more', () => {
    const [a, b, c] = [fakeChoice('a'), fakeChoice('b'), fakeChoice('c')]
    const balancer = balancerOf('RoundRobin')
    countChoices(balancer, [a, b, c], { times: 10 })
    countChoices(balancer, [a, b], { times: 1001 })
    const counts = countChoices(balancer, [a, b, c], { times: 30 })
    for (const count of counts) expect(Math.abs(count - 10)).toBeLessThanOrEqual(1)
  })

  it('is the default', () => {
    const balancer = createBalancer({}, { random: seeded(), secret })
    expect(names(balancer, [fakeChoice('a'), fakeChoice('b')], 4)).toBe('a b a b')
  })
})

describe('hashing', () => {
  const targets = Array.from({ length: 10 }, (_, i) => fakeChoice(`10.0.0.${i}:80`))
  const keys = Array.from({ length: 10_000 }, (_, i) => `user-${i}`)
  const balancer = balancerOf('HeaderHash', { header_name: 'X-User' })
  const placed = (usable: readonly FakeChoice[]) =>
    keys.map((key) => balancer.choose(usable, fakeExchange({ headers: ['X-User', key] }), 0))

  it('spreads keys evenly', () => {
    const counts = targets.map((target) => placed(targets).filter((one) => one === target).length)
    expect(
      chiSquared(
        counts,
        targets.map(() => 1),
      ),
    ).toBeLessThan(CRITICAL[9]!)
  })

  it.each([0, 4, 9])('moves the keys of a target that goes, and no others (target %i)', (place) => {
    const before = placed(targets)
    const after = placed(targets.filter((_, i) => i !== place))
    const moved = keys.filter((_, i) => before[i] !== after[i])
    expect(moved).toEqual(keys.filter((_, i) => before[i] === targets[place]))
    expect(moved.length).toBeLessThan((1.1 * keys.length) / targets.length)
  })

  it('lets requests without a value take turns', () => {
    const two = [fakeChoice('a'), fakeChoice('b')]
    for (const [type, settings] of [
      ['HeaderHash', { header_name: 'X-User' }],
      ['CookieHash', { cookie_name: 'user' }],
      ['QueryHash', { query_name: 'user' }],
    ] as const)
      expect(names(balancerOf(type, settings), two, 4)).toBe('a b a b')
  })

  it.each([
    ['IpAddressHash', {}, { address: '2001:db8::1' }],
    ['HeaderHash', { header_name: 'X-User' }, { headers: ['x-user', 'ann'] }],
    ['CookieHash', { cookie_name: 'user' }, { headers: ['Cookie', 'a=b; user=ann; c=d'] }],
    ['QueryHash', { query_name: 'user' }, { query: '?a=b&user=ann' }],
  ])('%s sends equal values to the same target', (type, settings, sent) => {
    const chosen = new Set(
      Array.from({ length: 20 }, () => balancerOf(type, settings).choose(targets, fakeExchange(sent), 0).name),
    )
    expect(chosen.size).toBe(1)
  })
})

describe('least connections', () => {
  it('chooses the target with the fewest requests for its weight', () => {
    const choices = [
      fakeChoice('a', { inFlight: 2 }),
      fakeChoice('b', { inFlight: 5, weight: 4 }),
      fakeChoice('c', { inFlight: 9 }),
    ]
    expect(names(balancerOf('LeastConnections'), choices, 2)).toBe('b b')
  })

  it('of two random targets are two different ones', () => {
    const [idle, busy] = [fakeChoice('idle', { weight: 1 }), fakeChoice('busy', { inFlight: 50, weight: 9 })]
    expect(countChoices(balancerOf('PowerOfTwoRandomChoices'), [busy, idle], { times: 1000 })).toEqual([0, 1000])
  })

  it('of two random targets leaves the busiest one alone', () => {
    const choices = [0, 1, 2, 3].map((inFlight) => fakeChoice(`t${inFlight}`, { inFlight }))
    const counts = countChoices(balancerOf('PowerOfTwoRandomChoices'), choices, { times: 6000 })
    expect(counts[3]).toBe(0)
    expect(chiSquared(counts.slice(0, 3), [3, 2, 1])).toBeLessThan(CRITICAL[2]!)
  })
})

describe('best response time', () => {
  const two = () => [fakeChoice('slow', { ms: 30 }), fakeChoice('fast', { ms: 10 })] as const

  it('chooses the target that would respond first', () => {
    const [slow, fast] = two()
    const balancer = balancerOf('BestResponseTime')
    expect(names(balancer, [slow, fast], 2)).toBe('fast fast')
    fast.inFlight = 3
    expect(names(balancer, [slow, fast], 2)).toBe('slow slow')
  })

  it('tries a new target with one request first', () => {
    const [slow, fast] = two()
    const fresh = fakeChoice('new')
    const balancer = balancerOf('BestResponseTime')
    expect(names(balancer, [slow, fast, fresh], 1)).toBe('new')
    fresh.inFlight = 1
    expect(names(balancer, [slow, fast, fresh], 1)).toBe('fast')
  })

  it('is used for the share of requests that `ratio` says', () => {
    const counts = countChoices(balancerOf('WeightedBestResponseTime', { ratio: 0.5 }), two(), { times: 4000 })
    expect(chiSquared(counts, [1, 3])).toBeLessThan(CRITICAL[1]!)
  })
})

describe('failover', () => {
  it('takes the first target as long as it is usable', () => {
    expect(names(balancerOf('Failover'), [fakeChoice('a'), fakeChoice('b')], 2)).toBe('a a')
  })
})

describe('a sticky client', () => {
  const targets = ['a', 'b', 'c'].map((name) => fakeChoice(name))

  /** Sends a request with a cookie. Returns the target and the cookie that the client gets. */
  function send(balancer: ReturnType<typeof balancerOf>, cookie = '', { usable = targets, secure = false } = {}) {
    const exchange = fakeExchange({ secure, headers: cookie ? ['Cookie', `x=y; ${cookie}`] : [] })
    const chosen = balancer.choose(usable, exchange, 0)
    const head = fakeHead()
    balancer.response?.(exchange, head, chosen)
    return { name: chosen.name, set: head.headers.get('set-cookie') }
  }
  const pairOf = (set: string | undefined): string => set?.split(';')[0] ?? ''

  it('stays with the target that its cookie names, which is set once', () => {
    const balancer = balancerOf('Sticky', { cookie: 'signalbox-target' })
    send(balancer)
    const { name, set } = send(balancer)
    expect([name, set]).toEqual([
      'b',
      expect.stringMatching(/^signalbox-target=[\da-f]{32}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(Array.from({ length: 5 }, () => send(balancer, pairOf(set)))).toEqual(
      Array.from({ length: 5 }, () => ({ name: 'b', set: undefined })),
    )
  })

  it('of another gateway with the same key stays too', () => {
    const { name, set } = send(balancerOf('Sticky', { cookie: 'c' }))
    const other = balancerOf('Sticky', { cookie: 'c' })
    send(other)
    expect(send(other, pairOf(set)).name).toBe(name)
  })

  it('gets a cookie for https alone over https, for as long as `ttl` says', () => {
    const { set } = send(balancerOf('Sticky', { cookie: 'c', ttl: 3600 }), '', { secure: true })
    expect(set).toMatch(/^c=[\da-f]{32}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/)
  })

  it.each([
    ['Lax', false, 'SameSite=Lax'],
    ['Strict', true, 'SameSite=Strict; Secure'],
    ['None', true, 'SameSite=None; Secure'],
    ['None', false, 'SameSite=None; Secure'],
  ])(
    'gets a cookie for pages of other sites as `same_site: %s` says, over https: %s',
    (same_site, secure, attributes) => {
      const { set } = send(balancerOf('Sticky', { cookie: 'c', same_site }), '', { secure })
      expect(set).toBe(`${pairOf(set)}; Path=/; HttpOnly; ${attributes}`)
    },
  )

  it('stays with the cookie that all backends once shared, and gets that of the backend', () => {
    const { name, set } = send(balancerOf('Sticky', { cookie: 'signalbox-target' }))
    const balancer = balancerOf('Sticky', { cookie: 'signalbox-target-0badcafe' })
    send(balancer)
    const next = send(balancer, pairOf(set))
    expect([next.name, next.set]).toEqual([name, expect.stringMatching(/^signalbox-target-0badcafe=[\da-f]{32};/)])
    expect(send(balancer, `${pairOf(next.set)}; signalbox-target=${'0'.repeat(32)}`)).toEqual({ name, set: undefined })
    expect(send(balancerOf('Sticky', { cookie: 'own' }), pairOf(set)).set).toBeDefined()
  })

  it('whose target is gone gets another one and a new cookie', () => {
    const balancer = balancerOf('Sticky', { cookie: 'c' })
    const { set } = send(balancer)
    const moved = send(balancer, pairOf(set), { usable: targets.slice(1) })
    expect([moved.name, moved.set === undefined, pairOf(moved.set) === pairOf(set)]).toEqual(['b', false, false])
  })

  it.each(['c=a', `c=${'0'.repeat(32)}`, 'c='])('with the forged cookie %s is treated as new', (forged) => {
    const balancer = balancerOf('Sticky', { cookie: 'c' })
    expect([send(balancer, forged).name, send(balancer, forged).name]).toEqual(['a', 'b'])
    expect(send(balancer, forged).set).toBeDefined()
  })
})
