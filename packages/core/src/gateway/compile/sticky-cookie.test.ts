import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'

const targets = [{ hostname: 'a.tld' }, { hostname: 'b.tld' }]
const sticky = (more: object = {}) => ({ targets, load_balancing: { type: 'Sticky' }, ...more })

/** The cookies of the routes `/a` and `/b` of an API, which have backends of those names. */
function cookiesOf({ id = 'shop', a = sticky(), stored = false, api = {} } = {}) {
  const routes = ['a', 'b'].map((name) => ({ id: name, backend: name, frontend: { paths: [`/${name}`] } }))
  const backends = ['a', 'b'].map((name) => ({ id: name, backend: name === 'a' ? a : sticky() }))
  const definition = { id, name: 'Shop', state: 'published', routes, ...(!stored && { backends }), ...api }
  const shared = new Map(backends.map((one) => [one.id, one]))
  const compiled = compile(definition as never, { ...(stored && { backends: shared as never }) })
  return compiled.routes.map(({ backend }) => backend.load_balancing?.cookie)
}

describe('the cookie of sticky load balancing', () => {
  it('has a name for each backend, in every API and every store', () => {
    const names = [
      ...cookiesOf(),
      ...cookiesOf({ id: 'other' }),
      ...cookiesOf({ stored: true }),
      ...cookiesOf({ id: 'shop_a' }),
    ]
    for (const name of names) expect(name).toMatch(/^signalbox-target-[\da-f]{8}$/)
    expect(new Set(names).size).toBe(8)
  })

  it('is the same for all APIs that use a stored backend', () => {
    expect(cookiesOf({ stored: true })).toEqual(cookiesOf({ stored: true, id: 'other' }))
  })

  it('stays when targets, weights and settings change, in drafts, and in later versions of this package', () => {
    const moved = sticky({ targets: [{ hostname: 'c.tld', weight: 7 }], root: '/v2' })
    expect(cookiesOf({ a: moved })).toEqual(cookiesOf())
    const testing = { enabled: true, headerKey: 'X-T', headerValue: 'v' }
    const [a, b, draftOfA, draftOfB] = cookiesOf({ api: { testing } })
    expect([draftOfA, draftOfB]).toEqual([a, b])
    // Browsers have it: it must never change.
    expect(cookiesOf()).toEqual(['signalbox-target-3289f0df', 'signalbox-target-da0fc95f'])
  })
})
