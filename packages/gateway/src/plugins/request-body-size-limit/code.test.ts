import { describe, expect, it } from 'vitest'
import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import { RefusedError } from '../../plugin-api/refused.ts'
import { asked, compiled } from '../compiled.fixture.ts'

describe('RequestBodySizeLimit', () => {
  const tooLarge = { refuse: 'errors.body.too.large' }
  const config = { max_bytes: 10 }
  const bytes = (count: number) => new Uint8Array(count)

  it.each<[length: string, isAllowed: boolean]>([
    ['0', true],
    ['10', true],
    ['11', false],
    ['99999999999999999999999', false],
  ])('judges a Content-Length of %s at once', (length, isAllowed) => {
    const headers = ['Content-Length', length]
    expect(asked('RequestBodySizeLimit', config, { headers })).toEqual(isAllowed ? undefined : tooLarge)
    expect(compiled('RequestBodySizeLimit', config).requestBody!(fakeExchange({ headers }))).toBeUndefined()
  })

  it('judges a body that was read as a whole', () => {
    expect(asked('RequestBodySizeLimit', config, { body: bytes(11) })).toEqual(tooLarge)
    expect(asked('RequestBodySizeLimit', config, { body: bytes(10) })).toBeUndefined()
  })

  it('counts the bytes of a body of unknown length', () => {
    const hooks = compiled('RequestBodySizeLimit', config)
    expect(hooks.request!(fakeExchange())).toBeUndefined()
    const transform = hooks.requestBody!(fakeExchange())!
    const first = bytes(6)
    expect(transform.chunk(first)).toBe(first)
    expect(transform.chunk(bytes(4))?.length).toBe(4)
    expect(() => transform.chunk(bytes(1))).toThrow(RefusedError)
    expect(hooks.requestBody!(fakeExchange())!.chunk(first)).toBe(first) // each request has its own count
  })
})
