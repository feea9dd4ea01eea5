import { Type } from 'typebox'
import { definePlugin } from './plugin.ts'
import { count, headerValues, settings, text } from './settings.ts'

/** What is answered without asking a backend. */
export const answerPlugins = [
  definePlugin({
    id: 'MaintenanceMode',
    name: 'Maintenance',
    description: 'Answers every request with the maintenance page of the error templates',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({ retry_after: count('Seconds after which clients may come back') }),
  }),
  definePlugin({
    id: 'BuildMode',
    name: 'Under construction',
    description: 'Answers every request with the construction page of the error templates',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({}),
  }),
  definePlugin({
    id: 'Redirection',
    name: 'Redirection',
    description: 'Sends clients to another address',
    steps: ['PreRoute'],
    categories: ['Responses'],
    configSchema: settings({
      code: Type.Optional(Type.Integer({ enum: [301, 302, 303, 307, 308], description: 'HTTP status' })),
      to: Type.String({ minLength: 1, description: 'The address' }),
    }),
    defaultConfig: { code: 303 },
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
      body_base64: text('As base64, instead of the text'),
    }),
    defaultConfig: { status: 200, headers: {}, body: '' },
  }),
]
