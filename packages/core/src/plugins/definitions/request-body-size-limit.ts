import { definePlugin } from '../define-plugin.ts'
import { count, settings } from '../settings.ts'

/** Rejects request bodies that are too large with 413. */
export const requestBodySizeLimit = definePlugin({
  id: 'RequestBodySizeLimit',
  name: 'Body size limit',
  description: 'Rejects request bodies that are too large with 413',
  steps: ['TransformRequest'],
  categories: ['TrafficControl', 'Security'],
  configSchema: settings({ max_bytes: count('Maximum size of a body, in bytes') }),
  defaultConfig: { max_bytes: 1_048_576 },
})
