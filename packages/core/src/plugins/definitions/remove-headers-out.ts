import { definePlugin } from '../define-plugin.ts'
import { headerNames, settings } from '../settings.ts'

/** Removes headers from the response to the client. */
export const removeHeadersOut = definePlugin({
  id: 'RemoveHeadersOut',
  name: 'Remove headers out',
  description: 'Removes headers from the response to the client',
  steps: ['TransformResponse'],
  categories: ['Headers'],
  configSchema: settings({ header_names: headerNames('Names of headers; case is ignored') }),
  defaultConfig: { header_names: [] },
  multiInstance: true,
})
