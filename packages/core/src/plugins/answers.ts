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
    configSchema: settings({ retry_after: count('Seconds after which clients may come back') }),
    answers: true,
  }),
  definePlugin({
    id: 'BuildMode',
    name: 'Under construction',
    description: 'Answers every request with the construction page of the error templates',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({}),
    answers: true,
  }),
  definePlugin({
    id: 'Redirection',
    name: 'Redirection',
    description: 'Sends clients to another address',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({
      code: Type.Optional(Type.Integer({ enum: [301, 302, 303, 307, 308], description: 'HTTP status' })),
      to: Type.String({
        minLength: 1,
        format: 'http(s) URL or path',
        description: 'The address: absolute under http or https, or a path; may hold `${path}` and `${query}`',
      }),
    }),
    defaultConfig: { code: 303 },
    answers: true,
  }),
  definePlugin({
    id: 'StaticResponse',
    name: 'Static response',
    description: 'Answers always the same',
    steps: ['CallBackend'],
    categories: ['Responses'],
    configSchema: settings({
      status: count('HTTP status', 200, 599),
      headers: headerValues,
      body: Type.Optional(Type.String({ description: 'As text' })),
      body_base64: formatted('base64', 'As base64, instead of the text'),
    }),
    defaultConfig: { status: 200, headers: {}, body: '' },
    rules: ({ headers, body, body_base64 }) => ({
      ...reservedHeaders(Object.keys(isObject(headers) ? headers : {}), (name) => `/headers/${escapePointer(name)}`),
      ...(body !== '' && body_base64 !== undefined
        ? { '/body_base64': [problem('error.required.one', 'body', 'body_base64')] }
        : {}),
    }),
  }),
]
