import { definePlugin } from '../define-plugin.ts'
import { shared, sharedRules } from '../limit-key.ts'
import { count, settings } from '../settings.ts'

/** Rejects requests beyond a number of concurrent requests with 503. */
export const concurrencyLimit = definePlugin({
  id: 'ConcurrencyLimit',
  name: 'Concurrency limit',
  description: 'Rejects requests beyond a number of concurrent requests with 503',
  steps: ['ValidateAccess'],
  categories: ['TrafficControl'],
  configSchema: settings({
    max: count(
      'Maximum number of requests at the same time in one gateway process. An upgraded connection counts until it closes',
      1,
    ),
    ...shared,
  }),
  defaultConfig: { max: 100, by: 'route' },
  rules: sharedRules,
  multiInstance: true,
})
