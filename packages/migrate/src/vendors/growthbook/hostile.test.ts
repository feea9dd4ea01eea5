import { loadPatterns } from '@signalbox/core/evaluate'
import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { chance } from '../plans/chance.fixture.ts'
import { spoiled } from '../plans/junk.fixture.ts'
import { growthBook } from './growthbook.ts'

const patterns = await loadPatterns()
const convert = (data: unknown, environment?: string) =>
  growthBook.convert(typeof data === 'string' ? data : JSON.stringify(data), { patterns, environment })

const whole = {
  features: {
    'a|feature': {
      defaultValue: false,
      rules: [
        {
          condition: { a: { $in: ['x', 1] }, 'b.c': { $regex: '^a' }, d: { $lt: 7 } },
          force: true,
          coverage: 0.3,
          hashAttribute: 'team',
        },
        { condition: { $or: [{ a: 'x' }, { $not: { v: { $vlt: '2.0.0' } } }] }, force: false },
        { parentConditions: [{ id: 'text', condition: { value: { $ne: 'a' } }, gate: true }], force: true },
        { condition: { l: { $elemMatch: { $eq: 'a' }, $size: { $gt: 1 } }, id: { $inGroup: 'g' } }, force: true },
      ],
    },
    text: {
      defaultValue: 'a',
      rules: [
        {
          key: 'exp',
          variations: ['a', 'b', { c: [1] }],
          weights: [0.2, 0.3, 0.5],
          coverage: 0.8,
          meta: [{ name: 'A' }, { key: '1' }],
          namespace: ['n', 0, 0.5],
        },
        {
          variations: ['a', 'b'],
          ranges: [
            [0, 0.4],
            [0.5, 0.9],
          ],
          filters: [{ seed: 's', attribute: 'id', hashVersion: 2, ranges: [[0, 0.5]] }],
          condition: { $savedGroup: { id: 'h' } },
        },
        { force: 'c', range: [0.1, 0.4] },
      ],
    },
  },
  savedGroups: {
    g: ['a', 1],
    h: { type: 'condition', condition: { a: 'x' } },
    i: { type: 'list', attributeKey: 'id', values: ['a'] },
  },
}

describe('hostile exports of GrowthBook', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => [seed]))(
    'with values of wrong types become valid records, or are refused (%i)',
    async (seed) => {
      const random = chance(seed)
      const text = spoiled(whole, random, 0.05)
      const features = `{"features":{"extra":${spoiled(whole.features['a|feature'], random, 0.1)},"more":${spoiled(whole.features.text, random, 0.1)}}}`
      for (const one of [text, features]) {
        try {
          convert(one)
        } catch (error) {
          expect((error as Error).message).toMatch(/^The file cannot be imported: expected/)
          continue
        }
        await importInto(growthBook, one)
      }
      expect('polluted' in {}).toBe(false)
    },
  )

  it.each([
    ['no JSON', '{', /it is not JSON/],
    ['another object', '{"flags": {}}', /expected an export of GrowthBook/],
    ['deep nesting', `{"features":{"a":${'{"$not":'.repeat(50_000)}1${'}'.repeat(50_000)}}}`, /at most 200 levels/],
    [
      'an encrypted payload',
      '{"features":{},"encryptedFeatures":"vMSg2Bj/IurObDsWVmvkUg==.L6qtQ"}',
      /decrypt the payload first/,
    ],
    [
      'several environments',
      '{"features":[{"id":"a","environments":{"dev":{},"production":{}}}]}',
      /--environment with one of dev, production/,
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => convert(text)).toThrow(message)
  })

  it('circles of prerequisites and saved groups are reported', async () => {
    const needs = (id: string) => ({
      defaultValue: false,
      rules: [{ parentConditions: [{ id, condition: { value: true } }], force: true }],
    })
    const group = (id: string) => ({ type: 'condition', condition: { $savedGroup: { id } } })
    const { ask, converted } = await importInto(growthBook, {
      features: {
        a: needs('b'),
        b: needs('a'),
        c: { defaultValue: false, rules: [{ condition: { $savedGroup: { id: 'g' } }, force: true }] },
      },
      savedGroups: { g: group('h'), h: group('g') },
    })
    expect(['a', 'b', 'c'].map((key) => ask(key, { id: 'ann' }))).toEqual([false, false, false])
    expect(converted.findings.map(({ flag, what }) => `${flag}: ${what}`)).toEqual([
      'a: The prerequisite b is part of a circle',
      'b: The prerequisite a is part of a circle',
      'g: The saved group h refers to itself',
      'c: A part of the saved group g is lost',
    ])
  })

  it('texts are ordered as the numbers that they are, and the report says so', async () => {
    const { ask, converted } = await importInto(growthBook, {
      features: { f: { defaultValue: 1, rules: [{ condition: { age: { $gte: '18' } }, force: 2 }] } },
    })
    expect(['9', '18', '100', 100, 'x'].map((age) => ask('f', { id: 'ann', age }))).toEqual([1, 2, 2, 2, 1])
    expect(converted.findings).toMatchObject([
      { flag: 'f', severity: 'changed', what: 'Texts are ordered as texts, even if they are numbers' },
    ])
  })

  it('a condition that has no equal closes its rule, even if it is negated', async () => {
    const condition = { $not: { a: { $elemMatch: { name: 'x' } } } }
    const { ask, converted } = await importInto(growthBook, {
      features: { f: { defaultValue: 1, rules: [{ condition, force: 2 }] } },
    })
    expect(ask('f', { id: 'ann', a: [] })).toBe(1)
    expect(converted.findings).toEqual([
      {
        flag: 'f',
        what: 'The items of a list are compared by {"name":"x"}',
        instead: 'Clients that reach its rule get false, or the off or default value',
        severity: 'lost',
      },
    ])
  })

  it('conditions beyond the limits of conditions are kept', async () => {
    let condition: object = { a: 'x' }
    for (let i = 0; i < 20; i++)
      condition = i % 2 === 0 ? { $or: [condition, { b: i }] } : { $and: [condition, { c: i }] }
    const { ask, converted } = await importInto(growthBook, {
      features: { f: { defaultValue: 1, rules: [{ condition, force: 2 }] } },
    })
    expect(converted.findings.map(({ severity }) => severity)).toEqual(['info'])
    expect([ask('f', {}), ask('f', { a: 'x', c: 1 }), ask('f', { b: 18, c: 19 })]).toEqual([1, 1, 2])
  })
})
