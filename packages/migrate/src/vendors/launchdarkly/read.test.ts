import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { launchDarkly } from './launchdarkly.ts'

/** A flag as the REST API returns it. */
const item = {
  key: 'theme',
  name: 'Theme of the shop',
  description: 'Which colours it has',
  kind: 'multivariate',
  tags: ['shop'],
  temporary: true,
  maintainerId: '5a',
  _maintainer: { email: 'ann@shop.example' },
  clientSideAvailability: { usingMobileKey: false, usingEnvironmentId: true },
  variations: [
    { _id: '1', value: 'l', name: 'light' },
    { _id: '2', value: 'd', name: 'dark' },
  ],
  environments: {
    production: {
      on: true,
      offVariation: 0,
      fallthrough: { variation: 1 },
      rules: [],
      targets: [{ values: ['ann'], variation: 0 }],
      prerequisites: [],
    },
    test: { on: false, offVariation: 0, fallthrough: { variation: 1 }, rules: [], targets: [], prerequisites: [] },
  },
}

describe('flags of the REST API of LaunchDarkly', () => {
  it('have the targeting of the chosen environment, and what is known of them', async () => {
    const { ask, converted } = await importInto(launchDarkly, { items: [item] }, 'production')
    expect([ask('theme', { id: 'ann' }), ask('theme', { id: 'bob' })]).toEqual(['l', 'd'])
    expect(converted.configs).toEqual([
      {
        id: 'theme',
        description: 'Theme of the shop. Which colours it has',
        tags: ['shop'],
        metadata: {
          importedFrom: { product: 'launchdarkly', key: 'theme', maintainer: 'ann@shop.example' },
          temporary: true,
          availableTo: ['browser'],
        },
        type: 'string',
        value: 'd',
        rules: [{ name: 'light', when: { attribute: 'id', operator: 'is', value: 'ann' }, value: 'l' }],
      },
    ])
  })

  it('that are off have a first rule for everybody', async () => {
    const { ask, converted } = await importInto(launchDarkly, { items: [item] }, 'test')
    expect(ask('theme', { id: 'ann' })).toBe('l')
    expect(converted.findings.map(({ what }) => what)).toEqual(['The flag is off'])
  })

  it('are off if they are archived', async () => {
    const { ask } = await importInto(launchDarkly, { items: [{ ...item, archived: true }] }, 'production')
    expect(ask('theme', { id: 'bob' })).toBe('l')
  })

  it('refer to segments that are imported apart, or of the same file', async () => {
    const rules = [{ variation: 0, clauses: [{ op: 'segmentMatch', attribute: '', values: ['staff'], negate: false }] }]
    const ruled = { ...item, environments: { test: { ...item.environments.production, targets: [], rules } } }
    const alone = await importInto(launchDarkly, { items: [ruled] })
    expect(alone.converted.configs[0]?.rules).toMatchObject([{ when: { segment: 'staff' } }])
    const { ask } = await importInto(launchDarkly, { items: [ruled, { key: 'staff', included: ['bob'], rules: [] }] })
    expect([ask('theme', { id: 'ann' }), ask('theme', { id: 'bob' })]).toEqual(['d', 'l'])
  })

  it('twice in a file are imported once, and reported', async () => {
    const { converted } = await importInto(launchDarkly, { items: [item, item] }, 'production')
    expect(converted.findings.map(({ what }) => what)).toEqual(['The export contains this key twice'])
  })

  it('of file data sources may be values alone', async () => {
    const { ask } = await importInto(launchDarkly, { flagValues: { a: true, b: 'x', c: { d: 1 } } })
    expect(['a', 'b', 'c'].map((key) => ask(key, {}))).toEqual([true, 'x', { d: 1 }])
  })
})
