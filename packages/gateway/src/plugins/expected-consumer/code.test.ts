import type { JsonObject } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import { asked, compiled } from '../compiled.fixture.ts'

describe('ExpectedConsumer', () => {
  const slot = (name: string, config: JsonObject = {}, enabled = true) => ({
    plugin: `cp:gateway.next.plugins.${name}`,
    enabled,
    include: [],
    exclude: [],
    config,
  })
  const basic = 'Basic realm="shop", charset="UTF-8"'
  const bearer = 'Bearer realm="shop"'

  it('admits whom another plugin has identified', () => {
    expect(asked('ExpectedConsumer', {}, { consumer: { id: 'ann' } })).toBeUndefined()
  })

  it.each<[what: string, plugins: object[], challenges: string[]]>([
    ['API keys', [slot('ApikeyCalls')], [basic]],
    ['API keys in headers only', [slot('ApikeyCalls', { extractors: { basic: false } })], [bearer]],
    ['API keys, and tokens of the gateway', [slot('ApikeyCalls', { scopes: ['a'] })], [basic, bearer]],
    ['JSON Web Tokens', [slot('JwtUserExtractor')], [bearer]],
    ['tokens of a provider', [slot('OIDCJwtVerifier')], [bearer]],
    ['all of them', [slot('JwtUserExtractor'), slot('ApikeyCalls'), slot('ApikeyCalls')], [basic, bearer]],
    ['client certificates', [slot('HasClientCertMatchingValidator')], []],
    ['nothing that is enabled', [slot('ApikeyCalls', {}, false)], []],
  ])('challenges the others on a route that takes %s', (_, plugins, challenges) => {
    const route = fakeRoute({ plugins })
    expect(compiled('ExpectedConsumer', {}, { route }).request!(fakeExchange({ route }))).toEqual({
      refuse: 'errors.credentials.missing',
      ...(challenges.length > 0 && {
        headers: challenges.flatMap((challenge) => ['WWW-Authenticate', challenge]),
      }),
    })
  })
})
