import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { chance } from '../plans/chance.fixture.ts'
import { spoiled } from '../plans/junk.fixture.ts'
import { flagd } from './flagd.ts'

const convert = (text: string) => flagd.convert(text, { patterns: { problemOf: () => undefined } as never })

const variants = { a: 'is a', b: 'is b' }
const colours = { a: 'red', b: { c: [1] }, c: 3 }
const email = { var: 'email' }

const whole = {
  flags: {
    'a flag': {
      state: 'ENABLED',
      variants: { on: true, off: false },
      defaultVariant: 'off',
      targeting: {
        if: [
          { and: [{ ends_with: [email, '.com'] }, { '!': { in: ['x', { var: 'list' }] } }, { $ref: 'shared' }] },
          'on',
          { or: [{ sem_ver: [{ var: 'v' }, '>=', '1.2.0'] }, { '<': [10, { var: 'age' }, 20] }] },
          { fractional: [{ cat: [{ var: '$flagd.flagKey' }, email] }, ['on', 30], ['off', 70]] },
          { '==': [{ var: 'user.tier' }, 'gold'] },
        ],
      },
      metadata: { owner: 'team' },
    },
    text: {
      state: 'DISABLED',
      variants: colours,
      defaultVariant: 'a',
      targeting: { fractional: [['a', 10], ['b', 20], ['c']] },
    },
  },
  $evaluators: { shared: { '>': [{ var: '$flagd.timestamp' }, 1_700_000_000] } },
  metadata: { flagSetId: 'x' },
}
const enabled = (targeting: unknown) => ({ state: 'ENABLED', variants, defaultVariant: 'b', targeting })

describe('hostile exports of flagd', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => [seed]))(
    'with values of wrong types become valid records, or are refused (%i)',
    async (seed) => {
      const random = chance(seed)
      const flags = `{"flags":{"extra":${spoiled(whole.flags['a flag'], random, 0.08)},"more":${spoiled(whole.flags.text, random, 0.1)}}}`
      for (const text of [spoiled(whole, random, 0.05), flags]) {
        try {
          convert(text)
        } catch (error) {
          expect((error as Error).message).toMatch(/^The file cannot be imported: expected/)
          continue
        }
        await importInto(flagd, text)
      }
      expect('polluted' in {}).toBe(false)
    },
  )

  it.each([
    ['no JSON', '{', /it is not JSON/],
    ['another object', '{"toggles": {}}', /expected flag definitions of flagd/],
    ['deep nesting', `{"flags":{"a":${'{"!":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`, /at most 200 levels/],
  ])('%s is refused', (_, text, message) => {
    expect(() => convert(text)).toThrow(message)
  })

  it('shared rules that refer to each other are reported, and everybody gets the default variant', async () => {
    const { ask, converted } = await importInto(flagd, {
      flags: { x: enabled({ if: [{ $ref: 'a' }, 'a', 'b'] }), y: enabled({ if: [{ '!': { $ref: 'b' } }, 'a', 'b'] }) },
      $evaluators: { a: { '!': { $ref: 'b' } }, b: { '!': { $ref: 'a' } } },
    })
    expect(['x', 'y'].map((key) => ask(key, { id: 'ann' }))).toEqual(['is b', 'is b'])
    expect(converted.findings.map(({ flag, severity, what }) => `${flag}: ${severity}: ${what}`)).toEqual([
      'x: lost: The shared rule a refers to itself',
      'y: lost: The shared rule b refers to itself',
    ])
  })

  it('shared rules that grow with each reference are reported', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `r${i}`)
    const $evaluators = Object.fromEntries(
      names.map((name, i) => [name, { and: [{ $ref: `r${i + 1}` }, { $ref: `r${i + 1}` }] }]),
    )
    const { converted } = await importInto(flagd, {
      flags: { x: enabled({ if: [{ $ref: 'r0' }, 'a', 'b'] }) },
      $evaluators: { ...$evaluators, r60: email },
    })
    expect(converted.findings.map(({ what }) => what)).toEqual(['The rule is too large or too deeply nested'])
  })

  it('names of prototypes are names like others', async () => {
    const text = JSON.stringify({
      flags: {
        PROTO: enabled({ if: [{ '==': [{ var: 'PROTO' }, 'x'] }, 'a', 'b'] }),
        constructor: enabled({ constructor: [1] }),
        c: { state: 'ENABLED', variants: { PROTO: 'yes', toString: 'no' }, defaultVariant: 'PROTO' },
      },
    }).replaceAll('PROTO', '__proto__')
    const { ask } = await importInto(flagd, text)
    expect([ask('__proto__', JSON.parse('{"__proto__":"x"}')), ask('__proto__', {})]).toEqual(['is a', 'is b'])
    expect([ask('constructor', {}), ask('c', {})]).toEqual(['is b', 'yes'])
  })

  it('keys that become the same id stay apart', () => {
    const flags = { 'a b': enabled(undefined), 'a/b': enabled(undefined), 'a-b': enabled(undefined) }
    const { configs } = convert(JSON.stringify({ flags }))
    expect(new Set(configs.map(({ id }) => id)).size).toBe(3)
  })

  it('more conditions, levels and values than a condition can have are kept', async () => {
    const texts = Array.from({ length: 10_500 }, (_, i) => `u${i}`)
    const not = (i: number) => ({ '!': [{ in: ['x', { var: `a${i}` }] }] })
    let deep: object = { '==': [{ var: 'last' }, 'x'] }
    for (let i = 0; i < 40; i++)
      deep = i % 2 === 0 ? { or: [deep, { '==': [{ var: 'b' }, i] }] } : { and: [deep, { '!=': [{ var: 'c' }, i] }] }
    const { ask, converted } = await importInto(flagd, {
      flags: {
        wide: enabled({ if: [{ and: Array.from({ length: 2500 }, (_, i) => not(i)) }, 'a', 'b'] }),
        deep: enabled({ if: [deep, 'a', 'b'] }),
        values: enabled({ if: [{ in: [{ var: 'targetingKey' }, texts] }, 'a', 'b'] }),
      },
    })
    expect(converted.findings.map(({ flag, severity }) => [flag, severity])).toEqual([
      ['wide', 'info'],
      ['deep', 'info'],
    ])
    expect([{}, { a0: 'x' }, { a2499: 'x' }].map((context) => ask('wide', context))).toEqual(['is a', 'is b', 'is b'])
    expect([{}, { last: 'x' }, { last: 'x', c: 39 }, { b: 38 }].map((context) => ask('deep', context))).toEqual([
      'is b',
      'is a',
      'is b',
      'is a',
    ])
    expect(['u0', 'u10499', 'eve'].map((id) => ask('values', { id }))).toEqual(['is a', 'is a', 'is b'])
  })

  it('more than 1,000 rules are reported, and everybody gets the default variant', async () => {
    const chain = Array.from({ length: 1200 }, (_, i) => [{ '==': [{ var: 'a' }, `v${i}`] }, 'a']).flat()
    const { ask, converted } = await importInto(flagd, { flags: { x: enabled({ if: [...chain, 'b'] }) } })
    expect(converted.findings.map(({ severity }) => severity)).toEqual(['lost'])
    expect(ask('x', { a: 'v0' })).toBe('is b')
  })
})
