import { problem } from '../../machine/errors/errors.ts'
import { pattern } from '../../machine/errors/in-words.ts'
import { Type } from '../../machine/schema/schema.ts'
import { definePlugin } from '../define-plugin.ts'
import { count, flag, headerNames, methods, settings } from '../settings.ts'

/** An origin (RFC 6454). */
const origin = Type.String({
  pattern: pattern(
    '^(\\*|null|[a-z][a-z0-9+.-]*://[^\\s/?#]+)$',
    'must be an origin such as https://shop.example, or *',
  ),
})

/** Lets pages of other origins call the API, and answers preflight requests. */
export const cors = definePlugin({
  id: 'Cors',
  name: 'CORS',
  description: 'Lets pages of other origins call the API, and answers preflight requests',
  steps: ['PreRoute', 'TransformResponse'],
  categories: ['Security', 'Headers'],
  configSchema: settings({
    allow_origin: Type.Optional(
      Type.Union([origin, Type.Array(origin, { minItems: 1 })], {
        description: 'An origin such as `https://shop.example`, a list of origins, or `*`',
      }),
    ),
    expose_headers: headerNames('Headers that pages may read'),
    allow_headers: headerNames('Headers that pages may send'),
    allow_methods: methods('Methods that pages may use'),
    max_age: count('Seconds for which a preflight response is cached'),
    allow_credentials: flag('Whether pages may send cookies; needs an `allow_origin` other than `*` (Fetch standard)'),
  }),
  defaultConfig: {
    allow_origin: '*',
    expose_headers: [],
    allow_headers: [],
    allow_methods: ['GET'],
    allow_credentials: false,
  },
  rules: ({ allow_origin, allow_credentials }) =>
    [allow_origin].flat().includes('*') && allow_credentials === true
      ? { '/allow_credentials': [problem('error.cors.credentials')] }
      : {},
})
