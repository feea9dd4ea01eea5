import { describe, expect, it } from 'vitest'
import type { Answer } from '../../plugin-api/hooks.ts'
import { asked, type Request } from '../compiled.fixture.ts'

describe('Redirection', () => {
  const request = { path: '/a/b', query: '?c=1', params: { id: 'x/y?z', empty: '' } }
  const location = (to: string, more: Request = {}) => {
    const verdict = asked('Redirection', { to }, { ...request, ...more }) as { answer: Answer }
    return verdict.answer.headers[1]
  }

  it.each([301, 302, 303, 307, 308])('has the status %d', (code) => {
    expect(asked('Redirection', { to: '/x', code })).toEqual({ answer: { status: code, headers: ['Location', '/x'] } })
  })

  it('has the status 303 by default', () => {
    expect(asked('Redirection', { to: '/x' })).toMatchObject({ answer: { status: 303 } })
  })

  it.each<[to: string, location: string]>([
    ['https://b.example', 'https://b.example'],
    ['https://b.example${path}${query}', 'https://b.example/a/b?c=1'],
    ['https://b.example:8443/x${path}', 'https://b.example:8443/x/a/b'],
    ['/x?${query}', '/x?c=1'],
    ['/x?y=1&${query}', '/x?y=1&c=1'],
    ['/x?y=1${query}', '/x?y=1&c=1'],
    ['/orders/:id', '/orders/x%2Fy%3Fz'],
    ['/orders?id=:id', '/orders?id=x%2Fy%3Fz'],
    ['/orders/:unknown/a:id', '/orders/:unknown/a:id'],
    ['/orders/:toString', '/orders/:toString'],
    ['/é', '/%C3%A9'],
    ['/a${unknown}', '/a${unknown}'],
  ])('to %s leads to %s', (to, expected) => {
    expect(location(to)).toBe(expected)
  })

  it('leaves out an absent query', () => {
    expect(location('/x${query}', { query: '' })).toBe('/x')
    expect(location('/x?y=1${query}', { query: '' })).toBe('/x?y=1')
  })

  it.each<[to: string, more: Request]>([
    ['/${path}', { path: '//evil.example' }],
    ['/${path}', { path: '/evil.example' }],
    ['/:id', { params: { id: '/evil.example' } }],
    ['/:empty/evil.example', {}],
    ['/:empty/:empty/evil.example', {}],
  ])('to a path stays on the host: %s, %j', (to, more) => {
    expect(new URL(location(to, more)!, 'https://api.example').host).toBe('api.example')
  })
})
