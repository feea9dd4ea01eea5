import type { Feature } from './feature.ts'
import type { StrategyName } from './strategies/index.ts'

const base = { id: 'f', enabled: true }

/** One feature per strategy, active in the context of `ann` at noon on 1 May 2026, unless a script decides. */
export const examples = {
  NO_STRATEGY: { ...base, activationStrategy: 'NO_STRATEGY' },
  RELEASE_DATE: { ...base, activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/01/2026 00:00:00' } },
  DATE_RANGE: {
    ...base,
    activationStrategy: 'DATE_RANGE',
    parameters: { from: '2026-01-01 00:00:00', to: '2026-12-31 23:59:59' },
  },
  HOUR_RANGE: { ...base, activationStrategy: 'HOUR_RANGE', parameters: { startDate: '08:00', endDate: '18:00' } },
  SCRIPT: {
    ...base,
    activationStrategy: 'SCRIPT',
    parameters: { type: 'javascript', script: 'function enabled() {}' },
  },
  GLOBAL_SCRIPT: { ...base, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'shared' } },
  PERCENTAGE: { ...base, activationStrategy: 'PERCENTAGE', parameters: { percentage: 100 } },
  CUSTOMERS_LIST: { ...base, activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann'] } },
  RULES: {
    ...base,
    activationStrategy: 'RULES',
    parameters: { rules: [{ when: { attribute: 'id', operator: 'is', value: 'ann' } }] },
  },
} satisfies Record<StrategyName, Feature>
