import { definePlugin } from '../define-plugin.ts'
import { count, settings } from '../settings.ts'

/** Rejects response bodies of the backend that are too large with 502. */
export const responseBodySizeLimit = definePlugin({
  id: 'ResponseBodySizeLimit',
  name: 'Response size limit',
  description: 'Rejects response bodies of the backend that are too large with 502',
  steps: ['TransformResponse'],
  categories: ['TrafficControl', 'Security'],
  configSchema: settings({
    max_bytes: count(
      'Maximum size of a body, in bytes. A body of unknown length that turns out larger is cut off, together with the connection',
    ),
  }),
  defaultConfig: { max_bytes: 4_194_304 },
})
