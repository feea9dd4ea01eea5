import { definePlugin } from '../define-plugin.ts'
import { methods, settings } from '../settings.ts'

/** Rejects requests with other methods with 405. */
export const allowHttpMethods = definePlugin({
  id: 'AllowHttpMethods',
  name: 'Allowed methods',
  description: 'Rejects requests with other methods with 405',
  steps: ['ValidateAccess'],
  categories: ['AccessControl', 'Security'],
  configSchema: settings({
    allowed: methods('Allowed methods; empty: all. HEAD is allowed where GET is'),
    forbidden: methods('Forbidden methods; have precedence over `allowed`'),
  }),
  defaultConfig: { allowed: [], forbidden: [] },
})
