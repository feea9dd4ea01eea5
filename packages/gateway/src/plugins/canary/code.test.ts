import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeHead } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const next = { targets: [{ hostname: 'next.internal', port: 80 }] } as never
const hooksOf = (config: object) => compiled('Canary', { backend: 'next', ...config }, { backends: { next } })

/** Whether a request goes to the other backend. */
function isMoved(hooks: ReturnType<typeof hooksOf>, request: object = {}): boolean {
  const exchange = fakeExchange(request)
  hooks.request!(exchange)
  return exchange.backend === next
}

describe('Canary', () => {
  it('sends nobody with 0 percent, and everybody with 100', () => {
    const clients = Array.from({ length: 1000 }, (_, i) => ({ address: `198.51.100.${i}` }))
    expect(clients.some((client) => isMoved(hooksOf({ percent: 0 }), client))).toBe(false)
    expect(clients.every((client) => isMoved(hooksOf({ percent: 100 }), client))).toBe(true)
  })

  it.each([0.5, 5, 30, 75])('sends %d percent of the clients', (percent) => {
    const hooks = hooksOf({ percent })
    const all = 50_000
    let moved = 0
    for (let i = 0; i < all; i++) if (isMoved(hooks, { consumer: { id: `client-${i}` } })) moved++
    const expected = (all * percent) / 100
    const chiSquared = (moved - expected) ** 2 / expected + (moved - expected) ** 2 / (all - expected)
    // One degree of freedom, p = 0.0001. The clients are always the same.
    expect(chiSquared).toBeLessThan(15.1)
  })

  it('spreads new clients evenly with a cookie', () => {
    const hooks = hooksOf({ percent: 30, sticky: true })
    const all = 20_000
    let moved = 0
    for (let i = 0; i < all; i++) if (isMoved(hooks, { id: `AB3F${i.toString(36)}` })) moved++
    expect((moved - all * 0.3) ** 2 / (all * 0.3) + (moved - all * 0.3) ** 2 / (all * 0.7)).toBeLessThan(15.1)
  })

  it('moves nobody back when the percentage grows, with or without a cookie', () => {
    const percentage = fc.double({ min: 0, max: 100, noNaN: true })
    const client = fc.record({
      address: fc.ipV4(),
      consumer: fc.option(
        fc.string().map((id) => ({ id })),
        { nil: undefined },
      ),
      headers: fc.option(
        fc.nat(999_999).map((place) => ['Cookie', `signalbox-canary=${place}`]),
        { nil: [] },
      ),
    })
    fc.assert(
      fc.property(percentage, percentage, fc.boolean(), client, (one, other, sticky, request) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        if (isMoved(hooksOf({ percent: less, sticky }), request))
          expect(isMoved(hooksOf({ percent: more, sticky }), request)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives clients a cookie that keeps them with their backend', () => {
    const hooks = hooksOf({ percent: 50, sticky: true })
    for (let i = 0; i < 100; i++) {
      const exchange = fakeExchange({ id: `request-${i}` })
      const head = fakeHead()
      hooks.request!(exchange)
      hooks.response!(exchange, head)
      const [cookie = ''] = head.headers.get('set-cookie')?.split(';') ?? []
      expect(head.headers.get('set-cookie')).toMatch(
        /^signalbox-canary=\d+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
      )
      const again = fakeExchange({ id: `again-${i}`, headers: ['Cookie', cookie] })
      const quiet = fakeHead()
      hooks.request!(again)
      hooks.response!(again, quiet)
      expect([again.backend === next, quiet.headers.has('set-cookie')]).toEqual([exchange.backend === next, false])
    }
  })

  it.each(['-1', '1e9', '12345678', 'NaN', ''])('replaces the invalid cookie %j', (value) => {
    const hooks = hooksOf({ percent: 50, sticky: true })
    const exchange = fakeExchange({ headers: ['Cookie', `signalbox-canary=${value}`] })
    const head = fakeHead()
    hooks.request!(exchange)
    hooks.response!(exchange, head)
    expect(head.headers.has('set-cookie')).toBe(true)
  })

  it('obeys the header, then the cookie, before the percentage', () => {
    const names = { header: 'X-Canary', cookie: 'canary' }
    const [none, all] = [hooksOf({ percent: 0, ...names }), hooksOf({ percent: 100, ...names })]
    expect(isMoved(none, { headers: ['x-canary', 'always'] })).toBe(true)
    expect(isMoved(none, { headers: ['cookie', 'canary=always'] })).toBe(true)
    expect(isMoved(all, { headers: ['x-canary', 'never'] })).toBe(false)
    expect(isMoved(all, { headers: ['x-canary', 'never', 'cookie', 'canary=always'] })).toBe(false)
    expect(isMoved(none, { headers: ['x-canary', 'perhaps', 'cookie', 'canary=always'] })).toBe(true)
    expect(isMoved(all, { headers: ['x-canary', 'perhaps'] })).toBe(true)
  })

  it('cannot be compiled without its backend', () => {
    expect(() => compiled('Canary', { backend: 'missing' })).toThrow('There is no backend missing')
  })
})
