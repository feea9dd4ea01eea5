import { describe, expect, it } from 'vitest'
import { bucketOf, hashState } from '../../machine/secrets/hash.ts'
import { timeZone } from '../../machine/time/time.ts'
import { compileFeature, explain } from '../evaluate.ts'
import { targetingEngine } from '../targeting-engine.ts'
import type { Rule, RulesParameters } from './rule.ts'
import type { Environment } from './strategy.ts'

const environment: Environment = {
  clock: () => Date.parse('2026-05-01T12:00:00Z'),
  zone: timeZone('UTC'),
  bucketing: 'murmur3',
  targeting: targetingEngine,
}

const compile = (
  rules: readonly Rule[],
  { id = 'shop:new', ...more }: Partial<RulesParameters> & { id?: string } = {},
) => compileFeature({ id, enabled: true, activationStrategy: 'RULES', parameters: { rules, ...more } }, environment)

const clients = Array.from({ length: 5000 }, (_, i) => `client-${i}`)
const activeOf = ({ isActive }: ReturnType<typeof compile>) => new Set(clients.filter((id) => isActive({ id })))
const inFrance = { attribute: 'country', operator: 'is', value: 'FR' } as const
const staff = { attribute: 'email', operator: 'endsWith', value: '@example.com' } as const

describe('rules', () => {
  it('decide in order: the first whose condition is true', () => {
    const { isActive } = compile([{ when: staff }, { when: inFrance, active: false }, {}])
    expect(isActive({ email: 'ann@example.com', country: 'FR' })).toBe(true)
    expect(isActive({ country: 'FR' })).toBe(false)
    expect(isActive({ country: 'DE' })).toBe(true)
    expect(isActive(undefined)).toBe(true)
  })

  it.each([
    [undefined, false],
    [false, false],
    [true, true],
  ])('answer otherwise (%s) if none is true', (otherwise, active) => {
    const rules = compile([{ when: staff }], otherwise === undefined ? {} : { otherwise })
    expect(rules.isActive({ id: 'ann' })).toBe(active)
  })

  it('without any rule answer otherwise', () => {
    expect([compile([]).isActive({}), compile([], { otherwise: true }).isActive({})]).toEqual([false, true])
  })
})

