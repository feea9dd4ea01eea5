import { expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { unleash } from './unleash.ts'

const strategy = (id: string, environment: string, more: object = {}) => ({
  id,
  featureName: 'editor',
  environment,
  strategyName: 'default',
  constraints: [],
  ...more,
})
const state = (featureName: string, environment: string, enabled: boolean, variants: object[] = []) => ({
  featureName,
  environment,
  enabled,
  variants,
})
const inFrance = { contextName: 'country', operator: 'IN', values: ['FR'] }

/** A file as the admin interface exports it, with two environments. */
const file = {
  features: [
    { name: 'editor', description: 'The new one', project: 'shop' },
    { name: 'child', project: 'other' },
    { name: 'old', archived: true },
  ],
  featureStrategies: [
    strategy('1', 'production', { constraints: [inFrance] }),
    strategy('2', 'production', { disabled: true }),
    strategy('3', 'test'),
  ],
  featureEnvironments: [
    state('editor', 'production', true, [{ name: 'dark', weight: 1000 }]),
    state('editor', 'test', false),
    state('child', 'production', true),
    state('child', 'test', true),
  ],
  featureTags: [{ featureName: 'editor', tagType: 'simple', tagValue: 'web' }],
  dependencies: [{ feature: 'child', dependencies: [{ feature: 'editor' }] }],
  segments: [] as object[],
}
const inChina = { id: 'ann', country: 'CN' }
const ann = { id: 'ann', country: 'FR' }

it('a file of the admin interface has the flags of the chosen environment', async () => {
  const production = await importInto(unleash, file, 'production')
  expect(['editor', 'child', 'old'].map((id) => production.ask(id, ann))).toEqual([true, true, undefined])
  expect(['editor', 'child'].map((id) => production.ask(id, inChina))).toEqual([false, false])
  const test = await importInto(unleash, file, 'test')
  expect(['editor', 'child'].map((id) => test.ask(id, ann))).toEqual([false, false])
})

it('its tags, descriptions, projects and variants are imported', async () => {
  const { ask, converted } = await importInto(unleash, file, 'production')
  expect(converted.features.find(({ id }) => id === 'editor')).toMatchObject({
    description: 'The new one',
    tags: ['simple:web'],
    metadata: { project: 'shop' },
  })
  expect(ask('editor:variant', ann)).toEqual({ name: 'dark', enabled: true })
  expect(ask('editor:variant', inChina)).toEqual({ name: 'disabled', enabled: false })
  expect(converted.findings.map(({ what }) => what)).toContain('Some strategies of the flag are disabled')
})

it.each([
  [
    undefined,
    'The file has several environments: pass --environment (the environments of the export are production, test)',
  ],
  ['staging', 'The file has no environment staging: the environments of the export are production, test'],
])('the environment %s is rejected with the known ones', async (environment, message) => {
  await expect(importInto(unleash, file, environment)).rejects.toMatchObject({ code: 'INVALID', message })
})

it('segments with names alone are lost, and those with constraints are imported', async () => {
  const featureStrategySegments = [{ featureStrategyId: '3', segmentId: 7 }]
  const on = { ...file, featureEnvironments: [state('editor', 'test', true)], featureStrategySegments }
  const named = await importInto(unleash, { ...on, segments: [{ id: 7, name: 'french' }] })
  expect(named.ask('editor', ann)).toBe(false)
  expect(named.converted.findings).toMatchObject([{ flag: 'segment french', severity: 'lost' }])
  const whole = await importInto(unleash, { ...on, segments: [{ id: 7, name: 'french', constraints: [inFrance] }] })
  expect([whole.ask('editor', ann), whole.ask('editor', inChina)]).toEqual([true, false])
})

it('the response of the client API gives the same flags', async () => {
  const features = [
    { name: 'editor', enabled: true, strategies: [{ name: 'default', segments: [7] }], variants: [] },
    { name: 'child', enabled: true, strategies: [{ name: 'default' }], dependencies: [{ feature: 'editor' }] },
  ]
  const segments = [{ id: 7, name: 'french', constraints: [inFrance] }]
  const { ask } = await importInto(unleash, { version: 2, features, segments })
  expect(['editor', 'child'].map((id) => [ask(id, ann), ask(id, inChina)])).toEqual([
    [true, false],
    [true, false],
  ])
})
