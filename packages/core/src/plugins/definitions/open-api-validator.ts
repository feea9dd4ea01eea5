import { choice, Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { flag, settings } from '../settings.ts'

/** Validates requests, and responses for reports, against the OpenAPI document of the API. */
export const openApiValidator = definePlugin({
  id: 'OpenApiValidator',
  name: 'OpenAPI validator',
  description: 'Validates requests, and responses for reports, against the OpenAPI document of the API',
  steps: ['TransformRequest'],
  categories: ['Security', 'TrafficControl'],
  configSchema: settings({
    mode: Type.Optional(
      choice(['refuse', 'report'], {
        description: '`refuse`: invalid requests are refused; `report`: they are reported and pass',
      }),
    ),
    query: flag('Whether query parameters are validated; path parameters always are'),
    headers: flag('Whether headers and cookies are validated'),
    body: flag('Whether the media type and the body are validated'),
    undocumented: Type.Optional(
      choice(['refuse', 'pass'], {
        description: 'What happens to requests for which the document has no operation',
      }),
    ),
    response: Type.Optional(
      choice(['off', 'report'], {
        description: '`report`: responses that do not match the document are reported, never changed',
      }),
    ),
  }),
  defaultConfig: {
    mode: 'refuse',
    query: true,
    headers: true,
    body: true,
    undocumented: 'refuse',
    response: 'off',
  },
  readsDocument: true,
})
