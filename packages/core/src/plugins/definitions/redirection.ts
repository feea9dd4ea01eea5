import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { settings } from '../settings.ts'

/** Redirects clients to another address. */
export const redirection = definePlugin({
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
})
