import { describe, expect, it } from 'vitest'
import type { ApiRoute } from '../route.ts'
import { shop } from './compile.fixture.ts'
import { compile } from './compile.ts'

type Frontend = NonNullable<ApiRoute['frontend']>
const named = ['first', 'second', 'third', 'fourth']
const warningsOf = (...frontends: readonly (Frontend & { enabled?: boolean })[]) =>
  compile(
    shop({
      routes: frontends.map(({ enabled = true, ...frontend }, i) => ({
        id: named[i] ?? `route-${i}`,
        backend: 'main',
        frontend,
        enabled,
      })),
    }),
  ).warnings.filter(({ pointer }) => pointer.endsWith('/frontend'))

describe('two routes that would answer the same request', () => {
  it.each<[what: string, first: Frontend, second: Frontend]>([
    ['the same path', { paths: ['/a'] }, { paths: ['/a'] }],
    ['the same path, written otherwise', { paths: ['/a'] }, { domains: ['api.x.tld//a/'] }],
    ['a parameter of another name', { paths: ['/a/:id/b'] }, { paths: ['/a/:name/b'] }],
    ['one of several paths', { paths: ['/x', '/a'] }, { paths: ['/a', '/y'] }],
    ['no path', {}, { paths: ['/'] }],
    ['a method in common', { paths: ['/a'], methods: ['GET', 'PUT'] }, { paths: ['/a'], methods: ['put', 'DELETE'] }],
    ['any method, and one', { paths: ['/a'] }, { paths: ['/a'], methods: ['GET'] }],
    ['one method, and any', { paths: ['/a'], methods: ['GET'] }, { paths: ['/a'] }],
    [
      'the same headers, in another order and case',
      { paths: ['/a'], headers: { A: '1', B: '2' } },
      { paths: ['/a'], headers: { b: '2', a: '1' } },
    ],
    ['the same query', { paths: ['/a'], query: { q: '1' } }, { paths: ['/a'], query: { q: '1' } }],
  ])('(%s) are a warning that names both', (_, first, second) => {
    const [warning, ...others] = warningsOf(first, second)
    expect(warning?.pointer).toBe('/routes/1/frontend')
    expect(warning?.message).toMatch(/^The routes shop:first and shop:second would both answer /)
    expect(others).toEqual([])
  })

  it.each<[what: string, first: Frontend & { enabled?: boolean }, second: Frontend]>([
    ['another path', { paths: ['/a'] }, { paths: ['/b'] }],
    ['a longer path', { paths: ['/a'] }, { paths: ['/a/b'] }],
    ['a path in another case', { paths: ['/a'] }, { paths: ['/A'] }],
    ['a name where the other has a parameter', { paths: ['/a/:id'] }, { paths: ['/a/me'] }],
    ['other methods', { paths: ['/a'], methods: ['GET'] }, { paths: ['/a'], methods: ['PUT'] }],
    ['exactly this path, and all below it', { paths: ['/a'], exact: true }, { paths: ['/a'] }],
    ['a header more', { paths: ['/a'] }, { paths: ['/a'], headers: { A: '1' } }],
    ['another value of a header', { paths: ['/a'], headers: { A: '1' } }, { paths: ['/a'], headers: { A: '2' } }],
    ['another value in the query', { paths: ['/a'], query: { A: '1' } }, { paths: ['/a'], query: { A: '2' } }],
    ['the other disabled', { paths: ['/a'], enabled: false }, { paths: ['/a'] }],
  ])('are not those of %s', (_, first, second) => {
    expect(warningsOf(first, second)).toEqual([])
  })

  it('say what is answered twice, and which route has nothing left', () => {
    expect(
      warningsOf(
        { paths: ['/a'], methods: ['GET'] },
        { paths: ['/a'], methods: ['GET', 'PUT'] },
        { paths: ['/a'], methods: ['GET', 'PUT'] },
      ).map(({ message }) => message),
    ).toEqual([
      'The routes shop:first and shop:second would both answer GET api.x.tld/v1/a',
      'The routes shop:first and shop:third would both answer GET api.x.tld/v1/a; nothing is left for shop:third',
      'The routes shop:second and shop:third would both answer PUT api.x.tld/v1/a; nothing is left for shop:third',
    ])
    expect(warningsOf({}, {}).map(({ message }) => message)).toEqual([
      'The routes shop:first and shop:second would both answer requests to api.x.tld/v1; nothing is left for shop:second',
    ])
  })

  it('are told once, however many requests they share', () => {
    const paths = ['/a', '/b', '/c']
    expect(warningsOf({ paths }, { paths })).toHaveLength(1)
  })

  it('are each told of the first that is like it, not of all others', () => {
    const same = Array.from({ length: 1000 }, () => ({ paths: ['/a'] }))
    expect(warningsOf(...same)).toHaveLength(999)
  })

  it('are not one route whose paths are alike', () => {
    expect(warningsOf({ paths: ['/a/:b', '/a/:c'] })).toEqual([])
  })

  it('are not a live route and its draft', () => {
    const api = shop({ testing: { enabled: true, headerValue: 'v' } })
    expect(compile(api).routes).toHaveLength(2)
    expect(compile(api).warnings).toEqual([])
  })
})
