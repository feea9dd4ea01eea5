import type { Config } from '@signalbox/core/contract'
import { describe, expect, it } from 'vitest'
import { compileConfigWith } from '../../evaluation/decide-config.ts'
import { rulesEngine } from '../../evaluation/rules-engine.ts'
import { armsOf } from './arms.ts'
import { consequence } from './consequence.ts'
import { snippetsOf } from './use-in-code.ts'

const parts = {
  settings: { timeZone: 'UTC', bucketing: 'murmur3' },
  instant: 0,
  find: () => 'missing' as const,
  rules: () => rulesEngine,
} as const
const base: Config = { id: 'shop:items', value: 10 }
const half = (weight: number): Config => ({
  ...base,
  rules: [
    {
      name: 'France',
      when: { attribute: 'country', operator: 'is', value: 'FR' },
      split: [
        { name: 'few', weight, value: 10 },
        { name: 'many', weight: 100 - weight, value: 40 },
      ],
    },
  ],
})

const sentences = (saved: Config | undefined, draft: Config, context: object = { id: 'ann', country: 'FR' }) =>
  consequence(saved, draft, {
    context: context as never,
    ids: [],
    compile(config) {
      const made = compileConfigWith(config, parts)
      return made.state === 'ready' ? made.decide : undefined
    },
  }).join(' ')

describe('the consequence of saving a config', () => {
  it.each<[string, Config | undefined, Config, string]>([
    ['a new one', undefined, base, ''],
    ['its description', base, { ...base, description: 'x' }, 'No client’s value changes.'],
    ['its value', base, { ...base, value: 11 }, 'Every client reads the new value.'],
    [
      'how a text is written',
      { ...base, value: '{"a": 1}' },
      { ...base, value: '{"a":1}' },
      'No client’s value changes.',
    ],
    ['a type', base, { ...base, type: 'number' }, 'No client’s value changes. OpenFeature can read it as a flag.'],
    ['no type', { ...base, type: 'number' }, base, 'OpenFeature can no longer read it as a flag.'],
  ])('of %s', (_, saved, draft, sentence) => {
    const said = sentences(saved, draft)
    if (sentence === '') expect(said).toBe('')
    else expect(said).toContain(sentence)
  })

  it('of rules is counted over a sample with the attributes at hand', () => {
    const said = sentences(half(100), half(70))
    const [, changed] = /^In a sample of 1,000 clients with these attributes, (\d+) would read another value/.exec(
      said,
    )!
    expect(Number(changed)).toBeGreaterThan(250)
    expect(Number(changed)).toBeLessThan(350)
    expect(sentences(half(100), half(0))).toContain('This client would read 40 instead of 10.')
    expect(sentences(half(100), half(0), { id: 'ann', country: 'IT' })).toContain(
      'none would read another value. This client keeps',
    )
  })

  it('names clients that the split cannot divide', () => {
    const byTeam = { ...base, rules: [{ ...half(50).rules![0]!, by: 'team' }] } as Config
    expect(sentences(base, byTeam)).toContain('1,000 lack the attribute that the split needs, which is an error.')
  })
})

it('the arms of a config say who reads what', () => {
  expect(armsOf({ ...base, value: '{"a": 1}' })).toEqual([{ who: 'Everyone', what: 'reads {"a":1}', isOn: true }])
  expect(armsOf(half(70)).map(({ who, what }) => `${who}: ${what}`)).toEqual([
    'France: few 70%, many 30%',
    'Everyone else: 10',
  ])
})

describe('code that reads a config', () => {
  const codeOf = (config: Config) =>
    snippetsOf(config, 'http://box')
      .map(({ code }) => code)
      .join('\n')

  it.each([
    [{ type: 'number', value: 10 }, ["getNumberValue('shop:items', 0", '{ default: 0 }']],
    [{ type: 'boolean', value: true }, ["getBooleanValue('shop:items', false", '{ default: false }']],
    [{ type: 'array', value: [] }, ["getObjectValue('shop:items', []"]],
    [{ type: { minLength: 1 }, value: 'x' }, ["getStringValue('shop:items', ''"]],
  ] as const)('has a default that fits: %j', (members, texts) => {
    for (const text of texts) expect(codeOf({ ...base, ...members } as Config)).toContain(text)
  })

  it('uses OpenFeature only with a type', () => {
    expect(codeOf(base)).not.toContain('openfeature')
  })
})