describe('the share of a rule', () => {
  it.each([
    ['id', { id: '' }],
    ['org', { id: 'ann', org: '' }],
    ['/company/id', { id: 'ann', company: { id: '' } }],
  ])('by %s needs a key that is not empty: %j', (by, context) => {
    for (const percentage of [0.001, 50, 99.999])
      for (const more of [{}, { active: false }, { hash: 'unleash' } as const]) {
        const feature = compile([{ percentage, by, ...more }, {}])
        expect(feature.isActive(context)).toBe(false)
        expect(explain(feature, environment, context)).toMatchObject({
          reason: 'ERROR',
          errorCode: 'TARGETING_KEY_MISSING',
          message: expect.stringContaining(`needs the attribute ${by} `),
        })
      }
  })

  it('gives the others the opposite, and later rules are not reached', () => {
    const some = activeOf(compile([{ percentage: 30 }, {}]))
    const others = activeOf(compile([{ percentage: 30, active: false }, {}]))
    expect(some.size / clients.length).toBeCloseTo(0.3, 1)
    expect(clients.filter((id) => some.has(id) === others.has(id))).toEqual([])
  })

  it('is that of the strategy PERCENTAGE', () => {
    const { isActive } = compileFeature(
      { id: 'shop:new', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 30 } },
      environment,
    )
    expect(activeOf(compile([{ percentage: 30 }]))).toEqual(activeOf({ isActive } as never))
  })

  it('only moves clients to its side when it grows', () => {
    let before = new Set<string>()
    for (const percentage of [0, 0.001, 1, 25, 50.5, 99.999, 100]) {
      const now = activeOf(compile([{ percentage }]))
      expect([...before].filter((id) => !now.has(id))).toEqual([])
      before = now
    }
    expect(before.size).toBe(clients.length)
  })

  it('moves nobody when rules are inserted, moved or renamed', () => {
    const shared = { when: { attribute: 'id', operator: 'startsWith', value: 'client' }, percentage: 20 } as const
    const alone = activeOf(compile([shared]))
    expect(activeOf(compile([{ when: staff }, { ...shared, name: 'a fifth' }, { when: inFrance }]))).toEqual(alone)
  })

  it('chooses independently of that of another feature (χ²)', () => {
    const [one, other] = ['shop:one', 'shop:other'].map((id) => activeOf(compile([{ percentage: 50 }], { id })))
    const cells = [0, 0, 0, 0]
    for (const id of clients) cells[Number(one!.has(id)) * 2 + Number(other!.has(id))]!++
    const expected = clients.length / 4
    const chi = cells.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(chi).toBeLessThan(16.27) // three degrees of freedom, p = 0.001
  })

  it('hashes the attribute `by` and the salt', () => {
    const bound = 40_000
    const { isActive } = compile([{ percentage: 40, by: '/company/id', salt: 'q3' }])
    for (const id of ['acme', 'initech', 7, 8.5])
      expect(isActive({ company: { id } })).toBe(bucketOf(String(id), hashState('q3:')) < bound)
  })

  it.each([[{}], [{ id: null }], [{ id: true }], [{ id: ['ann'] }], [undefined]])(
    'is inactive with an error in the context %j, whatever active and otherwise are',
    (context) => {
      const compiled = compile([{ percentage: 50, active: false }, {}], { otherwise: true })
      expect(compiled.isActive(context)).toBe(false)
      expect(explain(compiled, environment, context)).toMatchObject({
        reason: 'ERROR',
        errorCode: 'TARGETING_KEY_MISSING',
        active: false,
      })
    },
  )

  it.each([
    [0, false],
    [100, true],
  ])('of %d %% needs no attribute', (percentage, active) => {
    expect(compile([{ percentage }]).isActive(undefined)).toBe(active)
  })
})

describe('the explanation of rules', () => {
  const compiled = compile(
    [
      { name: 'staff', when: staff },
      { when: inFrance, percentage: 50 },
      { when: { all: [] }, active: false },
    ],
    { otherwise: true },
  )
  const told = (context: Record<string, unknown>) => explain(compiled, environment, context)

  it('names the rule that decided and what it saw; later rules were not reached', () => {
    expect(told({ id: 'ann', email: 'ann@example.com' })).toEqual({
      reason: 'TARGETING_MATCH',
      strategy: 'RULES',
      enabled: true,
      active: true,
      rule: { index: 0, name: 'staff' },
      trace: [
        {
          kind: 'rule',
          index: 0,
          name: 'staff',
          outcome: true,
          when: {
            kind: 'attribute',
            outcome: true,
            attribute: 'email',
            operator: 'endsWith',
            value: '@example.com',
            actual: 'ann@example.com',
          },
        },
        { kind: 'rule', index: 1, outcome: null },
        { kind: 'rule', index: 2, outcome: null },
      ],
    })
  })

  it('shows the bucket of a share', () => {
    const bucket = bucketOf('ann', hashState('shop:new:'))
    expect(told({ id: 'ann', country: 'FR' })).toMatchObject({
      reason: 'SPLIT',
      active: bucket < 50_000,
      rule: { index: 1 },
      trace: [
        { outcome: false },
        { outcome: true, share: { kind: 'share', outcome: bucket < 50_000, by: 'id', bucket, bound: 50_000 } },
        { outcome: null },
      ],
    })
  })

  it('has the reason DEFAULT where otherwise decided', () => {
    const none = compile([{ when: staff }], { otherwise: true })
    expect(explain(none, environment, {})).toMatchObject({
      reason: 'DEFAULT',
      active: true,
      trace: [{ outcome: false }],
    })
  })

  it.each([{}, { id: 'ann' }, { id: 'bob', country: 'FR' }, { email: 'x@example.com' }])(
    'answers as the check does in the context %j',
    (context) => expect(told(context).active).toBe(compiled.isActive(context)),
  )
})
