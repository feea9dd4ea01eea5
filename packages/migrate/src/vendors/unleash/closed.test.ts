import { expect, it } from 'vitest'
import { costOf } from '../cost.fixture.ts'
import { ask } from './questions.fixture.ts'

/** Imported flags are never active for more clients than in Unleash. */
const flagOf = (name: string, more: object = {}) => ({
  name,
  enabled: true,
  strategies: [{ name: 'default' }],
  ...more,
})
const variant = (name: string, userId: string) => ({
  name,
  weight: 1,
  overrides: [{ contextName: 'userId', values: [userId] }],
})

it('dependencies on different variants of a flag are different, also if their names are alike joined', async () => {
  const rest = { name: 'rest', weight: 1, overrides: [] }
  const { isEnabled } = await ask({
    features: [
      flagOf('parent', {
        variants: [variant('a', 'ann'), variant('a-b', 'admin'), variant('b', 'bob'), rest].map((one) => ({
          ...one,
          weight: one.name === 'rest' ? 1 : 0,
        })),
      }),
      flagOf('secret', { dependencies: [{ feature: 'parent', variants: ['a-b'] }] }),
      flagOf('public', { dependencies: [{ feature: 'parent', variants: ['a', 'b'] }] }),
    ],
  })
  const activeFor = (flag: string) => ['ann', 'admin', 'bob'].filter((userId) => isEnabled(flag, { userId }))
  expect([activeFor('secret'), activeFor('public')]).toEqual([['admin'], ['ann', 'bob']])
})

it('a list of a million blanks between commas is read in linear time', async () => {
  const strategies = [{ name: 'userWithId', parameters: { userIds: `ann${' '.repeat(1_000_000)}, bob` } }]
  const cost = await costOf(async () => {
    const { isEnabled } = await ask({ features: [flagOf('f', { strategies })] })
    expect(['ann', 'bob', 'eve'].map((userId) => isEnabled('f', { userId }))).toEqual([true, true, false])
  })
  expect(cost).toBeLessThan(30)
})

const inverted = { contextName: 'email', operator: 'REGEX', inverted: true }
const staff = { contextName: 'team', operator: 'IN', values: ['staff'] }

it.each([
  ['an inverted lookahead', { constraints: [{ ...inverted, value: '^(?=a)' }] }],
  ['an inverted expression that is too long', { constraints: [{ ...inverted, value: 'a'.repeat(300) }] }],
  ['an inverted unknown operator', { constraints: [{ ...inverted, operator: 'SOUNDS_LIKE' }] }],
  ['a segment with such a constraint', { segments: [7] }],
  ['a segment with a malformed constraint', { segments: [8] }],
  ['constraints that are an object', { constraints: { ...staff } }],
  ['constraints that are a text', { constraints: 'team' }],
  ['a constraint that is null', { constraints: [null] }],
  ['values that are no list', { constraints: [{ contextName: 'id', operator: 'NOT_IN', values: { 0: 'eve' } }] }],
  ['a switch that is a text', { constraints: [{ ...staff, values: ['eve'], inverted: 'yes' }] }],
  ['segments that are an object', { segments: {} }],
  ['a segment that is an object', { segments: [{ id: 7 }] }],
])('a strategy with %s activates its flag for nobody', async (_, more) => {
  const { isEnabled, report } = await ask({
    features: [
      flagOf('f', { strategies: [{ name: 'default', ...more }] }),
      flagOf('opposite', { dependencies: [{ feature: 'f', enabled: false }] }),
    ],
    segments: [
      { id: 7, name: 'lost', constraints: [{ ...inverted, value: '^(?=a)' }] },
      { id: 8, name: 'malformed', constraints: [5] },
    ],
  })
  expect(['f', 'opposite'].map((flag) => isEnabled(flag, { userId: 'eve', email: 'x' }))).toEqual([false, false])
  expect(report.findings.map(({ severity }) => severity)).toContain('lost')
})

it.each([
  ['a strategy that is null', { strategies: [null] }],
  ['a strategy that is a text', { strategies: ['default'] }],
  ['dependencies that are an object', { dependencies: {} }],
  ['a dependency that is a text', { dependencies: ['parent'] }],
  ['variants that are a text', { dependencies: [{ feature: 'parent', variants: 'a' }] }],
])('a flag with %s is inactive', async (_, more) => {
  const { isEnabled, report } = await ask({ features: [flagOf('parent'), flagOf('f', more)] })
  expect([isEnabled('f', { userId: 'ann' }), report.findings.some(({ severity }) => severity === 'lost')]).toEqual([
    false,
    true,
  ])
})

it.each(['featureStrategies', 'featureStrategySegments', 'dependencies'])(
  'a file of the admin interface with a malformed list of %s is refused',
  async (name) => {
    const file = { features: [{ name: 'f' }], featureStrategies: [], featureEnvironments: [] }
    for (const value of [{}, [null], 'x'])
      await expect(ask({ ...file, [name]: value })).rejects.toThrow(`its member ${name} is not a list of objects`)
  },
)
