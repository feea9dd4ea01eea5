import { expect, it } from 'vitest'
import { type Compiled, gatesOf, goalsOf, splitsOf } from './released.ts'

const slot = (name: string, config: object, enabled = true) => ({
  ...{ plugin: `cp:gateway.next.plugins.${name}`, enabled, include: [], exclude: [], config: { ...config } },
})

const route = (id: string, plugins: object[], more: object = {}) =>
  ({
    ...{ id, name: id, api_ref: id.split(':')[0], enabled: true, draft: false },
    ...{ frontend: { domains: ['shop.example/a', 'shop.example/b'], methods: ['GET'] } },
    ...{ backend: { ref: 'main', targets: [], client: {} }, plugins },
    ...more,
  }) as unknown as Compiled

it('a feature has the routes whose gates name it, with what happens while it is off', () => {
  const routes = [
    route('shop:a', [slot('FeatureGate', { feature: 'beta', status: 403, negate: false })]),
    route('shop:b', [slot('FeatureGate', { feature: 'other' })]),
    route('pay:c', [slot('FeatureGate', { feature: 'beta', negate: true, client: { from: 'ip' } }, false)]),
    route('pay:d', [slot('ExperimentSplit', { feature: 'beta' })]),
    route('pay:e', [slot('FeatureGate', { feature: 'beta' })], { refusal: { message: 'No backend.' } }),
  ]
  expect(gatesOf(routes, 'beta')).toMatchObject([
    { api: 'shop', route: 'a', takes: 'GET shop.example/a and 1 more', status: 403, negate: false },
    { api: 'pay', route: 'c', status: 404, negate: true, client: { from: 'ip' }, why: 'The plugin is off.' },
    { api: 'pay', route: 'e', why: 'The route refuses all requests. No backend.' },
  ])
})

it('an experiment has the routes that it splits, with variants that have no backend or do not exist', () => {
  const routes = [
    route('shop:a', [slot('ExperimentSplit', { experiment: 'cta', backends: { A: 'one', C: 'three' } })]),
    route('shop:b', [slot('ExperimentSplit', { experiment: 'cta', backends: { A: 'one', B: 'two' } })]),
    route('shop:c', [slot('ExperimentGoal', { experiment: 'cta' })], { enabled: false }),
  ]
  const experiment = { id: 'cta', variants: [{ id: 'A' }, { id: 'B' }] }
  expect(splitsOf(routes, experiment)).toMatchObject([
    { route: 'a', backend: 'main', missing: ['B'], unknown: ['C'] },
    { route: 'b', missing: [], unknown: [] },
  ])
  expect(goalsOf(routes, 'cta')).toMatchObject([{ route: 'c', why: 'The route is off.' }])
})
