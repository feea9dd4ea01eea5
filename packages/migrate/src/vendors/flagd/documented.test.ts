import { FlagdCore } from '@openfeature/flagd-core'
import { expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { flagd } from './flagd.ts'

const email = { var: 'email' }
const age = { var: 'age' }
const version = { var: 'version' }
const tier = { var: 'user.tier' }
const choose = (condition: unknown) => ({ if: [condition, 'a', 'b'] })

/** Rules in JsonLogic, as the documentation of flagd describes its operators. */
const rules: readonly unknown[] = [
  ...['==', '===', '!=', '!=='].flatMap((operator) =>
    [
      [email, 'ann@example.com'],
      ['ann@example.com', email],
      [age, 18],
      [email, null],
      [{ var: 'beta' }, true],
    ].map((args) => choose({ [operator]: args })),
  ),
  ...['<', '<=', '>', '>=']
    .flatMap((operator) =>
      [
        [age, 18],
        [18, age],
        [age, 0],
        [10, age, 20],
      ].map((args) => choose({ [operator]: args })),
    )
    .filter((_, i) => i % 16 < 3 || i < 8),
  ...['=', '!=', '<', '<=', '>', '>=', '^', '~'].map((operator) => choose({ sem_ver: [version, operator, '1.2.0'] })),
  ...['starts_with', 'ends_with'].flatMap((operator) => [
    choose({ [operator]: [email, 'ann'] }),
    choose({ [operator]: [email, 'example.com'] }),
    { [operator]: [email, 'ann'] },
  ]),
  choose({ in: [email, ['ann@example.com', 'bob@example.com']] }),
  choose({ in: ['example', email] }),
  choose({ in: [tier, ['gold', 'silver']] }),
  choose({ '!': email }),
  choose({ '!': [email] }),
  choose({ '!!': [age] }),
  choose({ and: [{ '>': [age, 17] }, { ends_with: [email, '.com'] }] }),
  choose({ or: [{ '>': [age, 17] }, { ends_with: [email, '.com'] }] }),
  choose({ and: [{ or: [email, age] }, { '!': { '==': [tier, 'gold'] } }] }),
  choose({ '==': [{ var: 'targetingKey' }, 'ann'] }),
  choose({ '==': [{ var: '$flagd.flagKey' }, 'none'] }),
  choose({ '>': [{ var: '$flagd.timestamp' }, 1_700_000_000] }),
  choose({ '<': [{ var: '$flagd.timestamp' }, 1_700_000_000] }),
  choose({ $ref: 'isAnn' }),
  { if: [{ '==': [tier, 'gold'] }, 'a', { '==': [tier, 'silver'] }, 'b'] },
  { if: [{ '==': [tier, 'gold'] }, 'a', { '==': [tier, 'silver'] }, null, 'b'] },
  { if: [{ '>': [age, 17] }, { if: [{ '==': [tier, 'gold'] }, 'a'] }, 'b'] },
  { var: 'wanted' },
  { '==': [tier, 'gold'] },
  { '!': [email] },
  { sem_ver: [version, '>=', '1.2.0'] },
  { fractional: [['a', 100]] },
  {
    fractional: [
      ['a', 0],
      ['b', 1],
    ],
  },
  { if: [{ '==': [tier, 'gold'] }, { fractional: [['a']] }] },
]

const contexts: readonly Record<string, unknown>[] = [
  {},
  {
    targetingKey: 'ann',
    email: 'ann@example.com',
    age: 18,
    version: '1.2.0',
    beta: true,
    wanted: 'a',
    user: { tier: 'gold' },
  },
  {
    targetingKey: 'bob',
    email: 'bob@example.com',
    age: 17,
    version: 'v1.3',
    beta: false,
    wanted: 'b',
    user: { tier: 'silver' },
  },
  { targetingKey: 'eve', email: '', age: 0, version: '2.0.0-rc.1', wanted: 'c', user: {} },
  { email: 'ANN@example.org', age: 21, version: 'none', user: { tier: 'bronze' } },
  { age: -1, version: '1.2.9' },
]

const quiet = { error() {}, warn() {}, info() {}, debug() {} }
const variants = { a: 'is a', b: 'is b', other: 'is other', true: 'is true', false: 'is false' }
const flags = Object.fromEntries(
  rules.map((targeting, i) => [`flag-${i}`, { state: 'ENABLED', variants, defaultVariant: 'other', targeting }]),
)
const file = { flags, $evaluators: { isAnn: { in: ['ann', email] } } }

it('at least 60 rules are compared', () => expect(rules.length).toBeGreaterThanOrEqual(60))

it.each(rules.map((rule, i) => [JSON.stringify(rule), i] as const))('%s chooses as flagd does', async (_, i) => {
  const core = new FlagdCore(undefined, quiet)
  core.setConfigurations(JSON.stringify(file))
  const { ask, converted } = await importInto(flagd, { ...file, flags: { [`flag-${i}`]: flags[`flag-${i}`] } })
  expect(converted.findings.filter(({ severity }) => severity === 'lost')).toEqual([])
  for (const context of contexts) {
    const theirs = core.resolveStringEvaluation(`flag-${i}`, 'is other', context as never).value
    const { targetingKey, ...rest } = context
    expect([context, ask(`flag-${i}`, { ...rest, ...(targetingKey !== undefined && { id: targetingKey }) })]).toEqual([
      context,
      theirs,
    ])
  }
})

it.each([
  ['arithmetic', { if: [{ '==': [{ '%': [age, 2] }, 0] }, 'a', 'b'] }],
  ['a circle of shared rules', { if: [{ $ref: 'loop' }, 'a', 'b'] }],
  ['under not', { if: [{ '!': { some: [{ var: 'list' }, true] } }, 'a', 'b'] }],
])('%s is reported, and everybody gets the default variant', async (_, targeting) => {
  const { ask, converted } = await importInto(flagd, {
    flags: { x: { state: 'ENABLED', variants, defaultVariant: 'other', targeting } },
    $evaluators: { loop: { '!': { $ref: 'loop' } } },
  })
  expect(converted.findings.map(({ severity }) => severity)).toEqual(['lost'])
  expect(ask('x', { age: 2 })).toBe('is other')
})
