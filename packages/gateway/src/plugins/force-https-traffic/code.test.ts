import { describe, expect, it } from 'vitest'
import { asked, compiled, responded } from '../compiled.fixture.ts'

describe('ForceHttpsTraffic', () => {
  const plain = { secure: false, path: '/a', query: '?b=1' }

  it.each<[method: string, status: number]>([
    ['GET', 301],
    ['HEAD', 301],
    ['POST', 308],
    ['DELETE', 308],
  ])('redirects a plain %s with %d', (method, status) => {
    expect(asked('ForceHttpsTraffic', {}, { ...plain, method })).toEqual({
      answer: { status, headers: ['Location', 'https://api.example/a?b=1'] },
    })
  })

  it('redirects to its port', () => {
    expect(asked('ForceHttpsTraffic', { port: 8443 }, plain)).toMatchObject({
      answer: { headers: ['Location', 'https://api.example:8443/a?b=1'] },
    })
  })

  it('admits requests over https', () => {
    expect(asked('ForceHttpsTraffic', {})).toBeUndefined()
  })

  it('refuses a plain request without a host', () => {
    expect(asked('ForceHttpsTraffic', {}, { ...plain, host: '' })).toMatchObject({ refuse: 'errors.bad.request' })
  })

  it('sends Strict-Transport-Security over https only, and only if it is configured', () => {
    const sent = ['Strict-Transport-Security', 'max-age=600']
    expect(responded('ForceHttpsTraffic', { hsts_max_age: 600 }, [])).toEqual(sent)
    expect(responded('ForceHttpsTraffic', { hsts_max_age: 600 }, [], { secure: false })).toEqual([])
    expect(compiled('ForceHttpsTraffic').response).toBeUndefined()
  })
})
