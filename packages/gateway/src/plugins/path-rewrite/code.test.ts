import { describe, expect, it } from 'vitest'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

describe('PathRewrite', () => {
  it.each<[pattern: string, to: string, path: string, rewritten: string]>([
    ['^/v(\\d+)/', '/api/$1/', '/v2/orders', '/api/2/orders'],
    ['^/v(?P<version>\\d+)', '/$<version>', '/v2/orders', '/2/orders'],
    ['a', 'b', '/a/a', '/b/b'],
    ['x', 'y', '/a', '/a'],
    ['^/a', '', '/a', '/'],
    ['^/a/', '', '/a/b', '/b'],
    ['^.*$', 'b', '/a', '/b'],
  ])('%s → %s makes %s %s', (pattern, to, forwardPath, rewritten) => {
    const exchange = fakeExchange({ forwardPath })
    compiled('PathRewrite', { pattern, to }).request!(exchange)
    expect(exchange.forwardPath).toBe(rewritten)
  })

  it('takes linear time', () => {
    const exchange = fakeExchange({ forwardPath: `/${'a'.repeat(5000)}b` })
    compiled('PathRewrite', { pattern: '^/(a+)+$', to: '/' }).request!(exchange)
    expect(exchange.forwardPath.length).toBe(5002)
  })
})
