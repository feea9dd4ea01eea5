import { loadPatterns } from '@signalbox/core/evaluate'
import { describe, expect, it } from 'vitest'
import { importInto } from '../plans/box.fixture.ts'
import { chance } from '../plans/chance.fixture.ts'
import { spoiled } from '../plans/junk.fixture.ts'
import { launchDarkly } from './launchdarkly.ts'

const patterns = await loadPatterns()
const convert = (data: unknown, environment?: string) =>
  launchDarkly.convert(typeof data === 'string' ? data : JSON.stringify(data), { patterns, environment })

const boolean = { on: true, variations: [true, false], offVariation: 1, fallthrough: { variation: 0 } }
const clause = (attribute: string, op: string, values: readonly unknown[]) => ({
  contextKind: 'user',
  attribute,
  op,
  values,
  negate: true,
})

const whole = {
  flags: {
    'a flag': {
      ...boolean,
      targets: [{ values: ['ann'], variation: 1 }],
      contextTargets: [{ contextKind: 'org', values: ['acme'], variation: 0 }],
      prerequisites: [{ key: 'text', variation: 1 }],
      rules: [
        { id: 'r', variation: 1, clauses: [clause('a', 'in', ['x', 1, true]), clause('/b/c', 'matches', ['^a'])] },
        { id: 's', variation: 0, clauses: [clause('v', 'semVerLessThan', ['2.0.0']), clause('d', 'before', [7])] },
        {
          id: 't',
          rollout: {
            bucketBy: 'team',
            variations: [
              { variation: 0, weight: 20_000 },
              { variation: 1, weight: 80_000 },
            ],
          },
          clauses: [{ op: 'segmentMatch', values: ['s'] }],
        },
      ],
    },
    text: {
      ...boolean,
      variations: ['a', 'b', { c: [1] }],
      fallthrough: {
        rollout: {
          seed: 7,
          variations: [
            { variation: 0, weight: 30_000 },
            { variation: 1, weight: 70_000 },
          ],
        },
      },
    },
  },
  flagValues: { plain: 'x' },
  segments: {
    s: {
      included: ['ann'],
      excludedContexts: [{ contextKind: 'org', values: ['b'] }],
      rules: [{ weight: 5000, clauses: [clause('a', 'contains', ['x'])] }],
    },
  },
}

describe('hostile exports of LaunchDarkly', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => [seed]))(
    'with values of wrong types become valid records, or are refused (%i)',
    async (seed) => {
      const random = chance(seed)
      const text = spoiled(whole, random, 0.06)
      const flags = `{"flags":{"extra":${spoiled(whole.flags['a flag'], random, 0.1)},"more":${spoiled(whole.flags.text, random, 0.1)}}}`
      for (const one of [text, flags]) {
        try {
          convert(one)
        } catch (error) {
          expect((error as Error).message).toMatch(/^The file cannot be imported: expected/)
          continue
        }
        await importInto(launchDarkly, one)
      }
      expect('polluted' in {}).toBe(false)
    },
  )

  it.each([
    ['no JSON', '{', /it is not JSON/],
    ['a list', '[]', /expected an export of LaunchDarkly/],
    ['another object', '{"toggles": []}', /expected an export of LaunchDarkly/],
    ['deep nesting', `{"flags":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, /at most 200 levels/],
    [
      'no rules',
      '{"items":[{"key":"a","variations":[],"environments":{"test":{"on":true,"_summary":{}}}}]}',
      /summary=0/,
    ],
    [
      'several environments',
      '{"items":[{"key":"a","variations":[],"environments":{"test":{},"production":{}}}]}',
      /--environment with one of test, production/,
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => convert(text)).toThrow(message)
  })

  it('circles of prerequisites and segments are reported, and never true', async () => {
    const needs = (key: string) => ({ ...boolean, prerequisites: [{ key, variation: 0 }] })
    const match = (key: string) => ({ rules: [{ variation: 0, clauses: [{ op: 'segmentMatch', values: [key] }] }] })
    const { ask, converted } = await importInto(launchDarkly, {
      flags: {
        a: needs('b'),
        b: needs('c'),
        c: needs('a'),
        d: needs('d'),
        e: { ...boolean, ...match('s'), fallthrough: { variation: 1 } },
      },
      segments: { s: match('t'), t: match('s') },
    })
    expect(['a', 'b', 'c', 'd'].map((key) => ask(key, { id: 'ann' }))).toEqual([false, false, false, false])
    expect(converted.findings.map(({ flag, what }) => `${flag}: ${what}`)).toEqual([
      's: The segment t refers to itself',
      't: The segment s refers to itself',
      'a: The prerequisite b is part of a circle',
      'b: The prerequisite c is part of a circle',
      'c: The prerequisite a is part of a circle',
      'd: The prerequisite d is part of a circle',
      'e: A part of the segment s is lost',
    ])
  })

  it('keys of prototypes are keys like others', async () => {
    const text = JSON.stringify({ flags: { PROTO: boolean, constructor: boolean } }).replace('PROTO', '__proto__')
    const { converted } = await importInto(launchDarkly, text)
    expect(converted.features.map(({ id }) => id)).toEqual(['__proto__', 'constructor'])
  })

  it('an expression that RE2 has not closes its rule, even if it is negated', async () => {
    const rules = [{ id: 'r', variation: 0, clauses: [clause('a', 'matches', ['^(?=b)'])] }]
    const { ask, converted } = await importInto(launchDarkly, {
      flags: { f: { ...boolean, fallthrough: { variation: 1 }, rules } },
    })
    expect(ask('f', { id: 'ann', a: 'x' })).toBe(false)
    expect(converted.findings).toEqual([
      {
        flag: 'f',
        what: 'The regular expression ^(?=b) is none of RE2, or too long',
        instead: 'Clients that reach its rule get false, or the off or default value',
        severity: 'lost',
      },
    ])
  })

  it('100,000 targets and more keep the limits of records', async () => {
    const many = Array.from({ length: 100_001 }, (_, i) => `user-${i}`)
    const { ask, box } = await importInto(launchDarkly, {
      flags: { f: { ...boolean, fallthrough: { variation: 1 }, targets: [{ values: many, variation: 0 }] } },
      segments: { s: { included: many, excluded: ['bob'] } },
    })
    expect([ask('f', { id: 'user-100000' }), ask('f', { id: 'bob' })]).toEqual([true, false])
    expect((await box.segments.test({ id: 's', body: { id: 'user-100000' } })).in).toBe(true)
  })

  it('more clauses than a condition can have are kept', async () => {
    const clauses = Array.from({ length: 1200 }, (_, i) => clause(`a${i}`, 'in', ['x']))
    const { ask, converted } = await importInto(launchDarkly, {
      flags: { f: { ...boolean, fallthrough: { variation: 1 }, rules: [{ variation: 0, clauses }] } },
      segments: { s: { rules: [{ clauses }] } },
    })
    expect(converted.findings.map(({ flag, severity }) => [flag, severity])).toEqual([
      ['s', 'info'],
      ['f', 'info'],
    ])
    const all = Object.fromEntries(clauses.map(({ attribute }) => [attribute, 'y']))
    expect([ask('f', { id: 'ann', ...all }), ask('f', { id: 'ann', ...all, a1199: 'x' })]).toEqual([true, false])
  })
})
