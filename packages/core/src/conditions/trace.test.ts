import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileCondition } from './compile.ts'
import type { Condition } from './condition.ts'
import { anyCondition, anyContext, environment } from './conditions.fixture.ts'
import type { Context } from './context.ts'
import { explainCondition } from './trace.ts'
import type { AttributeNode } from './trace-node.ts'

const explain = (condition: Condition, context?: Context) => explainCondition({ condition, environment, context })
const nodeOf = (condition: Condition, context?: Context) => explain(condition, context).node
const isFrench: Condition = { attribute: 'country', operator: 'is', value: 'FR' }

describe('the trace of a condition', () => {
  it('has the result of the compiled condition, always', () => {
    fc.assert(
      fc.property(anyCondition, anyContext, fc.boolean(), (condition, context, isHidden) => {
        const mayRead = () => !isHidden
        const { outcome, node } = explainCondition({ condition, environment, context, mayRead })
        expect(outcome).toBe(compileCondition(condition, environment).isTrue(context))
        expect(node.outcome).toBe(outcome)
      }),
      { numRuns: 2000 },
    )
  })

  it('shows what an attribute was compared with', () => {
    expect(nodeOf(isFrench, { country: 'DE' })).toEqual({
      kind: 'attribute',
      outcome: false,
      attribute: 'country',
      operator: 'is',
      value: 'FR',
      actual: 'DE',
    })
  })

  it.each<[Condition, Context, object]>([
    [isFrench, {}, { outcome: false, value: 'FR' }],
    [isFrench, { country: null }, { outcome: false, value: 'FR', actual: null }],
    [isFrench, { country: { code: 'FR' } }, { outcome: false, value: 'FR' }],
    [isFrench, { country: ['DE', 'FR', 'US'] }, { outcome: true, value: 'FR', actual: 'FR' }],
    [isFrench, { country: ['DE', 'US'] }, { outcome: false, value: 'FR' }],
    [
      { attribute: 'country', operator: 'is', values: ['DE', 'FR', 'US'] },
      { country: 'FR' },
      { outcome: true, value: 'FR', actual: 'FR' },
    ],
    [
      { attribute: 'country', operator: 'is', values: ['DE', 'US'] },
      { country: 'FR' },
      { outcome: false, actual: 'FR' },
    ],
    [
      { attribute: 'n', operator: 'atLeast', values: [20, 10] },
      { n: [1, 12] },
      { outcome: true, value: 10, actual: 12 },
    ],
    [{ attribute: 'country', operator: 'exists' }, { country: ['FR'] }, { outcome: true }],
    [{ attribute: 'country', operator: 'missing' }, {}, { outcome: true }],
    [
      { attribute: 'country', operator: 'is', value: 'fr', ignoreCase: true },
      { country: 'FR' },
      { outcome: true, value: 'fr', actual: 'FR', ignoreCase: true },
    ],
    [
      { attribute: 'since', operator: 'after', value: '2026-05-01' },
      { since: new Date('2026-05-02T00:00:00Z') },
      { outcome: true, value: '2026-05-01', actual: '2026-05-02T00:00:00.000Z' },
    ],
  ])('%j in %j: %j, of a list only what matches', (condition, context, expected) => {
    const {
      kind: _kind,
      attribute: _attribute,
      operator: _operator,
      ...shown
    } = nodeOf(condition, context) as AttributeNode
    expect(shown).toEqual(expected)
  })

  it.each(['apiToken', '/user/password', '/auth/user'])('masks %s, which is named like a secret', (attribute) => {
    const context = { apiToken: 'hush', user: { password: 'hush' }, auth: { user: 'hush' } }
    const node = nodeOf({ attribute, operator: 'is', values: ['hush', 'x'] }, context)
    expect(node).toMatchObject({ outcome: true, attribute })
    expect(JSON.stringify(node)).not.toContain('hush')
  })

  it('shortens long texts', () => {
    expect(JSON.stringify(nodeOf(isFrench, { country: 'x'.repeat(1e6) })).length).toBeLessThan(500)
  })

  it('marks what was not reached', () => {
    expect(nodeOf({ any: [isFrench, { not: { segment: 'french' } }] }, { country: 'FR' })).toMatchObject({
      kind: 'any',
      outcome: true,
      nodes: [
        { kind: 'attribute', outcome: true },
        { kind: 'not', outcome: null, node: { kind: 'segment', outcome: null, segment: 'french' } },
      ],
    })
    expect(nodeOf({ all: [{ any: [] }, isFrench] }, { country: 'FR' })).toEqual({
      kind: 'all',
      outcome: false,
      nodes: [
        { kind: 'any', outcome: false, nodes: [] },
        { kind: 'attribute', outcome: null, attribute: 'country', operator: 'is', value: 'FR' },
      ],
    })
  })

  it('marks unresolved references, because of which nothing else is reached', () => {
    expect(
      explain({ not: { any: [isFrench, { segment: 'absent' }, { feature: 'french' }] } }, { country: 'FR' }),
    ).toEqual({
      outcome: false,
      node: {
        kind: 'not',
        outcome: false,
        node: {
          kind: 'any',
          outcome: null,
          nodes: [
            { kind: 'attribute', outcome: null, attribute: 'country', operator: 'is', value: 'FR' },
            { kind: 'segment', outcome: null, segment: 'absent', unresolved: true },
            { kind: 'feature', outcome: null, feature: 'french', active: true },
          ],
        },
      },
    })
    expect(nodeOf({ segment: 'odd' }, { id: 'other' })).toMatchObject({ outcome: false, unresolved: true })
    expect(nodeOf({ segment: 'odd' }, { id: 'listed' })).not.toHaveProperty('unresolved')
  })

  it('hides what the caller may not read, save its result', () => {
    const mayRead = (kind: string, id: string) => kind === 'feature' && id === 'nobody'
    const condition: Condition = { all: [{ segment: 'french' }, { feature: 'nobody' }, { feature: 'french' }] }
    const { node } = explainCondition({ condition, environment, context: { country: 'FR' }, mayRead })
    expect(node).toEqual({
      kind: 'all',
      outcome: false,
      nodes: [
        { hidden: true, outcome: true },
        { kind: 'feature', outcome: false, feature: 'nobody', active: true },
        { hidden: true, outcome: null },
      ],
    })
  })

  it('shows the time of the evaluation in the zone of the window', () => {
    const time = { days: ['FR'], startTime: '20:00', timezone: 'Asia/Tokyo' } as const
    expect(nodeOf({ time: { ...time, days: ['FR'] } })).toEqual({
      kind: 'time',
      outcome: true,
      time,
      now: '2026-05-01T21:00:00.000',
      timezone: 'Asia/Tokyo',
    })
  })

  it('reads each attribute once, and none that is not reached', () => {
    const reads: string[] = []
    const context = new Proxy({ a: 1, b: 2 } as Record<string, number>, {
      get: (target, name) => {
        reads.push(String(name))
        return target[String(name)]
      },
    })
    const exists = (attribute: string): Condition => ({ attribute, operator: 'exists' })
    nodeOf({ any: [exists('a'), exists('b')] }, context)
    expect(reads).toEqual(['a'])
  })
})
