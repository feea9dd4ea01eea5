import { definePlugin } from '../define-plugin.ts'
import { formatted, settings } from '../settings.ts'

/** Sends the host name of the target as the Host header. */
export const overrideHost = definePlugin({
  id: 'OverrideHost',
  name: 'Override host',
  description: 'Sends the host name of the target as the Host header',
  steps: ['TransformRequest'],
  categories: ['Headers'],
  configSchema: settings({ host: formatted('hostname[:port]', 'Sent instead of the host name of the target') }),
})
