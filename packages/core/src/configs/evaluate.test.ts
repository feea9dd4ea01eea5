import murmurhash from 'murmurhash'
import { describe, expect, it } from 'vitest'
import type { Context } from '../conditions/context.ts'
import { targetingEngine } from '../features/targeting-engine.ts'
import { timeZone } from '../machine/time/time.ts'
import type { Config } from './config.ts'
import { type ConfigEnvironment, compileConfig } from './evaluate.ts'
import type { Arm, ConfigRule, SplitRule } from './rule.ts'

const environment: ConfigEnvironment = {
  clock: () => Date.parse('2026-05-01T12:00:00Z'),
  zone: timeZone('UTC'),
  targeting: targetingEngine,
}

const compile = (rules: readonly ConfigRule[], config: Partial<Config> = {}, more: Partial<ConfigEnvironment> = {}) =>
  compileConfig({ id: 'shop:page', value: 'default', rules, ...config }, { ...environment, ...more })

const inFrance = { attribute: 'country', operator: 'is', value: 'FR' } as const
const staff = { attribute: 'email', operator: 'endsWith', value: '@shop.example' } as const
const arm = (name: string, weight: number, value: unknown = name): Arm => ({ name, weight, value })
const clients = Array.from({ length: 20_000 }, (_, i) => `client-${i}`)

describe('a config without rules', () => {
  it.each([{}, { rules: [] }])('has the same value in every context: %j', (members) => {
    const decide = compileConfig({ id: 'a', value: 3, ...members }, environment)
    expect(decide({ id: 'ann' })).toEqual({ value: 3, reason: 'STATIC' })
    expect(decide(undefined)).toBe(decide({ id: 'ann' }))
  })

  it('needs no code for rules; one with rules does', () => {
    const { targeting: _, ...without } = environment
    expect(compileConfig({ id: 'a', value: 3 }, without)({})).toEqual({ value: 3, reason: 'STATIC' })
    expect(() => compileConfig({ id: 'a', value: 3, rules: [{ value: 4 }] }, without)).toThrow('loadTargeting')
  })
})

