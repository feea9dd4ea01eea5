import { problem } from '../../machine/errors/errors.ts'
import { escapePointer, isObject } from '../../machine/json/json.ts'
import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, formatted, headerValues, reservedHeaders, settings } from '../settings.ts'

/** Always sends the same response. */
export const staticResponse = definePlugin({
  id: 'StaticResponse',
  name: 'Static response',
  description: 'Always sends the same response',
  steps: ['CallBackend'],
  categories: ['Responses'],
  configSchema: settings({
    status: count('HTTP status', 200, 599),
    headers: headerValues(
      'Headers by name. Values of headers that carry credentials, such as `Authorization`, are write-only',
    ),
    body: Type.Optional(Type.String({ description: 'The body as text' })),
    body_base64: formatted('base64', 'The body as Base64, instead of the text'),
  }),
  defaultConfig: { status: 200, headers: {}, body: '' },
  rules: ({ headers, body, body_base64 }) => ({
    ...reservedHeaders(Object.keys(isObject(headers) ? headers : {}), (name) => `/headers/${escapePointer(name)}`),
    ...(body !== '' && body_base64 !== undefined
      ? { '/body_base64': [problem('error.required.one', 'body', 'body_base64')] }
      : {}),
  }),
})
