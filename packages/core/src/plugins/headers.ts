import { problem } from '../errors.ts'
import { pattern } from '../in-words.ts'
import type { JsonObject } from '../json.ts'
import { escapePointer, isObject } from '../json.ts'
import { Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import type { ConfigProblems } from './plugin.ts'
import { count, flag, formatted, headerNames, headerValues, reservedHeaders, settings, texts } from './settings.ts'

const addedRules = ({ headers }: JsonObject): ConfigProblems =>
  reservedHeaders(Object.keys(isObject(headers) ? headers : {}), (name) => `/headers/${escapePointer(name)}`)

/** Plugins that change the headers of requests and responses. */
export const headerPlugins = [
  definePlugin({
    id: 'OverrideHost',
    name: 'Override host',
    description: 'Sends the host name of the target as the Host header',
    steps: ['TransformRequest'],
    categories: ['Headers'],
    configSchema: settings({ host: formatted('hostname[:port]', 'Sent instead of the host name of the target') }),
  }),
  definePlugin({
    id: 'Cors',
    name: 'CORS',
    description: 'Lets pages of other origins call the API, and answers preflight requests',
    steps: ['PreRoute', 'TransformResponse'],
    categories: ['Security', 'Headers'],
    configSchema: settings({
      allow_origin: Type.Optional(
        Type.String({
          pattern: pattern(
            '^(\\*|null|[a-z][a-z0-9+.-]*://[^\\s/?#]+)$',
            'must be an origin such as https://shop.example, or *',
          ),
          description: 'An origin, or `*`',
        }),
      ),
      expose_headers: headerNames('Headers that pages may read'),
      allow_headers: headerNames('Headers that pages may send'),
      allow_methods: texts('Methods that pages may use'),
      max_age: count('Seconds for which a preflight response is cached'),
      allow_credentials: flag(
        'Whether pages may send cookies; needs an `allow_origin` other than `*` (Fetch standard)',
      ),
    }),
    defaultConfig: {
      allow_origin: '*',
      expose_headers: [],
      allow_headers: [],
      allow_methods: ['GET'],
      allow_credentials: false,
    },
    rules: ({ allow_origin, allow_credentials }) =>
      allow_origin === '*' && allow_credentials === true
        ? { '/allow_credentials': [problem('error.cors.credentials')] }
        : {},
  }),
  definePlugin({
    id: 'AdditionalHeadersIn',
    name: 'Additional headers in',
    description: 'Adds headers to the request to the backend',
    steps: ['TransformRequest'],
    categories: ['Headers'],
    configSchema: settings({ headers: headerValues }),
    defaultConfig: { headers: {} },
    rules: addedRules,
    multiInstance: true,
  }),
  definePlugin({
    id: 'AdditionalHeadersOut',
    name: 'Additional headers out',
    description: 'Adds headers to the response to the client',
    steps: ['TransformResponse'],
    categories: ['Headers'],
    configSchema: settings({ headers: headerValues }),
    defaultConfig: { headers: {} },
    rules: addedRules,
    multiInstance: true,
  }),
  definePlugin({
    id: 'RemoveHeadersIn',
    name: 'Remove headers in',
    description: 'Removes headers from the request to the backend',
    steps: ['TransformRequest'],
    categories: ['Headers'],
    configSchema: settings({ header_names: headerNames('Names of headers; case is ignored') }),
    defaultConfig: { header_names: [] },
    multiInstance: true,
  }),
  definePlugin({
    id: 'RemoveHeadersOut',
    name: 'Remove headers out',
    description: 'Removes headers from the response to the client',
    steps: ['TransformResponse'],
    categories: ['Headers'],
    configSchema: settings({ header_names: headerNames('Names of headers; case is ignored') }),
    defaultConfig: { header_names: [] },
    multiInstance: true,
  }),
]
