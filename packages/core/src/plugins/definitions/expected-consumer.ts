import { definePlugin } from '../define-plugin.ts'
import { flag, settings } from '../settings.ts'

/** Rejects requests that no earlier plugin has admitted. */
export const expectedConsumer = definePlugin({
  id: 'ExpectedConsumer',
  name: 'Consumer expected',
  description: 'Rejects requests that no earlier plugin has admitted',
  steps: ['ValidateAccess'],
  categories: ['AccessControl'],
  configSchema: settings({ plan_required: flag('Whether the consumer must be one of a plan of the API') }),
})
