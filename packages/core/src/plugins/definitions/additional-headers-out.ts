import { addedRules, addedValues } from '../added-headers.ts'
import { definePlugin } from '../define-plugin.ts'
import { settings } from '../settings.ts'

/** Adds headers to the response to the client. */
export const additionalHeadersOut = definePlugin({
  id: 'AdditionalHeadersOut',
  name: 'Additional headers out',
  description: 'Adds headers to the response to the client',
  steps: ['TransformResponse'],
  categories: ['Headers'],
  configSchema: settings({ headers: addedValues }),
  defaultConfig: { headers: {} },
  rules: addedRules,
  multiInstance: true,
})
