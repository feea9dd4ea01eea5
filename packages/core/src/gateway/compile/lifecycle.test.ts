import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../../index.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { plans, shop } from './compile.fixture.ts'
import { compile } from './compile.ts'

const SINCE = 1_767_225_600_999
const UNTIL = 1_798_761_600_000
const dates = { deprecated_at: SINCE, sunset_at: UNTIL }
const compiled = { deprecation: 1_767_225_600, sunset: 1_798_761_600 }

const lifecycleOf = (given: Partial<ApiDefinition>, references: Parameters<typeof compile>[1] = {}) =>
  compile(shop(given), references).routes.map(({ lifecycle }) => lifecycle)

/** The place of a successor with these members, as routes of the API `shop` tell it. */
function successorOf(next: Partial<ApiDefinition>, given: Partial<ApiDefinition> = {}, live?: Partial<ApiDefinition>) {
  const api = shop({ id: 'next', ...next })
  const apis = new Map([['next', { api, ...(live && { live: { ...api, ...live } }) }]])
  const [lifecycle] = lifecycleOf({ state: 'deprecated', deprecated_at: SINCE, successor: 'next', ...given }, { apis })
  return lifecycle?.api?.successor
}

describe('the lifecycle of a route', () => {
  it('is absent unless its API or one of its plans is deprecated', () => {
    expect(lifecycleOf({})).toEqual([undefined])
    expect(lifecycleOf({ ...dates, state: 'published', documentation: { plans: [plans.apikey] } })).toEqual([undefined])
    expect(lifecycleOf({ state: 'deprecated' })).toEqual([undefined])
    const closed = { ...plans.apikey, ...dates, status: 'closed' as const }
    expect(lifecycleOf({ documentation: { plans: [closed] } })).toEqual([undefined])
  })

  it('has the dates of the API and of its deprecated plans, in epoch seconds', () => {
    const keys = { ...plans.apikey, ...dates, status: 'deprecated' as const }
    const documentation = { plans: [keys, plans.jwt] }
    expect(lifecycleOf({ documentation })).toEqual([{ plans: { keys: compiled } }])
    expect(lifecycleOf({ ...dates, state: 'deprecated', documentation })).toEqual([
      { api: compiled, plans: { keys: compiled } },
    ])
    expect(lifecycleOf({ state: 'deprecated', deprecated_at: SINCE })).toEqual([
      { api: { deprecation: compiled.deprecation } },
    ])
  })

  it('comes from the saved API: an end is announced without a publication', () => {
    const live = shop({ state: 'published', ...dates, sunset_at: UNTIL + 1000 })
    expect(lifecycleOf({ ...dates, state: 'deprecated' }, { live })).toEqual([{ api: compiled }])
  })

  it('is also that of the routes for testing, for tokens and for their keys', () => {
    const documentation = { plans: [plans['oauth2-local']] }
    const testing = { enabled: true, headerKey: 'X-Try', headerValue: 'yes' }
    const all = lifecycleOf({ ...dates, state: 'deprecated', documentation, testing })
    expect(all.length).toBeGreaterThan(3)
    for (const one of all) expect(one).toEqual({ api: compiled })
  })

  it('links to the documentation, if that is at a public URL', () => {
    const linkOf = (home: Record<string, unknown>, more: object = {}) =>
      lifecycleOf({ ...dates, state: 'deprecated', documentation: { home, ...more } })[0]?.api?.documentation
    expect(linkOf({ url: 'https://docs.x.tld/shop?a=<b>' })).toBe('https://docs.x.tld/shop?a=%3Cb%3E')
    expect(linkOf({ url: 'https://docs.x.tld/' }, { enabled: false })).toBeUndefined()
    for (const url of ['/docs', 'javascript:alert(1)', 'https://me:secret@docs.x.tld/', 'file:///etc/passwd', ''])
      expect(linkOf({ url })).toBeUndefined()
  })
})

describe('the link to a successor', () => {
  it.each<[string, Partial<ApiDefinition>, string | undefined]>([
    ['on another host', { domain: 'next.x.tld', context_path: '/v2' }, '//next.x.tld/v2'],
    ['on another port', { domain: 'api.x.tld:8443', context_path: '/v2/' }, '//api.x.tld:8443/v2'],
    ['on the same host', { context_path: '/v2' }, '/v2'],
    ['on any host', { domain: '', context_path: '/v2' }, '/v2'],
    ['without context path', { domain: 'next.x.tld', context_path: '' }, '//next.x.tld/'],
    ['with characters that URLs escape', { domain: 'next.x.tld', context_path: '/ü' }, '//next.x.tld/%C3%BC'],
    ['below a domain', { domain: '*.x.tld', context_path: '/v2' }, undefined],
    ['with a parameter in its path', { domain: 'next.x.tld', context_path: '/:tenant' }, undefined],
    ['that is deprecated itself', { domain: 'next.x.tld', state: 'deprecated' }, '//next.x.tld/v1'],
    ['that is disabled', { domain: 'next.x.tld', enabled: false }, undefined],
    ['that is not published', { domain: 'next.x.tld', state: 'staging' }, undefined],
    ['that is removed', { domain: 'next.x.tld', state: 'removed' }, undefined],
  ])('%s', (_, next, expected) => {
    expect(successorOf(next)).toBe(expected)
  })

  it('leads to what the successor serves, not to what is saved', () => {
    expect(successorOf({ context_path: '/saved' }, {}, { context_path: '/v2' })).toBe('/v2')
  })

  it('is left out for an unknown successor', () => {
    expect(successorOf({}, { successor: 'nobody' })).toBeUndefined()
  })

  it('is in the routes that the API lists', async () => {
    const box = createSignalbox()
    const create = async (id: string, context_path: string) => {
      const { id: _id, state: _state, ...api } = shop({ context_path })
      await box.apis.create({ body: { ...api, id } })
      await box.apis.patch({ id, body: { state: 'published' } })
    }
    await create('next', '/v2')
    await create('shop', '/v1')
    await box.apis.patch({ id: 'shop', body: { state: 'deprecated', successor: 'next' } })
    const expected = { api: { successor: '/v2', deprecation: expect.any(Number) } }
    expect((await box.apis.routes({ id: 'shop' })).routes[0]?.lifecycle).toEqual(expected)
    const { routes } = await box.servedRoutes()
    expect(routes.find(({ api_ref }) => api_ref === 'shop')?.lifecycle).toEqual(expected)
    await box.close()
  })
})
