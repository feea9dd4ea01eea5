import type { Feature } from '@signalbox/core/contract'
import type { Service } from '../../service.fixture.ts'

/** A feature with each strategy, by the name of the strategy in the picker. */
export const examples = {
  Always: { activationStrategy: 'NO_STRATEGY' },
  'From a date': { activationStrategy: 'RELEASE_DATE', parameters: { releaseDate: '01/02/2099 08:00:00' } },
  'Between dates': {
    activationStrategy: 'DATE_RANGE',
    parameters: { from: '2026-01-01 00:00:00', to: '2099-03-29 02:30:00', timezone: 'Europe/Paris' },
  },
  'Hours of the day': { activationStrategy: 'HOUR_RANGE', parameters: { startDate: '22:00', endDate: '06:00' } },
  'Some clients': { activationStrategy: 'PERCENTAGE', parameters: { percentage: 25 } },
  'These clients': { activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann', 'ben'] } },
  Rules: {
    activationStrategy: 'RULES',
    parameters: {
      rules: [
        { name: 'Staff', when: { any: [{ segment: 'staff' }, { attribute: 'country', operator: 'is', value: 'FR' }] } },
        { when: { not: { attribute: 'plan', operator: 'is', value: 'free' } }, percentage: 30 },
      ],
    },
  },
  Script: {
    activationStrategy: 'SCRIPT',
    parameters: { type: 'javascript', script: 'function enabled(context, enabled, disabled) {\n  enabled()\n}' },
  },
  'Shared script': { activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 'greet' } },
} as const

/** The name of a strategy in the picker. */
export type Label = keyof typeof examples

/** The names of all strategies in the picker. */
export const labels = Object.keys(examples) as readonly Label[]

/** The id of the feature with a strategy. */
export const idOf = (label: Label): string => `shop:${label.toLowerCase().replaceAll(' ', '-')}`

/** Creates a feature with each strategy, and what they refer to. */
export async function fill({ box }: Service): Promise<void> {
  const source = { type: 'javascript', script: 'function enabled(context, enabled) { enabled() }' } as const
  await box.scripts.create({ body: { id: 'greet', name: 'Greet', source } })
  await box.segments.create({ body: { id: 'staff', included: ['ann'] } })
  for (const label of labels)
    await box.features.create({ body: { id: idOf(label), enabled: true, ...examples[label] } as unknown as Feature })
}
