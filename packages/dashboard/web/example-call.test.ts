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
  expect(targetIn(routes, 'oauth2-local')).toBe('-d grant_type=client_credentials "$GATEWAY/a/.well-known/oauth/token"')
  expect(targetIn(routes, 'apikey')).toBe('"$GATEWAY/a"')
})
