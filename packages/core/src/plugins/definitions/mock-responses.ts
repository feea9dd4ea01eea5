import { definePlugin } from '../define-plugin.ts'
import { settings } from '../settings.ts'

/** Responds with examples from the OpenAPI document of the API, or with values for its schemas. */
export const mockResponses = definePlugin({
  id: 'MockResponses',
  name: 'Mock responses',
  description: 'Responds with examples from the OpenAPI document of the API, or with values for its schemas',
  steps: ['CallBackend'],
  categories: ['Responses'],
  configSchema: settings({}),
  readsDocument: true,
})
