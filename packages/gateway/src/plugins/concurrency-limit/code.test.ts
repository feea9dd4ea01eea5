import { describe, expect, it } from 'vitest'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const ended = { status: 200, ms: 1, bytesIn: 0, bytesOut: 0 }
const refused = { refuse: 'errors.concurrency.exceeded', headers: ['Retry-After', '1'] }

/** Lets requests begin and end. */
function limit(config: object) {
  const hooks = compiled('ConcurrencyLimit', config as never)
  return {
    begin(request: object = {}) {
      const exchange = fakeExchange(request)
      return { verdict: hooks.request!(exchange), end: () => hooks.done!(exchange, ended) }
    },
  }
}

describe('ConcurrencyLimit', () => {
  it('admits as many requests at once as it says, and the next when one has ended', () => {
    const { begin } = limit({ max: 2 })
    const [first, second, third] = [begin(), begin(), begin()]
    expect([first.verdict, second.verdict, third.verdict]).toEqual([undefined, undefined, refused])
    third.end()
    expect(begin().verdict).toEqual(refused)
    first.end()
    expect([begin().verdict, begin().verdict]).toEqual([undefined, refused])
  })

  it('frees a place once, however often the end is told', () => {
    const { begin } = limit({ max: 2 })
    const [first] = [begin(), begin()]
    first.end()
    first.end()
    expect([begin().verdict, begin().verdict]).toEqual([undefined, refused])
  })

  it('counts each client by itself', () => {
    const { begin } = limit({ max: 1, by: 'ip' })
    expect(begin({ address: '2001:db8::1' }).verdict).toBeUndefined()
    expect(begin({ address: '192.0.2.1' }).verdict).toBeUndefined()
    expect(begin({ address: '2001:db8::2' }).verdict).toEqual(refused)
  })

  it('counts in each slot by itself', () => {
    const perRoute = compiled('ConcurrencyLimit', { max: 2 })
    const perClient = compiled('ConcurrencyLimit', { max: 1, by: 'ip' })
    const exchange = fakeExchange()
    for (const { request } of [perRoute, perClient]) expect(request!(exchange)).toBeUndefined()
    for (const { done } of [perRoute, perClient]) done!(exchange, ended)
    for (const { request } of [perRoute, perClient]) expect(request!(fakeExchange())).toBeUndefined()
  })
})