describe('rules', () => {
  it('decide in order: the first whose condition is true', () => {
    const decide = compile([
      { name: 'staff', when: staff, value: 'a' },
      { when: inFrance, value: 'b' },
      { name: 'all', value: 'c' },
    ])
    expect([{ email: 'ann@shop.example', country: 'FR' }, { country: 'FR' }, undefined].map(decide)).toEqual([
      { value: 'a', reason: 'TARGETING_MATCH', rule: { index: 0, name: 'staff' }, variant: 'staff' },
      { value: 'b', reason: 'TARGETING_MATCH', rule: { index: 1 } },
      { value: 'c', reason: 'TARGETING_MATCH', rule: { index: 2, name: 'all' }, variant: 'all' },
    ])
  })

  it('leave the value of the config to everybody else', () => {
    expect(compile([{ when: inFrance, value: 1 }])({ country: 'DE' })).toEqual({ value: 'default', reason: 'DEFAULT' })
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['false', false],
    ['0', 0],
    ['an empty text', ''],
    ['an object with a member __proto__', JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')],
  ])('give %s as it is', (_, value) => {
    const { value: got } = compile([{ value }])({})
    expect(got).toBe(value)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it.each([
    ['without a type are parsed', {}, { a: 1 }],
    ['of a typed config stay texts', { type: 'string' as const }, '{"a":1}'],
  ])('texts that contain JSON %s', (_, members, expected) => {
    const text = '{"a":1}'
    const decide = compile(
      [
        { when: inFrance, value: text },
        { when: staff, split: [arm('x', 1, text)] },
      ],
      { value: text, ...members },
    )
    const contexts = [{ country: 'FR' }, { email: 'ann@shop.example' }, {}]
    expect(contexts.map((context) => decide(context).value)).toEqual([expected, expected, expected])
    const alone = compileConfig({ id: 'a', value: text, ...members }, environment)
    expect(alone({}).value).toEqual(expected)
  })

  it.each([
    ['a segment', { segment: 'staff' }],
    ['a feature', { feature: 'shop:beta' }],
  ])('follow %s, and are false while it is unresolved, under not too', (_, when) => {
    const isKnown = { isTrue: (context: { id?: unknown } | undefined) => context?.id === 'ann' }
    const known = { segment: () => isKnown, feature: () => isKnown }
    const values = (references: object) =>
      ['ann', 'bob'].map(
        (id) =>
          compile(
            [
              { when, value: 1 },
              { when: { not: when }, value: 2 },
            ],
            {},
            references,
          )({ id }).value,
      )
    expect(values(known)).toEqual([1, 2])
    expect(values({ segment: () => undefined, feature: () => undefined })).toEqual(['default', 'default'])
    expect(values({})).toEqual(['default', 'default'])
  })
})

describe('a split', () => {
  const half: ConfigRule = { name: 'half', split: [arm('blue', 50, '#00f'), arm('red', 50, '#f00')] }

  it('gives each client the value of one arm, which is the variant', () => {
    const decide = compile([half])
    const seen = new Map(clients.map((id) => [decide({ id }).variant, decide({ id })]))
    expect([...seen.keys()].sort()).toEqual(['blue', 'red'])
    expect(seen.get('red')).toEqual({
      value: '#f00',
      reason: 'SPLIT',
      rule: { index: 0, name: 'half' },
      variant: 'red',
    })
  })

  it.each<[string, readonly number[], Partial<SplitRule>]>([
    ['as their weights', [1, 2, 7], {}],
    ['for fractions', [0.1, 0.2, 0.7], {}],
    ['for huge and tiny weights', [1e300, 2e300, 7e300], {}],
    ['as their weights in Unleash', [100, 200, 700], { hash: 'unleash' }],
  ])('has shares %s', (_, weights, members) => {
    const decide = compile([{ split: weights.map((weight, i) => arm(`${i}`, weight)), ...members }])
    const counts = [0, 0, 0]
    for (const id of clients) counts[Number(decide({ id }).variant)]!++
    const chiSquare = [0.1, 0.2, 0.7].reduce((sum, share, i) => {
      const expected = share * clients.length
      return sum + (counts[i]! - expected) ** 2 / expected
    }, 0)
    expect(chiSquare).toBeLessThan(13.82) // p = 0.001 with two degrees of freedom; the hash is always the same
  })

  it('never gives an arm with the weight 0', () => {
    const decide = compile([{ split: [arm('never', 0), arm('a', 1), arm('nor', 0), arm('b', 1), arm('last', 0)] }])
    expect(new Set(clients.map((id) => decide({ id }).variant))).toEqual(new Set(['a', 'b']))
  })

  it.each([
    ['one arm', [arm('only', 3)]],
    ['one arm with a weight', [arm('zero', 0), arm('only', 3), arm('nothing', 0)]],
  ])('of %s needs no key', (_, split) => {
    const decision = { value: 'only', reason: 'TARGETING_MATCH', rule: { index: 0 }, variant: 'only' }
    for (const context of [undefined, {}, { id: true }]) expect(compile([{ split }])(context)).toEqual(decision)
  })

  it.each<[string, Context | undefined]>([
    ['no context', undefined],
    ['none', {}],
    ['null', { id: null }],
    ['an empty text', { id: '' }],
    ['a boolean', { id: true }],
    ['a list', { id: ['ann'] }],
    ['an object', { id: { of: 'ann' } }],
  ])('of a client whose key is %s is an error, and later rules are not reached', (_, context) => {
    expect(compile([half, { value: 'later' }])(context)).toEqual({
      value: 'default',
      reason: 'ERROR',
      errorCode: 'TARGETING_KEY_MISSING',
      message: 'The split of the rule needs the attribute id of the context, as non-empty text or a number',
      rule: { index: 0, name: 'half' },
    })
  })

  it('reads another attribute, texts and numbers alike', () => {
    const decide = compile([{ ...half, by: '/company/id' }])
    const variants = (keys: readonly unknown[]) => keys.map((id) => decide({ id: 'ann', company: { id } }).variant)
    const numbers = Array.from({ length: 50 }, (_, i) => i)
    expect(variants(numbers)).toEqual(variants(numbers.map(String)))
    expect(new Set(variants(numbers)).size).toBe(2)
    expect(decide({ id: 'ann' })).toMatchObject({ reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING' })
  })

  const variantsOf = (rules: readonly ConfigRule[], config: Partial<Config> = {}) => {
    const decide = compile(rules, config)
    return clients.map((id) => decide({ id }).variant)
  }

  it('hashes the id of the config, or its salt instead', () => {
    const salted: ConfigRule = { ...half, salt: 'shop:page' }
    expect(variantsOf([salted], { id: 'another' })).toEqual(variantsOf([half]))
    expect(variantsOf([half], { id: 'another' })).not.toEqual(variantsOf([half]))
  })

  it('moves nobody when rules are inserted or renamed, or arms and values are', () => {
    const renamed: ConfigRule = { name: 'b', split: [arm('blue', 50, 1), arm('red', 50, 2)] }
    const moved = [{ when: inFrance, value: 1 }, { when: staff, split: [arm('x', 1), arm('y', 1)] }, renamed]
    expect(variantsOf(moved)).toEqual(variantsOf([half]))
  })

  it('gives a client one bucket in all rules of a config', () => {
    const first = variantsOf([{ split: [arm('a', 30), arm('b', 70)] }])
    const second = variantsOf([{ split: [arm('c', 60), arm('d', 40)] }])
    expect(clients.filter((_, i) => first[i] === 'a' && second[i] === 'd')).toEqual([])
  })

  it('that changes moves clients between neighbours alone', () => {
    const before = variantsOf([{ split: [arm('a', 20), arm('b', 30), arm('c', 50)] }])
    const after = variantsOf([{ split: [arm('a', 20), arm('b', 45), arm('c', 35)] }])
    const moves = new Set(before.flatMap((from, i) => (from === after[i] ? [] : [`${from} to ${after[i]}`])))
    expect(moves).toEqual(new Set(['c to b']))
  })

  it('with the hash of Unleash chooses the variant that Unleash chooses', () => {
    const split = [arm('a', 333), arm('b', 334), arm('c', 333)]
    const bound = (id: string) => (murmurhash.v3(`group:${id}`, 86028157) % 1000) + 1
    const expected = clients.map((id) => (bound(id) <= 333 ? 'a' : bound(id) <= 667 ? 'b' : 'c'))
    expect(variantsOf([{ split, hash: 'unleash', salt: 'group' }])).toEqual(expected)
  })
})
