import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeHead } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const hooks = compiled('ResponseBodySizeLimit', { max_bytes: 3 })
const length = (bytes: number) => ['Content-Length', String(bytes)]

describe('ResponseBodySizeLimit', () => {
  it('refuses a known length that is too large', () => {
    expect(() => hooks.response!(fakeExchange(), fakeHead(length(4)))).toThrow('errors.backend.body.too.large')
    expect(hooks.response!(fakeExchange(), fakeHead(length(3)))).toBeUndefined()
    expect(hooks.responseBody!(fakeExchange(), fakeHead(length(3)))).toBeUndefined()
  })

  it.each([
    ['HEAD', 200],
    ['GET', 304],
  ])('does not judge the length of a %s with status %i, which is that of another response', (method, status) => {
    expect(hooks.response!(fakeExchange({ method }), fakeHead(length(4), status))).toBeUndefined()
  })

  it('counts a body of unknown length', () => {
    const { chunk } = hooks.responseBody!(fakeExchange(), fakeHead())!
    expect(chunk(new Uint8Array(3))).toHaveLength(3)
    expect(() => chunk(new Uint8Array(1))).toThrow('errors.backend.body.too.large')
  })

  it('leaves responses of the gateway alone', () => {
    const head = { ...fakeHead(), length: 9 }
    expect([hooks.response!(fakeExchange(), head), hooks.responseBody!(fakeExchange(), head)]).toEqual([
      ...[undefined, undefined],
    ])
  })
})
