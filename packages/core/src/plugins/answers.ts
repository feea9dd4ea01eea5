import { problem } from '../errors.ts'
import { escapePointer, isObject } from '../json.ts'
import { Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import { count, formatted, headerValues, reservedHeaders, settings } from './settings.ts'

/** Plugins that answer without a backend. */
export const answerPlugins = [
  definePlugin({
    id: 'MaintenanceMode',
    name: 'Maintenance',
    description: 'Answers every request with the maintenance page of the error templates',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({ retry_after: count('The header Retry-After, in seconds') }),
    answers: true,
    implemented: true,
  }),
  definePlugin({
    id: 'BuildMode',
    name: 'Under construction',
    description: 'Answers every request with the construction page of the error templates',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({}),
    answers: true,
    implemented: true,
  }),
  definePlugin({
    id: 'Redirection',
    name: 'Redirection',
    description: 'Redirects clients to another address',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({
      code: Type.Optional(Type.Integer({ enum: [301, 302, 303, 307, 308], description: 'HTTP status' })),
      to: Type.String({
        minLength: 1,
        format: 'http(s) URL or path',
        description:
          'The target: an http or https URL, or a path. May contain `${path}`, `${query}` (with its question mark), and `:name` for path parameters',
      }),
    }),
    defaultConfig: { code: 303 },
    answers: true,
    implemented: true,
  }),
  definePlugin({
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
    implemented: true,
  }),
]
