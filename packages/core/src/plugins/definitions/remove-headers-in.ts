import { definePlugin } from '../define-plugin.ts'
import { headerNames, settings } from '../settings.ts'

/** Removes headers from the request to the backend. */
export const removeHeadersIn = definePlugin({
  id: 'RemoveHeadersIn',
  name: 'Remove headers in',
  description: 'Removes headers from the request to the backend',
  steps: ['TransformRequest'],
  categories: ['Headers'],
  configSchema: settings({ header_names: headerNames('Names of headers; case is ignored') }),
  defaultConfig: { header_names: [] },
  multiInstance: true,
})
