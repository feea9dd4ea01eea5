import { definePlugin } from '../define-plugin.ts'
import { settings } from '../settings.ts'

/** Returns to the consumer the limits of their quotas, and what is used; such requests are not charged. */
export const consumerUsage = definePlugin({
  id: 'ConsumerUsage',
  name: 'Usage of the consumer',
  description: 'Returns to the consumer the limits of their quotas, and what is used; such requests are not charged',
  steps: ['CallBackend'],
  categories: ['AccessControl'],
  configSchema: settings({}),
})
