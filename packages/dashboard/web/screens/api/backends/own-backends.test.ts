import { expect, it } from 'vitest'
import { keptBy, withBackends } from './own-backends.ts'

const api = {
  backends: [{ id: 'main' }, { id: 'other' }],
  routes: [
    { id: 'a', backend: 'main' },
    { id: 'b', backend: 'stored' },
  ],
}

it('routes follow a backend that is renamed', () => {
  expect(withBackends(api, [{ id: 'first' }, { id: 'other' }]).routes?.[0]).toEqual({ id: 'a', backend: 'first' })
  expect(withBackends(api, [{ id: 'other' }, { id: 'other' }]).routes).toBe(api.routes)
  expect(withBackends(api, [{ id: 'other' }])).toEqual({ ...api, backends: [{ id: 'other' }] })
})

it('a backend stays while routes use it', () => {
  expect([keptBy(api, 'main'), keptBy(api, 'other')]).toEqual(['a uses it.', undefined])
  const routes = ['a', 'b', 'c', 'd'].map((id) => ({ id, backend: 'main' }))
  expect(keptBy({ routes }, 'main')).toBe('4 routes use it.')
  expect(keptBy({ routes: routes.slice(2) }, 'main')).toBe('c and d use it.')
})
