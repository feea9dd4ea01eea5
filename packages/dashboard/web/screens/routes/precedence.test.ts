import { describe, expect, it } from 'vitest'
import { compiled, route } from './compiled.fixture.ts'
import { orderOf, precedenceOf, whyFirst } from './precedence.ts'

/** The ids of routes as the router asks them. */
function ordered(...apis: readonly object[]): readonly string[] {
  const all = apis.flatMap((api) => compiled(api).routes.map((one, place) => ({ id: one.id, by: orderOf(one, place) })))
  return all.sort((one, other) => (one.by < other.by ? -1 : 1)).map(({ id }) => id.replace(/^\w+:/, ''))
}

describe('the order of routes', () => {
  it('is that of hosts: named hosts, the longest wildcard, any host', () => {
    const api = (id: string, domain: string) => ({ id, domain, routes: [route(id, { paths: ['/'] })] })
    expect(
      ordered(
        api('any', ''),
        api('wide', '*.example'),
        api('narrow', '*.shop.example'),
        api('own', 'api.shop.example'),
      ),
    ).toEqual(['own', 'narrow', 'wide', 'any'])
  })

  it('is that of paths: literal segments, patterns, parameters, the rest, then shorter paths', () => {
    const paths = {
      rest: '/a/*',
      any: '/a/*/b',
      short: '/a',
      regex: '/a/$x<[0-9]+>',
      id: '/a/:id',
      text: '/a/b',
      mixed: '/a/{x}.json',
    }
    const routes = Object.entries(paths).map(([id, path]) => route(id, { paths: [path] }))
    expect(ordered({ routes })).toEqual(['text', 'mixed', 'regex', 'id', 'any', 'rest', 'short'])
  })

  it('is, for one path, that of what routes require', () => {
    const at = { paths: ['/a'] }
    const routes = [
      route('second', at),
      route('first', at),
      route('query', { ...at, query: { q: 'x' } }),
      route('header', { ...at, headers: { 'X-A': 'a' } }),
      route('headers', { ...at, headers: { 'X-A': 'a', 'X-B': 'b' } }),
      route('method', { ...at, methods: ['GET'] }),
      route('exact', { ...at, exact: true }),
    ]
    expect(ordered({ routes })).toEqual(['exact', 'method', 'headers', 'header', 'query', 'second', 'first'])
  })

  it.each([
    [{ paths: ['/a/b'] }, { paths: ['/a/:id'] }, 'its path is more literal'],
    [{ paths: ['/a/b'] }, { paths: ['/a'] }, 'its path is longer'],
    [{ paths: ['/a'], exact: true }, { paths: ['/a'] }, 'its path is exact'],
    [{ paths: ['/a'], methods: ['GET'] }, { paths: ['/a'] }, 'it names its methods'],
    [{ paths: ['/a'], headers: { A: 'b' } }, { paths: ['/a'] }, 'it requires more headers'],
    [{ paths: ['/a'], query: { a: 'b' } }, { paths: ['/a'] }, 'it requires more query parameters'],
    [{ paths: ['/a'] }, { paths: ['/a'] }, 'it stands first in its API'],
  ])('is explained: %j before %j', (first, other, why) => {
    const [one, two] = compiled({ routes: [route('one', first), route('two', other)] }).routes
    const rank = (given: typeof one, place: number) => precedenceOf(given!, place, given!.frontend.matches[0]!)
    expect(whyFirst(rank(one, 0), rank(two, 1))).toBe(why)
    expect(orderOf(one!, 0) < orderOf(two!, 1)).toBe(true)
  })
})
