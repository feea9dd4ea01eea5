import { FlagdCore } from '@openfeature/flagd-core'
import { expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { flagd } from './flagd.ts'

const CLIENTS = 20_000
const quiet = { error() {}, warn() {}, info() {}, debug() {} }
const variants = { red: 'red', green: 'green', blue: 'blue', true: 'yes' }
const email = { var: 'email' }
const key = { var: '$flagd.flagKey' }

/** A flag in flagd's own engine and here. Both return what a client gets. */
async function bothFor(targeting: unknown, state = 'ENABLED') {
  const file = { flags: { f: { state, variants, defaultVariant: 'blue', targeting } } }
  const core = new FlagdCore(undefined, quiet)
  core.setConfigurations(JSON.stringify(file))
  const { ask, converted } = await importInto(flagd, file)
  return {
    converted,
    theirs: (context: object) => core.resolveStringEvaluation('f', 'default of the code', context as never).value,
    ours({ targetingKey, ...rest }: Record<string, unknown>) {
      return ask('f', { ...rest, ...(targetingKey !== undefined && { id: targetingKey }) })
    },
  }
}

it.each<[string, unknown]>([
  [
    'two arms',
    [
      ['red', 30],
      ['green', 70],
    ],
  ],
  [
    'three arms',
    [
      ['red', 10],
      ['green', 30],
      ['blue', 60],
    ],
  ],
  ['arms without weights', [['red'], ['green'], ['blue']]],
  [
    'weights whose sum is not 100',
    [
      ['red', 1],
      ['green', 6],
      ['blue', 0],
    ],
  ],
  [
    'an arm that is there twice',
    [
      ['red', 25],
      ['green', 50],
      ['red', 25],
    ],
  ],
  [
    'negative weights',
    [
      ['red', -5],
      ['green', 20],
      ['blue', 60],
    ],
  ],
  [
    'a boolean for the name of a variant',
    [
      [true, 50],
      ['red', 50],
    ],
  ],
  ['an attribute', [email, ['red', 20], ['green', 80]]],
  ['the client', [{ var: 'targetingKey' }, ['red', 20], ['green', 80]]],
  ['the key of the flag and an attribute', [{ cat: [key, email] }, ['red', 20], ['green', 80]]],
  ['a seed and an attribute', [{ cat: ['seed', { var: 'user.name' }] }, ['red', 45], ['green', 55]]],
])('fractional with %s has the shares of flagd', async (_, fractional) => {
  const { ours, theirs, converted } = await bothFor({ fractional })
  expect(converted.findings.filter(({ severity }) => severity === 'lost')).toEqual([])
  const counts = new Map<unknown, number>()
  const count = (value: unknown, by: number) => counts.set(value, (counts.get(value) ?? 0) + by)
  for (let i = 0; i < CLIENTS; i++) {
    const context = { targetingKey: `client-${i}`, email: `${i}@example.com`, user: { name: `user ${i}` } }
    count(ours(context), 1)
    count(theirs(context), -1)
  }
  for (const difference of counts.values()) expect(Math.abs(difference / CLIENTS)).toBeLessThan(0.03)
})

it.each<[string, unknown, Record<string, unknown>]>([
  ['one arm', [['red', 5]], { targetingKey: 'ann' }],
  [
    'one arm with a weight',
    [
      ['red', 5],
      ['green', 0],
    ],
    { targetingKey: 'ann' },
  ],
  [
    'no client',
    [
      ['red', 5],
      ['green', 5],
    ],
    {},
  ],
  [
    'an empty client',
    [
      ['red', 5],
      ['green', 5],
    ],
    { targetingKey: '' },
  ],
  ['a number to hash', [email, ['red', 5], ['green', 5]], { email: 7 }],
  ['nothing to hash', [email, ['red', 5], ['green', 5]], { targetingKey: 'ann' }],
  [
    'weights of 0',
    [
      ['red', 0],
      ['green', 0],
    ],
    { targetingKey: 'ann' },
  ],
])('fractional with %s chooses as flagd does', async (_, fractional, context) => {
  const { ours, theirs } = await bothFor({ fractional })
  expect(ours(context)).toBe(theirs(context))
})

it.each<[string, unknown[], unknown]>([
  ['an item', ['example', 'other'], 'example'],
  ['a part of an item', ['my example'], 'example'],
  ['nothing', [], 'example'],
  ['a number', [7], '7'],
])('in is true for a list with %s as in flagd', async (_, list, text) => {
  const { ours, theirs } = await bothFor({ if: [{ in: [text, { var: 'list' }] }, 'red', 'green'] })
  for (const value of [list, list.join(), undefined]) expect(ours({ list: value })).toBe(theirs({ list: value }))
})

it('a disabled flag gives the default of the code in flagd, and its default variant here', async () => {
  const { ours, theirs, converted } = await bothFor({ if: [email, 'red', 'green'] }, 'DISABLED')
  const context = { targetingKey: 'ann', email: 'a' }
  expect([theirs(context), ours(context)]).toEqual(['default of the code', 'blue'])
  expect(converted.findings.map(({ severity, instead }) => [severity, instead])).toEqual([
    ['changed', 'Everybody gets its default variant'],
  ])
})

it('a disabled flag of booleans is inactive, and reported', async () => {
  const { ask, converted } = await importInto(flagd, {
    flags: { f: { state: 'DISABLED', variants: { on: true, off: false }, defaultVariant: 'on' } },
  })
  expect([ask('f', { id: 'ann' }), converted.findings.map(({ instead }) => instead)]).toEqual([
    false,
    ['The feature is inactive'],
  ])
})

it('the time is reported where it is neither before nor after', async () => {
  const time = { var: '$flagd.timestamp' }
  for (const condition of [time, { '==': [time, 1] }, { '!': time }, { in: [time, [1]] }]) {
    const { ours, converted } = await bothFor({ if: [condition, 'red', 'green'] })
    expect([ours({}), converted.findings.map(({ severity }) => severity)]).toEqual(['blue', ['lost']])
  }
})
