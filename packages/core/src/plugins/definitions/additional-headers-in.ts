import { addedRules, addedValues } from '../added-headers.ts'
import { definePlugin } from '../define-plugin.ts'
import { settings } from '../settings.ts'

/** Adds headers to the request to the backend. */
export const additionalHeadersIn = definePlugin({
  id: 'AdditionalHeadersIn',
  name: 'Additional headers in',
  description: 'Adds headers to the request to the backend',
  steps: ['TransformRequest'],
  categories: ['Headers'],
  configSchema: settings({ headers: addedValues }),
  defaultConfig: { headers: {} },
  rules: addedRules,
  multiInstance: true,
})
