import { describe, expect, it } from 'vitest'
import { costOf } from '../cost.fixture.ts'
import { growthBook } from '../growthbook/growthbook.ts'
import { launchDarkly } from '../launchdarkly/launchdarkly.ts'
import { importInto } from './box.fixture.ts'

/** Imported flags never give a client more than in the other product. Eve is banned. */
const eve = { id: 'eve', email: 'eve@spam.example', team: 'banned' }

const flag = { on: true, variations: [true, false], offVariation: 1, fallthrough: { variation: 0 } }
const clause = (op: string, values: unknown, negate = false) => ({
  contextKind: 'user',
  attribute: 'email',
  op,
  values,
  negate,
})
const lookahead = clause('matches', ['^(?=eve)'])
const inSegment = (key: string, negate = false) => ({ op: 'segmentMatch', values: [key], negate })
const off = { fallthrough: { variation: 1 } }
const deny = (...clauses: unknown[]) => ({ rules: [{ variation: 1, clauses }] })

describe('a flag of LaunchDarkly is false for banned clients', () => {
  it.each<[string, object]>([
    ['a denying rule has a lookahead', deny(lookahead)],
    ['a denying rule asks for a lost segment', deny(inSegment('lost'))],
    ['a denying rule asks for a segment of a lost one', deny(inSegment('outer'))],
    ['a denying rule asks for a big segment', deny(inSegment('big'))],
    [
      'a rule asks for clients outside a lost segment',
      { ...off, rules: [{ variation: 0, clauses: [inSegment('lost', true)] }] },
    ],
    ['clauses are an object', { ...off, rules: [{ variation: 0, clauses: {} }] }],
    ['clauses are a text', { ...off, rules: [{ variation: 0, clauses: 'x' }] }],
    ['rules are an object', { rules: { 0: deny(lookahead).rules[0] } }],
    ['a rule is null', { rules: [null] }],
    ['prerequisites are an object', { prerequisites: { key: 'denied', variation: 0 } }],
    ['a prerequisite is null', { prerequisites: [null] }],
    ['targets are an object', { targets: { values: ['eve'], variation: 1 } }],
    ['targets are keyed', { targets: [{ values: { 0: 'eve' }, variation: 1 }] }],
    [
      'a prerequisite wants a flag to be false, which is so only because it is closed',
      { prerequisites: [{ key: 'denied', variation: 1 }] },
    ],
    ['such a prerequisite belongs to a prerequisite', { prerequisites: [{ key: 'middle', variation: 0 }] }],
  ])('if %s', async (_, more) => {
    const { ask, converted } = await importInto(launchDarkly, {
      flags: {
        f: { ...flag, ...more },
        denied: { ...flag, ...deny(lookahead) },
        middle: { ...flag, prerequisites: [{ key: 'denied', variation: 1 }] },
      },
      segments: {
        lost: { rules: [{ clauses: [lookahead] }] },
        outer: { rules: [{ clauses: [inSegment('lost')] }] },
        big: { unbounded: true, generation: 1 },
      },
    })
    expect(ask('f', eve)).toBe(false)
    expect(converted.findings.map(({ severity }) => severity)).toContain('lost')
  })

  it('and gets the off value, if it is no boolean', async () => {
    const more = { variations: ['open', 'shut'], ...deny(lookahead) }
    const { ask } = await importInto(launchDarkly, { flags: { f: { ...flag, ...more } } })
    expect(ask('f', eve)).toBe('shut')
  })
})

const denied = (condition: unknown) => ({ defaultValue: true, rules: [{ condition, force: false }] })
const granted = (more: object) => ({ defaultValue: false, rules: [{ force: true, ...more }] })
const negatedGroup = (id: string) => granted({ condition: { $not: { $savedGroup: { id } } } })

describe('a feature of GrowthBook is false for banned clients', () => {
  it.each<[string, object]>([
    ['a denying condition has a lookahead', denied({ email: { $regex: '^(?=eve)' } })],
    ['a denying condition is a text', denied('{"team":"banned"}')],
    ['a condition is a text', granted({ condition: '{"team":"staff"}' })],
    ['a condition is a list', granted({ condition: [{ team: 'staff' }] })],
    ['a part of a condition is no list', granted({ condition: { $and: { team: 'staff' } } })],
    ['a negated part is a text', denied({ $not: 'staff' })],
    ['prerequisites are an object', granted({ parentConditions: { id: 'denied', condition: { value: false } } })],
    ['the condition of a prerequisite is a text', granted({ parentConditions: [{ id: 'denied', condition: 'x' }] })],
    ['the coverage is a text', granted({ coverage: '0' })],
    ['filters are an object', granted({ filters: {} })],
    ['rules are an object', { defaultValue: true, rules: { 0: { condition: { team: 'banned' }, force: false } } }],
    ['a rule asks for clients outside a lost group', negatedGroup('lost')],
    ['a rule asks for clients outside a group of a lost one', negatedGroup('outer')],
    ['a rule asks for clients outside a malformed group', negatedGroup('malformed')],
    [
      'a prerequisite is false only because it is closed',
      granted({ parentConditions: [{ id: 'denied', condition: { value: false } }] }),
    ],
  ])('if %s', async (_, feature) => {
    const { ask, converted } = await importInto(growthBook, {
      features: { f: feature, denied: denied({ email: { $regex: '^(?=eve)' } }) },
      savedGroups: {
        lost: { type: 'condition', condition: { email: { $regex: '^(?=eve)' } } },
        outer: { type: 'condition', condition: { $savedGroup: { id: 'lost' } } },
        malformed: { type: 'condition', condition: 'team' },
      },
    })
    expect(ask('f', eve)).toBe(false)
    expect(converted.findings.map(({ severity }) => severity)).toContain('lost')
  })

  it.each([
    ['an expression that backtracks', { email: { $regex: `${'.?'.repeat(60)}x` } }],
    ['200,000 numbers', { age: { $in: Array.from({ length: 200_000 }, (_, i) => i) } }],
  ])('and %s costs little time', async (_, condition) => {
    const work = () => importInto(growthBook, { features: { f: granted({ condition }) } })
    expect(await costOf(work)).toBeLessThan(50)
  })

  it('and a definition that is nested too deeply is refused', async () => {
    const definition = `{"rules":[{"condition":{"a":${'{"$not":'.repeat(5000)}1${'}'.repeat(5000)}}}]}`
    const item = { id: 'f', environments: { dev: { enabled: true, definition } } }
    await expect(importInto(growthBook, { features: [item] })).rejects.toThrow('at most 200 levels')
  })
})
