import type { Feature } from '@signalbox/core/contract'
import { describe, expect, it } from 'vitest'
import { type DecideParts, decide } from '../../evaluation/decide.ts'
import { rulesEngine } from '../../evaluation/rules-engine.ts'
import { strategies } from './index.ts'
import { isRollout, rulesAfter } from './rules-after.ts'
import { withStrategy } from './switching.ts'

const instants = ['2026-06-01T11:59', '2026-06-01T12:01', '2026-06-02T08:00', '2026-06-30T23:59', '2026-07-01T00:00']
const clients = Array.from({ length: 300 }, (_, n) => `client-${n}`)
const partsAt = (instant: string): DecideParts => ({
  settings: { timeZone: 'Europe/Paris', bucketing: 'murmur3' },
  instant: Date.parse(`${instant}Z`),
  find: () => 'missing',
  rules: () => rulesEngine,
})

/** Who gets a feature, at several instants. */
const getters = (feature: Feature) =>
  instants.map((instant) => {
    const parts = partsAt(instant)
    return clients.filter((id) => {
      const decision = decide(feature, { id }, parts)
      return decision.state === 'decided' && decision.active
    })
  })

const base = { id: 'shop:express', enabled: true } as const
const before = [
  { ...base, activationStrategy: 'NO_STRATEGY' },
  { ...base, activationStrategy: 'PERCENTAGE', parameters: { percentage: 40 } },
  { ...base, activationStrategy: 'PERCENTAGE', parameters: { percentage: 12.5, salt: 'other' } },
  { ...base, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } },
  { ...base, activationStrategy: 'PERCENTAGE', parameters: { percentage: 0 } },
  { ...base, activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['client-7', 'client-9'] } },
  { ...base, activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: [] } },
  { ...base, activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/06/2026 14:00:00' } },
  { ...base, activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/06/2026 12:00:00', timezone: 'UTC' } },
  {
    ...base,
    activationStrategy: 'DATE_RANGE',
    parameters: { from: '2026-06-02 08:00:00', to: '2026-06-30 23:59:00', timezone: 'UTC' },
  },
  { ...base, activationStrategy: 'HOUR_RANGE', parameters: { startDate: '08:00', endDate: '12:00', timezone: 'UTC' } },
  { ...base, activationStrategy: 'HOUR_RANGE', parameters: { startDate: '22:00', endDate: '08:00' } },
] satisfies readonly Feature[]

describe('the change to rules', () => {
  it.each(before)('keeps who gets $activationStrategy $parameters', (feature) => {
    const initial = strategies.RULES.initial(0, feature)
    const after = withStrategy(feature, 'RULES', { typed: new Map(), initial })
    expect(after.activationStrategy).toBe('RULES')
    expect(getters(after)).toEqual(getters(feature))
  })

  it('makes a rollout the last rule, before which others are added', () => {
    const { rules } = rulesAfter(before[1])
    expect(rules.map(isRollout)).toEqual([true])
    expect([{}, { when: { segment: 'staff' }, percentage: 10 }].map(isRollout)).toEqual([false, false])
  })

  it('begins without rules where a script decided', () => {
    for (const activationStrategy of ['SCRIPT', undefined] as const)
      expect(rulesAfter(activationStrategy && ({ ...base, activationStrategy } as never))).toEqual({ rules: [] })
  })
})
