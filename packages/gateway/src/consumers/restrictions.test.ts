import { expect, it } from 'vitest'
import { compileRestrictions } from './restrictions.ts'

const compiledFrom = (credential: object) => compileRestrictions(credential as never)
const forbidden = 'errors.consumer.forbidden'
const notFound = 'errors.service.not.found'
const a = { path: '/a' }
const all = { path: '/*' }

it.each([
  [{}],
  [{ restrictions: {} }],
  [{ restrictions: { enabled: true, allowed: [] } }],
  [{ restrictions: { enabled: false, allowed: [a], forbidden: [all] } }],
  [{ readOnly: false }],
])('%j restricts nothing', (credential) => {
  expect(compiledFrom(credential)).toBeUndefined()
})

it.each<[restrictions: object, method: string, path: string, cause: string | undefined]>([
  // Each list alone.
  [{ allowed: [a] }, 'GET', '/a', undefined],
  [{ allowed: [a] }, 'GET', '/b', forbidden],
  [{ forbidden: [a] }, 'GET', '/a', forbidden],
  [{ forbidden: [a] }, 'GET', '/b', undefined],
  [{ notFound: [a] }, 'GET', '/a', notFound],
  [{ notFound: [a] }, 'GET', '/b', undefined],
  // Methods.
  [{ forbidden: [{ method: 'POST', path: '/a' }] }, 'POST', '/a', forbidden],
  [{ forbidden: [{ method: 'post', path: '/a' }] }, 'POST', '/a', forbidden],
  [{ forbidden: [{ method: 'POST', path: '/a' }] }, 'GET', '/a', undefined],
  [{ forbidden: [{ method: '*', path: '/a' }] }, 'BREW', '/a', forbidden],
  [{ forbidden: [{ method: 'GET', path: '/a' }] }, 'HEAD', '/a', forbidden],
  [{ forbidden: [{ method: 'HEAD', path: '/a' }] }, 'GET', '/a', undefined],
  [{ allowed: [{ method: 'GET', path: '/a' }] }, 'HEAD', '/a', undefined],
  // Paths.
  [{ forbidden: [{ path: '/a/*' }] }, 'GET', '/a/b/c', forbidden],
  [{ forbidden: [{ path: '/a/*' }] }, 'GET', '/a', undefined],
  [{ forbidden: [{ path: '*/secret' }] }, 'GET', '/a/secret', forbidden],
  [{ forbidden: [a] }, 'GET', '/A', undefined],
  [{ forbidden: [a] }, 'GET', '//a', forbidden],
  [{ forbidden: [{ path: '/a/b' }] }, 'GET', '/a///b', forbidden],
  // The order, with allowLast.
  [{ notFound: [a], forbidden: [a], allowed: [a] }, 'GET', '/a', notFound],
  [{ forbidden: [a], allowed: [a] }, 'GET', '/a', forbidden],
  [{ forbidden: [a], allowed: [all] }, 'GET', '/b', undefined],
  [{ notFound: [a], allowed: [{ path: '/b' }] }, 'GET', '/c', forbidden],
  // The order without.
  [{ allowLast: false, notFound: [a], forbidden: [a], allowed: [a] }, 'GET', '/a', undefined],
  [{ allowLast: false, notFound: [all], forbidden: [all], allowed: [a] }, 'GET', '/b', notFound],
  [{ allowLast: false, forbidden: [all], allowed: [a] }, 'GET', '/b', forbidden],
  [{ allowLast: false, allowed: [a] }, 'GET', '/b', forbidden],
  [{ allowLast: false, forbidden: [a] }, 'GET', '/b', undefined],
])('%j: %s %s is refused with %s', (restrictions, method, path, cause) => {
  expect(compiledFrom({ restrictions })!(method, path)).toBe(cause)
  expect(compiledFrom({ restrictions: { ...restrictions, enabled: true } })!(method, path)).toBe(cause)
})

it('reading only has precedence', () => {
  const restrict = compiledFrom({ readOnly: true, restrictions: { notFound: [a] } })!
  expect([restrict('POST', '/a'), restrict('GET', '/a'), restrict('GET', '/b')]).toEqual([
    ...['errors.method.forbidden', notFound, undefined],
  ])
})
