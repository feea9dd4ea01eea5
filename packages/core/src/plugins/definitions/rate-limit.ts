import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { shared, sharedRules } from '../limit-key.ts'
import { count, settings } from '../settings.ts'

/** Rejects requests beyond a rate with 429. */
export const rateLimit = definePlugin({
  id: 'RateLimit',
  name: 'Rate limit',
  description: 'Rejects requests beyond a rate with 429',
  steps: ['ValidateAccess'],
  categories: ['TrafficControl'],
  configSchema: settings({
    rate: count('Number of requests per window', 1),
    window: count('Length of a window, in seconds', 1),
    burst: count('Number of additional requests that may arrive at once'),
    strict: Type.Optional(
      Type.Boolean({
        description:
          'Whether no span of one window admits more than `rate`, so that `burst` has no effect. Otherwise any span of length L admits at most rate + burst + rate × L / window',
      }),
    ),
    observe: Type.Optional(
      Type.Boolean({ description: 'Whether requests beyond the rate are only counted and logged, not rejected' }),
    ),
    ...shared,
  }),
  defaultConfig: { rate: 10, window: 1, burst: 0, strict: false, observe: false, by: 'ip' },
  rules: sharedRules,
  multiInstance: true,
})
