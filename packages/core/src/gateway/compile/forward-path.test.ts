import { describe, expect, it } from 'vitest'
import type { ApiRoute } from '../routes/route.ts'
import { compileOne } from './compile.fixture.ts'
import { forwardPath } from './forward-path.ts'

type Given = NonNullable<ApiRoute['frontend']> & { context_path?: string; root?: string; rewrite?: boolean }

/** A route with one path below `/shop`, unless another context path is given. */
function routeOf({ context_path = '/shop', root, rewrite, ...frontend }: Given) {
  const backend = {
    targets: [{ hostname: 'up.tld' }],
    ...(root !== undefined && { root }),
    ...(rewrite && { rewrite }),
  }
  return compileOne({
    context_path,
    backends: [{ id: 'main', backend }],
    routes: [{ id: 'r', backend: 'main', frontend }],
  })
}

const strip_path = true
const strip_context_path = true
const rewrite = true

describe('the path that a backend receives', () => {
  it.each<[given: Given, path: string, forwarded: string, params?: Record<string, string>]>([
    [{ paths: ['/pets'] }, '/shop/pets', '/shop/pets'],
    [{ paths: ['/pets'], root: '/base' }, '/shop/pets/1', '/base/shop/pets/1'],
    [{ paths: ['/pets'], root: '/base/' }, '/shop/pets', '/base/shop/pets'],
    [{ paths: ['/pets'], root: '/' }, '/shop/pets', '/shop/pets'],
    [{ paths: ['/pets/:id'], root: '/base', strip_context_path }, '/shop/pets/7', '/base/pets/7'],
    [{ paths: ['/pets'], root: '/base', strip_context_path, exact: true }, '/shop/pets', '/base/pets'],
    [{ paths: ['/'], root: '/base', strip_context_path }, '/shop', '/base'],
    [{ paths: ['/'], strip_context_path }, '/shop', '/'],
    [{ context_path: '', paths: ['/pets'], strip_context_path }, '/pets', '/pets'],
    [{ context_path: '/a/b', paths: ['/c'], strip_context_path }, '/a/b/c/', '/c/'],
    [{ paths: ['/pets'], strip_path }, '/shop/pets/1/toys', '/1/toys'],
    [{ paths: ['/pets'], root: '/base', strip_path }, '/shop/pets', '/base'],
    [{ paths: ['/pets'], root: '/base', strip_path }, '/shop/pets/', '/base/'],
    [{ paths: ['/pets/:id'], root: '/base', strip_path }, '/shop/pets/1/toys', '/base/toys'],
    [{ paths: ['/files/*'], root: '/base', strip_path }, '/shop/files/a/b', '/base/a/b'],
    [{ paths: ['/pets'], strip_path, strip_context_path }, '/shop/pets/1', '/1'],
    [{ paths: ['/pets/:id'], root: '/animals/:id/x', rewrite }, '/shop/pets/7', '/animals/7/x', { id: '7' }],
    [{ paths: ['/pets/:id'], root: '/animals/:id', rewrite }, '/shop/pets/x', '/animals/a%2F..%2Fb', { id: 'a/../b' }],
    [{ paths: ['/pets'], root: '/a:b/c', rewrite }, '/shop/pets', '/a:b/c'],
    [{ paths: ['/pets'], rewrite }, '/shop/pets', '/'],
  ])('of %j for %s is %s', (given, path, forwarded, params = {}) => {
    const { route } = routeOf(given)
    expect(forwardPath(route, { path, match: route.frontend.matches[0]!, params })).toBe(forwarded)
  })

  it.each<[given: Given, codes: string[]]>([
    [{ paths: ['/a'], strip_path, strip_context_path }, ['strip.both']],
    [{ paths: ['/a'], strip_path, exact: true }, ['strip.exact']],
    [{ paths: ['/a/*'], strip_path, exact: true }, []],
    [{ paths: ['/a'], root: '/x', rewrite, strip_path }, ['rewrite.strip']],
    [{ paths: ['/a'], root: '/x', rewrite, strip_context_path }, ['rewrite.strip']],
    [{ paths: ['/a/:id'], root: '/x/:id', rewrite }, []],
  ])('causes a warning for contradictory members: %j', (given, codes) => {
    expect(routeOf(given).codes).toEqual(codes)
  })

  it('rejects requests if a path parameter does not exist', () => {
    const { route, codes } = routeOf({ paths: ['/a'], root: '/x/:id', rewrite })
    expect([codes, route.refusal?.cause]).toEqual([['rewrite.parameter'], 'errors.route.misconfigured'])
  })
})
