import { loadPatterns } from '@signalbox/core/evaluate'
import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { chance } from '../plans/chance.fixture.ts'
import { spoiled } from '../plans/junk.fixture.ts'
import { unleash } from './unleash.ts'

const patterns = await loadPatterns()
const convert = (text: string) => unleash.convert(text, { patterns })

const constraint = (contextName: string, operator: string, more: object) => ({ contextName, operator, ...more })
const share = { rollout: '50', stickiness: 'default', groupId: 'g' }
const variants = [
  { name: 'a', weight: 500, stickiness: 'userId', payload: { type: 'json', value: '{}' } },
  { name: 'b', weight: 500, stickiness: 'userId', overrides: [{ contextName: 'country', values: ['FR'] }] },
]

const whole = {
  version: 2,
  features: [
    {
      name: 'a flag',
      enabled: true,
      description: 'A flag',
      project: 'default',
      impressionData: true,
      strategies: [
        {
          name: 'flexibleRollout',
          parameters: share,
          constraints: [
            constraint('country', 'IN', { values: ['FR', 'true'] }),
            constraint('age', 'NUM_GT', { value: '17', inverted: true }),
            constraint('version', 'SEMVER_LT', { value: '2.0.0' }),
          ],
          segments: [1],
          variants,
        },
        { name: 'userWithId', parameters: { userIds: 'ann, bob' } },
        { name: 'remoteAddress', parameters: { IPs: '10.0.0.0/8, ::1' } },
        { name: 'gradualRolloutRandom', parameters: { percentage: 5 } },
        {
          name: 'default',
          constraints: [
            constraint('name', 'REGEX', { value: '^a' }),
            constraint('name', 'STR_CONTAINS', { values: ['x'], caseInsensitive: true }),
            constraint('currentTime', 'DATE_AFTER', { value: '2026-01-01T00:00:00Z' }),
          ],
        },
      ],
      variants,
      dependencies: [{ feature: 'parent', enabled: true, variants: ['a'] }],
    },
    { name: 'parent', enabled: true, strategies: [{ name: 'default' }], variants },
  ],
  segments: [{ id: 1, name: 'A segment', constraints: [constraint('userId', 'NOT_IN', { values: ['eve'] })] }],
}
const [flag, parent] = whole.features

/** The same flags as a file of the admin interface. */
const ofAdmin = {
  features: [{ name: 'a flag', project: 'default' }, { name: 'parent' }],
  featureStrategies: flag?.strategies.map((one, i) => ({ ...one, id: `s${i}`, featureName: 'a flag', sortOrder: i })),
  featureEnvironments: [
    { featureName: 'a flag', environment: 'production', enabled: true, variants },
    { featureName: 'parent', environment: 'production', enabled: true },
  ],
  featureTags: [{ featureName: 'a flag', tagType: 'simple', tagValue: 'x' }],
  featureStrategySegments: [{ featureStrategyId: 's0', segmentId: 1 }],
  segments: [{ id: 1, name: 'A segment' }],
  dependencies: [{ feature: 'a flag', dependencies: [{ feature: 'parent' }] }],
}

describe('hostile exports of Unleash', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => [seed]))(
    'with values of wrong types become valid records, or are refused (%i)',
    async (seed) => {
      const random = chance(seed)
      const features = `{"features":[${spoiled(flag, random, 0.1)},${spoiled(parent, random, 0.1)}]}`
      for (const text of [spoiled(whole, random, 0.05), features, spoiled(ofAdmin, random, 0.05)]) {
        try {
          convert(text)
        } catch (error) {
          expect((error as Error).message).toMatch(/^The file (cannot be imported: expected|has )/)
          continue
        }
        await importInto(unleash, text)
      }
      expect('polluted' in {}).toBe(false)
    },
  )

  it.each([
    ['no JSON', '{', /it is not JSON/],
    ['another object', '{"flags": {}}', /expected an export of Unleash/],
    [
      'deep nesting',
      `{"features":[{"name":"a","strategies":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`,
      /at most 200 levels/,
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => convert(text)).toThrow(message)
  })

  it('flags that depend on each other or on themselves are inactive, and reported', async () => {
    const needs = (name: string, feature: string) => ({
      name,
      enabled: true,
      strategies: [{ name: 'default' }],
      dependencies: [{ feature }],
    })
    const { ask, converted } = await importInto(unleash, {
      features: [needs('a', 'b'), needs('b', 'a'), needs('c', 'c')],
    })
    expect(['a', 'b', 'c'].map((key) => ask(key, { id: 'ann' }))).toEqual([false, false, false])
    expect(converted.findings.map(({ flag, what }) => `${flag}: ${what}`)).toEqual([
      'a: The flag depends on b, which depends on another flag itself',
      'b: The flag depends on a, which depends on another flag itself',
      'c: The flag depends on c, which depends on another flag itself',
    ])
  })

  it('names of prototypes are names like others', async () => {
    const ofPrototype = { contextName: '__proto__', operator: 'IN', values: ['x'] }
    const { ask } = await importInto(unleash, {
      features: [
        { name: '__proto__', enabled: true, strategies: [{ name: 'default' }] },
        { name: 'constructor', enabled: true, strategies: [{ name: 'constructor' }] },
        { name: 'reads', enabled: true, strategies: [{ name: 'default', constraints: [ofPrototype] }] },
      ],
    })
    expect(['__proto__', 'constructor', 'reads'].map((key) => ask(key, { id: 'ann' }))).toEqual([true, false, false])
    expect(ask('reads', JSON.parse('{"__proto__":"x"}'))).toBe(true)
  })

  it('names that become the same id stay apart', async () => {
    const on = { enabled: true, strategies: [{ name: 'default' }] }
    const { converted } = await importInto(unleash, {
      features: [
        { name: 'a b', ...on, variants },
        { name: 'a/b', ...on, variants },
        { name: 'a-b', ...on },
        { name: 'a-b:variant', ...on },
      ],
    })
    const ids = [...converted.features, ...converted.configs].map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
  })

  it('more constraints, strategies and values than records can have are kept', async () => {
    const is = (i: number) => ({ contextName: `a${i}`, operator: 'NOT_IN', values: ['x'] })
    const { ask, converted } = await importInto(unleash, {
      features: [
        {
          name: 'constraints',
          enabled: true,
          strategies: [{ name: 'default', constraints: Array.from({ length: 2500 }, (_, i) => is(i)) }],
        },
        {
          name: 'strategies',
          enabled: true,
          strategies: Array.from({ length: 2500 }, (_, i) => ({
            name: 'userWithId',
            parameters: { userIds: `u${i}` },
          })),
        },
        {
          name: 'users',
          enabled: true,
          strategies: [
            { name: 'userWithId', parameters: { userIds: Array.from({ length: 100_001 }, (_, i) => `u${i}`).join() } },
          ],
        },
        { name: 'segment', enabled: true, strategies: [{ name: 'default', segments: [1] }] },
      ],
      segments: [{ id: 1, name: 's', constraints: Array.from({ length: 2500 }, (_, i) => is(i)) }],
    })
    expect(converted.findings.map(({ flag, severity }) => [flag, severity])).toEqual([
      ['s', 'info'],
      ['constraints', 'info'],
      ['strategies', 'info'],
    ])
    for (const key of ['constraints', 'segment'])
      expect([{}, { a0: 'x' }, { a2499: 'x' }].map((context) => ask(key, { id: 'u1', ...context }))).toEqual([
        true,
        false,
        false,
      ])
    for (const key of ['strategies', 'users'])
      expect(['u0', 'u2499', 'eve'].map((id) => ask(key, { id }))).toEqual([true, true, false])
  })
})
