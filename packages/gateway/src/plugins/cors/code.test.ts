import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeHead } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const SHOP = 'https://shop.example'
const fromShop = ['Origin', SHOP, 'Access-Control-Request-Method', 'PUT']

const preflight = (config: JsonObject, headers: readonly string[] = fromShop, method = 'OPTIONS') =>
  compiled('Cors', config).request!(fakeExchange({ method, headers }))
const response = (config: JsonObject, headers: readonly string[], ofBackend: readonly string[] = []) => {
  const head = fakeHead(ofBackend)
  compiled('Cors', config).response!(fakeExchange({ headers }), head)
  return head.headers.list
}

describe('Cors responds to a preflight request', () => {
  it('with 204 and what is allowed', () => {
    const config = {
      allow_origin: SHOP,
      allow_methods: ['GET', 'PUT'],
      allow_headers: ['X-A', 'Content-Type'],
      max_age: 600,
      allow_credentials: true,
    }
    expect(preflight(config)).toEqual({
      answer: {
        status: 204,
        headers: [
          ...['Access-Control-Allow-Origin', SHOP, 'Access-Control-Allow-Credentials', 'true'],
          ...['Access-Control-Allow-Methods', 'GET, PUT', 'Access-Control-Allow-Headers', 'X-A, Content-Type'],
          ...['Access-Control-Max-Age', '600', 'Vary', 'Origin'],
        ],
      },
    })
  })

  it('with * and without Vary by default', () => {
    expect(preflight({})).toEqual({
      answer: {
        status: 204,
        headers: ['Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', 'GET'],
      },
    })
  })

  it('with 204 that allows nothing if the origin is not allowed', () => {
    expect(preflight({ allow_origin: 'https://other.example' })).toEqual({
      answer: { status: 204, headers: ['Vary', 'Origin'] },
    })
  })

  it.each<[what: string, headers: string[], method?: string]>([
    ['a request without Origin', ['Access-Control-Request-Method', 'PUT']],
    ['OPTIONS without Access-Control-Request-Method', ['Origin', SHOP]],
    ['another method', fromShop, 'GET'],
  ])('but not to %s', (_, headers, method) => {
    expect(preflight({}, headers, method)).toBeUndefined()
  })

  it('before anyone is authenticated, and lets browsers read refusals', () => {
    expect(compiled('Cors').onRefusal).toBe(true)
  })
})

describe('Cors lets pages read a response', () => {
  it.each<[what: string, allowed: string | string[], sent: string[], origin: string | undefined]>([
    ['of the origin that is allowed', SHOP, ['Origin', SHOP], SHOP],
    ['of an origin in the list', ['https://a.example', SHOP], ['Origin', SHOP], SHOP],
    [
      'of an origin that was written in capitals and with its default port',
      'https://SHOP.example:443',
      ['Origin', SHOP],
      SHOP,
    ],
    ['without an origin if that is listed', ['null'], ['Origin', 'null'], 'null'],
    ['of all origins', '*', ['Origin', SHOP], '*'],
    ['of all origins, for caches that ask without one', '*', [], '*'],
    ['not of another origin', SHOP, ['Origin', 'https://shop.example.evil'], undefined],
    ['not of another scheme', SHOP, ['Origin', 'http://shop.example'], undefined],
    ['not of another port', SHOP, ['Origin', 'https://shop.example:8443'], undefined],
    ['not without an origin', SHOP, ['Origin', 'null'], undefined],
    ['not for a request without Origin', SHOP, [], undefined],
    ['not if Origin is sent twice', SHOP, ['Origin', SHOP, 'Origin', 'https://evil.example'], undefined],
    ['not if Origin is a list', SHOP, ['Origin', `${SHOP}, https://evil.example`], undefined],
  ])('%s', (_, allow_origin, sent, origin) => {
    const headers = response({ allow_origin }, sent)
    const vary = allow_origin === '*' ? [] : ['Vary', 'Origin']
    expect(headers).toEqual([...vary, ...(origin === undefined ? [] : ['Access-Control-Allow-Origin', origin])])
  })

  it('with credentials and further headers', () => {
    const config = { allow_origin: SHOP, allow_credentials: true, expose_headers: ['ETag', 'X-B'] }
    expect(response(config, ['Origin', SHOP])).toEqual([
      ...['Vary', 'Origin', 'Access-Control-Allow-Origin', SHOP],
      ...['Access-Control-Allow-Credentials', 'true', 'Access-Control-Expose-Headers', 'ETag, X-B'],
    ])
  })

  it('and replaces what the backend says about origins', () => {
    const ofBackend = [
      ...['access-control-allow-origin', '*', 'Access-Control-Allow-Origin', 'https://evil.example'],
      ...['Access-Control-Allow-Credentials', 'true', 'Access-Control-Expose-Headers', 'X-Secret', 'ETag', '"1"'],
    ]
    expect(response({ allow_origin: SHOP }, ['Origin', 'https://evil.example'], ofBackend)).toEqual([
      ...['ETag', '"1"', 'Vary', 'Origin'],
    ])
  })

  it.each([
    [
      ['Vary', 'Accept'],
      ['Vary', 'Accept', 'Vary', 'Origin'],
    ],
    [
      ['Vary', 'Accept, origin'],
      ['Vary', 'Accept, origin'],
    ],
    [
      ['Vary', '*'],
      ['Vary', '*'],
    ],
  ])('and adds Origin to %j', (ofBackend, headers) => {
    expect(response({ allow_origin: SHOP }, [], ofBackend)).toEqual(headers)
  })
})
