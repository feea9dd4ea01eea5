import { expect, it } from 'vitest'
import { targetIn } from './example-call.ts'

const route = (id: string, domain: string, methods?: string[]) => ({
  ...{ id, enabled: true },
  frontend: { domains: [domain], ...(methods && { methods }) },
})

it('the example call is a route for GET, else the first, with the address of the gateway if the API has no domain', () => {
  const post = route('a:new', '/a/new', ['POST'])
  expect(targetIn([post, route('a:all', 'api.tld/a')])).toBe(`'https://api.tld/a'`)
  expect(targetIn([post])).toBe('-X POST "$GATEWAY/a/new"')
  expect(targetIn([{ ...post, enabled: false }])).toBeUndefined()
})

it('consumers with tokens ask for one first', () => {
  const routes = [route('a:all', '/a'), route('a:oauth2-token', '/a/.well-known/oauth/token', ['POST'])]
  expect(targetIn(routes, { mode: 'oauth2-local' })).toBe(
    '-d grant_type=client_credentials "$GATEWAY/a/.well-known/oauth/token"',
  )
  expect(targetIn(routes, { mode: 'apikey' })).toBe('"$GATEWAY/a"')
})

it('the address of the gateway, once it is known, stands in the call', () => {
  const gatewayUrl = 'http://127.0.0.1:9080'
  expect(targetIn([route('a:all', '/a')], { gatewayUrl })).toBe(`'http://127.0.0.1:9080/a'`)
  expect(targetIn([route('a:all', 'api.tld/a')], { gatewayUrl })).toBe(`'http://api.tld:9080/a'`)
})

it('a route that a call can name as it is goes before one with parameters', () => {
  const routes = [route('a:one', '/a/:id'), route('a:star', '*.tld/a'), route('a:all', '/a')]
  expect(targetIn(routes)).toBe('"$GATEWAY/a"')
  expect(targetIn(routes.slice(0, 1))).toBe('"$GATEWAY/a/:id"')
})

it.each([
  ["/a';id;'", String.raw`'http://gw.example/a'\'';id;'\'''`],
  ['/b$(id)', "'http://gw.example/b$(id)'"],
])('quotes what a shell would run: %s', (path, line) => {
  const route = { id: 'a:r', enabled: true, frontend: { domains: [path], methods: [] } }
  expect(targetIn([route], { gatewayUrl: 'http://gw.example' })).toBe(line)
  expect(targetIn([route])).toMatch(/^"\$GATEWAY"'/)
})

it('quotes a method that is no word', () => {
  const route = { id: 'a:r', enabled: true, frontend: { domains: ['/z'], methods: ['$(id)'] } }
  expect(targetIn([route])).toBe(`-X '$(id)' "$GATEWAY/z"`)
})
