import { expect, it } from 'vitest'
import { fakeRoute } from '../pipeline/exchange.fixture.ts'
import { challenged } from './challenges.ts'
import { identifyingPlugins } from './identifying-plugins.ts'

const apiKeys = (config: object) => ({ plugin: identifyingPlugins.apiKey, enabled: true, config })
const missing = { refuse: 'errors.credentials.missing' } as const

/** The schemes of the challenges of a route that takes API keys like this. */
function schemesFor(config: object) {
  const route = fakeRoute({ plugins: [apiKeys(config)] })
  const { headers = [] } = challenged(route, missing)
  return headers.filter((_, i) => i % 2 === 1).map((value) => value.split(' ')[0])
}

it.each<[schemes: string, keys: string, config: object]>([
  ['Basic', 'API keys', {}],
  ['Basic and Bearer', 'plans that issue tokens', { scopes: ['read'] }],
  ['Bearer', 'API keys that it does not take by Basic', { extractors: { basic: false } }],
  ['Bearer', 'tokens, and does not take keys by Basic', { extractors: { basic: false }, expiresIn: 60 }],
])('a challenge is %s where a route takes %s', (schemes, _, config) => {
  expect(schemesFor(config).join(' and ')).toBe(schemes)
})

it('the realm of a challenge has nothing that ends its quotes', () => {
  const { headers } = challenged(fakeRoute({ api_ref: 'a"b\\c\n', plugins: [apiKeys({})] }), missing)
  expect(headers).toEqual(['WWW-Authenticate', 'Basic realm="abc", charset="UTF-8"'])
})
