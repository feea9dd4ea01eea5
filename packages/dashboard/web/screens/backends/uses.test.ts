import { expect, it } from 'vitest'
import { backendsNamed, usesOf } from './uses.ts'

const slot = (config: object) => [{ plugins: { slots: [{ config }] } }]

it('an API names backends in routes and in plugins, apart from its own', () => {
  const api = {
    routes: [{ backend: 'own' }, { backend: 'orders' }, {}],
    backends: [{ id: 'own' }],
    flows: slot({ backends: { A: 'own', B: 'canary' }, name: 'none', also: [{ backend: 'deep' }] }),
  }
  expect([...backendsNamed(api)]).toEqual(['orders', 'canary', 'deep'])
})

it('a draft counts where the saved API does not name the backend', () => {
  const saved = [{ id: 'billing', routes: [{ backend: 'orders' }] }]
  const drafts = [{ id: 'billing', routes: [{ backend: 'orders' }, { backend: 'new' }] }]
  const uses = usesOf(saved, drafts)
  expect(uses.get('orders')).toEqual([{ api: 'billing', isDraft: false }])
  expect(uses.get('new')).toEqual([{ api: 'billing', isDraft: true }])
  expect(uses.get('none')).toBe(undefined)
})
