import { definePlugin } from '../define-plugin.ts'
import { count, settings } from '../settings.ts'

/** Redirects unencrypted requests to the same address under https. */
export const forceHttpsTraffic = definePlugin({
  id: 'ForceHttpsTraffic',
  name: 'Force https',
  description: 'Redirects unencrypted requests to the same address under https',
  steps: ['PreRoute'],
  categories: ['Security'],
  configSchema: settings({
    port: count('The port for https', 1, 65_535),
    hsts_max_age: count('Seconds of Strict-Transport-Security (RFC 6797); 0: no header'),
  }),
  defaultConfig: { port: 443, hsts_max_age: 0 },
})
